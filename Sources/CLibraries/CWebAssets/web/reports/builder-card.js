// The card of one field of a form: what it is called, its settings, and for a repeated question the cards of its columns.

import { display, normalize } from "./answers.js";
import { isAnswer, isColumnType, isRows, kindOf, makeColumn, partsOf, setSetting, settingOf } from "./builder-fields.js";
import { letDrag } from "./builder-dragging.js";
import { isInput } from "./field-inputs.js";
import { dataOf, fill, find, findAll, findOptional, require } from "../shared/dom.js";

/**
 * @typedef {import("./types").TemplateField} TemplateField
 * @typedef {import("./field-inputs.js").Input} Input
 */

// Each card's elements have ids of their own.
let made = 0;

/** @param {Input} input */
const isTick = (input) => input.type === "checkbox";

/**
 * @param {Input} input
 * @param {unknown} value
 */
const write = (input, value) => {
  if (input instanceof HTMLInputElement && isTick(input)) input.checked = value === true; else input.value = String(value ?? "");
};

/** @param {Input} input */
const read = (input) => input instanceof HTMLInputElement && isTick(input) ? input.checked : input.value;

export class FieldCard {
  /**
   * @param {import("./builder-cards.js").FieldCards} cards
   * @param {TemplateField} field
   * @param {TemplateField[]} fields in which it stands: the form's, or the columns of a repeated question
   * @param {FieldCard | null} around the card of that question
   */
  constructor(cards, field, fields, around) {
    this.cards = cards;
    this.builder = cards.builder;
    this.field = field;
    this.fields = fields;
    this.around = around;
    const template = find(document, "#builder-card", HTMLTemplateElement);
    this.element = find(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), ".builder-card", HTMLElement);
    this.opener = find(this.element, "[data-open]", HTMLElement);
    this.body = find(this.element, ":scope > .builder-body", HTMLElement);
    this.titleLine = find(this.element, "[data-title]", HTMLElement);
    this.problemList = find(this.element, ":scope > .builder-wrong", HTMLElement);
    // Only rows have columns, and columns none of their own.
    if (!isRows(field)) find(this.element, "[data-part=columns]", HTMLElement).remove();
    this.nameElements();
    /** Before there are cards of columns within: these are its own. */
    this.inputs = [...this.element.querySelectorAll("[data-name]")].filter(isInput);
    this.parts = findAll(this.body, "[data-part]", HTMLElement);
    for (const input of this.inputs) this.prepare(input);
    find(this.element, "[data-id]", HTMLElement).textContent = field.id;
    this.showTitle();
    this.showParts();
    this.listen();
    this.showBody();
    if (isRows(field)) this.addColumns(field.columns);
  }

  get label() { return this.titleLine.textContent ?? ""; }
  get isColumn() { return this.around !== null; }
  get next() { return this.element.nextElementSibling; }
  get previous() { return this.element.previousElementSibling; }

  // MARK: Its elements

  nameElements() {
    const { element, opener, body } = this, own = "-" + made++;
    for (const part of findAll(element, "[id]", HTMLElement)) part.id += own;
    for (const part of findAll(element, "[for]", HTMLLabelElement)) part.htmlFor += own;
    for (const part of element.querySelectorAll("[aria-describedby]")) part.setAttribute("aria-describedby", part.getAttribute("aria-describedby") + own);
    opener.id = "b-open" + own;
    body.id = "b-body" + own;
    opener.setAttribute("aria-controls", body.id);
  }

  /** @param {Input} input */
  prepare(input) {
    const { field } = this, name = dataOf(input, "name"), value = settingOf(field, name);
    if (name === "type") this.offerTypes(require(input, "choice of types", HTMLSelectElement));
    write(input, isAnswer(name) ? display(field, /** @type {string | number} */ (value ?? "")) : value);
    input.addEventListener("input", () => this.typed(name, input));
  }

  /** @param {HTMLSelectElement} choice */
  offerTypes(choice) {
    const { type } = this.field;
    if (![...choice.options].some((option) => option.value === type)) choice.add(new Option(type, type));
    if (this.isColumn) for (const option of [...choice.options]) if (!isColumnType(option.value)) option.remove();
  }

  /** @param {TemplateField[]} columns */
  addColumns(columns) {
    const list = find(this.element, "[data-columns]", HTMLElement);
    for (const column of columns) list.append(this.cards.make(column, columns, this).element);
    for (const button of findAll(this.body, ":scope > [data-part=columns] [data-add-column]", HTMLElement)) {
      button.addEventListener("click", () => {
        const column = makeColumn(dataOf(button, "addColumn"), columns, this.builder.words);
        columns.push(column);
        this.cards.open.add(column);
        const card = this.cards.make(column, columns, this);
        list.append(card.element);
        card.labelInput.focus();
        this.builder.changed();
      });
    }
  }

  listen() {
    const { cards, element } = this;
    this.opener.addEventListener("click", () => this.setOpen(!cards.open.has(this.field)));
    find(element, "[data-up]", HTMLElement).addEventListener("click", () => cards.move(this, -1, "[data-up]"));
    find(element, "[data-down]", HTMLElement).addEventListener("click", () => cards.move(this, 1, "[data-down]"));
    find(element, "[data-duplicate]", HTMLElement).addEventListener("click", () => cards.duplicate(this));
    find(element, "[data-drop]", HTMLElement).addEventListener("click", () => cards.remove(this));
    letDrag(find(element, "[data-grip]", HTMLElement), element, {
      step: (by) => cards.move(this, by, "[data-grip]"), moved: () => cards.settle(this),
    });
  }

  // MARK: What it shows

  get labelInput() { return find(this.element, "[data-name=label]", HTMLInputElement); }

  showTitle() {
    const { element, field } = this, { words } = this.builder, name = field.label?.trim() || words.untitled;
    this.titleLine.textContent = name;
    find(element, "[data-kind]", HTMLElement).textContent = kindOf(field, words);
    find(element, "[data-needed]", HTMLElement).hidden = field.required !== true;
    for (const [part, text] of [["grip", "drag"], ["up", "up"], ["down", "down"]]) {
      find(element, `[data-${part}]`, HTMLElement).setAttribute("aria-label", fill(words[text], name));
    }
  }

  showParts() {
    const shown = partsOf(this.field, this.isColumn);
    for (const part of this.parts) part.hidden = !shown[dataOf(part, "part")];
    find(this.body, ":scope > .builder-two", HTMLElement).hidden = !shown.min;
  }

  showBody() {
    const isOpen = this.cards.open.has(this.field);
    this.body.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  /** @param {boolean} isOpen */
  setOpen(isOpen) {
    if (isOpen) this.cards.open.add(this.field); else this.cards.open.delete(this.field);
    this.showBody();
  }

  /** Opens it, and the card that it is in. */
  reveal() {
    this.around?.reveal();
    this.setOpen(true);
  }

  /** @param {import("./types").TemplateProblem[]} problems */
  showProblems(problems) {
    this.problemList.replaceChildren(...problems.map(({ words, broken }) => {
      const row = document.createElement("li");
      row.classList.toggle("bad", broken);
      row.textContent = words;
      return row;
    }));
  }

  // MARK: What was typed

  /**
   * @param {string} name of the setting
   * @param {Input} input
   */
  typed(name, input) {
    const { field } = this;
    // Limits and what a field begins with are numbers with a point in the form, as answers are.
    setSetting(field, name, isAnswer(name) ? normalize(field, input.value) : read(input));
    this.cards.touched.add(field);
    this.showTitle();
    if (name === "type") this.typeChanged();
    this.builder.changed();
  }

  typeChanged() {
    this.showParts();
    for (const input of this.inputs) if (input.dataset.name === "options") write(input, settingOf(this.field, "options"));
  }

  /** @param {string} selector */
  focus(selector) { findOptional(this.element, selector, HTMLElement)?.focus(); }
}
