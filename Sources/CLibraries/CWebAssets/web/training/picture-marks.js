// The marks on one picture, and what of them is not saved yet. Others draw on it as well.

/**
 * @typedef {import("./types").Mark} Mark
 * @typedef {import("./types").MarkChanges} MarkChanges
 * @typedef {import("./types").NewMark} NewMark
 * @typedef {{ id: string, before: Mark | null, at: number }} Step what undo brings back: a mark as it was, or that there was none
 */

// As many as the studio takes for one picture (CritiqueMark.mostMarks).
const mostMarks = 100;

const newID = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join("");

/** @param {Mark[]} marks */
const byID = (marks) => new Map(marks.map((mark) => [mark.id, mark]));

/**
 * @param {Mark | undefined} one
 * @param {Mark} other
 */
const isSame = (one, other) => one !== undefined && one.colour === other.colour && one.note === other.note && one.points.join() === other.points.join();

export class PictureMarks {
  /**
   * @param {Mark[]} all
   * @param {Mark[]} [saved] as the studio has them, where that is something else
   */
  constructor(all, saved = all) {
    this.all = [...all];
    this.kept = byID(saved);
    /** @type {Step[]} */
    this.steps = [];
    /** The next change of the same mark belongs to the last step: the mark is being dragged, or its note is being typed. */
    this.isStepOpen = false;
  }

  get hasChanged() { return this.all.length !== this.kept.size || this.all.some((mark) => !isSame(this.kept.get(mark.id), mark)); }

  /** @param {string} id */
  find(id) { return this.all.find((mark) => mark.id === id); }

  /**
   * The id of the new mark; empty where there is no room for one more.
   * @param {NewMark} mark
   */
  add(mark) {
    if (this.all.length >= mostMarks) return "";
    const id = newID();
    this.steps.push({ id, before: null, at: this.all.length });
    this.isStepOpen = false;
    this.all.push({ ...mark, id });
    return id;
  }

  /**
   * @param {string} id
   * @param {Partial<NewMark>} how
   */
  change(id, how) {
    const at = this.all.findIndex((mark) => mark.id === id);
    if (at < 0) return;
    if (!this.isStepOpen || this.steps.at(-1)?.id !== id) this.steps.push({ id, before: this.all[at], at });
    this.isStepOpen = true;
    this.all[at] = { ...this.all[at], ...how };
  }

  /** What is changed from now on is undone by itself. */
  settle() { this.isStepOpen = false; }

  /** @param {string} id */
  remove(id) {
    const at = this.all.findIndex((mark) => mark.id === id);
    if (at < 0) return;
    this.steps.push({ id, before: this.all[at], at });
    this.isStepOpen = false;
    this.all.splice(at, 1);
  }

  /** Takes back what was done last on this page. */
  undo() {
    const step = this.steps.pop();
    this.isStepOpen = false;
    if (!step) return false;
    const at = this.all.findIndex((mark) => mark.id === step.id);
    if (!step.before) { if (at >= 0) this.all.splice(at, 1); }
    else if (at >= 0) this.all[at] = step.before;
    else this.all.splice(step.at, 0, step.before);
    return true;
  }

  /** @returns {MarkChanges} */
  get changes() {
    const there = byID(this.all);
    return { add: this.all.filter((mark) => !isSame(this.kept.get(mark.id), mark)), remove: [...this.kept.keys()].filter((id) => !there.has(id)) };
  }

  /**
   * The studio has these changes. What was changed while they were on their way is to be changed there as well.
   * @param {MarkChanges} sent
   */
  saved({ add, remove }) {
    for (const mark of add) this.kept.set(mark.id, mark);
    for (const id of remove) this.kept.delete(id);
  }

  /**
   * As the studio has them by now; what was changed here and is not saved stays, and what was drawn here is the last.
   * @param {Mark[]} theirs
   */
  take(theirs) {
    const { add, remove } = this.changes, own = byID(add);
    const others = theirs.filter(({ id }) => !remove.includes(id)).map((mark) => {
      const mine = own.get(mark.id) || mark;
      own.delete(mark.id);
      return mine;
    });
    this.all = [...others, ...own.values()];
    this.kept = byID(theirs);
  }
}
