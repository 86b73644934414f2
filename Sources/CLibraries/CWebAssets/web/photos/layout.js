/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {"s" | "m" | "l"} Step the size of pictures that a person has chosen. */
/** @typedef {[month: number | null, count: number]} Month months since the year 0, and how many photos it has; null: photos without months. */
/** @typedef {[x: number, y: number, width: number, height: number]} Box of a photo in its block, in points of the page. */

/** @typedef {{ stretch: number, month: number | null, from: number, index: number, count: number }} Part photos of one month in a block: `from` is the first one's place in the month, `index` its place in the block. */
/** @typedef {{ x: number, width: number, from: number, to: number }} Label stands over the first photo of a month, or of several that are too narrow for a label each: its first and last month. */
/** @typedef {{ top: number, first: number, count: number, labels: Label[] }} Row photos beside each other; `top` is that of the labels, where it has some, `first` a place in the block. */
/** @typedef {{ boxes: Box[], rows: Row[], height: number }} Placed */

/**
 * A run of photos that is placed at once; months begin and end within it.
 * @typedef {object} Block
 * @property {number} ordinal its first photo's place among all.
 * @property {number} count
 * @property {Part[]} parts
 * @property {Placed | null} placed
 * @property {boolean} known whether the proportions of all its photos were known when it was placed.
 */

/** What the grid measures: `columns` of `side` points, `gap` apart, `inset` from the edges; `bar` is a name's height, `row` that of a row that is aimed at. */
/** @typedef {{ size: number, gap: number, inset: number, bar: number, row: number, usable: number, columns: number, side: number }} Measures */

// `most` is how many times the row's height its width is at least: a telephone has two or three photos beside each other.
/** @type {Record<Step, { size: number, gap: number, inset: number, bar: number, row: number, most: number }>} */
const steps = {
  s: { size: 64, gap: 1, inset: 2, bar: 16, row: 100, most: 4.8 },
  m: { size: 128, gap: 2, inset: 4, bar: 20, row: 170, most: 3.2 },
  l: { size: 256, gap: 4, inset: 8, bar: 24, row: 280, most: 1.4 },
};
// The month of photos of which it is not known when they were taken; they follow all others.
export const undated = -1200000;
// Photos in a block: few enough to place within a frame, many enough that a million photos are some ten thousand blocks.
const chunk = 96;
/** The height of the months' names over a row, as in the style sheet. */
export const headHeight = 40;
// A label is at least so wide, and at least this share of the window, so that a screen has few of them.
const [leastLabel, labelShare] = [104, 6];
// Of photos whose proportions are not known yet: most photos are 4:3 or 3:2 and lie.
const plainRatio = 1.4;
// A panorama or a strip takes no more room in a row than these, in widths for a height.
const [narrowest, widest] = [0.4, 4];
// Squares may be this much smaller or larger than their step says, where they fill the width then.
const [smallestShare, largestShare] = [0.8, 1.2];

/** @param {Step} step @param {number} width of the grid @returns {Measures} */
export const measure = (step, width) => {
  const { size, gap, inset, bar, row, most } = steps[step];
  const usable = Math.max(0, width - 2 * inset);
  let columns = Math.max(1, Math.floor((usable + gap) / (size + gap)));
  const sideFor = (/** @type {number} */ count) => Math.max(0, (usable - gap * (count - 1)) / count);
  let side = size;
  if (sideFor(columns + 1) >= smallestShare * size) { columns += 1; side = sideFor(columns); }
  else if (sideFor(columns) <= largestShare * size) side = sideFor(columns);
  return { size, gap, inset, bar, row: Math.min(row, usable / most), usable, columns, side };
};

/**
 * Where months begin in a row, as labels over their first photos. What would be too narrow for a label of its own shares that of the month before.
 * @param {Part[]} parts of the block
 * @param {Box[]} boxes of the block
 * @param {{ first: number, count: number }} row
 * @param {Measures} measures
 * @returns {Label[]}
 */
export const labelsOf = (parts, boxes, { first, count }, { usable, inset }) => {
  const least = Math.max(leastLabel, usable / labelShare);
  /** @type {Label[]} */
  const labels = [];
  for (const { month, from, index } of parts) {
    if (month === null || from !== 0 || index < first || index >= first + count) continue;
    const [x] = boxes[index];
    const last = labels[labels.length - 1];
    if (last && (x - last.x < least || inset + usable - x < Math.min(least, boxes[index][2]))) { last.to = month; continue; }
    if (last) last.width = x - last.x;
    labels.push({ x, width: inset + usable - x, from: month, to: month });
  }
  return labels;
};

/**
 * Puts rows under each other, with room for labels over those in which a month begins.
 * @param {[first: number, count: number, height: number][]} lines
 * @param {(index: number, height: number) => number} widthOf a photo in a row of this height
 * @param {Part[]} parts
 * @param {Measures} measures
 * @param {number} bar
 * @returns {Placed}
 */
const stack = (lines, widthOf, parts, measures, bar) => {
  const { gap, inset } = measures;
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Row[]} */
  const rows = [];
  let top = 0;
  for (const [first, count, height] of lines) {
    const hasHead = parts.some(({ month, from, index }) => month !== null && from === 0 && index >= first && index < first + count);
    const y = top + (hasHead ? headHeight : 0);
    let x = inset;
    for (let index = first; index < first + count; index += 1) {
      const width = widthOf(index, height);
      boxes.push([x, y, width, height + bar]);
      x += width + gap;
    }
    rows.push({ top, first, count, labels: hasHead ? labelsOf(parts, boxes, { first, count }, measures) : [] });
    top = y + height + bar + gap;
  }
  return { boxes, rows, height: top };
};

