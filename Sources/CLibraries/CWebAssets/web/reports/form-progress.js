// How many of the questions that are asked have an answer.

import { isEmpty } from "./answers.js";
import { fill, find } from "../shared/dom.js";
import { hasRows } from "./form-questions.js";

/** @typedef {import("./types").Field} Field */

export class FormProgress {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    this.bar = find(form.element, "progress", HTMLProgressElement);
    this.text = find(form.element, "#report-progress", HTMLElement);
    /**
     * What each field counts for.
     * @type {Map<string, { asked: number, done: number }>}
     */
    this.counts = new Map();
    this.asked = 0;
    this.done = 0;
  }

  /** @param {Field} field */
  isDone(field) {
    const { draft, faults, pictures, rows } = this.form;
    if (field.type === "file") return pictures.filesOf(field.id).length > 0;
    if (hasRows(field)) return rows.filled(field).length > 0 && !faults.of(field);
    return !isEmpty(draft.value.answers[field.id]) && !faults.of(field);
  }

  /** @param {Field} field */
  count(field) {
    const before = this.counts.get(field.id) || { asked: 0, done: 0 };
    const isAsked = !field.auto && this.form.state.isShown(field.id), isDone = isAsked && this.isDone(field);
    const now = { asked: isAsked ? 1 : 0, done: isDone ? 1 : 0 };
    this.counts.set(field.id, now);
    this.asked += now.asked - before.asked;
    this.done += now.done - before.done;
  }

  /** @param {Field[]} fields those that have changed */
  show(fields) {
    for (const field of fields) this.count(field);
    const text = fill(this.form.words.progress, this.done, this.asked);
    if (this.text.textContent !== text) this.text.textContent = text;
    this.bar.max = Math.max(1, this.asked);
    this.bar.value = this.done;
  }
}
