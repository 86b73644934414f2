// How near a picture is, and which part of it is seen.

/**
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Size} Size
 */

/** At 1 the whole picture is seen. Nearer than 4 a photo of a telephone shows nothing more on a usual screen. */
export const [farthest, nearest] = [1, 4];
// So many times nearer with each press of a button: four presses lead from the whole picture to the nearest.
const step = 1.5;
// A step that would leave the picture less than this times its whole size shows the whole picture: the difference is too small to see.
const almostWhole = 1.05;

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * How large a picture is where all of it is seen. One of which nothing is known yet fills the stage.
 * @param {Size} natural
 * @param {Size} stage
 * @returns {Size}
 */
export const fitted = (natural, { width, height }) => {
  const ratio = natural.width / natural.height || width / height;
  return ratio > width / height ? { width, height: width / ratio } : { width: height * ratio, height };
};

/** The picture is `scale` times as large as where all of it is seen, and its middle lies at `x` and `y` from the stage's, in CSS pixels. */
export class Zoom {
  constructor() {
    this.scale = farthest;
    this.x = 0;
    this.y = 0;
  }

  get isWhole() { return this.scale === farthest; }

  get nearer() { return this.scale * step; }

  get farther() { return this.scale / step < almostWhole ? farthest : this.scale / step; }

  reset() { [this.scale, this.x, this.y] = [farthest, 0, 0]; }

  /**
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) { [this.x, this.y] = [x, y]; }

  /**
   * What lies under `point` stays there.
   * @param {number} wanted
   * @param {Point} point from the stage's middle
   */
  to(wanted, point) {
    const next = clamp(wanted, farthest, nearest);
    this.moveTo(point.x - (point.x - this.x) * next / this.scale, point.y - (point.y - this.y) * next / this.scale);
    this.scale = next;
    if (this.scale === farthest) this.reset();
  }

  /**
   * No edge of the picture comes further into the stage than it must.
   * @param {Size} picture where all of it is seen
   * @param {Size} stage
   */
  keepInside(picture, stage) {
    const right = Math.max(0, (picture.width * this.scale - stage.width) / 2), down = Math.max(0, (picture.height * this.scale - stage.height) / 2);
    this.moveTo(clamp(this.x, -right, right), clamp(this.y, -down, down));
  }
}
