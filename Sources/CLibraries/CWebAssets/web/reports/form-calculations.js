// What a form asks and calculates, on the page: after each change what depends on it is shown anew.

import { fill } from "../shared/dom.js";
import { hintOf } from "./field-inputs.js";
import { isSame } from "./form-questions.js";

/** @typedef {import("./types").Field} Field */

/** @param {Element} place */
const showsSomething = (place) => [...place.children].some((child) => child.tagName !== "H2" && child instanceof HTMLElement && !child.hidden);

export class FormCalculations {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    /**
     * Sections with a field that has come or gone.
     * @type {Set<HTMLElement>}
     */
    this.changedSections = new Set();
  }

  /** Shows everything, as when the form is opened. */
  showAll() {
    const { state } = this.form;
    for (const id of state.conditional) this.showField(this.form.field(id));
    this.showSections();
    for (const id of state.calculated) this.showCalculated(this.form.field(id));
    for (const field of state.calculatedRows) this.form.rows.showCells(field);
  }

  /**
   * Shows what depends on a change.
   * @param {string[]} outdated keys of results, as `FormState.changed` gives them
   */
  showChanged(outdated) {
    const { state, progress, rows } = this.form, some = new Set(outdated);
    for (const id of state.conditional) if (some.has("?" + id)) {
      this.showField(this.form.field(id));
      progress.count(this.form.field(id));
    }
    this.showSections();
    for (const id of state.calculated) if (some.has(id) || some.has("?" + id)) this.showCalculated(this.form.field(id));
    for (const field of state.calculatedRows) for (const column of field.columns) if (column.expression) {
      const start = `${field.id}.${column.id}#`;
      for (const key of some) if (key.startsWith(start)) rows.showCell(field, Number(key.slice(start.length)), column);
    }
  }

  /** @param {Field} field */
  showField(field) {
    const isShown = this.form.state.isShown(field.id), place = this.form.place(field.id);
    if (place.hidden === !isShown) return;
    place.hidden = !isShown;
    if (!isShown) { this.form.faults.show(field.id, ""); this.form.faults.settled(field.id); }
    const section = place.closest(".section");
    if (section instanceof HTMLElement) this.changedSections.add(section);
  }

  showSections() {
    for (const section of this.changedSections) {
      // Tens of which nothing is asked take no room.
      for (const tens of section.querySelectorAll(".tens")) if (tens instanceof HTMLElement) tens.hidden = !showsSomething(tens);
      section.hidden = !showsSomething(section);
    }
    this.changedSections.clear();
  }

  /** @param {Field} field */
  showCalculated(field) {
    const { draft, state } = this.form;
    if (!field.smart || draft.value.typed[field.id]) return;
    const { value, fault } = state.value(field.id), text = fault ? this.faultWords(fault) : "";
    const hint = hintOf(this.form.place(field.id));
    if (hint.textContent !== text) hint.textContent = text;
    // What stands there instead is for the studio to say, when the report arrives.
    const now = fault ? "" : state.toAnswer(value);
    if (!isSame(now, draft.value.answers[field.id] ?? "")) this.form.smart.put(field.id, now, field.expression ?? "");
  }

  /** @param {import("./expressions.js").CalculationFault} fault */
  faultWords(fault) {
    const { words } = this.form;
    return fill(words.lackCalculation, fill(words["calc-" + fault.kind] || words["calc-expected"], fault.at + 1, fault.what || (fault.kind === "cycle" ? "" : "?")));
  }
}
