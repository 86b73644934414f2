// Keeps a list new: asks again when the studio says that something has changed, when the page is looked at again, and after a fault.

/** After a fault the page asks again so much later, in milliseconds. */
export const pause = 1000;
// Where the studio has ended the news, as when it is started anew, the page listens again so much later, in milliseconds.
const listenPause = 2000;

/** @param {number} milliseconds */
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class ListNews {
  /**
   * @param {string | undefined} address of the news; without one the list is new when it is looked at
   * @param {() => Promise<void>} refresh throws where the studio does not answer
   * @param {(isLost: boolean) => void} tell
   */
  constructor(address, refresh, tell) {
    this.address = address;
    this.refresh = refresh;
    this.tell = tell;
    this.isRunning = false;
    /** Something has changed while the list was asked for. */
    this.isDue = false;
    /** @type {EventSource | null} */
    this.source = null;
    this.ending = new AbortController();
    const { signal } = this.ending;
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.resume(); else this.rest(); }, { signal });
    addEventListener("pagehide", () => this.rest(), { signal });
    addEventListener("pageshow", (event) => { if (event.persisted) this.resume(); }, { signal });
  }

  get isOver() { return this.ending.signal.aborted; }

  /** Nothing is asked for any more. */
  end() {
    this.ending.abort();
    this.rest();
  }

  resume() {
    this.listen();
    this.renew();
  }

  rest() {
    this.source?.close();
    this.source = null;
  }

  listen() {
    if (this.isOver || !this.address || this.source || document.visibilityState !== "visible") return;
    const source = this.source = new EventSource(this.address);
    source.addEventListener("state", () => this.renew());
    source.addEventListener("error", () => {
      if (this.source?.readyState === EventSource.CLOSED) { this.source = null; setTimeout(() => this.listen(), listenPause); }
      this.renew();
    });
  }

  /** One request at a time. After a fault it asks again, as long as the page is looked at. */
  async renew() {
    if (this.isRunning) { this.isDue = true; return; }
    this.isRunning = true;
    do {
      this.isDue = false;
      try {
        await this.refresh();
        this.tell(false);
      } catch {
        this.tell(true);
        await wait(pause);
        this.isDue = document.visibilityState === "visible" && !this.isOver;
      }
    } while (this.isDue);
    this.isRunning = false;
  }
}
