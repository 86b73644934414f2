// Numbers as people write them: `1.234,56`, `1'234.56`, `٣٫٥`, `$ 12`. The studio reads them alike (`WrittenNumber`); both are held to one
// table of cases.

// A sign of thousands and of fractions in any script is written as `,` or `.`; one that can only be of fractions as `D`, one that can only
// be of groups as `G`.
const invisible = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/g;
const minusOrPlus = /^[-\u2212\u2010\u2011\u2013\uFE63\uFF0D+\uFF0B]/;

/**
 * Whether the parts between the signs are groups: `1 234 567`, and as in India `12,34,567`.
 * @param {string[]} parts
 * @param {string | undefined} sign
 */
const isGrouped = (parts, sign) => {
  if (parts.length === 1) return parts[0] !== "";
  const first = parts[0], last = parts[parts.length - 1], others = parts.slice(1, -1);
  if (!/^[1-9]\d{0,2}$/.test(first) || last.length !== 3) return false;
  if (others.every((part) => part.length === 3)) return true;
  return sign === "," && first.length <= 2 && others.every((part) => part.length === 2);
};

/**
 * A digit of any script: each has its ten in a row, from zero on.
 * @param {string} digit
 */
const plainDigit = (digit) => {
  const own = digit.codePointAt(0) ?? 0;
  let first = own;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((own - first) % 10);
};

/**
 * Without spaces and signs of a currency around it.
 * @param {string} text
 */
const trimmed = (text) => text.replace(/^[\s\u0085\p{Sc}]+|[\s\u0085\p{Sc}]+$/gu, "");

/**
 * @param {string} sign
 * @param {string[]} parts
 * @param {string} fraction
 */
const join = (sign, parts, fraction) => sign + parts.join("") + (fraction ? "." + fraction : "");

/**
 * Whether only what may be without digits is: `.5`, and `5.` while it is typed.
 * @param {string[]} parts
 * @param {string[]} signs
 */
const hasDigits = (parts, signs) => {
  const end = parts.length - 1;
  return parts.every((part, place) => {
    if (part) return true;
    const isBare = end === 1 && place === 0 && signs[0] !== "G" && parts[1] !== "";
    const isUnfinished = end > 0 && place === end && signs[end - 1] !== "G" && parts[end - 1] !== "";
    return isBare || isUnfinished;
  });
};

/**
 * What a text may mean, as numbers with a point. None: it is no number. Two: it may have thousands or a fraction, as `1.234`; each is then
 * written so that it has no second reading.
 * @param {string} text
 * @param {boolean} isAmount an amount of money whose sign is not that of fractions has thousands
 * @param {string} decimal the sign of fractions where the text was written: `.`, `,` or none
 */
export const readings = (text, isAmount, decimal) => {
  let rest = trimmed(String(text).replace(invisible, "").replace(/\p{Nd}/gu, plainDigit));
  let minus = "";
  if (minusOrPlus.test(rest)) {
    minus = /^[+\uFF0B]/.test(rest) ? "" : "-";
    rest = trimmed(rest.slice(1));
  }
  rest = rest.replace(/\uFF0E/g, ".").replace(/[\u060C\uFF0C]/g, ",").replace(/\u066B/g, "D").replace(/[\u066C'\u2019\u02BC\s\u0085]/g, "G");
  if (!/^[\d.,DG]*$/.test(rest) || /[DG]/.test(String(text))) return [];
  const parts = rest.split(/[.,DG]/), signs = [...rest].filter((sign) => /[.,DG]/.test(sign));
  if (!hasDigits(parts, signs)) return [];
  const whole = readGroups(minus, parts, signs), fraction = readFraction(minus, parts, signs);
  if (whole !== null && fraction !== null) return isAmount && decimal && signs[0] !== decimal ? [whole] : [whole, fraction + "0"];
  return [whole, fraction].flatMap((reading) => reading === null ? [] : [reading]);
};

/**
 * All signs are of thousands, and the same.
 * @param {string} minus
 * @param {string[]} parts
 * @param {string[]} signs
 */
const readGroups = (minus, parts, signs) =>
  !signs.includes("D") && new Set(signs).size <= 1 && isGrouped(parts, signs[0]) ? join(minus, parts, "") : null;

/**
 * The last sign is of a fraction, those before it of thousands.
 * @param {string} minus
 * @param {string[]} parts
 * @param {string[]} signs
 */
const readFraction = (minus, parts, signs) => {
  const last = signs[signs.length - 1], before = signs.slice(0, -1);
  if (!signs.length || last === "G" || new Set(before).size > 1 || before.includes(last) || before.includes("D")) return null;
  const front = parts.slice(0, -1);
  return front.length === 1 || isGrouped(front, before[0]) ? join(minus, front, parts[parts.length - 1]) : null;
};
