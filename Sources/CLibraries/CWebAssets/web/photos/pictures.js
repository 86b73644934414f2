// @ts-nocheck
import { ask, said } from "./ask.js";

const most = 6;
const kept = 600;
// Small ones that are painted need little room each.
const bitmapsKept = 2500;

export class Pictures {
  constructor(ready) {
    this.ready = ready;
    this.addresses = new Map();
    // Those that are painted, made as small as they are seen: [width, height] while that is so.
    this.bitmaps = new Map();
    this.painted = null;
    this.running = new Map();
    this.wanted = [];
    // Those that there is no picture of, and why.
    this.failed = new Map();
    // Those that did not come: when each may be asked for again, and how often it was; and those whose source is away, since when, and
    // whether they have been out of view.
    this.waits = new Map();
    this.away = new Map();
    this.timer = 0;
  }

  // The address of a picture that is here, or nothing.
  get(key) {
    const address = this.addresses.get(key);
    if (address) { this.addresses.delete(key); this.addresses.set(key, address); }
    return address;
  }

  // The same to be painted.
  bitmap(key) { return this.bitmaps.get(key)?.picture; }

  // Pictures are painted from now on, each in so many pixels; or are addresses again.
  paint(size) {
    const [before, now] = [this.painted, size];
    if (String(before) === String(now)) return;
    this.painted = now;
    if (now) return;
    for (const { picture } of this.bitmaps.values()) picture.close();
    this.bitmaps.clear();
  }

  isHere(key) {
    if (!this.painted) return this.addresses.has(key);
    const own = this.bitmaps.get(key);
    if (own) { this.bitmaps.delete(key); this.bitmaps.set(key, own); }
    return own?.size === String(this.painted);
  }

  async keep(key, blob) {
    if (!this.painted) {
      this.addresses.set(key, URL.createObjectURL(blob));
      for (const [old, address] of this.addresses) {
        if (this.addresses.size <= kept) break;
        URL.revokeObjectURL(address);
        this.addresses.delete(old);
      }
      return;
    }
    const [size, [wide, high]] = [String(this.painted), this.painted];
    const whole = await createImageBitmap(blob);
    const scale = Math.min(1, Math.max(wide / whole.width, high / whole.height));
    const picture = await createImageBitmap(whole, { resizeWidth: Math.max(1, Math.round(whole.width * scale)), resizeHeight: Math.max(1, Math.round(whole.height * scale)), resizeQuality: "medium" });
    whole.close();
    if (!this.painted) { picture.close(); return; }
    this.bitmaps.get(key)?.picture.close();
    this.bitmaps.delete(key);
    this.bitmaps.set(key, { picture, size });
    for (const [old, { picture: gone }] of this.bitmaps) {
      if (this.bitmaps.size <= bitmapsKept) break;
      gone.close();
      this.bitmaps.delete(old);
    }
  }

  // [key, path, urgency], the most urgent first. Whatever else is on its way is given up.
  want(list) {
    this.wanted = list.filter(([key]) => !this.isHere(key) && !this.failed.has(key));
    const keys = new Set(this.wanted.map(([key]) => key));
    for (const [key, stop] of this.running) if (!keys.has(key)) stop.abort();
    // What comes into view anew is asked for anew, but not all the time.
    for (const [key, own] of this.away) {
      if (!keys.has(key)) own.isLeft = true;
      else if (own.isLeft && performance.now() - own.since > 10000) this.away.delete(key);
    }
    this.next();
  }

  // Sources are back, or others are away.
  wake() { this.away.clear(); this.waits.clear(); this.next(); }

  // Asked for again after three seconds, then after twice as long each time, up to a minute.
  wait(key) {
    const times = (this.waits.get(key)?.times ?? 0) + 1;
    if (this.waits.size > 5000) this.waits.clear();
    this.waits.set(key, { times, until: performance.now() + Math.min(60000, 1500 * 2 ** Math.min(times, 9)) });
  }

