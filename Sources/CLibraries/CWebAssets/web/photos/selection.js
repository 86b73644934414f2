/** @typedef {{ getItem(key: string): string | null, setItem(key: string, value: string): void }} Store */

// More than these are not kept for the next page: a browser keeps some 5 MB for all pages of a studio.
const mostKept = 50000;

/**
 * What is selected when a finger sweeps over photos: they join what was selected before; or leave it, where the first one was in it.
 * @param {Set<number>} before
 * @param {number[]} numbers of the photos between the first one and the finger
 * @param {boolean} isAdding
 */
export const swept = (before, numbers, isAdding) => {
  const all = new Set(before);
  for (const number of numbers) if (isAdding) all.add(number); else all.delete(number);
  return all;
};

/** The numbers of the selected photos, which stay while the tab does. */
export class Selection {
  /**
   * @param {Store} store
   * @param {string} key under which they are kept: another person in the same tab has a selection of their own.
   */
  constructor(store, key) {
    this.store = store;
    this.key = key;
    /** @type {Set<number>} */
    this.numbers = new Set(JSON.parse(store.getItem(key) || "[]"));
    /** Is called after each change. */
    this.changed = () => {};
    /** How many of them are not in what is shown. */
    this.outside = 0;
    /** Tags that all, and that any of them have. */
    this.common = 0;
    this.any = 0;
  }

  get size() { return this.numbers.size; }

  /** Example: `7,12,13`. */
  get list() { return [...this.numbers].join(","); }

  /** @param {number} number */
  has(number) { return this.numbers.has(number); }

  /** @param {number} number */
  toggle(number) {
    if (!this.numbers.delete(number)) this.numbers.add(number);
    this.change();
  }

  /** @param {Iterable<number>} numbers */
  add(numbers) { for (const number of numbers) this.numbers.add(number); this.change(); }

  /**
   * Takes photos out, and gives those that were in.
   * @param {number[]} numbers
   */
  remove(numbers) {
    const removed = numbers.filter((number) => this.numbers.delete(number));
    this.change();
    return removed;
  }

  /** @param {Iterable<number>} numbers */
  set(numbers) { this.numbers = new Set(numbers); this.change(); }

  clear() { this.numbers.clear(); this.change(); }

  /** @param {{ outside: number, common: number, any: number }} standing */
  learn({ outside, common, any }) { [this.outside, this.common, this.any] = [outside, common, any]; }

  change() {
    if (!this.size) [this.outside, this.common, this.any] = [0, 0, 0];
    if (this.size < mostKept) this.store.setItem(this.key, JSON.stringify([...this.numbers]));
    this.changed();
  }
}

/** A range from one photo, the anchor, to another: the next one from the same anchor takes its place, and what else was selected stays. */
export class RangeSelection {
  /** @param {Selection} selection */
  constructor(selection) {
    this.selection = selection;
    this.anchor = 0;
    // From where the last range went, or -1; what else was selected, and how many were selected after it.
    this.start = -1;
    /** @type {Set<number>} */
    this.kept = new Set();
    this.size = 0;
    this.last = {};
  }

  /**
   * The next range begins at this photo.
   * @param {number} ordinal
   */
  begin(ordinal) { [this.anchor, this.start] = [ordinal, -1]; }

  /** The next range belongs to none before. */
  end() { this.start = -1; }

  /**
   * Selects from the anchor up to there and no further.
   * @param {number} ordinal
   * @param {(one: number, other: number) => Promise<number[]>} numbersOf gives the numbers of photos between two places.
   */
  async extend(ordinal, numbersOf) {
    const { selection, anchor } = this;
    if (this.start !== anchor || this.size !== selection.size) {
      [this.start, this.kept, this.size] = [anchor, new Set(selection.numbers), selection.size];
    }
    const own = this.last = {};
    const numbers = await numbersOf(anchor, ordinal);
    if (own !== this.last) return;
    selection.set([...this.kept, ...numbers]);
    this.size = selection.size;
  }
}
