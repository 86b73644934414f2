import { Layout, headHeight } from "./layout.js";

/** @typedef {import("./layout.js").Block} Block */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("./layout.js").Label} Label */
/** @typedef {import("./layout.js").Row} Row */
/** @typedef {import("./windows.js").Range} Range */
/** @typedef {{ block: Block, row: Row, top: number, first: number, last: number }} TopRow a row: its first and last photo's place among all, and how far it is below the window's top. */
/** @typedef {{ row: Row, top: number, labels: Label[] }} Title names of months over a row, and how far they are below the window's top. */
/** @typedef {{ ordinal: number, block: Block, index: number, box: Box, top: number }} Seen a photo near the window; `top` from the window's top. */

// Layers of a browser are exact up to some millions of points: further away, positions begin anew.
const exactUpTo = 1e6;
// A photo further away than this is jumped to, and its exact distance does not matter.
const farAway = 1e5;
// Windows of photos further than so many heights are jumped to.
const jumpFrom = 3;

// A month that has less room than this at the window's top, in points, is not named there.
const leastSticky = 72;

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

  /** How much of the window's top the month's name covers. */
  get head() { return this.layout.months.length && this.layout.months[0][0] !== null ? headHeight : 0; }

  /**
   * The first row of which more than this share is seen below a line.
   * @param {number} share of its height
   * @param {number} [line] points below the window's top: where the month's name ends
   * @returns {TopRow | null} null: there are no photos.
   */
  topRow(share, line = this.head) {
    const { layout } = this;
    let top = -this.y;
    for (let place = this.block; place < layout.blocks.length; place += 1) {
      const block = layout.blocks[place];
      const { rows, boxes, height } = layout.place(block);
      const isSeen = (/** @type {Row} */ { first }) => top + boxes[first][1] + boxes[first][3] * share > line;
      const row = rows.find(isSeen) ?? (place === layout.blocks.length - 1 ? rows[rows.length - 1] : null);
      if (row) return { block, row, top: top + row.top, first: block.ordinal + row.first, last: block.ordinal + row.first + row.count - 1 };
      top += height;
    }
    return null;
  }

  /** The place of the first photo of which half is seen. */
  topOrdinal() { return this.topRow(0.5)?.first ?? 0; }

  /** The month that the window stands in: the first that begins in its first row, or the one that this row belongs to. */
  get month() {
    const top = this.topRow(0.5);
    return top && (top.row.labels.length ? top.row.labels[0].from : this.layout.part(top.block, top.row.first).month);
  }

  /**
   * The labels that stay at the window's top: those of its first row, and before them the month that this row begins in.
   * @returns {Title | null} null: photos have no months.
   */
  sticky() {
    const { layout, head } = this;
    if (!head) return null;
    let own = this.topRow(1);
    // A row with labels of its own pushes those of the row above.
    const push = own && own.row.labels.length ? Math.max(0, own.top) : 0;
    if (push > 0) own = this.topRow(1, -layout.measures.gap) ?? own;
    if (!own) return null;
    return { row: own.row, top: push > 0 ? push - head : 0, labels: this.labelsFrom(own.block, own.row) };
  }

  /**
   * A row's labels, and at its start, where there is room, the month that it begins in.
   * @param {import("./layout.js").Block} block
   * @param {Row} row
   * @returns {Label[]}
   */
  labelsFrom(block, { first, labels }) {
    const { layout } = this;
    const { inset, usable } = layout.measures;
    const { month } = layout.part(block, first);
    const room = (labels[0]?.x ?? inset + usable) - inset;
    return month !== null && room > leastSticky ? [{ x: inset, width: room, from: month, to: month }, ...labels] : labels;
  }

  /**
   * @param {number} ordinal
   * @param {boolean} [atTop] at the window's top, or in its upper third.
   */
  goTo(ordinal, atTop = true) {
    this.block = this.layout.at(Math.max(0, Math.min(this.layout.total - 1, ordinal)));
    const { own } = this;
    this.rebase();
    this.y = own ? (this.layout.place(own).boxes[ordinal - own.ordinal]?.[1] ?? 0) - this.head : 0;
    if (!atTop) this.y -= this.height / 3;
    this.settle();
  }

  /**
   * How far below the window's top a photo begins.
   * @param {number} ordinal
   */
  distanceTo(ordinal) {
    const { blocks } = this.layout;
    const place = this.layout.at(ordinal);
    const own = blocks[place];
    if (!own) return 0;
    let top = (this.layout.place(own).boxes[ordinal - own.ordinal]?.[1] ?? 0) - this.y;
    if (place >= this.block) { for (let at = this.block; at < place && top < farAway; at += 1) top += this.layout.height(blocks[at]); }
    else { for (let at = place; at < this.block && top > -farAway; at += 1) top -= this.layout.height(blocks[at]); }
    return top;
  }

  /**
   * How far to scroll so that all of a photo is seen; null where it is better jumped to.
   * @param {number} ordinal
   */
  wayTo(ordinal) {
    const own = this.layout.blocks[this.layout.at(ordinal)];
    if (!own) return 0;
    const [, , , boxHeight] = this.layout.place(own).boxes[ordinal - own.ordinal];
    const at = this.distanceTo(ordinal);
    const room = this.head;
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
    // Rows in which months begin, in the window.
    /** @type {Title[]} */
    const titles = [];
    /** @type {Range[]} */
    const inside = [];
    /** @type {Range[]} */
    const beside = [];
    let [place, top] = [this.block, -this.y];
    while (place > 0 && top > -over) { place -= 1; top -= layout.height(blocks[place]); }
    for (; place < blocks.length && top < height + over; place += 1) {
      const block = blocks[place];
      const start = top;
      const { boxes, rows } = layout.place(block);
      for (const row of rows) {
        const { top: own, labels } = row;
        if (labels.length && start + own > -headHeight && start + own < height) titles.push({ row, top: start + own, labels: this.labelsFrom(block, row) });
      }
      for (const part of block.parts) {
        /** @type {number[]} */
        const near = [];
        /** @type {number[]} */
        const within = [];
        for (let index = part.index; index < part.index + part.count; index += 1) {
          const box = boxes[index];
          const at = start + box[1];
          if (at + box[3] < -over || at > height + over) continue;
          near.push(index);
          if (at + box[3] > 0 && at < height) within.push(index);
          seen.push({ ordinal: block.ordinal + index, block, index, box, top: at });
        }
        for (const [list, ranges] of /** @type {[number[], Range[]][]} */ ([[near, beside], [within, inside]])) {
          if (list.length) ranges.push([part.stretch, part.from + list[0] - part.index, list[list.length - 1] - list[0] + 1]);
        }
      }
      top += layout.height(block);
    }
    return { seen, titles, inside, beside };
  }
}
