import { ask, isAbort, readWords } from "./ask.js";

/** @typedef {[width: number, height: number]} Size in pixels of the screen. */
/** @typedef {[key: string, path: string, urgency: number]} Wish a picture that is wanted; 0 is the most urgent. */

// Requests at a time: as many as browsers open to one server.
const mostRequests = 6;
// Pictures that stay: some 600 of 30 KB, and more that are painted, as small ones need little room each.
const picturesKept = 600;
const bitmapsKept = 2500;
// Faults that are remembered, so that a page that stays open for weeks does not grow.
const faultsKept = 5000;
// A picture of a source that is away is asked for again when it comes into view again, but not more often than this, in milliseconds.
const awayFor = 10000;
// A timer may end a little early.
const timerSlack = 20;

/**
 * How long a picture that did not come waits, in milliseconds: three seconds, then twice as long each time, up to a minute.
 * @param {number} times how often it did not come
 */
export const waitAfter = (times) => Math.min(60000, 1500 * 2 ** Math.min(times, 9));

/**
 * The size of a picture that fills a box, and is no larger than it is.
 * @param {{ width: number, height: number }} whole
 * @param {Size} box
 * @returns {Size}
 */
export const sizeToFill = (whole, [width, height]) => {
  const scale = Math.min(1, Math.max(width / whole.width, height / whole.height));
  return [Math.max(1, Math.round(whole.width * scale)), Math.max(1, Math.round(whole.height * scale))];
};

/** Thumbnails: loads those that are wanted, the most urgent first, and keeps them for a while. */
export class Pictures {
  /** @param {(key: string) => void} ready is called when a picture is here, or known to be none. */
  constructor(ready) {
    this.ready = ready;
    /** @type {Map<string, string>} */
    this.addresses = new Map();
    // Pictures to be painted, made as small as they are seen.
    /** @type {Map<string, { picture: ImageBitmap, size: string }>} */
    this.bitmaps = new Map();
    /** @type {Size | null} */
    this.painted = null;
    /** @type {Map<string, AbortController>} */
    this.running = new Map();
    /** @type {Wish[]} */
    this.wanted = [];
    // Photos that there is no picture of, and why.
    /** @type {Map<string, string>} */
    this.failed = new Map();
    // Pictures that did not come: when each may be asked for again, and how often it was.
    /** @type {Map<string, { times: number, until: number }>} */
    this.waits = new Map();
    // Pictures whose source is away: since when, and whether they have been out of view.
    /** @type {Map<string, { since: number, isLeft: boolean }>} */
    this.away = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * The address of a picture that is here, or nothing.
   * @param {string} key
   */
  get(key) {
    const address = this.addresses.get(key);
    if (address) { this.addresses.delete(key); this.addresses.set(key, address); }
    return address;
  }

  /**
   * The same to be painted.
   * @param {string} key
   */
  bitmap(key) { return this.bitmaps.get(key)?.picture; }

  /**
   * Pictures are painted from now on, each in so many pixels; or are addresses again.
   * @param {Size | null} size
   */
  paint(size) {
    if (String(this.painted) === String(size)) return;
    this.painted = size;
    if (size) return;
    for (const { picture } of this.bitmaps.values()) picture.close();
    this.bitmaps.clear();
  }

  /** @param {string} key */
  isHere(key) {
    if (!this.painted) return this.addresses.has(key);
    const own = this.bitmaps.get(key);
    if (own) { this.bitmaps.delete(key); this.bitmaps.set(key, own); }
    return own?.size === String(this.painted);
  }

  /**
   * @param {string} key
   * @param {Blob} blob
   */
  async keep(key, blob) {
    if (this.painted) { await this.keepBitmap(key, blob, this.painted); return; }
    this.addresses.set(key, URL.createObjectURL(blob));
    for (const [old, address] of this.addresses) {
      if (this.addresses.size <= picturesKept) break;
      URL.revokeObjectURL(address);
      this.addresses.delete(old);
    }
  }

  /**
   * @param {string} key
   * @param {Blob} blob
   * @param {Size} size
   */
  async keepBitmap(key, blob, size) {
    const whole = await createImageBitmap(blob);
    const [resizeWidth, resizeHeight] = sizeToFill(whole, size);
    const picture = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: "medium" });
    whole.close();
    if (!this.painted) { picture.close(); return; }
    this.bitmaps.get(key)?.picture.close();
    this.bitmaps.delete(key);
    this.bitmaps.set(key, { picture, size: String(size) });
    for (const [old, { picture: gone }] of this.bitmaps) {
      if (this.bitmaps.size <= bitmapsKept) break;
      gone.close();
      this.bitmaps.delete(old);
    }
  }

  /**
   * Loads these, the most urgent first. All other requests are given up.
   * @param {Wish[]} list
   */
  want(list) {
    this.wanted = list.filter(([key]) => !this.isHere(key) && !this.failed.has(key));
    const keys = new Set(this.wanted.map(([key]) => key));
    for (const [key, stop] of this.running) if (!keys.has(key)) stop.abort();
    for (const [key, own] of this.away) {
      if (!keys.has(key)) own.isLeft = true;
      else if (own.isLeft && performance.now() - own.since > awayFor) this.away.delete(key);
    }
    this.next();
  }

  /** Sources are back, or others are away. */
  wake() { this.away.clear(); this.waits.clear(); this.next(); }

  /** @param {string} key */
  wait(key) {
    const times = (this.waits.get(key)?.times ?? 0) + 1;
    if (this.waits.size > faultsKept) this.waits.clear();
    this.waits.set(key, { times, until: performance.now() + waitAfter(times) });
  }

  next() {
    clearTimeout(this.timer);
    let soonest = Infinity;
    for (const [key, path, urgency] of this.wanted) {
      if (this.running.size >= mostRequests) return;
      if (this.running.has(key) || this.isHere(key) || this.failed.has(key) || this.away.has(key)) continue;
      const { until } = this.waits.get(key) ?? { until: 0 };
      if (until > performance.now()) soonest = Math.min(soonest, until); else this.load(key, path, urgency);
    }
    if (soonest < Infinity) this.timer = setTimeout(() => this.next(), soonest - performance.now() + timerSlack);
  }

  /**
   * @param {string} key
   * @param {string} path
   * @param {number} urgency
   */
  async load(key, path, urgency) {
    const stop = new AbortController();
    this.running.set(key, stop);
    let isLoaded = false;
    try {
      const answer = await ask(path + (urgency ? "?p=" + urgency : ""), stop.signal);
      if (answer.ok) {
        await this.keep(key, await answer.blob());
        this.waits.delete(key);
        isLoaded = true;
      } else if (answer.status === 404) {
        this.failed.set(key, await readWords(answer));
      } else if (answer.headers.has("X-Booth-Away")) {
        this.away.set(key, { since: performance.now(), isLeft: false });
      } else {
        this.wait(key);
      }
    } catch (error) {
      if (!isAbort(error)) this.wait(key);
    }
    this.running.delete(key);
    if (isLoaded || this.failed.has(key)) this.ready(key);
    this.next();
  }
}
