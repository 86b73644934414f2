// What is wrong with the answers: beside each question, and in the summary above the form, which leads there.

import { ambiguousReadings, display, findBoundsFault, findFault, hasOtherUnit, toSubmission } from "./answers.js";
import { counted, create, fill, find, findOptional } from "../shared/dom.js";
import { focusableIn, markFault } from "./field-inputs.js";
import { hasRows } from "./form-questions.js";

/**
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").FieldAnswer} FieldAnswer
 * @typedef {{ label: string, text: string, target?: HTMLElement | null }} FaultFacts
 */

export class FormFaults {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    this.summary = find(form.element, "#report-summary", HTMLElement);
    this.list = find(this.summary, "ul", HTMLElement);
  }

  /**
   * The fault of a field's answer, as a key of the page's words; an empty text where there is none.
   * @param {Field} field
   */
  of(field) {
    const { draft, pictures, rows, state } = this.form;
    if (!state.isShown(field.id)) return "";
    const answer = draft.value.answers[field.id];
    if (field.type === "file") {
      const files = pictures.filesOf(field.id);
      return files.length ? findBoundsFault(field, files) : field.required ? "missing" : "";
    }
    if (field.auto) return ambiguousReadings(field, answer).length ? "twoNumbers" : hasOtherUnit(field, answer) ? "otherUnit" : "";
    if (hasRows(field) && Array.isArray(answer)) {
      const filled = rows.filled(field);
      if (!filled.length) return field.required ? "missing" : "";
      return findBoundsFault(field, filled) || (rows.firstFault(field) ? "lookAtRows" : "");
    }
    return findFault(field, answer);
  }

  /**
   * @param {Field | null | undefined} field
   * @param {string} fault
   * @param {FieldAnswer} [answer]
   */
  words(field, fault, answer) {
    const { words } = this.form;
    if (fault === "twoNumbers") {
      const readings = field ? ambiguousReadings(field, answer) : [];
      return readings.length ? fill(words.twoNumbers, ...readings) : words.notNumber;
    }
    const bound = ["tooLow", "tooShort", "tooFew"].includes(fault) ? field?.bounds?.min : field?.bounds?.max;
    return counted(words[fault] || words.wrongKind, Number(bound), display(field || { type: "" }, bound ?? ""));
  }

  /**
   * Beside the question.
   * @param {string} id a field's, or `date`
   * @param {string} fault
   */
  show(id, fault) {
    const place = id === "date" ? this.form.element.querySelector("#date-ask") : this.form.places.get(id);
    if (place instanceof HTMLElement) markFault(place, fault ? this.words(this.form.byID.get(id), fault, this.form.draft.value.answers[id]) : "");
  }

  /**
   * Beside the questions and in the summary.
   * @param {Record<string, string>} faults by the fields' ids
   */
  showAll(faults) {
    for (const field of this.form.fields) this.show(field.id, faults[field.id] || "");
    this.show("date", faults.date || "");
    this.form.schools.ask(Boolean(faults["=school"]));
    const ids = Object.keys(faults);
    this.summary.hidden = !ids.length;
    this.list.replaceChildren(...ids.map((id) => this.makeRow(id, faults[id])));
    if (ids.length) this.summary.focus();
  }

  /**
   * @param {string} id
   * @param {string} fault
   */
  makeRow(id, fault) {
    const { label, text, target } = this.facts(id, fault), whole = (label ? label + ": " : "") + text;
    const row = create("li");
    row.dataset.fault = id;
    if (!target) { row.textContent = whole; return row; }
    const link = create("a", { href: "#" + (target.id || "main"), textContent: whole });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const to = this.facts(id, fault).target;
      if (to) this.form.steps?.reveal(to);
      to?.focus();
    });
    row.append(link);
    return row;
  }

  /**
   * What is right now need no longer be looked at.
   * @param {string} id
   */
  settled(id) {
    this.summary.querySelector(`[data-fault="${CSS.escape(id)}"]`)?.remove();
    if (!this.summary.querySelector("li")) this.summary.hidden = true;
  }

  /**
   * What the summary says of a fault, and where it leads.
   * @param {string} id
   * @param {string} fault
   * @returns {FaultFacts}
   */
  facts(id, fault) {
    const { words } = this.form;
    if (id === "date") return { label: words.day, text: this.words(null, fault), target: this.form.date };
    if (id.startsWith("=picture/")) return this.pictureFacts(id.slice("=picture/".length), fault);
    if (id.startsWith("=chosen/")) return this.chosenFacts(id.slice("=chosen/".length), fault);
    if (id === "=school") return this.form.schools.faultFacts();
    if (id === "=report") return this.reportFacts(fault);
    return this.answerFacts(id, fault);
  }

  /**
   * @param {string} sha256
   * @param {string} fault
   * @returns {FaultFacts}
   */
  pictureFacts(sha256, fault) {
    const file = this.form.draft.value.attachments.find((one) => one.sha256 === sha256);
    const target = file && findOptional(this.form.element, `[data-sha256="${CSS.escape(sha256)}"] button:last-of-type`, HTMLElement);
    return { label: file?.name || this.form.words.pictures, text: this.words(null, fault), target };
  }

  /**
   * @param {string} id
   * @param {string} fault
   * @returns {FaultFacts}
   */
  chosenFacts(id, fault) {
    const { pictures, words } = this.form, entry = this.form.draft.value.leftOut?.find((one) => one.id === id);
    return { label: "", text: entry ? pictures.leftOutWords(entry) : words[fault], target: entry && pictures.chooserOf(entry.field) };
  }

  /**
   * Of a report that is too large the longest answer is named.
   * @param {string} fault
   * @returns {FaultFacts}
   */
  reportFacts(fault) {
    const { byID, words } = this.form, longest = fault === "reportTooLarge" ? byID.get(this.longestAnswer()) : undefined;
    if (!longest) return { label: "", text: words[fault] };
    return { label: longest.label, text: words[fault], target: focusableIn(this.form.places.get(longest.id)) };
  }

  longestAnswer() {
    return this.form.fields.filter((field) => field.type !== "file")
      .map((field) => ({ id: field.id, size: JSON.stringify(toSubmission(field, this.form.draft.value.answers[field.id]) ?? "").length }))
      .reduce((longest, one) => one.size > longest.size ? one : longest, { id: "", size: 0 }).id;
  }

  /**
   * @param {string} id a field's, or a cell's as `rows.2.column`
   * @param {string} fault
   * @returns {FaultFacts}
   */
  answerFacts(id, fault) {
    const { byID, draft, places, rows, words } = this.form;
    const cell = byID.has(id) ? null : rows?.cellByID(id);
    if (cell) {
      const { column } = cell, answer = rows.rowsOf(cell.field)[cell.row - 1]?.[column.id], text = this.words(column, fault, answer);
      if (cell.place) markFault(cell.place, text);
      return { label: fill(words.row, cell.field.label, cell.row) + ", " + column.label, text, target: focusableIn(cell.place || places.get(id)) };
    }
    const field = byID.get(id);
    return {
      label: field?.label || draft.value.labels?.[id] || id || words.pictures, text: this.words(field, fault, draft.value.answers[id]),
      target: focusableIn(places.get(id)),
    };
  }
}
