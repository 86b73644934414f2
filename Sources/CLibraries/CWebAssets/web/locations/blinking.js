// The old picture and the new one, in turn.

import { dataOf, find } from "../shared/dom.js";

// Slower than three times a second, whatever there is to see (WCAG 2.3.1); in milliseconds.
const blinkTime = 900;

/** @typedef {"then" | "now"} Half */

export class Blinking {
  /** @param {HTMLElement} compare */
  constructor(compare) {
    this.compare = compare;
    /** Where it is said which one is shown. */
    this.shown = find(compare, "[data-shown]", HTMLElement);
    this.play = find(compare, "[data-blink]", HTMLElement);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.play.addEventListener("click", () => { if (this.timer === undefined) this.begin(); else this.rest(); });
    find(compare, "[data-swap]", HTMLElement).addEventListener("click", () => { this.rest(); this.swap(true); });
  }

  /**
   * @param {Half} half
   * @param {boolean} isSaid
   */
  show(half, isSaid) {
    this.compare.dataset.half = half;
    if (isSaid) this.shown.textContent = dataOf(this.shown, half);
  }

  /** @param {boolean} isSaid */
  swap(isSaid) { this.show(this.compare.dataset.half === "then" ? "now" : "then", isSaid); }

  begin() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.swap(false), blinkTime);
    this.play.textContent = dataOf(this.play, "pause");
    this.shown.textContent = "";
  }

  rest() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.play.textContent = dataOf(this.play, "play");
  }

  /** As it begins: for people who have asked for less motion, with the old picture alone. */
  start() {
    this.show("then", false);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.begin();
  }
}
