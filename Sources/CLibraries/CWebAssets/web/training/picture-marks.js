// The marks on one picture, and what of them is not saved yet. Others draw on it as well.

/**
 * @typedef {import("./types").Mark} Mark
 * @typedef {import("./types").MarkChanges} MarkChanges
 * @typedef {import("./types").NewMark} NewMark
 */

// As many as the studio takes for one picture (CritiqueMark.mostMarks).
const mostMarks = 100;

const newID = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join("");

export class PictureMarks {
  /** @param {Mark[]} all */
  constructor(all) {
    this.all = all;
    /** @type {Set<string>} */
    this.added = new Set();
    /** @type {Set<string>} */
    this.removed = new Set();
  }

  get hasChanged() { return this.added.size > 0 || this.removed.size > 0; }

  /**
   * False where there is no room for one more.
   * @param {NewMark} mark
   */
  add(mark) {
    if (this.all.length >= mostMarks) return false;
    const id = newID();
    this.all.push({ ...mark, id });
    this.added.add(id);
    return true;
  }

  /** Takes the last one away. */
  undo() {
    const last = this.all.pop();
    if (last && !this.added.delete(last.id)) this.removed.add(last.id);
    return last !== undefined;
  }

  /** @returns {MarkChanges} */
  get changes() { return { add: this.all.filter((mark) => this.added.has(mark.id)), remove: [...this.removed] }; }

  /**
   * The studio has these changes. What was taken away while they were on their way is to be taken away there as well.
   * @param {MarkChanges} sent
   */
  saved({ add, remove }) {
    for (const { id } of add) if (!this.added.delete(id)) this.removed.add(id);
    for (const id of remove) this.removed.delete(id);
  }

  /**
   * As the studio has them by now; what was drawn here and is not saved stays, the last.
   * @param {Mark[]} theirs
   */
  take(theirs) {
    const own = this.all.filter((mark) => this.added.has(mark.id));
    this.all = [...theirs.filter((mark) => !this.removed.has(mark.id) && !this.added.has(mark.id)), ...own];
  }
}
