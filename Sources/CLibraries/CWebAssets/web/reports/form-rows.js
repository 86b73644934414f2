// Questions that are answered in rows: rows are added, filled in and removed. A row is empty until it comes near the screen, so that a form
// of hundreds opens at once; all of them are in the draft, and count.

import { findFault, initialAnswer, isEmpty } from "./answers.js";
import { stamp } from "./drafts.js";
import { dataOf, fill, find, findAll, require } from "../shared/dom.js";
import { faultLineOf, hintOf, markFault, readAnswer } from "./field-inputs.js";
import { hasRows, isSame } from "./form-questions.js";

/**
 * @typedef {import("./types").Answer} Answer
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").FieldAnswer} FieldAnswer
 * @typedef {import("./types").Row} Row
 * @typedef {import("./types").RowsField} RowsField
 * @typedef {{ place: number, column: Field, fault: string }} CellFault
 * @typedef {{ row: Row, isEmpty: boolean, fault: CellFault | null }} RowFacts
 */

// The studio takes so many.
const mostRows = 500;
// So many rows have their cells from the start.
const firstRows = 12;
// One of so many rows is watched, for those around it: watching each costs more than it saves.
const watchedEvery = 8;
// How far from the screen rows get their cells.
const nearMargin = "1500px 0px";

/**
 * @param {RowsField} field
 * @param {Row | undefined} row
 */
const isRowEmpty = (field, row) => field.columns.every((column) => column.expression || isEmpty(row?.[column.id]) || row?.[column.id] === false);

/** @param {RowsField} field @returns {Row} */
const makeEmptyRow = (field) =>
  Object.fromEntries(field.columns.filter((column) => column.value !== undefined && !column.expression).map((column) => [column.id, initialAnswer(column)]));

/** @param {Element} row */
const placeOf = (row) => row.parentElement ? [...row.parentElement.children].indexOf(row) : -1;

