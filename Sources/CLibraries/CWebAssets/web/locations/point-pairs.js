// Pairs of points that a person marks in two pictures, as fractions of each. At most the last pair lacks one of its points.

/**
 * @typedef {import("./types").Spot} Spot
 * @typedef {import("./types").PointPair} PointPair
 * @typedef {import("./types").Half} Half
 */

/** @param {number} share */
const clamp = (share) => Math.max(0, Math.min(1, share));

/**
 * The nearest spot within the picture.
 * @param {Spot} spot
 * @returns {Spot}
 */
export const within = ({ x, y }) => ({ x: clamp(x), y: clamp(y) });

/**
 * Lines of four fractions: old x and y, new x and y. What is none is left out.
 * @param {string} text
 * @returns {PointPair[]}
 */
export const readPairs = (text) => text.split("\n").map((line) => line.trim().split(" ").map(Number))
  .filter((numbers) => numbers.length === 4 && numbers.every((number) => number >= 0 && number <= 1))
  .map(([a, b, c, d]) => ({ old: { x: a, y: b }, now: { x: c, y: d } }));

/** @param {PointPair[]} pairs */
export const wholePairs = (pairs) => pairs.filter(({ old, now }) => old && now);

/**
 * Whole pairs alone, as the studio reads them.
 * @param {PointPair[]} pairs
 */
export const writePairs = (pairs) => wholePairs(pairs)
  .map(({ old, now }) => [old?.x, old?.y, now?.x, now?.y].map((share) => (share ?? 0).toFixed(6)).join(" ")).join("\n");

/**
 * The pairs with one more point: it completes the last one, takes the place of its only point, or begins a new one where there are fewer
 * than `most`.
 * @param {PointPair[]} pairs
 * @param {Half} half
 * @param {Spot} spot
 * @param {number} most
 * @returns {PointPair[]}
 */
export const withPoint = (pairs, half, spot, most) => {
  const last = pairs.at(-1);
  if (last && !(last.old && last.now)) return [...pairs.slice(0, -1), { ...last, [half]: within(spot) }];
  return pairs.length < most ? [...pairs, { [half]: within(spot) }] : pairs;
};

/**
 * @param {PointPair[]} pairs
 * @param {number} index
 * @param {Half} half
 * @param {Spot} spot
 * @returns {PointPair[]}
 */
export const withMoved = (pairs, index, half, spot) => pairs.map((pair, place) => place === index ? { ...pair, [half]: within(spot) } : pair);

/**
 * The pairs with one more, whole pair, before the one that still lacks a point; as they are where there are `most`.
 * @param {PointPair[]} pairs
 * @param {PointPair} pair
 * @param {number} most
 * @returns {PointPair[]}
 */
export const withPair = (pairs, pair, most) => {
  const whole = wholePairs(pairs);
  return pairs.length < most ? [...whole, pair, ...pairs.slice(whole.length)] : pairs;
};

/**
 * Where a transform takes a spot; both in fractions of their pictures.
 * @param {number[]} transform nine numbers, row by row
 * @param {Spot} spot
 * @returns {Spot}
 */
export const moved = ([a, b, c, d, e, f, g, h, i], { x, y }) => {
  const scale = g * x + h * y + i;
  return { x: (a * x + b * y + c) / scale, y: (d * x + e * y + f) / scale };
};

/**
 * The way back of a transform; null where there is none.
 * @param {number[]} transform nine numbers, row by row
 */
export const inverse = ([a, b, c, d, e, f, g, h, i]) => {
  const made = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d];
  const whole = a * made[0] + b * made[3] + c * made[6];
  return Math.abs(whole) > 1e-12 ? made.map((number) => number / whole) : null;
};

/**
 * CSS's `matrix3d` for a transform of fractions of one element to fractions of another, both of these sizes in pixels.
 * @param {number[]} transform nine numbers, row by row
 * @param {{ width: number, height: number }} from
 * @param {{ width: number, height: number }} to
 */
export const matrixOf = ([a, b, c, d, e, f, g, h, i], from, to) => {
  const columns = [
    [a * to.width / from.width, d * to.height / from.width, 0, g / from.width], [b * to.width / from.height, e * to.height / from.height, 0, h / from.height],
    [0, 0, 1, 0], [c * to.width, f * to.height, 0, i],
  ];
  return `matrix3d(${columns.flat().map((number) => Number((number / i).toPrecision(9))).join(", ")})`;
};