  next() {
    clearTimeout(this.timer);
    let soonest = Infinity;
    for (const [key, path, urgency] of this.wanted) {
      if (this.running.size >= most) return;
      if (this.running.has(key) || this.isHere(key) || this.failed.has(key) || this.away.has(key)) continue;
      const { until } = this.waits.get(key) ?? { until: 0 };
      if (until > performance.now()) soonest = Math.min(soonest, until); else this.load(key, path, urgency);
    }
    if (soonest < Infinity) this.timer = setTimeout(() => this.next(), soonest - performance.now() + 20);
  }

  async load(key, path, urgency) {
    const stop = new AbortController();
    this.running.set(key, stop);
    let result = null;
    try {
      const answer = await ask(path + (urgency ? "?p=" + urgency : ""), stop.signal);
      if (answer.ok) {
        await this.keep(key, await answer.blob());
        this.waits.delete(key);
        result = true;
      } else if (answer.status === 404) {
        this.failed.set(key, await said(answer));
      } else if (answer.headers.has("X-Booth-Away")) {
        this.away.set(key, { since: performance.now(), isLeft: false });
      } else {
        this.wait(key);
      }
    } catch (error) {
      if (error.name !== "AbortError") this.wait(key);
    }
    this.running.delete(key);
    if (result || this.failed.has(key)) this.ready(key);
    this.next();
  }
}

const length = 50;
const windowsKept = 120;

// Facts of photos, fifty at a time; or those of a list of numbers.
export class Windows {
  constructor(months, query, ready, list = null) {
    this.list = list;
    this.months = months;
    this.query = query;
    this.ready = ready;
    this.windows = new Map();
    this.running = new Map();
    this.fresh = new Set();
    // Whether what is on the screen was asked for: until its thumbnails are on their way, nothing beside it is.
    this.isAwaited = false;
  }

  item(stretch, index) { return this.windows.get(stretch + "/" + Math.floor(index / length))?.[index % length]; }

  // Whether what is known of it is not from before a change.
  isFresh(stretch, index) { return this.fresh.has(stretch + "/" + Math.floor(index / length)); }

  // Has photos come that are on the screen, then those beside it; others on their way are given up.
  want(seen, beside) {
    const [first, all] = [new Set(), new Set()];
    for (const [keys, ranges] of [[first, seen], [all, seen], [all, beside]]) {
      for (const [stretch, from, count] of ranges) {
        for (let part = Math.floor(from / length); part * length < from + count; part += 1) keys.add(stretch + "/" + part);
      }
    }
    for (const [key, stop] of this.running) if (!all.has(key)) { stop.abort(); this.running.delete(key); }
    const isHere = [...first].every((key) => this.fresh.has(key));
    const isNext = isHere && !this.isAwaited;
    if (isHere && this.isAwaited) setTimeout(() => this.ready(-1, null), 250);
    this.isAwaited = !isHere;
    for (const key of isNext ? all : first) if (!this.fresh.has(key) && !this.running.has(key)) this.load(key);
  }

  async load(key) {
    const [stretch, part] = key.split("/").map(Number);
    const [month, count] = this.months[stretch];
    const stop = new AbortController();
    this.running.set(key, stop);
    const query = new URLSearchParams(this.query);
    if (month !== null) query.set("month", month);
    query.set("from", part * length);
    query.set("count", Math.min(length, count - part * length));
    if (this.list) query.set("numbers", this.list.slice(part * length, (part + 1) * length).join(","));
    try {
      const answer = await ask("/photos/window.json?" + query, stop.signal);
      if (!answer.ok) throw new Error(String(answer.status));
      const photos = await answer.json();
      this.windows.delete(key);
      this.windows.set(key, photos);
      this.fresh.add(key);
      for (const old of this.windows.keys()) {
        if (this.windows.size <= windowsKept) break;
        this.windows.delete(old);
        this.fresh.delete(old);
      }
      this.running.delete(key);
      this.ready(stretch, null);
    } catch (error) {
      if (this.running.get(key) === stop) this.running.delete(key);
      if (error.name !== "AbortError") this.ready(stretch, error);
    }
  }
}
