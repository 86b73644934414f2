// @ts-nocheck
"use strict";
import { amount, dateOf, timeOf } from "./calculation.js";

const language = document.documentElement.lang;
const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find((part) => part.type === "decimal")?.value === "," ? "," : ".";

// A number as people write it, as the studio's `WrittenNumber` reads it: its readings as texts with a point. None: it is no number.
// Two: it may be thousands or a fraction, and is asked back; each is then written so that it has no second reading.
const isGrouped = (parts, sign) => {
  if (parts.length === 1) return parts[0] !== "";
  const [first, ...others] = parts, last = others.pop();
  if (!/^[1-9]\d{0,2}$/.test(first) || last.length !== 3) return false;
  if (others.every((part) => part.length === 3)) return true;
  return sign === "," && first.length <= 2 && others.every((part) => part.length === 2);
};
// Of any script: each has its ten in a row, from zero on.
const plainDigit = (digit) => {
  const own = digit.codePointAt(0);
  let first = own;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((own - first) % 10);
};
const joined = (sign, parts, fraction) => sign + parts.join("") + (fraction ? "." + fraction : "");
export const readings = (text, isAmount = false, own = decimal) => {
  let rest = String(text).replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/g, "")
    .replace(/\p{Nd}/gu, plainDigit);
  const bare = (text) => text.replace(/^[\s\u0085\p{Sc}]+|[\s\u0085\p{Sc}]+$/gu, "");
  rest = bare(rest);
  let sign = "";
  if (/^[-\u2212\u2010\u2011\u2013\uFE63\uFF0D+\uFF0B]/.test(rest)) {
    sign = /^[+\uFF0B]/.test(rest) ? "" : "-";
    rest = bare(rest.slice(1));
  }
  rest = rest.replace(/\uFF0E/g, ".").replace(/[\u060C\uFF0C]/g, ",").replace(/\u066B/g, "D").replace(/[\u066C'\u2019\u02BC\s\u0085]/g, "G");
  if (!/^[\d.,DG]*$/.test(rest) || /[DG]/.test(String(text))) return [];
  const parts = rest.split(/[.,DG]/), signs = [...rest].filter((sign) => /[.,DG]/.test(sign)), end = parts.length - 1;
  for (const [place, part] of parts.entries()) {
    if (part) continue;
    const isBare = end === 1 && place === 0 && signs[0] !== "G" && parts[1] !== "";
    const isUnfinished = end > 0 && place === end && signs[end - 1] !== "G" && parts[end - 1] !== "";
    if (!isBare && !isUnfinished) return [];
  }
  const whole = !signs.includes("D") && new Set(signs).size <= 1 && isGrouped(parts, signs[0]) ? joined(sign, parts, "") : null;
  let fraction = null;
  const last = signs[signs.length - 1], before = signs.slice(0, -1);
  if (signs.length && last !== "G" && new Set(before).size <= 1 && !before.includes(last) && !before.includes("D")) {
    const front = parts.slice(0, -1);
    if (front.length === 1 || isGrouped(front, before[0])) fraction = joined(sign, front, parts[end]);
  }
  if (whole !== null && fraction !== null) return isAmount && own && signs[0] !== own ? [whole] : [whole, fraction + "0"];
  return [whole, fraction].filter((reading) => reading !== null);
};

// Drafts have numbers with a point, whatever the language in which they were typed, and texts without halves of signs, which no
// JSON of the studio's has; what is no number stays as it was typed, and is said. What may be two numbers stays with a question mark
// behind it: so it is none anywhere before its writer has said which.
const isPlain = (text) => /^[+-]?(\d{1,15}\.?\d*|\.\d+)$/.test(text);
const isNumber = (field) => field.type === "number" || field.type === "currency";
// Filled in by itself with a number, and typed over as one.
const isCounted = (field) => ["mileage", "photo_count", "calculation"].includes(field.type);
const readingsOf = (field, text) => readings(text, field.type === "currency");
// A length and its unit: `24.8 miles` is a number, and a word that stays.
const inUnit = (field, text) => {
  const [, digits, unit] = (field.type === "mileage" && String(text).match(/^([\p{N}.,\-'’ʼ\s]*\p{N}[.,]?)\s*(\p{L}[^\p{N}]*)$/su)) || [null, text, ""];
  return { digits, unit: unit.trim() && " " + unit.trim() };
};
export const asked = (field, value) => {
  if (!(isNumber(field) || isCounted(field)) || typeof value !== "string" || !value.endsWith("?")) return [];
  const { digits, unit } = inUnit(field, value.slice(0, -1)), found = readingsOf(field, digits);
  return found.length === 2 ? found.map((reading) => reading.replace(".", decimal) + unit) : [];
};
export const taken = (field, text) => {
  const whole = String(text).replace(/\p{Surrogate}/gu, "\uFFFD");
  if (!isNumber(field) && !isCounted(field)) return whole;
  const { digits, unit } = inUnit(field, whole), found = readingsOf(field, digits);
  if (found.length === 2) return whole.trim() + "?";
  return found.length === 1 && isPlain(found[0]) ? found[0] + unit : whole;
};
// What a form begins with: its maker writes numbers with a point.
export const first = (field) => isNumber(field) && typeof field.value === "string" && !isPlain(field.value) ? taken(field, field.value) : field.value;
// As the reader's language writes it; an amount with its groups, and two digits at least. What would have a second reading gets one
// digit more.
const writers = new Map();
const writer = (type, least) => {
  if (!writers.has(type + least)) writers.set(type + least, new Intl.NumberFormat(language, { useGrouping: type === "currency", minimumFractionDigits: least, maximumFractionDigits: 12 }));
  return writers.get(type + least);
};
export const shown = (field, value) => {
  const plain = String(value);
  if (asked(field, plain).length) return plain.slice(0, -1);
  const { digits, unit } = inUnit(field, plain);
  if (!(isNumber(field) || isCounted(field)) || !isPlain(digits)) return plain;
  // A length keeps the digits that it is kept with: `82.0 miles`.
  const least = field.type === "currency" ? 2 : unit ? Math.min(12, (digits.split(".")[1] || "").length) : 0;
  let written = writer(field.type, least).format(digits);
  if (readingsOf(field, written).length === 2) written = writer(field.type, 4).format(digits);
  const found = readingsOf(field, written);
  // What this browser would write as another number stays as it is.
  return found.length === 1 && amount(found[0]) === amount(digits) ? written + unit : plain;
};

// A way in a unit that would count as miles without being any.
const otherUnits = new Set(`' cm feet foot ft fuss fuß m meter metern meters metre metres metro metros mm mètre mètres nm nmi pie pied pieds pies sm yard yards yd yds м מ מטר מטרים קדם רגל أمتار م متر مترا ′`.split(" "));
export const hasOtherUnit = (field, value) => {
  if (field.type !== "mileage" || typeof value !== "string") return false;
  const unit = value.trim().match(/^[\p{N}.,\-'’ʼ\s]*\p{N}[.,]?(.*)$/su)?.[1] ?? "";
  return otherUnits.has(unit.trim().toLowerCase().replace(/[.׳]/gu, ""));
};

export const isEmpty = (value) => value === undefined || value === null || (typeof value === "string" && !value.trim()) || (Array.isArray(value) && !value.length);

// MARK: Patterns, as the studio has read them: a sign [ranges, isNot], a row {r}, a choice {c}, many {m, least, most}.

const ends = (node, starts, signs) => {
  if (!starts.size) return starts;
  if (Array.isArray(node)) {
    const after = new Set();
    for (const place of starts) if (place < signs.length && node[0].some(([low, high]) => signs[place] >= low && signs[place] <= high) !== node[1]) after.add(place + 1);
    return after;
  }
  if (node.r) return node.r.reduce((now, part) => ends(part, now, signs), starts);
  if (node.c) return node.c.reduce((all, part) => { for (const place of ends(part, starts, signs)) all.add(place); return all; }, new Set());
  let now = starts;
  for (let round = 0; round < node.least; round++) now = ends(node.m, now, signs);
  const all = new Set(now);
  let fresh = now;
  for (let round = node.least; fresh.size && (node.most === null || round < node.most); round++) {
    fresh = new Set([...ends(node.m, fresh, signs)].filter((place) => !all.has(place)));
    for (const place of fresh) all.add(place);
  }
  return all;
};
export const matches = (pattern, text) => {
  const signs = [...text].map((sign) => sign.codePointAt(0));
  return signs.length <= 500 && ends(pattern, new Set([0]), signs).has(signs.length);
};

// MARK: Bounds

const one = 10n ** 12n;
const sizes = {
  number: (value) => amount(String(value)),
  date: (value) => { const found = dateOf(value); return found && BigInt(found.value) * one; },
  time: (value) => { const found = timeOf(value); return found && BigInt(found.value) * one; },
  length: (value) => BigInt([...value].length) * one,
  count: (value) => BigInt(value.length) * one,
};
const beyond = {
  number: ["tooLow", "tooHigh"], date: ["tooLow", "tooHigh"], time: ["tooLow", "tooHigh"], length: ["tooShort", "overLength"],
  count: ["tooFew", "tooMany"],
};
export const outside = ({ bounds }, value) => {
  if (!bounds || (typeof value !== "string" && typeof value !== "number" && !Array.isArray(value))) return "";
  const size = sizes[bounds.kind](value);
  if (size === null) return "";
  if (bounds.least !== null && size < amount(bounds.least)) return beyond[bounds.kind][0];
  return bounds.most !== null && size > amount(bounds.most) ? beyond[bounds.kind][1] : "";
};

const kind = (type, value) => {
  switch (type) {
    case "email": return /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/.test(value.trim()) ? "" : "notEmail";
    case "phone": return /^[\d\s\-().+]{10,}$/u.test(value.trim()) ? "" : "notPhone";
    case "number": case "currency": return isPlain(String(value)) ? "" : type === "number" ? "notNumber" : "notAmount";
    case "date": return /^\d{4}-\d\d-\d\d$/.test(value) ? "" : "notDate";
    case "time": return /^\d\d:\d\d/.test(value) ? "" : "notTime";
    default: return "";
  }
};

// What is wrong; an empty text for nothing.
export const fault = (field, value) => {
  if (isEmpty(value)) return field.required ? "missing" : "";
  if (typeof value === "string" && new TextEncoder().encode(value).length > 20000) return "tooLong";
  if (["email", "phone", "date", "time"].includes(field.type) && typeof value !== "string") return "wrongKind";
  if (asked(field, value).length) return "twoNumbers";
  if (hasOtherUnit(field, value)) return "otherUnit";
  const wrong = kind(field.type, value);
  if (wrong) return wrong;
  const written = field.type === "textarea" || typeof value !== "string" ? value : value.trim();
  if (field.pattern && typeof written === "string" && !matches(field.pattern, written)) return "notPattern";
  return outside(field, written);
};

// As it is sent.
export const sent = (field, value) => {
  if (!field.columns || !Array.isArray(value)) return value;
  return value.map((row) => Object.fromEntries(field.columns.map((column) => [column.id, sent(column, row[column.id])]).filter(([, answer]) => answer !== undefined)));
};
