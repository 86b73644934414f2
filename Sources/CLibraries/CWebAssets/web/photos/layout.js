// @ts-nocheck
const steps = {
  s: { size: 64, gap: 1, inset: 2, bar: 16, row: 100 },
  m: { size: 128, gap: 2, inset: 4, bar: 20, row: 170 },
  l: { size: 256, gap: 4, inset: 8, bar: 24, row: 280 },
};
const chunk = 96;
const headHeight = 40;
const plainRatio = 1.4;

export const measure = (step, width) => {
  const { size, gap, inset, bar, row } = steps[step];
  const usable = Math.max(0, width - 2 * inset);
  let columns = Math.max(1, Math.floor((usable + gap) / (size + gap)));
  const each = (count) => Math.max(0, (usable - gap * (count - 1)) / count);
  let side = size;
  if (each(columns + 1) >= 0.8 * size) { columns += 1; side = each(columns); }
  else if (each(columns) <= 1.2 * size) side = each(columns);
  return { size, gap, inset, bar, row, usable, columns, side };
};

export class Layout {
  // months: [number or null, count]; item(stretch, index) gives a photo, or nothing yet.
  constructor(months, item) {
    this.months = months;
    this.item = item;
    this.starts = [];
    this.total = 0;
    for (const [, count] of months) { this.starts.push(this.total); this.total += count; }
    this.blocks = [];
  }

  shape({ step, width, rows, names }) {
    this.rows = rows;
    this.names = names;
    this.m = measure(step, width);
    const size = rows ? chunk : Math.ceil(chunk / this.m.columns) * this.m.columns;
    this.blocks = [];
    this.months.forEach(([month, count], stretch) => {
      for (let from = 0; from < count; from += size) {
        this.blocks.push({
          stretch, month, from, count: Math.min(size, count - from), ordinal: this.starts[stretch] + from,
          head: month !== null && from === 0 ? headHeight : 0, placed: null, known: false, height: 0,
        });
      }
    });
  }

  // Forgets where photos of a stretch stand, as more is known of them.
  learn(stretch) {
    for (const block of this.blocks) if (block.stretch === stretch && !block.known) { block.placed = null; }
  }

  height(block) {
    if (!this.rows) {
      return block.head + Math.ceil(block.count / this.m.columns) * (this.m.side + (this.names ? this.m.bar : 0) + this.m.gap);
    }
    return this.place(block).height;
  }

  // [x, y, width, height] of each photo in its block.
  place(block) {
    if (block.placed) return block.placed;
    const { m } = this;
    const boxes = [];
    const bar = this.names ? m.bar : 0;
    if (!this.rows) {
      for (let index = 0; index < block.count; index += 1) {
        const column = index % m.columns;
        const row = Math.floor(index / m.columns);
        boxes.push([m.inset + column * (m.side + m.gap), block.head + row * (m.side + bar + m.gap), m.side, m.side + bar]);
      }
      block.known = true;
      block.placed = { boxes, height: this.height(block) };
      return block.placed;
    }
    let known = true;
    const ratios = [];
    for (let index = 0; index < block.count; index += 1) {
      const photo = this.item(block.stretch, block.from + index);
      if (!photo) known = false;
      ratios.push(photo && photo[2] ? Math.min(4, Math.max(0.4, photo[2] / 1000)) : plainRatio);
    }
    // As many rows as come nearest to the height that is wished for, each with about the same share.
    const whole = ratios.reduce((sum, ratio) => sum + ratio, 0);
    const lines = Math.max(1, Math.round(whole * m.row / Math.max(1, m.usable)));
    let [index, y, before] = [0, block.head, 0];
    for (let line = 1; line <= lines && index < block.count; line += 1) {
      const first = index;
      let share = 0;
      const goal = whole * line / lines;
      while (index < block.count && (index === first || line === lines || before + share + ratios[index] / 2 <= goal)) share += ratios[index++];
      before += share;
      const room = m.usable - m.gap * (index - first - 1);
      // A few photos of a month are no larger than those of full rows.
      const height = Math.min(room / share, lines === 1 ? m.row : m.row * 1.5);
      let x = m.inset;
      for (let place = first; place < index; place += 1) {
        boxes.push([x, y, height * ratios[place], height + bar]);
        x += height * ratios[place] + m.gap;
      }
      y += height + bar + m.gap;
    }
    block.known = known;
    block.placed = { boxes, height: y };
    return block.placed;
  }

  // The block that a photo is in, by its place among all.
  at(ordinal) {
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.blocks[middle].ordinal <= ordinal) low = middle; else high = middle - 1;
    }
    return low;
  }
}
