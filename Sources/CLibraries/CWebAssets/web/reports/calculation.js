// What an expression comes to, as the studio calculates it: both are held to one table of cases.

import { absolute, floorAmount, multiplyThenDivide, one, roundAmount, wholeNumber, withinLimit, writeAmount } from "./amounts.js";
import { CalculationFault, parse } from "./expressions.js";
import {
  blank, charactersOf, isEqual, lastDay, lastMinute, listValue, numberValue, readDate, readNumber, readOldDate, readTime, textValue, truthValue,
  wholeValue, writeDate, writeValue,
} from "./values.js";

/**
 * @typedef {import("./values.js").Value} Value
 * @typedef {import("./expressions.js").Expression} Expression
 * @typedef {(name: string) => Value | undefined} Lookup gives what a field holds; undefined where there is none of that name
 * @typedef {import("./types").Answer} Answer
 */

// Fields that double each other's text end there.
const longestText = 20000;

/** @param {number} at */
const wrongKind = (at) => new CalculationFault("wrong-kind", at);

/**
 * @param {bigint | null} units
 * @param {number} at
 */
const checkedNumber = (units, at) => {
  const within = withinLimit(units);
  if (within === null) throw new CalculationFault("too-large", at);
  return numberValue(within);
};

/**
 * @param {string} text
 * @param {number} at
 */
const checkedText = (text, at) => {
  if (text.length > longestText) throw new CalculationFault("too-large", at);
  return textValue(text);
};

/**
 * @param {Value} value
 * @param {number} at
 */
const requireNumber = (value, at) => {
  if (value.kind !== "number") throw wrongKind(at);
  return value.value;
};

/**
 * Null where it is blank.
 * @param {Value} value
 * @param {number} at
 */
const numberOrNull = (value, at) => value.kind === "blank" ? null : requireNumber(value, at);

/**
 * Null where it is blank.
 * @param {Value} value
 * @param {number} at
 */
const truthOrNull = (value, at) => {
  if (value.kind === "blank") return null;
  if (value.kind !== "truth") throw wrongKind(at);
  return value.value;
};

// MARK: Comparing

/**
 * -1, 0 or 1.
 * @param {bigint | number} a
 * @param {bigint | number} b
 */
const compareNumbers = (a, b) => a < b ? -1 : a === b ? 0 : 1;

/**
 * By code points, and not by a language.
 * @param {string} a
 * @param {string} b
 */
const compareTexts = (a, b) => {
  const [left, right] = [a, b].map((text) => charactersOf(text).map((character) => character.codePointAt(0) ?? 0));
  for (let place = 0; place < Math.min(left.length, right.length); place++) {
    const step = left[place] - right[place];
    if (step) return step < 0 ? -1 : 1;
  }
  return Math.sign(left.length - right.length);
};

/**
 * Null where one is blank.
 * @param {Value} a
 * @param {Value} b
 * @param {number} at
 */
const compare = (a, b, at) => {
  if (a.kind === "blank" || b.kind === "blank") return null;
  if (a.kind === "text" && b.kind === "text") return compareTexts(a.value, b.value);
  if (a.kind === "number" && b.kind === "number") return compareNumbers(a.value, b.value);
  if (a.kind === "date" && b.kind === "date") return compareNumbers(a.value, b.value);
  if (a.kind === "time" && b.kind === "time") return compareNumbers(a.value, b.value);
  throw wrongKind(at);
};

/**
 * @param {string} sign
 * @param {Value} a
 * @param {Value} b
 * @param {number} at
 */
const evaluateComparison = (sign, a, b, at) => {
  if (sign === "=" || sign === "<>") {
    if (a.kind !== "blank" && b.kind !== "blank" && a.kind !== b.kind) throw wrongKind(at);
    return truthValue(isEqual(a, b) === (sign === "="));
  }
  const order = compare(a, b, at);
  if (order === null) return blank;
  return truthValue(sign === "<" ? order < 0 : sign === "<=" ? order <= 0 : sign === ">" ? order > 0 : order >= 0);
};

// MARK: Calculating

/**
 * A date so many days, or a time so many minutes, later or earlier.
 * @template {import("./values.js").DateValue | import("./values.js").TimeValue} Moment
 * @param {Moment} moment
 * @param {bigint} units
 * @param {"+" | "-"} sign
 * @param {number} at
 * @param {number} last
 * @returns {Moment}
 */
const move = (moment, units, sign, at, last) => {
  const steps = wholeNumber(units);
  if (steps === null) throw wrongKind(at);
  const value = sign === "+" ? moment.value + steps : moment.value - steps;
  if (value < 0 || value > last) throw new CalculationFault("too-large", at);
  return { ...moment, value };
};

/**
 * @param {string} sign
 * @param {Value} a
 * @param {Value} b
 * @param {number} at
 */
