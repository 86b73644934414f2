// The card of one field of a form: what it is called, its settings, and for a repeated question the cards of its columns.

import { display, normalize } from "./answers.js";
import { isAnswer, isColumnType, isRows, kindOf, makeColumn, partsOf, setSetting, settingOf } from "./builder-fields.js";
import { ConditionLists } from "./builder-condition.js";
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
    this.menu = find(this.element, ".builder-menu", HTMLDetailsElement);
    this.more = find(this.body, ":scope > [data-more]", HTMLDetailsElement);
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
    // Columns are always shown.
    if (!around) {
      const lists = new ConditionLists(find(this.more, "[data-part=showWhen]", HTMLElement), field, fields);
      this.more.addEventListener("toggle", () => { if (this.more.open) lists.show(); });
    }
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
        const card = this.cards.make(column, columns, this);
        list.append(card.element);
        card.setOpen(true);
        card.labelInput.focus();
        card.labelInput.select();
        this.builder.changed();
      });
    }
  }

  listen() {
    const { cards, element } = this;
    this.opener.addEventListener("click", () => this.setOpen(!cards.open.has(this.field)));
    this.offer("[data-duplicate]", () => cards.duplicate(this));
    this.offer("[data-up]", () => cards.move(this, -1, "[data-menu]"));
    this.offer("[data-down]", () => cards.move(this, 1, "[data-menu]"));
    this.offer("[data-drop]", () => cards.remove(this));
    this.menu.addEventListener("toggle", () => { if (this.menu.open) this.showPossible(); });
    this.menu.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget instanceof Node && !this.menu.contains(relatedTarget)) this.menu.open = false; });
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.menu.open) return;
      this.menu.open = false;
      this.focus("[data-menu]");
    });
    letDrag(find(element, "[data-grip]", HTMLElement), element, {
      step: (by) => cards.move(this, by, "[data-grip]"), moved: () => cards.settle(this),
    });
  }

  /**
   * Does what an item of its menu says, and closes the menu.
   * @param {string} selector
   * @param {() => void} act
   */
  offer(selector, act) {
    find(this.menu, selector, HTMLElement).addEventListener("click", () => { this.menu.open = false; act(); });
  }

  /** What cannot be done is not offered: the first card does not move up, and rows keep their last column. */
  showPossible() {
    find(this.menu, "[data-up]", HTMLButtonElement).disabled = !this.previous;
    find(this.menu, "[data-down]", HTMLButtonElement).disabled = !this.next;
    find(this.menu, "[data-drop]", HTMLButtonElement).disabled = this.isColumn && this.fields.length === 1;
  }

  // MARK: What it shows

  get labelInput() { return find(this.element, "[data-name=label]", HTMLInputElement); }

  showTitle() {
    const { element, field } = this, { words } = this.builder, name = field.label?.trim() || words.untitled;
    this.titleLine.textContent = name;
    const kind = kindOf(field, words), { palette } = this.builder;
    // "Short text Short text" says nothing more.
    find(element, "[data-kind]", HTMLElement).textContent = kind === name ? "" : kind;
    find(element, "[data-icon]", HTMLElement).replaceChildren(...palette.icons(isRows(field) ? "rows" : field.type));
    find(element, "[data-needed]", HTMLElement).hidden = field.required !== true;
    for (const [part, text] of [["grip", "drag"], ["menu", "moreActions"]]) {
      find(element, `[data-${part}]`, HTMLElement).setAttribute("aria-label", fill(words[text], name));
    }
  }

  showParts() {
    const shown = partsOf(this.field, this.isColumn);
    for (const part of this.parts) part.hidden = !shown[dataOf(part, "part")];
    find(this.more, ":scope > .builder-two", HTMLElement).hidden = !shown.min;
  }

  showBody() {
    const isOpen = this.cards.open.has(this.field);
    this.body.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
  }

  /** @param {boolean} isOpen */
  setOpen(isOpen) {
    const { cards, element, field } = this;
    if (isOpen) cards.open.add(field); else cards.open.delete(field);
    this.showBody();
    if (!isOpen) return;
    // One field is open at a time, and one column in it.
    for (const other of element.parentElement?.children ?? []) if (other !== element) cards.of(other).setOpen(false);
    element.scrollIntoView({ block: "nearest" });
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
    setSetting(field, name, isAnswer(name) ? normalize(field, input.value) : read(input), this.builder.words);
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
