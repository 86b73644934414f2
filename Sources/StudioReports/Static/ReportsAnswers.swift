/// What counts as an answer, as the studio sees it: it looks again when the report arrives.
let reportsAnswers = #"""
  "use strict";
  const language = document.documentElement.lang;
  const parts = new Intl.NumberFormat(language).formatToParts(12345.6);
  const decimal = parts.find((part) => part.type === "decimal")?.value || ".";
  const group = parts.find((part) => part.type === "group")?.value || ",";

  // As the reader's language writes numbers, with a point; what is none stays as it is.
  export const number = (text) => {
    let plain = text.trim().replace(/[\u0660-\u0669]/g, (digit) => digit.charCodeAt(0) - 0x660).replace(/[\p{Sc}\s']/gu, "");
    if (/^[+-]?\d+$/.test(plain)) return plain;
    const points = plain.split(".").length - 1, commas = plain.split(",").length - 1;
    // One sign alone, and not before three digits: a fraction in any language.
    const fraction = plain.match(/^[+-]?\d*[.,](\d+)$/)?.[1];
    if (points + commas === 1 && fraction && (fraction.length !== 3 || plain.includes(decimal))) return plain.replace(",", ".");
    if (group !== "." || points > 0) plain = plain.split(group).join("");
    return plain.replace(decimal, ".");
  };

  export const isEmpty = (value) => value === undefined || value === null || (typeof value === "string" && !value.trim()) || (Array.isArray(value) && !value.length);

  // What is wrong; an empty text for nothing.
  export const fault = (type, required, value) => {
    if (isEmpty(value)) return required ? "missing" : "";
    if (typeof value === "string" && new TextEncoder().encode(value).length > 20000) return "tooLong";
    switch (type) {
      case "email": return /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/.test(value.trim()) ? "" : "notEmail";
      case "phone": return /^[\d\s\-().+]{10,}$/u.test(value.trim()) ? "" : "notPhone";
      case "number": case "currency": return /^[+-]?(\d{1,15}\.?\d*|\.\d+)$/.test(number(value)) ? "" : type === "number" ? "notNumber" : "notAmount";
      case "date": return /^\d{4}-\d\d-\d\d$/.test(value) ? "" : "notDate";
      case "time": return /^\d\d:\d\d/.test(value) ? "" : "notTime";
      default: return "";
    }
  };

  // As it is sent.
  export const sent = (type, value) => (type === "number" || type === "currency") && typeof value === "string" ? number(value) : value;

  """#
