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