const evaluateArithmetic = (sign, a, b, at) => {
  if (a.kind === "blank" || b.kind === "blank") return blank;
  if (sign === "-") {
    if (a.kind === "date" && b.kind === "date") return wholeValue(a.value - b.value);
    if (a.kind === "time" && b.kind === "time") return wholeValue(a.value - b.value);
  }
  if (sign === "+" || sign === "-") {
    if (a.kind === "date" && b.kind === "number") return move(a, b.value, sign, at, lastDay);
    if (a.kind === "time" && b.kind === "number") return move(a, b.value, sign, at, lastMinute);
  }
  if (sign === "+" && a.kind === "number" && b.kind === "date") return move(b, a.value, sign, at, lastDay);
  const left = requireNumber(a, at), right = requireNumber(b, at);
  if (sign === "+") return checkedNumber(left + right, at);
  if (sign === "-") return checkedNumber(left - right, at);
  if (sign === "*") return checkedNumber(multiplyThenDivide(left, right, one), at);
  if (right === 0n) throw new CalculationFault("division-by-zero", at);
  return checkedNumber(multiplyThenDivide(left, one, right), at);
};

// MARK: Functions

/** @param {string} text */
const isBlankText = (text) => /^ *$/.test(text);

/**
 * `number("24.8")`, `date("2024-01-15")` and `time("8:30")`.
 * @param {"number" | "date" | "time"} kind
 * @param {Value} value
 * @param {number} at
 */
const convert = (kind, value, at) => {
  if (value.kind === "blank" || value.kind === kind) return value;
  if (value.kind !== "text") throw wrongKind(at);
  if (isBlankText(value.value)) return blank;
  const found = kind === "number" ? readNumber(value.value) : kind === "date" ? readDate(value.value) : readTime(value.value);
  if (!found) throw wrongKind(at);
  return found;
};

/**
 * Throws where the sum, or that of the first of them, is beyond the limit.
 * @param {Value[]} values
 * @param {number} at
 */
const add = (values, at) => {
  let total = 0n;
  for (const value of values) {
    total += requireNumber(value, at);
    if (withinLimit(total) === null) throw new CalculationFault("too-large", at);
  }
  return total;
};

/**
 * @param {"min" | "max"} name
 * @param {Value[]} values
 * @param {number} at
 */
const findExtreme = (name, values, at) => {
  let best = values[0];
  for (const value of values.slice(1)) {
    const order = compare(value, best, at) ?? 0;
    if (name === "min" ? order < 0 : order > 0) best = value;
  }
  // A single one is of a kind that has an order as well.
  compare(best, best, at);
  return best;
};

/**
 * @param {Value[]} parts
 * @param {number} at
 */
const round = (parts, at) => {
  const value = numberOrNull(parts[0], at);
  if (value === null) return blank;
  if (parts.length === 1) return checkedNumber(roundAmount(value, 0), at);
  const wanted = numberOrNull(parts[1], at);
  if (wanted === null) return blank;
  const digits = wholeNumber(wanted);
  if (digits === null || digits < -14 || digits > 12) throw wrongKind(at);
  return checkedNumber(roundAmount(value, digits), at);
};

/**
 * Whether a list has the value, or a text the other one.
 * @param {Value} whole
 * @param {Value} wanted
 * @param {number} at
 */
const contains = (whole, wanted, at) => {
  if (whole.kind === "blank" || wanted.kind === "blank") return blank;
  if (whole.kind === "list") return truthValue(whole.value.some((value) => isEqual(value, wanted)));
  if (whole.kind !== "text" || wanted.kind !== "text") throw wrongKind(at);
  const characters = charactersOf(whole.value), others = charactersOf(wanted.value);
  for (let place = 0; place + others.length <= characters.length; place++) {
    if (others.every((character, next) => characters[place + next] === character)) return truthValue(true);
  }
  return truthValue(false);
};

/**
 * @param {string} name
 * @param {Value[]} parts
 * @param {number} at
 * @returns {Value}
 */
const callFunction = (name, parts, at) => {
  const [first] = parts;
  const filled = () => parts.flatMap((part) => part.kind === "list" ? part.value : [part]).filter((part) => part.kind !== "blank");
  switch (name) {
    case "count": return wholeValue(filled().length);
    case "sum": case "average": {
      const values = filled(), total = add(values, at);
      if (!values.length) return blank;
      return checkedNumber(name === "sum" ? total : multiplyThenDivide(total, one, BigInt(values.length) * one), at);
    }
    case "min": case "max": {
      const values = filled();
      return values.length ? findExtreme(name, values, at) : blank;
    }
    case "isblank":
      if (first.kind === "text") return truthValue(isBlankText(first.value));
      return truthValue(first.kind === "blank" || (first.kind === "list" && !first.value.length));
    case "round": return round(parts, at);
    case "floor": {
      const value = numberOrNull(first, at);
      return value === null ? blank : checkedNumber(floorAmount(value), at);
    }
    case "abs": {
      const value = numberOrNull(first, at);
      return value === null ? blank : checkedNumber(absolute(value), at);
    }
    case "text": return checkedText(writeValue(first), at);
    case "number": case "date": case "time": return convert(name, first, at);
    case "year": case "month": case "day":
      if (first.kind === "blank") return blank;
      if (first.kind !== "date") throw wrongKind(at);
      return wholeValue(Number(writeDate(first.value).split("-")[["year", "month", "day"].indexOf(name)]));
    case "length":
      if (first.kind === "blank") return blank;
      if (first.kind === "text") return wholeValue(charactersOf(first.value).length);
      if (first.kind !== "list") throw wrongKind(at);
      return wholeValue(first.value.length);
    default: return contains(first, parts[1], at);
  }
};

