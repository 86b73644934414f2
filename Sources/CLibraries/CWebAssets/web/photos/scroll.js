import { Layout } from "./layout.js";

/** @typedef {import("./layout.js").Block} Block */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("./windows.js").Range} Range */
/** @typedef {{ ordinal: number, block: Block, index: number, box: Box, top: number }} Seen a photo near the window; `top` from the window's top. */

// Layers of a browser are exact up to some millions of points: further away, positions begin anew.
const exactUpTo = 1e6;
// A photo further away than this is jumped to, and its exact distance does not matter.
const farAway = 1e5;
// Windows of photos further than so many heights are jumped to.
const jumpFrom = 3;
// The room that the month's name takes at the window's top.
const headRoom = 40;

/** Where the window stands over all photos: in which block, and how far below its beginning. */
export class Scroll {
  constructor() {
    this.layout = new Layout([], () => null);
    this.width = 0;
    this.height = 0;
    /** How much of the window's lower end the selection's bar covers. */
    this.pad = 0;
    this.block = 0;
    this.y = 0;
    /** Where the block's beginning lies on the layer that is moved. */
    this.base = 0;
    /** Changes when positions on the layer begin anew. */
    this.epoch = 0;
  }

  get own() { return this.layout.blocks[this.block]; }

  get isAtTop() { return this.block === 0 && this.y === 0; }

  rebase() {
    this.base = 0;
    this.epoch += 1;
  }

  back() {
    this.block -= 1;
    const own = this.layout.height(this.own);
    this.y += own;
    this.base -= own;
  }

  /** Puts `y` within the block that it belongs to, and within all photos. */
  settle() {
    const { blocks } = this.layout;
    if (!blocks.length) { [this.block, this.y] = [0, 0]; return; }
    this.block = Math.min(this.block, blocks.length - 1);
    while (this.y < 0 && this.block > 0) this.back();
    while (this.block < blocks.length - 1 && this.y >= this.layout.height(this.own)) {
      const own = this.layout.height(this.own);
      this.y -= own;
      this.base += own;
      this.block += 1;
    }
    if (this.y < 0) this.y = 0;
    // Never beyond the end.
    const room = this.height - this.pad;
    let below = -this.y;
    for (let place = this.block; place < blocks.length && below < room; place += 1) below += this.layout.height(blocks[place]);
    if (room > below) {
      this.y -= room - below;
      while (this.y < 0 && this.block > 0) this.back();
      if (this.y < 0) this.y = 0;
    }
    if (Math.abs(this.base) > exactUpTo) this.rebase();
  }

  /** @param {number} by */
  move(by) { this.y += by; this.settle(); }

  /** The place of the first photo of which half is seen. */
  topOrdinal() {
    const { own } = this;
    if (!own) return 0;
    const { boxes } = this.layout.place(own);
    const index = boxes.findIndex(([, top, , height]) => top + height / 2 >= this.y);
    return own.ordinal + (index < 0 ? own.count - 1 : index);
  }

  /**
   * @param {number} ordinal
   * @param {boolean} [atTop] at the window's top, or in its upper third.
   */
  goTo(ordinal, atTop = true) {
    this.block = this.layout.at(Math.max(0, Math.min(this.layout.total - 1, ordinal)));
    const { own } = this;
    this.rebase();
    this.y = own && ordinal !== own.ordinal ? this.layout.place(own).boxes[ordinal - own.ordinal]?.[1] ?? 0 : 0;
    if (!atTop) this.y -= this.height / 3;
    this.settle();
  }

  /**
   * How far to scroll so that all of a photo is seen; null where it is better jumped to.
   * @param {number} ordinal
   */
  wayTo(ordinal) {
    const { blocks } = this.layout;
    const place = this.layout.at(ordinal);
    const own = blocks[place];
    if (!own) return 0;
    const [, boxTop, , boxHeight] = this.layout.place(own).boxes[ordinal - own.ordinal];
    let top = -this.y;
    if (place >= this.block) { for (let at = this.block; at < place && top < farAway; at += 1) top += this.layout.height(blocks[at]); }
    else { for (let at = place; at < this.block && top > -farAway; at += 1) top -= this.layout.height(blocks[at]); }
    const at = top + boxTop;
    const room = own.month !== null ? headRoom : 0;
    if (Math.abs(at) > jumpFrom * this.height) return null;
    if (at < room) return at - room;
    return Math.max(0, at + boxHeight - this.height + this.pad);
  }

  /**
   * Whether so many points lie above the window.
   * @param {number} distance
   */
  isBelow(distance) {
    let above = this.y;
    for (let at = this.block - 1; at >= 0 && above < distance; at -= 1) above += this.layout.height(this.layout.blocks[at]);
    return above >= distance;
  }

  /**
   * What lies in the window, and so many points above and below it.
   * @param {number} over
   */
  look(over) {
    const { layout, height } = this;
    const { blocks } = layout;
    /** @type {Seen[]} */
    const seen = [];
    // Months that begin in the window.
    /** @type {[top: number, month: number | null][]} */
    const titles = [];
    /** @type {Range[]} */
    const inside = [];
    /** @type {Range[]} */
    const beside = [];
    let [place, top] = [this.block, -this.y];
    while (place > 0 && top > -over) { place -= 1; top -= layout.height(blocks[place]); }
    for (; place < blocks.length && top < height + over; place += 1) {
      const block = blocks[place];
      if (block.head && top > -block.head && top < height) titles.push([top, block.month]);
      const start = top;
      /** @type {number[]} */
      const near = [];
      /** @type {number[]} */
      const within = [];
      layout.place(block).boxes.forEach((box, index) => {
        const at = start + box[1];
        if (at + box[3] < -over || at > height + over) return;
        near.push(index);
        if (at + box[3] > 0 && at < height) within.push(index);
        seen.push({ ordinal: block.ordinal + index, block, index, box, top: at });
      });
      for (const [list, ranges] of /** @type {[number[], Range[]][]} */ ([[near, beside], [within, inside]])) {
        if (list.length) ranges.push([block.stretch, block.from + list[0], list[list.length - 1] - list[0] + 1]);
      }
      top += layout.height(block);
    }
    return { seen, titles, inside, beside };
  }
}
