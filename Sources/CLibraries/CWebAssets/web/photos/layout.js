/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {"s" | "m" | "l"} Step the size of pictures that a person has chosen. */
/** @typedef {[month: number | null, count: number]} Month months since the year 0, and how many photos it has; null: photos without months. */
/** @typedef {[x: number, y: number, width: number, height: number]} Box of a photo in its block, in points of the page. */

/**
 * A run of photos of one month that is placed at once.
 * @typedef {object} Block
 * @property {number} stretch which of the months.
 * @property {number | null} month
 * @property {number} from its first photo's place in the month.
 * @property {number} count
 * @property {number} ordinal its first photo's place among all.
 * @property {number} head how much room the month's name takes above it.
 * @property {{ boxes: Box[], height: number } | null} placed
 * @property {boolean} known whether the proportions of all its photos were known when it was placed.
 */

/** What a grid of squares measures: `columns` of `side` points, `gap` apart, `inset` from the edges; `bar` is a name's height, `row` that of a row. */
/** @typedef {{ size: number, gap: number, inset: number, bar: number, row: number, usable: number, columns: number, side: number }} Measures */

/** @type {Record<Step, { size: number, gap: number, inset: number, bar: number, row: number }>} */
const steps = {
  s: { size: 64, gap: 1, inset: 2, bar: 16, row: 100 },
  m: { size: 128, gap: 2, inset: 4, bar: 20, row: 170 },
  l: { size: 256, gap: 4, inset: 8, bar: 24, row: 280 },
};
// The month of photos of which it is not known when they were taken; they follow all others.
export const undated = -1200000;
// Photos in a block: few enough to place within a frame, many enough that a million photos are some ten thousand blocks.
const chunk = 96;
// The height of a month's name, as in the style sheet.
const headHeight = 40;
// Of photos whose proportions are not known yet: most photos are 4:3 or 3:2 and lie.
const plainRatio = 1.4;
// A panorama or a strip takes no more room in a row than these, in widths for a height.
const [narrowest, widest] = [0.4, 4];
// Squares may be this much smaller or larger than their step says, where they fill the width then.
const [smallestShare, largestShare] = [0.8, 1.2];

/** @param {Step} step @param {number} width of the grid @returns {Measures} */
export const measure = (step, width) => {
  const { size, gap, inset, bar, row } = steps[step];
  const usable = Math.max(0, width - 2 * inset);
  let columns = Math.max(1, Math.floor((usable + gap) / (size + gap)));
  const sideFor = (/** @type {number} */ count) => Math.max(0, (usable - gap * (count - 1)) / count);
  let side = size;
  if (sideFor(columns + 1) >= smallestShare * size) { columns += 1; side = sideFor(columns); }
  else if (sideFor(columns) <= largestShare * size) side = sideFor(columns);
  return { size, gap, inset, bar, row, usable, columns, side };
};

/**
 * Squares, row by row.
 * @param {number} count @param {number} head @param {Measures} measures @param {number} bar
 * @returns {Box[]}
 */
export const placeSquares = (count, head, { columns, side, gap, inset }, bar) => Array.from({ length: count }, (_, index) => {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return [inset + column * (side + gap), head + row * (side + bar + gap), side, side + bar];
});

/**
 * Rows that fill the width, of photos in their own proportions: as many rows as come nearest to the height that is aimed at, each with
 * about the same share.
 * @param {number[]} ratios widths of photos for a height of 1 @param {number} head @param {Measures} measures @param {number} bar
 * @returns {{ boxes: Box[], height: number }}
 */
export const placeRows = (ratios, head, measures, bar) => {
  const { usable, gap, inset, row } = measures;
  /** @type {Box[]} */
  const boxes = [];
  const whole = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const lines = Math.max(1, Math.round(whole * row / Math.max(1, usable)));
  let [index, y, before] = [0, head, 0];
  for (let line = 1; line <= lines && index < ratios.length; line += 1) {
    const first = index;
    let share = 0;
    const goal = whole * line / lines;
    const isLast = line === lines;
    const belongs = () => index === first || isLast || before + share + ratios[index] / 2 <= goal;
    while (index < ratios.length && belongs()) share += ratios[index++];
    before += share;
    const room = usable - gap * (index - first - 1);
    // A few photos of a month are no larger than those of full rows.
    const height = Math.min(room / share, lines === 1 ? row : row * 1.5);
    let x = inset;
    for (let place = first; place < index; place += 1) {
      boxes.push([x, y, height * ratios[place], height + bar]);
      x += height * ratios[place] + gap;
    }
    y += height + bar + gap;
  }
  return { boxes, height: y };
};

