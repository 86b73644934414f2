// Answers as drafts have them: numbers with a point, whatever the language in which they were typed, and texts without halves of
// characters, which the studio's JSON does not take. What is no number stays as it was typed, and is a fault. What may be two numbers stays
// with a question mark behind it, `1.234?`: so it counts as none before its writer has chosen one.

import { one, readAmount } from "./amounts.js";
import { decimal, language } from "./language.js";
import { matches } from "./patterns.js";
import { readDate, readTime } from "./values.js";
import { readings } from "./written-numbers.js";

/**
 * @typedef {import("./types").Answer} Answer
 * @typedef {import("./types").FieldAnswer} FieldAnswer
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").Row} Row
 */

// Longer answers are not taken by the studio.
const mostBytes = 20000;

// MARK: Numbers

/** @param {string} text */
const isPlainNumber = (text) => /^[+-]?(\d{1,15}\.?\d*|\.\d+)$/.test(text);
/** @param {{ type: string }} field */
const isNumber = ({ type }) => type === "number" || type === "currency";
/**
 * Such a field fills itself in with a number, and can be typed over with one.
 * @param {{ type: string }} field
 */
const isCounted = ({ type }) => ["mileage", "photo_count", "calculation"].includes(type);

/**
 * @param {{ type: string }} field
 * @param {string} text
 */
const readingsFor = (field, text) => readings(text, field.type === "currency", decimal);

/**
 * A length and its unit: `24.8 miles` is a number, and a word that stays.
 * @param {{ type: string }} field
 * @param {string} text
 */
