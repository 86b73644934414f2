// Stars and tags: saved one after another, in the order in which they were given.

import { withMarks } from "./photo.js";

/**
 * @typedef {import("./photo.js").Photo} Photo
 * @typedef {import("./photo.js").MarkFields} MarkFields
 * @typedef {{ numbers: Set<number>, fields: MarkFields }} Change of these photos
 */

/**
 * A key is pressed faster than a star is saved. Of two requests at a time, the later may be answered first, and a star that was given and
 * taken away again would stay. So the next one is sent when the last one was answered; until then, the page goes by what was pressed.
 */
export class Marking {
  /**
   * @param {(fields: MarkFields, numbers: string) => Promise<boolean>} save gives whether all of them have it now; does not throw.
   * @param {() => Promise<void>} renew asks for what has changed.
   * @param {(numbers: Set<number>, fields: MarkFields) => void} learn is called with what was saved, when the page has asked for what has changed.
   */
  constructor(save, renew, learn) {
    this.save = save;
    this.renew = renew;
    this.learn = learn;
    // What was pressed, and the page's photos may not have yet: in order, as a later change of the same tag counts.
    /** @type {Change[]} */
    this.changes = [];
    this.unfinished = 0;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /**
   * A photo as it is when all that was pressed is saved.
   * @param {Photo} photo
   */
  expected(photo) {
    return this.changes.reduce((own, { numbers, fields }) => numbers.has(own[0]) ? withMarks(own, fields) : own, photo);
  }

  /**
   * @param {MarkFields} fields
   * @param {string} numbers of the photos: `7,12`
   * @returns whether all of them have it now.
   */
  async mark(fields, numbers) {
    const change = { numbers: new Set(numbers.split(",").map(Number)), fields };
    this.changes.push(change);
    this.unfinished++;
    const saved = this.last.then(() => this.save(fields, numbers));
    this.last = saved;
    const isDone = await saved;
    if (!isDone) this.changes = this.changes.filter((other) => other !== change);
    this.finish();
    return isDone;
  }

  // A change is forgotten when the page's photos have it: not before all of them are saved, or an earlier one would count again.
  async finish() {
    await this.renew();
    this.unfinished--;
    if (this.unfinished) return;
    for (const { numbers, fields } of this.changes) this.learn(numbers, fields);
    this.changes = [];
  }
}
