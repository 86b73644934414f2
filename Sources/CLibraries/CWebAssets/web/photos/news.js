import { ask } from "./ask.js";

// After a fault, as where the studio is being started, the page asks again so much later, in milliseconds.
const pause = 4000;

/** Waits for changes of the photos. One page of a browser asks, and tells the others. */
export class News {
  /**
   * @param {() => number} version what the page has.
   * @param {() => void} renew is called when there is something new.
   */
  constructor(version, renew) {
    this.version = version;
    this.renew = renew;
    /** @type {AbortController | null} */
    this.waiting = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.others = new BroadcastChannel("booth-photos");
    this.others.addEventListener("message", ({ data }) => { if (this.waiting && data !== version()) renew(); });
  }

  rest() {
    clearTimeout(this.timer);
    this.waiting?.abort();
    this.waiting = null;
  }

  /**
   * Looks again after some time.
   * @param {number} milliseconds
   */
  later(milliseconds) { this.timer = setTimeout(() => this.renew(), milliseconds); }

  /** Asks for news, which the studio answers as soon as there is some: what changes on a disk is here a moment later. */
  async wait() {
    const own = this.waiting = new AbortController();
    const wait = async () => {
      const answer = await ask("/photos/news.json?version=" + this.version(), own.signal);
      if (!answer.ok) throw new Error(String(answer.status));
      this.others.postMessage((await answer.json()).version);
    };
    try {
      // Browsers have locks over HTTPS and on the machine itself only.
      if (navigator.locks) await navigator.locks.request("booth-photos-news", { signal: own.signal }, wait);
      else await wait();
      if (this.waiting === own) this.renew();
    } catch { if (this.waiting === own) this.later(pause); }
  }
}
