// @ts-nocheck
// Given up as soon as the signal says so.
export const ask = (path, signal) =>
  fetch(path, { credentials: "same-origin", signal, headers: { "X-Booth-Past": "1" } });

// What an answer says in words; of a whole page nothing.
export const said = async (answer) => (answer.headers.get("Content-Type") || "").startsWith("text/plain") ? answer.text() : "";

export class News {
  // `renew` is called when there is something new, `version` says what the page has.
  constructor(version, renew) {
    this.version = version;
    this.renew = renew;
    this.waiting = null;
    this.timer = 0;
    // The page of this browser that waits tells the others.
    this.others = new BroadcastChannel("booth-photos");
    this.others.addEventListener("message", ({ data }) => { if (this.waiting && data !== version()) renew(); });
  }

  rest() { clearTimeout(this.timer); this.waiting?.abort(); this.waiting = null; }

  // Looks again after some time.
  later(milliseconds) { this.timer = setTimeout(() => this.renew(), milliseconds); }

  // Asks for news, which the studio answers as soon as there is some: what changes on a disk is here a moment later.
  async wait() {
    const own = this.waiting = new AbortController();
    const wait = async () => {
      const answer = await ask("/photos/news.json?version=" + this.version(), own.signal);
      if (!answer.ok) throw new Error(String(answer.status));
      this.others.postMessage((await answer.json()).version);
    };
    try {
      // Browsers know locks over HTTPS and on the machine itself only.
      if (navigator.locks) await navigator.locks.request("booth-photos-news", { signal: own.signal }, wait);
      else await wait();
      if (this.waiting === own) this.renew();
    } catch { if (this.waiting === own) this.later(4000); }
  }
}
