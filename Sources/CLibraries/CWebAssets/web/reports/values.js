// The values that calculations work with: `24.8`, `yes`, `2024-01-15`, `08:30`, lists of them, and blank.

import { one, readAmount, writeAmount } from "./amounts.js";

/**
 * Numbers are in units of 10^-12 (amounts.js), dates are days since 1970-01-01, times are minutes since midnight.
 * @typedef {{ kind: "blank" } | { kind: "number", value: bigint } | { kind: "text", value: string } | { kind: "truth", value: boolean }
 *   | DateValue | TimeValue | { kind: "list", value: Value[] }} Value
 * @typedef {{ kind: "date", value: number }} DateValue
 * @typedef {{ kind: "time", value: number }} TimeValue
 */

const millisecondsPerDay = 864e5;
/** 9999-12-31. */
export const lastDay = 2932896;
/** 23:59. */
export const lastMinute = 1439;

/** @type {Value} */
export const blank = { kind: "blank" };
/** @param {bigint} units @returns {Value} */
export const numberValue = (units) => ({ kind: "number", value: units });
/** @param {number} count @returns {Value} */
export const wholeValue = (count) => numberValue(BigInt(count) * one);
/** @param {string} text @returns {Value} */
export const textValue = (text) => ({ kind: "text", value: text });
/** @param {boolean} truth @returns {Value} */
export const truthValue = (truth) => ({ kind: "truth", value: truth });
/** @param {Value[]} values @returns {Value} */
export const listValue = (values) => ({ kind: "list", value: values });

/**
 * @param {string} text
 * @returns {Value | null}
 */
export const readNumber = (text) => {
  const units = readAmount(text);
  return units === null ? null : numberValue(units);
};

/**
 * Reads `2024-02-29`; null where the calendar has no such day from 1970 on.
 * @param {string} text
 * @returns {DateValue | null}
 */
export const readDate = (text) => {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found || Number(found[1]) < 1970) return null;
  const day = new Date(Date.UTC(2000, 0, 1));
  day.setUTCFullYear(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
  return day.toISOString().slice(0, 10) === text ? { kind: "date", value: Math.round(day.getTime() / millisecondsPerDay) } : null;
};

/**
 * `2024-02-29`.
 * @param {number} day
 */
export const writeDate = (day) => new Date(day * millisecondsPerDay).toISOString().slice(0, 10);

/**
 * Reads `08:30`, `8:30:15` and `2:30 PM`.
 * @param {string} text
 * @returns {TimeValue | null}
 */
export const readTime = (text) => {
  const found = /^\s*(\d{1,2}):(\d\d)(?::\d\d)?\s*(am|pm)?\s*$/i.exec(text);
  if (!found) return null;
  let hour = Number(found[1]);
  if (hour > 23 || Number(found[2]) > 59 || (found[3] && (hour < 1 || hour > 12))) return null;
  if (found[3]) hour = hour % 12 + (found[3].toLowerCase() === "pm" ? 12 : 0);
  return { kind: "time", value: hour * 60 + Number(found[2]) };
};

/** @param {number | string} value */
const twoDigits = (value) => String(value).padStart(2, "0");

/**
 * Reads a day as older reports have it: `2024-01-15T08:00`, `1/15/24`, `1.15.2024`; see `DayText` of the studio.
 * @param {string} text
 */
export const readOldDate = (text) => {
  const trimmed = text.trim();
  if (/^\d{4}-\d\d-\d\d([Tt ]|$)/.test(trimmed)) return readDate(trimmed.slice(0, 10));
  const found = /^(\d{1,2})([/.])(\d{1,2})\2(\d{1,2}|\d{4})$/.exec(trimmed);
  return found && readDate(`${found[4].length < 3 ? 2000 + Number(found[4]) : found[4]}-${twoDigits(found[1])}-${twoDigits(found[3])}`);
};

/**
 * As a report has it: `24.8`, `yes`, `08:30`, `Camera, Flash`.
 * @param {Value} value
 * @returns {string}
 */
export const writeValue = (value) => {
  switch (value.kind) {
    case "blank": return "";
    case "number": return writeAmount(value.value);
    case "truth": return value.value ? "yes" : "no";
    case "date": return writeDate(value.value);
    case "time": return twoDigits(Math.floor(value.value / 60)) + ":" + twoDigits(value.value % 60);
    case "list": return value.value.map(writeValue).join(", ");
    default: return value.value;
  }
};

/**
 * With its kind, as the table of cases has it: `number 24.8`.
 * @param {Value} value
 * @returns {string}
 */
export const describe = (value) => value.kind === "blank" ? "blank"
  : value.kind === "list" ? `list [${value.value.map(describe).join(", ")}]` : `${value.kind} ${writeValue(value)}`;

/**
 * @param {Value} a
 * @param {Value} b
 * @returns {boolean}
 */
export const isEqual = (a, b) => {
  if (a.kind === "blank" || b.kind === "blank") return a.kind === b.kind;
  if (a.kind === "list" && b.kind === "list") {
    const others = b.value;
    return a.value.length === others.length && a.value.every((value, place) => isEqual(value, others[place]));
  }
  return a.kind === b.kind && a.value === b.value;
};

/**
 * A text's characters as the studio counts them, by code points: an emoji is one.
 * @param {string} text
 */
export const charactersOf = (text) => [...text];