/** Where each of all photos lies. It works block by block, so that a million photos take no longer than those on the screen. */
export class Layout {
  /**
   * @param {Month[]} months
   * @param {(stretch: number, index: number) => Photo | null | undefined} item gives a photo, or nothing yet.
   */
  constructor(months, item) {
    this.months = months;
    this.item = item;
    // The first photo's place among all, for each month.
    /** @type {number[]} */
    this.starts = [];
    this.total = 0;
    for (const [, count] of months) { this.starts.push(this.total); this.total += count; }
    /** @type {Block[]} */
    this.blocks = [];
    this.rows = false;
    this.names = true;
    this.measures = measure("m", 0);
  }

  /** @param {{ step: Step, width: number, rows: boolean, names: boolean }} display */
  shape({ step, width, rows, names }) {
    this.rows = rows;
    this.names = names;
    this.measures = measure(step, width);
    const size = rows ? chunk : Math.ceil(chunk / this.measures.columns) * this.measures.columns;
    this.blocks = [];
    this.months.forEach(([month, count], stretch) => {
      for (let from = 0; from < count; from += size) {
        this.blocks.push({
          stretch, month, from, count: Math.min(size, count - from), ordinal: this.starts[stretch] + from,
          head: month !== null && from === 0 ? headHeight : 0, placed: null, known: false,
        });
      }
    });
  }

  /** How much of each box its name takes. */
  get bar() { return this.names ? this.measures.bar : 0; }

  // Forgets where photos of a month lie, as more is known of them.
  /** @param {number} stretch */
  learn(stretch) {
    for (const block of this.blocks) if (block.stretch === stretch && !block.known) { block.placed = null; }
  }

  /** @param {Block} block @returns {number} */
  height(block) {
    if (this.rows) return this.place(block).height;
    const { columns, side, gap } = this.measures;
    return block.head + Math.ceil(block.count / columns) * (side + this.bar + gap);
  }

  // The box of each photo in its block.
  /** @param {Block} block @returns {{ boxes: Box[], height: number }} */
  place(block) {
    if (block.placed) return block.placed;
    if (!this.rows) {
      block.known = true;
      block.placed = { boxes: placeSquares(block.count, block.head, this.measures, this.bar), height: this.height(block) };
      return block.placed;
    }
    const photos = Array.from({ length: block.count }, (_, index) => this.item(block.stretch, block.from + index));
    const ratios = photos.map((photo) => photo && photo[2] ? Math.min(widest, Math.max(narrowest, photo[2] / 1000)) : plainRatio);
    block.known = photos.every(Boolean);
    block.placed = placeRows(ratios, block.head, this.measures, this.bar);
    return block.placed;
  }

  // Which block a photo is in, by its place among all.
  /** @param {number} ordinal */
  at(ordinal) {
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.blocks[middle].ordinal <= ordinal) low = middle; else high = middle - 1;
    }
    return low;
  }

  /**
   * The photo above or below another one that lies nearest.
   * @param {number} ordinal
   * @param {-1 | 1} direction
   */
  beside(ordinal, direction) {
    const place = this.at(ordinal);
    const own = this.blocks[place];
    const { boxes } = this.place(own);
    const box = boxes[ordinal - own.ordinal];
    const middle = box[0] + box[2] / 2;
    const distance = (/** @type {Box} */ other) => Math.abs(other[0] + other[2] / 2 - middle);
    const nearest = (/** @type {Box[]} */ list, /** @type {number} */ line) => {
      let best = -1;
      list.forEach((other, index) => {
        if (Math.abs(other[1] - line) <= 1 && (best < 0 || distance(other) < distance(list[best]))) best = index;
      });
      return best;
    };
    const further = boxes.map((other) => other[1]).filter((line) => direction < 0 ? line < box[1] - 1 : line > box[1] + 1);
    if (further.length) return own.ordinal + nearest(boxes, direction < 0 ? Math.max(...further) : Math.min(...further));
    const next = this.blocks[place + direction];
    if (!next) return ordinal;
    const others = this.place(next).boxes;
    return next.ordinal + nearest(others, others[direction < 0 ? others.length - 1 : 0][1]);
  }
}
