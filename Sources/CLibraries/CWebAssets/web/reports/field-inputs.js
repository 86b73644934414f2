// Answers in the inputs of a form: of a field, or of a cell in a row.

import { display, normalize } from "./answers.js";
import { create, findAll, require } from "../shared/dom.js";

/**
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").FieldAnswer} FieldAnswer
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Input
 */

/** @param {unknown} found @returns {found is Input} */
export const isInput = (found) => found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement;

/** @param {ParentNode} place */
const boxesOf = (place) => findAll(place, "input", HTMLInputElement);

/**
 * Looked for once in each place.
 * @param {string} selector
 */
const findOnce = (selector) => {
  /** @type {WeakMap<Element, HTMLElement>} */
  const known = new WeakMap();
  return (/** @type {Element} */ place) => {
    let found = known.get(place);
    if (!found) known.set(place, found = require(place.querySelector(selector), selector, HTMLElement));
    return found;
  };
};
/** Where a hint is said. */
export const hintOf = findOnce(":scope > .hint[role=status]");
/** Where a fault is said. */
export const faultLineOf = findOnce(":scope > .fault");

/** @type {WeakMap<Element, Input>} */
const inputs = new WeakMap();
/** @param {Element} place */
const inputOf = (place) => {
  let input = inputs.get(place);
  if (!input) {
    const found = place.querySelector("input, select, textarea");
    if (!isInput(found)) throw new Error("a question of this form has no input: was the page made by another version of the studio?");
    inputs.set(place, input = found);
  }
  return input;
};

/**
 * What can be put in focus.
 * @param {Element | null | undefined} place
 * @returns {HTMLElement | null | undefined}
 */
export const focusableIn = (place) => place?.querySelector("input, select, textarea, button");

/**
 * @param {Element} place
 * @param {Field} field
 */
const hasBoxes = (place, field) => field.type === "multiselect" || (field.type === "radio" && Boolean(place.querySelector("[type=radio]")));

/**
 * @param {Element} place
 * @param {Field} field
 */
export const readAnswer = (place, field) => {
  const { type } = field;
  if (hasBoxes(place, field)) {
    const chosen = boxesOf(place).filter((box) => box.checked).map((box) => box.value);
    return type === "multiselect" ? chosen : chosen[0] ?? "";
  }
  const input = inputOf(place);
  return type === "toggle" ? "checked" in input && input.checked : normalize(field, input.value);
};

/**
 * An option that is no longer offered stays what was answered.
 * @param {Element} place
 * @param {string} option
 */
const addOption = (place, option) => {
  const options = place.querySelector(".options"), first = place.querySelector(".options label");
  if (!first) {
    options?.append(create("p", { className: "hint former", textContent: option }));
    return;
  }
  const label = /** @type {HTMLElement} */ (first.cloneNode(true)), box = require(label.querySelector("input"), "input of an option", HTMLInputElement);
  box.id += "-" + place.querySelectorAll("input").length;
  box.value = option;
  require(label.querySelector("bdi"), "text of an option", HTMLElement).textContent = option;
  options?.append(label);
};

/**
 * As long as a person has not typed, the text that a field begins with is enough: browsers lay the page out anew for each value that is set
 * otherwise.
 * @param {Input} input
 * @param {string} text
 */
const setText = (input, text) => {
  if (input.value === text) return;
  if (!(input instanceof HTMLSelectElement)) input.defaultValue = text;
  if (input.value !== text) input.value = text;
};

/**
 * `7:33 PM`, as the studio writes a time, in the page's language; any other text as it is.
 * @param {string} text
 */
const byOwnClock = (text) => {
  const found = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(text);
  if (!found) return text;
  const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeStyle: "short", timeZone: "UTC" });
  return clock.format(Date.UTC(2000, 0, 1, Number(found[1]) % 12 + (found[3] === "PM" ? 12 : 0), Number(found[2])));
};

/** Shows answers, with the page's word for yes. */
export class AnswerInputs {
  /** @param {string} yes */
  constructor(yes) {
    this.yes = yes;
  }

  /**
   * An answer as a text, as the draft has it.
   * @param {unknown} answer
   * @returns {string}
   */
  text(answer) {
    if (answer === undefined || answer === null) return "";
    if (typeof answer === "boolean") return answer ? this.yes : "";
    if (Array.isArray(answer)) return answer.map((part) => this.text(part)).join(", ");
    if (typeof answer === "object") return Object.values(answer).map((part) => this.text(part)).filter(Boolean).join(" ");
    return String(answer);
  }

  /**
   * Gives back whether the answer can be seen there.
   * @param {Element} place
   * @param {Field} field
   * @param {FieldAnswer} answer
   */
  show(place, field, answer) {
    if (hasBoxes(place, field)) return this.showOptions(place, field, answer);
    const input = inputOf(place);
    if (field.type === "toggle") {
      if (input instanceof HTMLInputElement) input.checked = answer === true;
      return answer === undefined || answer === null || answer === "" || typeof answer === "boolean";
    }
    // A time that is not typed is shown by the reader's own clock: 19:33, or 7:33 PM.
    const isTold = field.type === "time_auto" && input instanceof HTMLInputElement && input.readOnly;
    const text = isTold ? byOwnClock(this.text(answer)) : display(field, this.text(answer));
    // What means the same is not written otherwise while a person types it.
    if (input === document.activeElement && normalize(field, input.value) === this.text(answer)) return true;
    if (input instanceof HTMLSelectElement && text && ![...input.options].some((option) => option.value === text)) input.add(new Option(text, text));
    setText(input, text);
    return input.value === text || Boolean(input.value);
  }

  /**
   * @param {Element} place
   * @param {Field} field
   * @param {FieldAnswer} answer
   */
  showOptions(place, field, answer) {
    const all = Array.isArray(answer) ? answer : answer === undefined || answer === null || answer === "" ? [] : [answer];
    const wanted = all.map((part) => this.text(part)).filter(Boolean), chosen = field.type === "radio" ? wanted.slice(0, 1) : wanted;
    for (const option of chosen) if (!boxesOf(place).some((box) => box.value === option)) addOption(place, option);
    for (const box of boxesOf(place)) box.checked = chosen.includes(box.value);
    return chosen.length === wanted.length;
  }
}

/**
 * An amount is written as amounts are as soon as it is left.
 * @param {Field} field
 * @param {Input} input
 */
export const writeAmount = (field, input) => {
  if (field.type !== "currency") return;
  const text = display(field, normalize(field, input.value));
  if (input.value !== text) input.value = text;
};

/**
 * Says what is wrong there; an empty text where nothing is.
 * @param {HTMLElement} place
 * @param {string} text
 */
export const markFault = (place, text) => {
  const line = faultLineOf(place);
  if (line.textContent === text) return;
  line.textContent = text;
  for (const input of place.querySelectorAll("input, select, textarea")) {
    // Each cell of a row says its own.
    if (input.closest("[data-column]") && !place.dataset.column) continue;
    if (text) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
  }
};
