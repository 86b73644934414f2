// Where marks lie: on the picture from 0 to 1, in the stage in CSS pixels.

/**
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Size} Size
 * @typedef {Size & { left: number, top: number }} Frame a picture in its stage
 */

// A mark's points have so many parts of a picture's side: finer than a pixel of a usual photo, and short as text.
const precision = 10000;
// What is less wide and high together, as parts of the picture, is a slip of the finger.
const shortest = 0.005;
// The two lines of an arrow's head: so long, in CSS pixels, and at this angle to its line, in radians.
const headLength = 16, headAngle = 0.5;

/**
 * The picture lies in the middle of the stage.
 * @param {Size} picture
 * @param {Size} stage
 * @returns {Frame}
 */
export const frameOf = ({ width, height }, stage) => ({ left: (stage.width - width) / 2, top: (stage.height - height) / 2, width, height });

/**
 * The points of a mark in the stage: `[0.5, 0.5]` is the frame's middle.
 * @param {number[]} points
 * @param {Frame} frame
 */
export const placed = (points, { left, top, width, height }) => {
  /** @type {Point[]} */
  const found = [];
  for (let at = 0; at < points.length; at += 2) found.push({ x: left + points[at] * width, y: top + points[at + 1] * height });
  return found;
};

/**
 * The reverse: where a finger is on the picture, which may be nearer or moved. Beside it is its edge.
 * @param {{ clientX: number, clientY: number }} finger
 * @param {{ left: number, top: number }} box where the picture's element is now
 * @param {Frame} frame
 * @param {number} grown how many times the element is larger than the stage
 */
export const pointAt = (finger, box, frame, grown) => {
  const x = (finger.clientX - box.left - frame.left * grown) / (frame.width * grown), y = (finger.clientY - box.top - frame.top * grown) / (frame.height * grown);
  return [x, y].map((value) => Math.round(Math.min(1, Math.max(0, value)) * precision) / precision);
};

/**
 * Whether something was drawn, and the finger did not only touch.
 * @param {number[]} points
 */
export const isDrawn = (points) => {
  const across = points.filter((_, at) => at % 2 === 0), down = points.filter((_, at) => at % 2);
  return Math.max(...across) - Math.min(...across) + Math.max(...down) - Math.min(...down) > shortest;
};

/**
 * The ends of the two lines of an arrow's head.
 * @param {Point} first
 * @param {Point} last
 * @returns {Point[]}
 */
export const arrowHead = (first, last) => {
  const way = Math.atan2(last.y - first.y, last.x - first.x);
  return [-headAngle, headAngle].map((side) => ({ x: last.x - headLength * Math.cos(way + side), y: last.y - headLength * Math.sin(way + side) }));
};

/**
 * How far a place is from a line, all in CSS pixels.
 * @param {Point} place
 * @param {Point} first
 * @param {Point} last
 */
const fromLine = (place, first, last) => {
  const right = last.x - first.x, down = last.y - first.y, length = right * right + down * down;
  const part = length ? Math.min(1, Math.max(0, ((place.x - first.x) * right + (place.y - first.y) * down) / length)) : 0;
  return Math.hypot(place.x - first.x - part * right, place.y - first.y - part * down);
};

/**
 * How far a place is from a mark, all in CSS pixels: from a pin's middle, else from the nearest of its lines.
 * @param {string} shape
 * @param {Point[]} points
 * @param {Point} place
 */
export const distance = (shape, points, place) => {
  const first = points[0], last = points[points.length - 1];
  if (shape === "pin") return fromLine(place, first, first);
  const corners = shape === "rectangle" ? [first, { x: last.x, y: first.y }, last, { x: first.x, y: last.y }, first] : points;
  return Math.min(...corners.slice(1).map((corner, at) => fromLine(place, corners[at], corner)));
};

/**
 * A mark's points, all moved by the same; none of them leaves the picture.
 * @param {number[]} points
 * @param {number} right a part of the picture's width
 * @param {number} down a part of its height
 */
export const moved = (points, right, down) => {
  const inside = (/** @type {number} */ by, /** @type {number[]} */ places) => Math.min(1 - Math.max(...places), Math.max(-Math.min(...places), by));
  const by = [inside(right, points.filter((_, at) => at % 2 === 0)), inside(down, points.filter((_, at) => at % 2))];
  return points.map((value, at) => Math.round(Math.min(1, Math.max(0, value + by[at % 2])) * precision) / precision);
};