// MARK: Expressions

/**
 * `no and …` is no, whatever is wrong with the other side.
 * @param {"and" | "or"} sign
 * @param {Expression[]} sides
 * @param {number} at
 * @param {Lookup} lookup
 */
const evaluateLogic = (sign, sides, at, lookup) => {
  const deciding = sign === "or";
  let fault = null, isBlank = false;
  for (const side of sides) {
    try {
      const value = truthOrNull(evaluate(side, lookup), at);
      if (value === deciding) return truthValue(deciding);
      if (value === null) isBlank = true;
    } catch (found) { fault ??= found; }
  }
  if (fault) throw fault;
  return isBlank ? blank : truthValue(!deciding);
};

/**
 * @param {string} name
 * @param {number} at
 * @param {Lookup} lookup
 */
const evaluateField = (name, at, lookup) => {
  let found;
  try { found = lookup(name); } catch (fault) {
    if (!(fault instanceof CalculationFault)) throw fault;
    throw new CalculationFault(fault.kind, at, fault.what);
  }
  if (!found) throw new CalculationFault("unknown-field", at, name);
  return found;
};

/**
 * Throws a `CalculationFault`.
 * @param {Expression} node
 * @param {Lookup} lookup
 * @returns {Value}
 */
export const evaluate = (node, lookup) => {
  switch (node.kind) {
    case "value": return node.value;
    case "field": return evaluateField(node.name, node.at, lookup);
    case "negative": {
      const value = numberOrNull(evaluate(node.operand, lookup), node.at);
      return value === null ? blank : checkedNumber(-value, node.at);
    }
    case "not": {
      const value = truthOrNull(evaluate(node.operand, lookup), node.at);
      return value === null ? blank : truthValue(!value);
    }
    case "pair": {
      const { sign, at } = node;
      if (sign === "and" || sign === "or") return evaluateLogic(sign, [node.left, node.right], at, lookup);
      const left = evaluate(node.left, lookup), right = evaluate(node.right, lookup);
      if (sign === "&") return checkedText(writeValue(left) + writeValue(right), at);
      return "+-*/".includes(sign) ? evaluateArithmetic(sign, left, right, at) : evaluateComparison(sign, left, right, at);
    }
    case "call": {
      if (node.name !== "if") return callFunction(node.name, node.parts.map((part) => evaluate(part, lookup)), node.at);
      const value = truthOrNull(evaluate(node.parts[0], lookup), node.at);
      return value === null ? blank : evaluate(node.parts[value ? 1 : 2], lookup);
    }
  }
};

/**
 * Throws a `CalculationFault`.
 * @param {string} text
 * @param {Lookup} lookup
 */
export const calculate = (text, lookup) => evaluate(parse(text), lookup);

// MARK: Answers

/**
 * A value as files of values have it: `24.8`, `"Adams"`, `{ "date": "2024-01-15" }`.
 * @param {unknown} json
 * @returns {Value}
 */
export const fromJSON = (json) => {
  if (json === null || json === undefined) return blank;
  if (typeof json === "boolean") return truthValue(json);
  if (typeof json === "number") return readNumber(String(json)) ?? blank;
  if (typeof json === "string") return json.trim() ? textValue(json) : blank;
  if (Array.isArray(json)) return listValue(json.map(fromJSON));
  const { date, time } = /** @type {{ date?: string, time?: string }} */ (json);
  return (date && readDate(date)) || (time && readTime(time)) || blank;
};

/**
 * What an answer to a field of such a type is in a calculation.
 * @param {string} type
 * @param {Answer} answer
 * @returns {Value}
 */
export const fromAnswer = (type, answer) => {
  if (answer === undefined || answer === null) return blank;
  if (typeof answer === "boolean") return truthValue(answer);
  if (typeof answer === "number") return fromJSON(answer);
  if (Array.isArray(answer)) return listValue(answer.map((part) => fromAnswer(type, part)));
  if (!answer.trim()) return blank;
  return readTyped(type, answer) ?? textValue(answer);
};

/**
 * @param {string} type
 * @param {string} text
 */
const readTyped = (type, text) => {
  switch (type) {
    case "number": case "currency": case "photo_count": return readNumber(text.trim());
    // `24.8 miles`
    case "mileage": return readNumber(text.split(" ").find(Boolean) || "");
    case "date": case "date_auto": return readOldDate(text);
    case "time": case "time_auto": return readTime(text);
    default: return null;
  }
};

/**
 * A value as an answer is stored.
 * @param {Value} value
 */
export const toAnswer = (value) => {
  switch (value.kind) {
    case "number": return Number(writeAmount(value.value));
    case "truth": return value.value;
    case "list": return value.value.map(writeValue);
    default: return writeValue(value);
  }
};
