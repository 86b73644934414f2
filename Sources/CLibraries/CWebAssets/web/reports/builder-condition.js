// When a field is shown, chosen from lists: another field by its label, and one of its answers. A condition that says more stays a formula.

import { normalize } from "./answers.js";
import { isRows } from "./builder-fields.js";
import { create, dataOf, find } from "../shared/dom.js";

/**
 * @typedef {import("./types").TemplateField} TemplateField
 * @typedef {{ id: string, sign: "=" | "<>", value: string }} Condition
 */

// Words of the formulas' own.
const reserved = ["and", "or", "not", "true", "false", "yes", "no"];
const name = String.raw`([A-Za-z_][A-Za-z0-9_]*|\{[^}]+\})`, text = String.raw`'((?:[^']|'')*)'`;
const comparison = new RegExp(String.raw`^\s*${name}\s*(=|<>)\s*(?:${text}|(-?\d+(?:\.\d+)?|true|false))\s*$`, "i");
const containing = new RegExp(String.raw`^\s*(not\s+)?contains\(\s*${name}\s*,\s*${text}\s*\)\s*$`, "i");

/** @param {string} written */
const idOf = (written) => written.startsWith("{") ? written.slice(1, -1) : written;
/** @param {string} written */
const unquoted = (written) => written.replaceAll("''", "'");

/**
 * What a formula says; null for one that lists cannot say. An empty one says nothing: its id is empty.
 * @param {string} formula
 * @returns {Condition | null}
 */
export const readCondition = (formula) => {
  if (!formula.trim()) return { id: "", sign: "=", value: "" };
  const found = comparison.exec(formula);
  if (found) return { id: idOf(found[1]), sign: found[2] === "=" ? "=" : "<>", value: found[3] === undefined ? found[4].toLowerCase() : unquoted(found[3]) };
  const contained = containing.exec(formula);
  return contained && { id: idOf(contained[2]), sign: contained[1] ? "<>" : "=", value: unquoted(contained[3]) };
};

/**
 * The formula; empty where the field is always shown, or nothing is chosen yet.
 * @param {Condition} condition
 * @param {TemplateField | undefined} field that it is about
 */
export const writeCondition = ({ id, sign, value }, field) => {
  if (!field || !id || !value) return "";
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(id) && !reserved.includes(id.toLowerCase());
  const subject = isPlain ? id : `{${id}}`, quoted = `'${value.replaceAll("'", "''")}'`;
  if (field.type === "multiselect") return `${sign === "=" ? "" : "not "}contains(${subject}, ${quoted})`;
  const isBare = field.type === "toggle" ? /^(true|false)$/.test(value) : ["number", "currency", "photo_count"].includes(field.type) && /^-?\d+(\.\d+)?$/.test(value);
  return `${subject} ${sign} ${isBare ? value : quoted}`;
};

/**
 * Whether the condition of one field can be about another.
 * @param {TemplateField} field
 */
export const canDecide = (field) => field.type !== "file" && !isRows(field);

/** The lists of one field's card. */
export class ConditionLists {
  /**
   * @param {HTMLElement} part
   * @param {TemplateField} field whose condition it is
   * @param {TemplateField[]} fields of the form
   */
  constructor(part, field, fields) {
    this.part = part;
    this.field = field;
    this.fields = fields;
    this.formula = find(part, "[data-name=showWhen]", HTMLInputElement);
    this.formulaPlace = find(part, "[data-when-formula]", HTMLElement);
    this.subject = find(part, "[data-when=field]", HTMLSelectElement);
    this.sign = find(part, "[data-when=sign]", HTMLSelectElement);
    this.choice = find(part, "[data-when=choice]", HTMLSelectElement);
    this.typed = find(part, "[data-when=typed]", HTMLInputElement);
    this.subject.addEventListener("change", () => { this.showAnswers("="); this.write(); });
    this.sign.addEventListener("change", () => this.write());
    this.choice.addEventListener("change", () => this.write());
    this.typed.addEventListener("input", () => this.write());
  }

  /** @param {string} id */
  of(id) { return this.fields.find((field) => field.id === id); }

  /** As the form has it now: labels and options may have changed. */
  show() {
    const found = readCondition(this.formula.value), isListed = found !== null && (!found.id || Boolean(this.of(found.id)));
    this.formulaPlace.hidden = isListed;
    this.subject.hidden = !isListed;
    const first = this.subject.options[0];
    this.subject.replaceChildren(first, ...this.fields.filter((field) => field !== this.field && canDecide(field))
      .map((field) => create("option", { value: field.id, textContent: field.label || field.id })));
    this.subject.value = isListed ? found.id : "";
    this.showAnswers(found?.sign ?? "=", isListed ? found.value : "");
  }

  /**
   * @param {"=" | "<>"} sign
   * @param {string} [value]
   */
  showAnswers(sign, value = "") {
    const about = this.of(this.subject.value), isToggle = about?.type === "toggle";
    const answers = isToggle ? [["true", dataOf(this.part, "yes")], ["false", dataOf(this.part, "no")]] : (about?.options ?? []).map((option) => [option, option]);
    const isChosen = Boolean(about) && answers.length > 0;
    // What was chosen stays to be seen, though the field has it no more.
    if (value && isChosen && !answers.some(([answer]) => answer === value)) answers.push([value, value]);
    this.sign.value = sign;
    this.sign.hidden = !about;
    this.choice.hidden = !isChosen;
    this.typed.hidden = !about || isChosen;
    this.choice.replaceChildren(...answers.map(([answer, label]) => create("option", { value: answer, textContent: label })));
    if (value) this.choice.value = value;
    this.typed.value = isChosen ? "" : value;
  }

  write() {
    const about = this.of(this.subject.value), value = this.choice.hidden ? this.typed.value : this.choice.value;
    const sign = this.sign.value === "<>" ? "<>" : "=";
    this.formula.value = writeCondition({ id: this.subject.value, sign, value: about ? String(normalize(about, value)).trim() : "" }, about);
    this.formula.dispatchEvent(new Event("input"));
  }
}
