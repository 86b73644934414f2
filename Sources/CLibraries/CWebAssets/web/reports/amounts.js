// Decimal numbers of 12 digits behind the point, as whole numbers of 10^-12 (`units`): `1.5` is 1500000000000n. The studio calculates
// with the same (`Amount`), so that both come to the same digits. Null: there is no such number, or it is beyond the limit.

/** One, in units. */
export const one = 10n ** 12n;
/** Amounts are below 10^15. */
const limit = 10n ** 27n;

/** @param {bigint} units */
export const absolute = (units) => units < 0n ? -units : units;

/** @param {bigint | null} units */
export const withinLimit = (units) => units === null || absolute(units) >= limit ? null : units;

/**
 * `a * b / divisor`, rounded to the nearest unit; halves are rounded away from zero.
 * @param {bigint} a
 * @param {bigint} b
 * @param {bigint} divisor
 */
export const multiplyThenDivide = (a, b, divisor) => {
  const isNegative = [a, b, divisor].filter((factor) => factor < 0n).length % 2 === 1;
  const product = absolute(a) * absolute(b), by = absolute(divisor);
  let quotient = product / by;
  const rest = product % by;
  if (rest >= by - rest) quotient += 1n;
  return withinLimit(isNegative ? -quotient : quotient);
};

/**
 * Reads `12`, `-0.5`, `.5` and `1e3`.
 * @param {string} text
 */
export const readAmount = (text) => {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!found || !(found[2] || found[3])) return null;
  const exponent = Number(found[4] || 0);
  if (Math.abs(exponent) > 60) return null;
  const digits = found[2] + (found[3] || ""), point = found[2].length + exponent + 12;
  let units = 0n;
  for (let place = 0; place < Math.max(0, point); place++) {
    if (units >= limit) return null;
    units = units * 10n + BigInt(digits[place] || 0);
  }
  if (point >= 0 && point < digits.length && digits[point] >= "5") units += 1n;
  if (units >= limit) return null;
  return found[1] === "-" ? -units : units;
};

/**
 * `-0.5`: with a point, without zeros at the end.
 * @param {bigint} units
 */
export const writeAmount = (units) => {
  const whole = absolute(units) / one, part = absolute(units) % one;
  return (units < 0n ? "-" : "") + whole + (part ? "." + String(part).padStart(12, "0").replace(/0+$/, "") : "");
};

/**
 * Rounded to so many digits behind the point; with -1 to tens. Halves are rounded away from zero.
 * @param {bigint} units
 * @param {number} digits
 */
export const roundAmount = (units, digits) => {
  const dropped = 12 - digits;
  if (dropped <= 0) return units;
  const step = 10n ** BigInt(dropped);
  let steps = absolute(units) / step;
  const rest = absolute(units) % step;
  if (rest >= step - rest) steps += 1n;
  return withinLimit(units < 0n ? -(steps * step) : steps * step);
};

/**
 * The next whole number below it, or itself.
 * @param {bigint} units
 */
export const floorAmount = (units) => (units % one < 0n ? units / one - 1n : units / one) * one;

/**
 * As a number of JavaScript's, where it is a whole one.
 * @param {bigint} units
 */
export const wholeNumber = (units) => units % one === 0n ? Number(units / one) : null;