export class FormRows {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    this.fields = form.fields.filter(hasRows);
    /**
     * What is known of each row until something in it changes.
     * @type {Map<string, RowFacts[]>}
     */
    this.facts = new Map();
    /**
     * The cells of rows that have them, by the columns' ids.
     * @type {WeakMap<Element, Map<string, HTMLElement>>}
     */
    this.cells = new WeakMap();
    /** @type {WeakMap<Element, RowsField>} */
    this.owners = new WeakMap();
    this.made = 0;
    this.near = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.fillAround(target);
    }, { rootMargin: nearMargin });
    addEventListener("beforeprint", () => { for (const row of findAll(form.element, ".form-row", HTMLElement)) this.fillRow(row); });
    for (const field of this.fields) {
      find(form.place(field.id), "[data-add]", HTMLElement).addEventListener("click", () => this.add(field));
    }
  }

  // MARK: Answers

  /**
   * @param {Field} field
   * @returns {Row[]}
   */
  rowsOf(field) {
    const answer = this.form.draft.value.answers[field.id];
    return Array.isArray(answer) ? /** @type {Row[]} */ (answer) : [];
  }

  /** @param {RowsField} field */
  factsOf(field) {
    const rows = this.rowsOf(field);
    let facts = this.facts.get(field.id);
    if (!facts) this.facts.set(field.id, facts = []);
    facts.length = rows.length;
    for (const [place, row] of rows.entries()) {
      if (facts[place]?.row === row) continue;
      const isEmpty = isRowEmpty(field, row);
      facts[place] = { row, isEmpty, fault: isEmpty ? null : this.findRowFault(field, row, place) };
    }
    return facts;
  }

  /**
   * @param {RowsField} field
   * @param {Row} row
   * @param {number} place
   * @returns {CellFault | null}
   */
  findRowFault(field, row, place) {
    for (const column of field.columns) {
      const fault = column.expression ? "" : findFault(column, row[column.id]);
      if (fault) return { place, column, fault };
    }
    return null;
  }

  /** @param {RowsField} field */
  filled(field) { return this.factsOf(field).filter((facts) => !facts.isEmpty); }

  /** @param {RowsField} field */
  firstFault(field) { return this.factsOf(field).find((facts) => facts.fault)?.fault ?? null; }

  /**
   * @param {RowsField} field
   * @param {(rows: Row[]) => Row[]} change
   */
  set(field, change) {
    const { draft } = this.form;
    draft.change((value) => {
      const answer = value.answers[field.id];
      value.answers[field.id] = change(Array.isArray(answer) ? /** @type {Row[]} */ (answer) : []);
      stamp(value, field.id);
    });
    draft.announce({ field: field.id });
    this.show(field, draft.value.answers[field.id]);
    this.form.changed(field.id);
  }

  /** @param {RowsField} field */
  add(field) {
    if (this.rowsOf(field).length >= mostRows) { this.form.faults.show(field.id, "tooMany"); return; }
    this.set(field, (rows) => [...rows, makeEmptyRow(field)]);
    const row = require(this.listOf(field).lastElementChild, "row", HTMLElement);
    this.fillRow(row);
    /** @type {HTMLElement | null} */
    const input = row.querySelector("input, select, textarea");
    input?.focus();
  }

  /**
   * @param {RowsField} field
   * @param {number} place
   */
  remove(field, place) {
    this.set(field, (rows) => rows.filter((_, other) => other !== place));
    const rows = this.listOf(field).children, next = rows[Math.min(place, rows.length - 1)];
    if (next) this.fillRow(next);
    const button = next?.querySelector("[data-remove]") || this.form.place(field.id).querySelector("[data-add]");
    require(button, "button", HTMLElement).focus();
    this.form.faults.show(field.id, "");
  }

  /**
   * @param {RowsField} field
   * @param {Element} input
   */
  typed(field, input) {
    const { draft, faults } = this.form, row = input.closest("li"), cell = input.closest("[data-column]");
    if (!row || !(cell instanceof HTMLElement)) return;
    const place = placeOf(row), column = this.columnOf(field, cell), value = readAnswer(cell, column);
    draft.change((draft) => {
      if (!Array.isArray(draft.answers[field.id])) draft.answers[field.id] = [];
      const rows = /** @type {Row[]} */ (draft.answers[field.id]);
      (rows[place] ??= {})[column.id] = value;
      stamp(draft, field.id);
    });
    draft.announce({ field: field.id });
    delete this.facts.get(field.id)?.[place];
    this.form.changed(field.id, place, column.id);
    if (faultLineOf(cell).textContent) this.left(field, cell);
    if (!faults.of(field)) { faults.show(field.id, ""); faults.settled(field.id); }
  }

  /**
   * The person has gone on from a cell: what is wrong with it is said.
   * @param {RowsField} field
   * @param {HTMLElement} cell
   */
  left(field, cell) {
    const place = placeOf(require(cell.closest("li"), "row around a cell", HTMLElement)), column = this.columnOf(field, cell);
    const row = this.rowsOf(field)[place] || {};
    const fault = column.expression || isRowEmpty(field, row) ? "" : findFault(column, row[column.id]);
    markFault(cell, fault ? this.form.faults.words(column, fault, row[column.id]) : "");
    if (!fault) this.form.faults.settled(`${field.id}.${place + 1}.${column.id}`);
  }

  // MARK: On the page

  /** @param {Field} field */
  listOf(field) { return find(this.form.place(field.id), "ol.form-rows", HTMLElement); }

  /**
   * @param {RowsField} field
   * @param {HTMLElement} cell
   */
  columnOf(field, cell) {
    const column = field.columns.find((one) => one.id === cell.dataset.column);
    if (!column) throw new Error(`the form has no column ${cell.dataset.column} in ${field.id}`);
    return column;
  }

  /**
   * The cell of a row that has its cells.
   * @param {RowsField} field
   * @param {number} place
   * @param {Field} column
   */
  cellOf(field, place, column) {
    const row = this.listOf(field).children[place];
    return row && this.cells.get(row)?.get(column.id);
  }

  /**
   * A cell by the id of its fault: `rows.2.column`, with rows from 1.
   * @param {string} id
   */
  cellByID(id) {
    for (const field of this.fields) if (id.startsWith(field.id + ".")) {
      const [, number, name] = /^(\d+)\.(.*)$/s.exec(id.slice(field.id.length + 1)) || [];
      const column = field.columns.find((one) => one.id === name), row = this.listOf(field).children[Number(number) - 1];
      if (row) this.fillRow(row);
      if (column) return { field, column, row: Number(number), place: this.cellOf(field, Number(number) - 1, column) };
    }
    return null;
  }

  /** @param {Element} row */
  fillAround(row) {
    if (!row.parentElement) return;
    const place = placeOf(row);
    for (const other of [...row.parentElement.children].slice(Math.max(0, place - watchedEvery), place + watchedEvery)) this.fillRow(other);
  }

  /**
   * Gives a row its cells.
   * @param {Element} row
   */
  fillRow(row) {
    this.near.unobserve(row);
    const field = this.owners.get(row);
    if (!field || this.cells.has(row) || !row.parentElement) return;
    this.makeCells(field, row);
    const place = placeOf(row);
    this.showRow(field, row, this.rowsOf(field)[place]);
    this.nameRow(field, row, place);
    for (const column of field.columns) if (column.expression) this.showCell(field, place, column);
  }

  /** @param {RowsField} field */
  template(field) {
    return require(find(this.form.place(field.id), "template", HTMLTemplateElement).content.firstElementChild, "row in a template", HTMLElement);
  }

  /** @param {RowsField} field */
  makeRow(field) {
    const row = this.template(field).cloneNode(false);
    this.owners.set(/** @type {Element} */ (row), field);
    return row;
  }

  /**
   * @param {RowsField} field
   * @param {Element} row
   */
  makeCells(field, row) {
    row.append(...this.template(field).cloneNode(true).childNodes);
    this.cells.set(row, new Map(findAll(row, "[data-column]", HTMLElement).map((cell) => [dataOf(cell, "column"), cell])));
    // Ids are of this row alone.
    const suffix = "-" + this.made++;
    for (const part of row.querySelectorAll("[id]")) part.id += suffix;
    for (const part of findAll(row, "label[for]", HTMLLabelElement)) part.htmlFor += suffix;
    for (const part of row.querySelectorAll("[aria-describedby]")) {
      part.setAttribute("aria-describedby", (part.getAttribute("aria-describedby") ?? "").split(" ").map((id) => id + suffix).join(" "));
    }
    find(row, "[data-remove]", HTMLElement).addEventListener("click", () => this.remove(field, placeOf(row)));
  }

  /**
   * @param {RowsField} field
   * @param {Element} row
   * @param {number} place
   */
  nameRow(field, row, place) {
    const { words } = this.form;
    row.setAttribute("aria-label", fill(words.row, dataOf(this.form.place(field.id), "label"), place + 1));
    row.querySelector("[data-remove]")?.setAttribute("aria-label", fill(words.removeRow, place + 1));
  }

  /**
   * @param {RowsField} field
   * @param {Element} row
   * @param {Row | undefined} answer
   */
  showRow(field, row, answer) {
    const cells = this.cells.get(row);
    if (!cells) return;
    for (const column of field.columns) this.form.inputs.show(require(cells.get(column.id), `cell ${column.id}`, HTMLElement), column, answer?.[column.id]);
  }

  /**
   * A calculated cell. One that no row shows yet is shown when it is made; the studio calculates all of them when they arrive.
   * @param {RowsField} field
   * @param {number} place
   * @param {Field} column
   */
  showCell(field, place, column) {
    const cell = this.cellOf(field, place, column);
    if (!cell) return;
    const { value, fault } = this.form.state.cell(field, place, column);
    const now = fault ? "" : this.form.state.toAnswer(value);
    const hint = hintOf(cell), text = fault ? this.form.calculations.faultWords(fault) : "";
    if (hint.textContent !== text) hint.textContent = text;
    this.form.inputs.show(cell, column, now);
    const row = this.rowsOf(field)[place];
    if (!row || isSame(row[column.id] ?? "", now)) return;
    this.form.draft.fillIn((draft) => {
      const rows = /** @type {Row[] | undefined} */ (draft.answers[field.id]);
      if (rows?.[place]) rows[place][column.id] = now;
    });
  }

  /** @param {RowsField} field */
  showCells(field) {
    for (const place of this.rowsOf(field).keys()) for (const column of field.columns) if (column.expression) this.showCell(field, place, column);
  }

  /**
   * Shows all rows; gives back whether the answer can be seen.
   * @param {RowsField} field
   * @param {FieldAnswer} answer
   */
  show(field, answer) {
    const list = this.listOf(field), rows = Array.isArray(answer) ? /** @type {Row[]} */ (answer) : [];
    this.facts.delete(field.id);
    while (list.children.length > rows.length) list.lastElementChild?.remove();
    const first = list.children.length, fresh = document.createDocumentFragment();
    for (let count = first; count < rows.length; count++) fresh.append(this.makeRow(field));
    list.append(fresh);
    for (const [place, row] of [...list.children].entries()) {
      if (!this.cells.has(row) && place < firstRows) this.makeCells(field, row);
      if (this.cells.has(row)) this.showRow(field, row, rows[place]);
      else if (place >= first && place % watchedEvery === watchedEvery / 2) this.near.observe(row);
      this.nameRow(field, row, place);
    }
    find(this.form.place(field.id), "[data-none]", HTMLElement).hidden = list.children.length > 0;
    return Array.isArray(answer) || isEmpty(answer);
  }
}
