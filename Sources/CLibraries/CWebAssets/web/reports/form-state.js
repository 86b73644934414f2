// Which questions of a form are asked, and what its calculated fields come to, while it is filled in. Every result is kept, with what was
// read for it, until something of that changes: a form of hundreds of fields calculates only what depends on the last key.

import { CalculationFault, parse } from "./expressions.js";
import { evaluate, fromAnswer, toAnswer } from "./calculation.js";
import { hasRows } from "./form-questions.js";
import { blank, listValue, wholeValue } from "./values.js";

/**
 * @typedef {import("./types").Answer} Answer
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").RowsField} RowsField
 * @typedef {import("./values.js").Value} Value
 * @typedef {import("./expressions.js").Expression} Expression
 * @typedef {{ value: Value, fault?: undefined } | { value?: undefined, fault: CalculationFault }} Result
 */

/**
 * Where the answers are: as they are sent.
 * @typedef {object} Answers
 * @property {(field: Field) => Answer} answer
 * @property {(field: Field) => number} rowCount
 * @property {(field: RowsField, row: number, column: Field) => Answer} cell with rows from 0
 */

// A chain of fields that ask for each other ends there, as it does in the studio.
const longestChain = 60;

/** @param {Field} field */
const isCalculatedRow = (field) => Boolean(field.columns?.some((column) => column.expression));

// Keys of results: `id` a field's value, `?id` whether it is asked, `id.column#2` a cell. What was read of the form itself: `=id` an answer,
// `=id.column#2` a cell's.
export class FormState {
  /**
   * @param {Field[]} fields
   * @param {Answers} answers
   */
  constructor(fields, answers) {
    this.answers = answers;
    this.fields = new Map(fields.map((field) => [field.id, field]));
    /** The ids of fields with a condition, and of calculated fields; the questions with calculated columns. */
    this.conditional = fields.filter((field) => field.when).map((field) => field.id);
    this.calculated = fields.filter((field) => field.expression).map((field) => field.id);
    this.calculatedRows = fields.filter(hasRows).filter(isCalculatedRow);
    /** @type {Map<string, Expression | Error>} */
    this.expressions = new Map();
    /** @type {Map<string, Value | boolean | CalculationFault>} */
    this.results = new Map();
    /**
     * The results that have read a key.
     * @type {Map<string, Set<string>>}
     */
    this.readers = new Map();
    /**
     * The results that are being calculated, each for the one before.
     * @type {string[]}
     */
    this.path = [];
  }

  // MARK: Asking

  /** @param {string} id */
  isShown(id) {
    const field = this.fields.get(id);
    if (!field?.when) return true;
    const condition = field.when;
    try {
      return this.remembered("?" + id, () => {
        try {
          const found = this.run(condition, (name) => this.valueOf(name));
          return found.kind === "truth" ? found.value : found.kind !== "blank";
        } catch (fault) {
          if (!(fault instanceof CalculationFault)) throw fault;
          return true;
        }
      });
    } catch (fault) {
      if (!(fault instanceof CalculationFault)) throw fault;
      return true;
    }
  }

  /**
   * A field's value, or a column's values by `rows.column`; blank where the form has none of the name.
   * @param {string} name
   */
  value(name) { return resultOf(() => this.valueOf(name) ?? blank); }

  /**
   * @param {RowsField} field
   * @param {number} row from 0
   * @param {Field} column
   */
  cell(field, row, column) { return resultOf(() => this.cellValue(field, row, column)); }

  /**
   * A value as an answer is stored.
   * @param {Value} value
   */
  toAnswer(value) { return toAnswer(value); }

  /**
   * An answer has changed, or one cell of it. Gives the keys of the results that depend on it, which are calculated anew when they are
   * asked for.
   * @param {string} id
   * @param {number} [row]
   * @param {string} [column]
   */
  changed(id, row, column) {
    /** @type {string[]} */
    const outdated = [];
    if (column !== undefined) {
      this.forget(`=${id}.${column}#${row}`, outdated);
      return outdated;
    }
    if (this.fields.get(id)?.columns) {
      for (const key of [...this.results.keys()]) {
        if (!key.startsWith(id + ".") || !key.includes("#") || !this.results.delete(key)) continue;
        outdated.push(key);
        this.forget(key, outdated);
      }
    }
    this.forget("=" + id, outdated);
    return outdated;
  }