const splitUnit = (field, text) => {
  const found = field.type === "mileage" ? text.match(/^([\p{N}.,\-'’ʼ\s]*\p{N}[.,]?)\s*(\p{L}[^\p{N}]*)$/su) : null;
  if (!found) return { digits: text, unit: "" };
  const unit = found[2].trim();
  return { digits: found[1], unit: unit && " " + unit };
};

/**
 * The two numbers that an answer may be, as the reader would write them; none where it is clear.
 * @param {{ type: string }} field
 * @param {FieldAnswer} answer
 */
export const ambiguousReadings = (field, answer) => {
  if (!(isNumber(field) || isCounted(field)) || typeof answer !== "string" || !answer.endsWith("?")) return [];
  const { digits, unit } = splitUnit(field, answer.slice(0, -1)), found = readingsFor(field, digits);
  return found.length === 2 ? found.map((reading) => reading.replace(".", decimal) + unit) : [];
};

/**
 * What was typed, as a draft has it.
 * @param {{ type: string }} field
 * @param {string} text
 */
export const normalize = (field, text) => {
  const whole = String(text).replace(/\p{Surrogate}/gu, "\uFFFD");
  if (!isNumber(field) && !isCounted(field)) return whole;
  const { digits, unit } = splitUnit(field, whole), found = readingsFor(field, digits);
  if (found.length === 2) return whole.trim() + "?";
  return found.length === 1 && isPlainNumber(found[0]) ? found[0] + unit : whole;
};

/**
 * What a field begins with: the form's maker writes numbers with a point.
 * @param {{ type: string, value?: Answer }} field
 */
export const initialAnswer = (field) =>
  isNumber(field) && typeof field.value === "string" && !isPlainNumber(field.value) ? normalize(field, field.value) : field.value;

/** @type {Map<string, Intl.NumberFormat>} */
const writers = new Map();
/**
 * @param {string} type
 * @param {number} least how many digits stand behind the point at least
 */
const writerFor = (type, least) => {
  let writer = writers.get(type + least);
  if (!writer) {
    writer = new Intl.NumberFormat(language, { useGrouping: type === "currency", minimumFractionDigits: least, maximumFractionDigits: 12 });
    writers.set(type + least, writer);
  }
  return writer;
};
/**
 * `Intl` takes digits as a text, and then keeps all of them; TypeScript's declaration knows numbers only.
 * @param {Intl.NumberFormat} writer
 * @param {string} digits
 */
const write = (writer, digits) => writer.format(/** @type {number} */ (/** @type {unknown} */ (digits)));

/**
 * An answer as the reader's language writes it: an amount with its groups, and two digits at least. What would have a second reading gets
 * one digit more.
 * @param {{ type: string }} field
 * @param {string | number} answer
 */
export const display = (field, answer) => {
  const plain = String(answer);
  if (ambiguousReadings(field, plain).length) return plain.slice(0, -1);
  const { digits, unit } = splitUnit(field, plain);
  if (!(isNumber(field) || isCounted(field)) || !isPlainNumber(digits)) return plain;
  // A length keeps the digits that it is stored with: `82.0 miles`.
  const least = field.type === "currency" ? 2 : unit ? Math.min(12, (digits.split(".")[1] || "").length) : 0;
  let written = write(writerFor(field.type, least), digits);
  if (readingsFor(field, written).length === 2) written = write(writerFor(field.type, 4), digits);
  const found = readingsFor(field, written);
  // What this browser would write as another number stays as it is.
  return found.length === 1 && readAmount(found[0]) === readAmount(digits) ? written + unit : plain;
};

// Units of length that would count as miles without being any.
const otherUnits = new Set(`' cm feet foot ft fuss fuß m meter metern meters metre metres metro metros mm mètre mètres nm nmi pie pied pieds pies sm yard yards yd yds м מ מטר מטרים קדם רגל أمتار م متر مترا ′`.split(" "));
/**
 * @param {{ type: string }} field
 * @param {FieldAnswer} answer
 */
export const hasOtherUnit = (field, answer) => {
  if (field.type !== "mileage" || typeof answer !== "string") return false;
  const unit = answer.trim().match(/^[\p{N}.,\-'’ʼ\s]*\p{N}[.,]?(.*)$/su)?.[1] ?? "";
  return otherUnits.has(unit.trim().toLowerCase().replace(/[.׳]/gu, ""));
};

/** @param {FieldAnswer} answer */
export const isEmpty = (answer) => answer === undefined || answer === null || (typeof answer === "string" && !answer.trim()) || (Array.isArray(answer) && !answer.length);

// MARK: Bounds

/**
 * How much an answer is, in the units of amounts; null where that cannot be said.
 * @type {Record<import("./types").Bounds["kind"], (answer: string | number | unknown[]) => bigint | null>}
 */
const measures = {
  number: (answer) => readAmount(String(answer)),
  date: (answer) => { const found = readDate(String(answer)); return found && BigInt(found.value) * one; },
  time: (answer) => { const found = readTime(String(answer)); return found && BigInt(found.value) * one; },
  length: (answer) => BigInt([.../** @type {string} */ (answer)].length) * one,
  count: (answer) => BigInt(/** @type {unknown[]} */ (answer).length) * one,
};
/** @type {Record<import("./types").Bounds["kind"], [below: string, above: string]>} */
const boundFaults = {
  number: ["tooLow", "tooHigh"], date: ["tooLow", "tooHigh"], time: ["tooLow", "tooHigh"], length: ["tooShort", "overLength"],
  count: ["tooFew", "tooMany"],
};
/**
 * What is wrong with an answer, or with a number of rows or files; an empty text where nothing is.
 * @param {Pick<Field, "bounds">} field
 * @param {FieldAnswer | unknown[]} answer
 */
export const findBoundsFault = ({ bounds }, answer) => {
  if (!bounds || (typeof answer !== "string" && typeof answer !== "number" && !Array.isArray(answer))) return "";
  const size = measures[bounds.kind](answer);
  if (size === null) return "";
  const least = bounds.least === null ? null : readAmount(bounds.least), most = bounds.most === null ? null : readAmount(bounds.most);
  if (least !== null && size < least) return boundFaults[bounds.kind][0];
  return most !== null && size > most ? boundFaults[bounds.kind][1] : "";
};

// MARK: Faults

/**
 * @param {string} type
 * @param {string} text
 */
const findTypeFault = (type, text) => {
  switch (type) {
    case "email": return /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/.test(text.trim()) ? "" : "notEmail";
    case "phone": return /^[\d\s\-().+]{10,}$/u.test(text.trim()) ? "" : "notPhone";
    case "number": case "currency": return isPlainNumber(text) ? "" : type === "number" ? "notNumber" : "notAmount";
    case "date": return /^\d{4}-\d\d-\d\d$/.test(text) ? "" : "notDate";
    case "time": return /^\d\d:\d\d/.test(text) ? "" : "notTime";
    default: return "";
  }
};

/**
 * What is wrong with an answer, as a key of the page's words; an empty text where nothing is.
 * @param {Field} field
 * @param {FieldAnswer} answer
 */
export const findFault = (field, answer) => {
  if (isEmpty(answer)) return field.required ? "missing" : "";
  if (typeof answer === "string" && new TextEncoder().encode(answer).length > mostBytes) return "tooLong";
  if (["email", "phone", "date", "time"].includes(field.type) && typeof answer !== "string") return "wrongKind";
  if (ambiguousReadings(field, answer).length) return "twoNumbers";
  if (hasOtherUnit(field, answer)) return "otherUnit";
  const fault = findTypeFault(field.type, String(answer));
  if (fault) return fault;
  const text = field.type === "textarea" || typeof answer !== "string" ? answer : answer.trim();
  if (field.pattern && typeof text === "string" && !matches(field.pattern, text)) return "notPattern";
  return findBoundsFault(field, text);
};

/**
 * An answer as it is sent: of rows only what the form asks.
 * @param {Field} field
 * @param {FieldAnswer} answer
 * @returns {FieldAnswer}
 */
export const toSubmission = (field, answer) => {
  const { columns } = field;
  if (!columns || !Array.isArray(answer)) return answer;
  return answer.map((part) => {
    const row = /** @type {Row} */ (part);
    const cells = columns.map((column) => /** @type {const} */ ([column.id, toSubmission(column, row[column.id])])).filter(([, cell]) => cell !== undefined);
    return /** @type {Row} */ (Object.fromEntries(cells));
  });
};
