// What lies under a finger, enlarged, and where the finger does not cover it.

import { create, dataOf } from "../shared/dom.js";

/**
 * @typedef {import("./types").Spot} Spot
 * @typedef {{ x: number, y: number }} Place of the window, in pixels
 * @typedef {{ width: number, height: number }} Size in pixels
 */

// The side, as the style sheet has it; how far it stands from the finger; and how many times larger than the page it shows, all in pixels.
const side = 132, gap = 36, edge = 4;
export const magnification = 3.5;

/** @type {(least: number, value: number, most: number) => number} */
const between = (least, value, most) => Math.max(least, Math.min(most, value));

/**
 * Where its upper left corner stands: above the finger; where there is no room above, beside it, where there is more room.
 * @param {Place} finger
 * @param {Size} room
 * @returns {Place}
 */
export const magnifierPlace = ({ x, y }, { width, height }) => {
  const above = y - gap - side;
  if (above >= edge) return { x: between(edge, x - side / 2, width - side - edge), y: above };
  return { x: between(edge, x > width / 2 ? x - gap - side : x + gap, width - side - edge), y: between(edge, y - side / 2, height - side - edge) };
};

/**
 * How large the picture is drawn in it, and where, so that a spot lies in its middle.
 * @param {Spot} spot
 * @param {Size} shown the picture's size on the page
 */
export const enlarged = ({ x, y }, { width, height }) => {
  const [wide, high] = [width * magnification, height * magnification];
  return { width: wide, height: high, left: side / 2 - x * wide, top: side / 2 - y * high };
};

export class Magnifier {
  /** @param {HTMLElement} frame around the picture; its `data-large` is the address of the largest one */
  constructor(frame) {
    this.frame = frame;
    this.box = create("div", { className: "magnifier", hidden: true });
    this.box.setAttribute("aria-hidden", "true");
    document.body.append(this.box);
    /** Empty until the largest one has come. */
    this.large = "";
    this.isAsked = false;
  }

  /** Pixels that the page does not show are loaded when they are first looked at. */
  load() {
    if (this.isAsked) return;
    this.isAsked = true;
    const picture = new Image();
    picture.src = dataOf(this.frame, "large");
    picture.decode().then(() => { this.large = picture.src; }, () => { this.isAsked = false; });
  }

  /**
   * @param {Spot} spot of the picture
   * @param {Place} [finger] none: where the spot itself is
   */
  show(spot, finger) {
    const shown = this.frame.getBoundingClientRect(), { width, height, left, top } = enlarged(spot, shown);
    const at = magnifierPlace(finger ?? { x: shown.left + spot.x * shown.width, y: shown.top + spot.y * shown.height }, { width: innerWidth, height: innerHeight });
    this.load();
    const picture = this.large || this.frame.querySelector("img")?.currentSrc;
    Object.assign(this.box.style, {
      left: `${at.x}px`, top: `${at.y}px`, backgroundImage: `url("${picture}")`, backgroundSize: `${width}px ${height}px`, backgroundPosition: `${left}px ${top}px`,
    });
    this.box.hidden = false;
  }

  hide() { this.box.hidden = true; }
}