  // MARK: Calculating

  /**
   * @param {string} name
   * @returns {Value | undefined}
   */
  valueOf(name) {
    const field = this.fields.get(name);
    if (field) return this.remembered(name, () => this.fieldValue(field));
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      const owner = this.fields.get(name.slice(0, dot)), column = owner?.columns?.find((one) => one.id === name.slice(dot + 1));
      if (owner && hasRows(owner) && column) {
        return this.remembered(name, () => listValue(this.isShown(owner.id) ? this.rows(owner).map((row) => this.cellValue(owner, row, column)) : []));
      }
    }
    return undefined;
  }

  /** @param {Field} field */
  fieldValue(field) {
    if (!this.isShown(field.id)) return blank;
    if (hasRows(field)) return listValue(this.rows(field).map((row) => wholeValue(row + 1)));
    if (field.expression) return this.run(field.expression, (name) => this.valueOf(name));
    this.note("=" + field.id);
    return fromAnswer(field.type, this.answers.answer(field));
  }

  /**
   * @param {RowsField} field
   * @param {number} row
   * @param {Field} column
   * @returns {Value}
   */
  cellValue(field, row, column) {
    return this.remembered(`${field.id}.${column.id}#${row}`, () => {
      // Columns of the same row go before fields of the form.
      if (column.expression) return this.run(column.expression, (name) => {
        const other = field.columns.find((one) => one.id === name);
        return other ? this.cellValue(field, row, other) : this.valueOf(name);
      });
      this.note(`=${field.id}.${column.id}#${row}`);
      return fromAnswer(column.type, this.answers.cell(field, row, column));
    });
  }

  /** @param {RowsField} field */
  rows(field) {
    this.note("=" + field.id);
    return [...Array(this.answers.rowCount(field)).keys()];
  }

  /**
   * @param {string} text
   * @param {import("./calculation.js").Lookup} lookup
   */
  run(text, lookup) {
    let found = this.expressions.get(text);
    if (!found) {
      try { found = parse(text); } catch (fault) { found = /** @type {Error} */ (fault); }
      this.expressions.set(text, found);
    }
    if (found instanceof Error) throw found;
    return evaluate(found, lookup);
  }

  // MARK: Remembering

  /**
   * The result of a key, calculated if need be. A fault is a result as well.
   * @template {Value | boolean} Kind
   * @param {string} key
   * @param {() => Kind} calculate
   * @returns {Kind}
   */
  remembered(key, calculate) {
    this.note(key);
    const known = this.results.get(key);
    if (known instanceof CalculationFault) throw known;
    if (known !== undefined) return /** @type {Kind} */ (known);
    const start = this.path.indexOf(key);
    if (start >= 0) throw new CalculationFault("cycle", 0, [...this.path.slice(start), key].map((name) => name.split("#")[0]).join(" → "));
    if (this.path.length >= longestChain) throw new CalculationFault("too-complicated", 0);
    this.path.push(key);
    try {
      const found = calculate();
      this.results.set(key, found);
      return found;
    } catch (fault) {
      if (fault instanceof CalculationFault) this.results.set(key, fault);
      throw fault;
    } finally { this.path.pop(); }
  }

  /**
   * What is being calculated has read this.
   * @param {string} key
   */
  note(key) {
    const reader = this.path[this.path.length - 1];
    if (reader === undefined) return;
    let all = this.readers.get(key);
    if (!all) this.readers.set(key, all = new Set());
    all.add(reader);
  }

  /**
   * @param {string} key
   * @param {string[]} outdated
   */
  forget(key, outdated) {
    for (const reader of this.readers.get(key) || []) {
      if (!this.results.delete(reader)) continue;
      outdated.push(reader);
      this.forget(reader, outdated);
    }
  }
}

/**
 * @param {() => Value} calculate
 * @returns {Result}
 */
const resultOf = (calculate) => {
  try { return { value: calculate() }; } catch (fault) {
    if (!(fault instanceof CalculationFault)) throw fault;
    return { fault };
  }
};
