/// What counts as an answer, as the studio sees it: it looks again when the report arrives.
let reportsAnswers = #"""
  "use strict";
  import { amount, dateOf, timeOf } from "./CALCULATION";

  const language = document.documentElement.lang;
  const parts = new Intl.NumberFormat(language).formatToParts(12345.6);
  const decimal = parts.find((part) => part.type === "decimal")?.value || ".";
  const group = parts.find((part) => part.type === "group")?.value || ",";

  // As the reader's language writes numbers, with a point; what is none stays as it is.
  export const number = (text) => {
    let plain = String(text).trim().replace(/[\u0660-\u0669]/g, (digit) => digit.charCodeAt(0) - 0x660)
      .replace(/[\u06F0-\u06F9]/g, (digit) => digit.charCodeAt(0) - 0x6F0)
      .replace(/\u066B/g, decimal).replace(/\u066C/g, "").replace(/\u2212/g, "-").replace(/[\p{Sc}\s'\u2019\u200E\u200F\u061C]/gu, "");
    if (/^[+-]?\d+$/.test(plain)) return plain;
    const points = plain.split(".").length - 1, commas = plain.split(",").length - 1;
    // One sign alone, and not before three digits: a fraction in any language.
    const fraction = plain.match(/^[+-]?\d*[.,](\d+)$/)?.[1];
    if (points + commas === 1 && fraction && (fraction.length !== 3 || plain.includes(decimal))) return plain.replace(",", ".");
    if (group !== "." || points > 0) plain = plain.split(group).join("");
    return plain.replace(decimal, ".");
  };

  // Drafts have numbers with a point, whatever the language in which they were typed, and texts without halves of signs, which no
  // JSON of the studio's has; what is no number stays as it was typed, and is said.
  const isPlain = (text) => /^[+-]?(\d{1,15}\.?\d*|\.\d+)$/.test(text);
  const isNumber = (field) => field.type === "number" || field.type === "currency";
  export const taken = (field, text) => {
    const whole = String(text).replace(/\p{Surrogate}/gu, "\uFFFD");
    if (!isNumber(field)) return whole;
    const plain = number(whole);
    return isPlain(plain) ? plain : whole;
  };
  // What a form begins with: its maker writes numbers with a point.
  export const first = (field) => isNumber(field) && typeof field.value === "string" && !isPlain(field.value) ? taken(field, field.value) : field.value;
  // As the reader's language writes it; an amount with its groups, and two digits at least.
  const writers = new Map();
  export const shown = (field, value) => {
    const plain = String(value);
    if (!isNumber(field) || !isPlain(plain)) return plain;
    if (!writers.has(field.type)) {
      writers.set(field.type, new Intl.NumberFormat(language, { useGrouping: field.type === "currency", minimumFractionDigits: field.type === "currency" ? 2 : 0, maximumFractionDigits: 12 }));
    }
    const written = writers.get(field.type).format(plain);
    // What this browser would write as another number stays as it is.
    return amount(number(written)) === amount(plain) ? written : plain;
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

  """#
