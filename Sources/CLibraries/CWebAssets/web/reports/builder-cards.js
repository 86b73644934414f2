// The cards of a form's fields, in their order.

import { duplicateOf } from "./builder-fields.js";
import { FieldCard } from "./builder-card.js";
import { fill, find, findAll, require } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

/**
 * @typedef {import("./types").TemplateField} TemplateField
 * @typedef {{ field: TemplateField, fields: TemplateField[], place: number }} Removed and where it was
 */

export class FieldCards {
  /** @param {import("./builder.js").FormBuilder} builder */
  constructor(builder) {
    this.builder = builder;
    this.list = find(document, "#builder-fields", HTMLElement);
    this.none = find(document, "#builder-none", HTMLElement);
    // They belong to the fields, as cards are made anew.
    /** @type {WeakSet<TemplateField>} */
    this.open = new WeakSet();
    /** Fields in which something was typed since the page was opened. @type {WeakSet<TemplateField>} */
    this.touched = new WeakSet();
    /** @type {WeakMap<Element, FieldCard>} */
    this.byElement = new WeakMap();
    /** What was removed last. @type {Removed | null} */
    this.removed = null;
    // A menu is left by a press anywhere else.
    document.addEventListener("click", ({ target }) => {
      for (const menu of findAll(this.list, ".builder-menu[open]", HTMLDetailsElement)) if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
  }

  /**
   * @param {TemplateField} field
   * @param {TemplateField[]} fields
   * @param {FieldCard | null} around
   */
  make(field, fields, around = null) {
    const card = new FieldCard(this, field, fields, around);
    this.byElement.set(card.element, card);
    return card;
  }

  show() {
    const { fields } = this.builder.template;
    this.list.replaceChildren(...fields.map((field) => this.make(field, fields).element));
    this.showNone();
  }

  showNone() { this.none.hidden = this.builder.template.fields.length > 0; }

  // MARK: Finding

  /** @param {Element | null | undefined} element */
  of(element) {
    const card = element && this.byElement.get(element);
    if (!card) throw new Error("an element among the cards is none");
    return card;
  }

  /**
   * All that are within, those of columns as well, in the page's order.
   * @param {Element} root
   */
  within(root) { return [...root.querySelectorAll(".builder-card")].map((element) => this.of(element)); }

  get all() { return this.within(this.list); }

  /**
   * The card that a problem is about: of the column, or else of its question.
   * @param {string} id `rows.column` for a column
   * @returns {FieldCard | null}
   */
  find(id) {
    for (const element of this.list.children) {
      const card = this.of(element), { field } = card;
      if (field.id === id) return card;
      if (field.columns && id.startsWith(field.id + ".")) {
        return this.within(element).find((inner) => field.id + "." + inner.field.id === id) || card;
      }
    }
    return null;
  }

  /** @param {TemplateField} field */
  add(field) {
    this.builder.template.fields.push(field);
    this.show();
    const card = this.of(this.list.lastElementChild);
    card.reveal();
    card.labelInput.focus();
    card.labelInput.select();
    this.builder.changed();
  }

  // MARK: Order

  /**
   * Cards have been moved: the fields follow.
   * @param {FieldCard} card
   */
  settle(card) {
    const { builder } = this, { field, fields } = card, list = require(card.element.parentElement, "list of cards", HTMLElement);
    fields.splice(0, fields.length, ...[...list.children].map((other) => this.of(other).field));
    builder.changed();
    builder.say(fill(builder.words.movedTo, card.label, fields.indexOf(field) + 1, fields.length));
  }

  /**
   * @param {FieldCard} card
   * @param {-1 | 1} by
   * @param {string} focus selector of what has the focus then
   */
  move(card, by, focus) {
    const other = by < 0 ? card.previous : card.next;
    if (!other) return;
    if (by < 0) other.before(card.element); else other.after(card.element);
    card.focus(focus);
    this.settle(card);
  }

  // MARK: Duplicate and remove

  /** @param {FieldCard} card */
  duplicate(card) {
    const { field, fields } = card, copy = duplicateOf(field, fields);
    fields.splice(fields.indexOf(field) + 1, 0, copy);
    const made = this.make(copy, fields, card.around);
    card.element.after(made.element);
    made.setOpen(true);
    made.labelInput.focus();
    made.labelInput.select();
    this.builder.changed();
  }

  /** @param {FieldCard} card */
  remove(card) {
    const { field, fields } = card, { builder } = this;
    // Rows without columns are no rows.
    if (card.isColumn && fields.length === 1) return;
    this.removed = { field, fields, place: fields.indexOf(field) };
    fields.splice(this.removed.place, 1);
    const next = card.next || card.previous;
    card.element.remove();
    toast(fill(builder.words.removedField, field.label || builder.words.untitled), { action: builder.words.undo, run: () => this.bringBack() });
    // Above the bar with "Save".
    find(document, ".toasts", HTMLElement).style.marginBlockEnd = find(builder.place, ".builder-work > .foot", HTMLElement).offsetHeight + "px";
    if (next) this.of(next).focus("[data-open]"); else builder.palette.focus();
    this.showNone();
    builder.changed();
  }

  bringBack() {
    const { removed } = this;
    if (removed) removed.fields.splice(removed.place, 0, removed.field);
    this.removed = null;
    this.show();
    this.builder.changed();
    this.all.find((card) => card.field === removed?.field)?.focus("[data-open]");
  }
}