/**
 * Squares, row by row.
 * @param {number} count
 * @param {Part[]} parts
 * @param {Measures} measures
 * @param {number} bar
 */
export const placeSquares = (count, parts, measures, bar) => {
  const { columns, side } = measures;
  /** @type {[number, number, number][]} */
  const lines = [];
  for (let first = 0; first < count; first += columns) lines.push([first, Math.min(columns, count - first), side]);
  return stack(lines, () => side, parts, measures, bar);
};

/**
 * Where rows begin that fill the width and come nearest to the height that is aimed at: of all ways to break them, the one whose heights
 * differ from it by the smallest squares.
 * @param {number[]} ratios
 * @param {Measures} measures
 * @returns {[first: number, count: number, height: number][]}
 */
const breakRows = (ratios, { usable, gap, row }) => {
  /** @type {{ cost: number, first: number, height: number }[]} */
  const best = [{ cost: 0, first: 0, height: 0 }];
  for (let end = 1; end <= ratios.length; end += 1) {
    best[end] = { cost: Infinity, first: end - 1, height: row };
    let share = 0;
    for (let first = end - 1; first >= 0; first -= 1) {
      share += ratios[first];
      const height = Math.max(0, usable - gap * (end - first - 1)) / share;
      const cost = best[first].cost + (height / row - 1) ** 2;
      if (cost < best[end].cost) best[end] = { cost, first, height };
      // With more photos it only becomes lower.
      if (height < row / 2) break;
    }
  }
  /** @type {[number, number, number][]} */
  const lines = [];
  for (let end = ratios.length; end > 0; end = best[end].first) lines.unshift([best[end].first, end - best[end].first, best[end].height]);
  return lines;
};

/**
 * Rows that fill the width, of photos in their own proportions. A few photos are no larger than those of full rows.
 * @param {number[]} ratios widths of photos for a height of 1
 * @param {Part[]} parts
 * @param {Measures} measures
 * @param {number} bar
 */
export const placeRows = (ratios, parts, measures, bar) => {
  const lines = breakRows(ratios, measures);
  const most = lines.length === 1 ? measures.row : measures.row * 1.5;
  for (const line of lines) line[2] = Math.min(line[2], most);
  return stack(lines, (place, height) => height * ratios[place], parts, measures, bar);
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
    for (let ordinal = 0; ordinal < this.total; ordinal += size) {
      this.blocks.push({ ordinal, count: Math.min(size, this.total - ordinal), parts: [], placed: null, known: false });
    }
    this.months.forEach(([month, count], stretch) => {
      for (let from = 0; from < count;) {
        const at = this.starts[stretch] + from;
        const own = this.blocks[Math.floor(at / size)];
        const index = at - own.ordinal;
        const length = Math.min(count - from, own.count - index);
        own.parts.push({ stretch, month, from, index, count: length });
        from += length;
      }
    });
  }

  /** How much of each box its name takes. */
  get bar() { return this.names ? this.measures.bar : 0; }

  // Forgets where photos of a month lie, as more is known of them.
  /** @param {number} stretch */
  learn(stretch) {
    for (const block of this.blocks) if (!block.known && block.parts.some((part) => part.stretch === stretch)) block.placed = null;
  }

  /** @param {Block} block @returns {number} */
  height(block) {
    if (this.rows || block.placed) return this.place(block).height;
    const { columns, side, gap } = this.measures;
    const heads = new Set(block.parts.filter(({ month, from }) => month !== null && from === 0).map(({ index }) => Math.floor(index / columns)));
    return heads.size * headHeight + Math.ceil(block.count / columns) * (side + this.bar + gap);
  }

  // The box of each photo in its block.
  /** @param {Block} block @returns {Placed} */
  place(block) {
    if (block.placed) return block.placed;
    if (!this.rows) {
      block.known = true;
      return block.placed = placeSquares(block.count, block.parts, this.measures, this.bar);
    }
    const photos = block.parts.flatMap(({ stretch, from, count }) => Array.from({ length: count }, (_, index) => this.item(stretch, from + index)));
    const ratios = photos.map((photo) => photo && photo[2] ? Math.min(widest, Math.max(narrowest, photo[2] / 1000)) : plainRatio);
    block.known = photos.every(Boolean);
    return block.placed = placeRows(ratios, block.parts, this.measures, this.bar);
  }

  // The part of its block that a photo is in.
  /** @param {Block} block @param {number} index */
  part(block, index) {
    const { parts } = block;
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (parts[middle].index <= index) low = middle; else high = middle - 1;
    }
    return parts[low];
  }

  /**
   * Which of the months a photo is in, and its place there.
   * @param {number} ordinal
   * @returns {[stretch: number, index: number] | null} null: there are no photos.
   */
  find(ordinal) {
    const own = this.blocks[this.at(ordinal)];
    if (!own) return null;
    const { stretch, from, index } = this.part(own, ordinal - own.ordinal);
    return [stretch, from + ordinal - own.ordinal - index];
  }

  // A photo of a block that is known.
  /** @param {Block} block @param {number} index */
  photo(block, index) {
    const part = this.part(block, index);
    return this.item(part.stretch, part.from + index - part.index);
  }

  // Which block a photo is in, by its place among all.
  /** @param {number} ordinal */
  at(ordinal) {
    const size = this.blocks[0]?.count ?? 1;
    return Math.max(0, Math.min(this.blocks.length - 1, Math.floor(ordinal / size)));
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
