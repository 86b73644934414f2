// The schools of a report, in the order of the way.

import { isEmpty } from "./answers.js";
import { stamp } from "./drafts.js";
import { create, fill, find, findOptional } from "../shared/dom.js";
import { makeIconButton } from "./icon-button.js";

/**
 * @typedef {import("./types").School} School
 * @typedef {{ choice: HTMLSelectElement, chosen: HTMLElement, question: HTMLElement, fault: HTMLElement, take: HTMLElement }} Parts
 */

// A school that stands in the list is not added yet: a list is gone through by keys, and each step would be a school. It is kept with the
// draft, and nothing is sent before its writer has said whether it is one of the way.
export class SchoolChoice {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    /** What follows the schools. */
    this.followers = form.fields.filter((field) => ["mileage", "school_name"].includes(field.type) && field.smart && field.update);
    const choice = findOptional(form.element, "#school-choice", HTMLSelectElement);
    /**
     * Null where the organisation has no schools.
     * @type {Parts | null}
     */
    this.parts = choice && this.findParts(choice);
  }

  /**
   * @param {HTMLSelectElement} choice
   * @returns {Parts}
   */
  findParts(choice) {
    const { element } = this.form, question = find(element, "#school-asked", HTMLElement), take = find(question, "[data-take]", HTMLElement);
    choice.addEventListener("change", () => this.choose());
    find(element, "#school-add", HTMLElement).addEventListener("click", () => this.add());
    take.addEventListener("click", () => this.add());
    find(question, "[data-leave]", HTMLElement).addEventListener("click", () => this.leave());
    return { choice, chosen: find(element, "#schools-chosen", HTMLElement), question, fault: find(question, ".fault", HTMLElement), take };
  }

  /** Whether a school stands in the list that is not added. */
  get isChoosing() { return Boolean(this.parts?.choice.value); }

  /** @returns {import("./form-faults.js").FaultFacts} */
  faultFacts() {
    const { words } = this.form;
    return { label: words.schools, text: fill(words.schoolNotAdded, this.selected?.name ?? ""), target: this.parts?.take };
  }

  /**
   * What stands in the list.
   * @returns {School | null}
   */
  get selected() {
    const option = this.parts?.choice.selectedOptions[0];
    return option ? { id: option.value, name: option.textContent ?? "" } : null;
  }

  showChosen() {
    const { words } = this.form, { schools } = this.form.draft.value;
    this.parts?.chosen.replaceChildren(...schools.map((school, place) => {
      const row = create("li", {}, create("span", { textContent: school.name }));
      if (place > 0) {
        const moved = [...schools.slice(0, place - 1), school, schools[place - 1], ...schools.slice(place + 1)];
        row.append(makeIconButton("chevron-up", fill(words.moveUp, school.name), () => this.set(moved, place - 1)));
      }
      row.append(makeIconButton("x-lg", fill(words.remove, school.name), () => this.set(schools.filter((_, other) => other !== place), -1)));
      return row;
    }));
  }

  /** Shows the school that is not added, as another tab or an earlier visit has it. */
  showChoice() {
    if (!this.parts || this.parts.choice === document.activeElement) return;
    const { choice, question } = this.parts, { id = "", name = "" } = this.form.draft.value.choosing || {};
    if (id && ![...choice.options].some((option) => option.value === id)) choice.add(new Option(name, id));
    choice.value = id;
    this.ask(!question.hidden);
  }

  /**
   * Asks what is to become of the school that stands in the list.
   * @param {boolean} isAsked
   */
  ask(isAsked) {
    if (!this.parts) return;
    const { choice, question, fault } = this.parts;
    question.hidden = !isAsked || !choice.value;
    fault.textContent = question.hidden ? "" : fill(this.form.words.schoolNotAdded, this.selected?.name ?? "");
    if (question.hidden) { choice.removeAttribute("aria-invalid"); this.form.faults.settled("=school"); } else choice.setAttribute("aria-invalid", "true");
  }

  /**
   * @param {School[]} schools
   * @param {number} focus the place of the one whose button is in focus then; -1 for the list
   */
  set(schools, focus) {
    const { draft, isPreview, smart } = this.form;
    draft.change((draft) => {
      draft.schools = schools;
      delete draft.choosing;
      stamp(draft, "=schools");
    });
    // What follows the schools is of other ones now: it is blank until it is known anew, here or when the studio has the report.
    if (!isPreview) for (const { id } of this.followers) {
      if (!draft.value.typed[id] && !isEmpty(draft.value.answers[id])) smart.put(id, "", "schools");
    }
    draft.announce({ field: "schools" });
    this.showChosen();
    const button = this.parts?.chosen.children[focus]?.querySelector("button");
    (button || this.parts?.choice)?.focus();
    smart.refreshSoon(false);
    this.form.showCalculations();
  }

  choose() {
    const { selected } = this, choosing = selected?.id ? selected : null;
    this.change((draft) => { if (choosing) draft.choosing = choosing; else delete draft.choosing; });
    if (this.parts) this.ask(!this.parts.question.hidden);
  }

  add() {
    const { parts, selected } = this;
    if (!parts) return;
    if (!selected?.id) { parts.choice.focus(); return; }
    parts.choice.value = "";
    this.ask(false);
    this.set([...this.form.draft.value.schools, selected], -1);
  }

  leave() {
    if (!this.parts) return;
    const { choice } = this.parts;
    choice.value = "";
    this.change((draft) => { delete draft.choosing; });
    this.ask(false);
    choice.focus();
  }

  /**
   * The studio need not hear of what is not added.
   * @param {import("./open-draft.js").Change} change
   */
  change(change) {
    this.form.draft.change(change, true);
    this.form.draft.announce({ field: "schools" });
  }
}
