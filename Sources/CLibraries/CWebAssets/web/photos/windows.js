import { ask, isAbort } from "./ask.js";
import { withMarks } from "./photo.js";

/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {import("./layout.js").Month} Month */
/** @typedef {[stretch: number, from: number, count: number]} Range photos of one of the months. */

// Photos in a window, which is what one request gives: somewhat more than a screen has.
const length = 50;
const windowsKept = 120;
// After what is on the screen has come, its thumbnails are asked for before what lies beside it; in milliseconds.
const headStart = 250;

/**
 * The key of the window that a photo is in.
 * @param {number} stretch
 * @param {number} index
 */
const keyAt = (stretch, index) => stretch + "/" + Math.floor(index / length);

/**
 * The keys of the windows that photos are in, each once: `[[0, 40, 20]]` are in `0/0` and `0/1`.
 * @param {Range[]} ranges
 */
export const windowKeys = (ranges) => {
  /** @type {Set<string>} */
  const keys = new Set();
  for (const [stretch, from, count] of ranges) {
    for (let index = Math.floor(from / length) * length; index < from + count; index += length) keys.add(keyAt(stretch, index));
  }
  return keys;
};

/** Facts of photos, in windows of fifty, which are loaded as they come into sight; or those of a list of numbers. */
export class Windows {
  /**
   * @param {Month[]} months
   * @param {Record<string, string>} query
   * @param {(stretch: number, fault: unknown) => void} ready is called when a window of a month has come, or did not come;
   *   with -1, when it is time to ask for what lies beside the screen.
   * @param {number[] | null} [list]
   */
  constructor(months, query, ready, list = null) {
    this.list = list;
    this.months = months;
    this.query = query;
    this.ready = ready;
    /** @type {Map<string, Photo[]>} */
    this.windows = new Map();
    /** @type {Map<string, AbortController>} */
    this.running = new Map();
    /** @type {Set<string>} */
    this.fresh = new Set();
    // Whether what is on the screen was asked for: until its thumbnails are on their way, nothing beside it is.
    this.isAwaited = false;
  }

  /**
   * @param {number} stretch
   * @param {number} index
   * @returns {Photo | undefined}
   */
  item(stretch, index) { return this.windows.get(keyAt(stretch, index))?.[index % length]; }

  /**
   * Whether what is known of a photo is not from before a change.
   * @param {number} stretch
   * @param {number} index
   */
  isFresh(stretch, index) { return this.fresh.has(keyAt(stretch, index)); }

  /**
   * Takes over what was known before a change, to be shown until it comes anew. Months may stand elsewhere now.
   * @param {Windows} before
   */
  inherit(before) {
    const places = new Map(this.months.map(([month], stretch) => [month, stretch]));
    for (const [key, photos] of before.windows) {
      const [stretch, part] = key.split("/");
      const now = places.get(before.months[Number(stretch)][0]);
      if (now !== undefined) this.windows.set(now + "/" + part, photos);
    }
  }

  /**
   * Photos have other marks now: those that are shown until they come anew have them at once.
   * @param {Set<number>} numbers
   * @param {import("./photo.js").MarkFields} fields
   */
  mark(numbers, fields) {
    for (const photos of this.windows.values()) {
      photos.forEach((photo, index) => { if (numbers.has(photo[0])) photos[index] = withMarks(photo, fields); });
    }
  }

  /**
   * Loads photos that are on the screen, then those beside it. All other requests are given up.
   * @param {Range[]} seen
   * @param {Range[]} beside
   */
  want(seen, beside) {
    const first = windowKeys(seen);
    const all = new Set([...first, ...windowKeys(beside)]);
    for (const [key, stop] of this.running) if (!all.has(key)) { stop.abort(); this.running.delete(key); }
    const isHere = [...first].every((key) => this.fresh.has(key));
    const isNext = isHere && !this.isAwaited;
    if (isHere && this.isAwaited) setTimeout(() => this.ready(-1, null), headStart);
    this.isAwaited = !isHere;
    for (const key of isNext ? all : first) if (!this.fresh.has(key) && !this.running.has(key)) this.load(key);
  }

  /**
   * @param {number} stretch
   * @param {number} part
   */
  parameters(stretch, part) {
    const [month, count] = this.months[stretch];
    const query = new URLSearchParams(this.query);
    if (month !== null) query.set("month", String(month));
    query.set("from", String(part * length));
    query.set("count", String(Math.min(length, count - part * length)));
    if (this.list) query.set("numbers", this.list.slice(part * length, (part + 1) * length).join(","));
    return query;
  }

  /** @param {string} key */
  async load(key) {
    const [stretch, part] = key.split("/").map(Number);
    const stop = new AbortController();
    this.running.set(key, stop);
    try {
      const answer = await ask("/photos/window.json?" + this.parameters(stretch, part), stop.signal);
      if (!answer.ok) throw new Error(String(answer.status));
      this.keep(key, await answer.json());
      this.running.delete(key);
      this.ready(stretch, null);
    } catch (error) {
      if (this.running.get(key) === stop) this.running.delete(key);
      if (!isAbort(error)) this.ready(stretch, error);
    }
  }

  /**
   * @param {string} key
   * @param {Photo[]} photos
   */
  keep(key, photos) {
    this.windows.delete(key);
    this.windows.set(key, photos);
    this.fresh.add(key);
    for (const old of this.windows.keys()) {
      if (this.windows.size <= windowsKept) break;
      this.windows.delete(old);
      this.fresh.delete(old);
    }
  }
}
