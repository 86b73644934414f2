// What kinds of questions a form has: by these its page loads what only some forms need.

/**
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").RowsField} RowsField
 */

/** @param {Field} field @returns {field is RowsField} */
export const hasRows = (field) => Boolean(field.columns);

/**
 * Whether anything of a form is calculated: which questions are asked, a field, a column.
 * @param {Field[]} fields
 */
export const calculates = (fields) =>
  fields.some((field) => field.when || field.expression || field.columns?.some((column) => column.expression));

/**
 * Whether two answers, or two results, say the same.
 * @param {unknown} a
 * @param {unknown} b
 */
export const isSame = (a, b) => a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));

/** In place of `FormState` where nothing is calculated: every question is asked, and nothing depends on another. */
export class PlainState {
  /** @type {string[]} */
  conditional = [];
  /** @type {string[]} */
  calculated = [];
  /** @type {RowsField[]} */
  calculatedRows = [];

  isShown() { return true; }
  /** @returns {string[]} */
  changed() { return []; }
}

/** In place of `SmartFields` where no field fills itself in. */
export class NoSmartFields {
  refreshSoon() {}
  async refreshed() {}
}

/** In place of `FormCalculations` where nothing is calculated. */
export class NoCalculations {
  showAll() {}
  showChanged() {}
}

/** In place of `SchoolChoice` where the organisation has no schools. */
export class NoSchools {
  isChoosing = false;
  showChosen() {}
  showChoice() {}
  ask() {}
}

/** In place of `PositionInput` where no question is about a position. */
export class NoPosition {
  input = null;
  show() {}
  showFault() {}
}
