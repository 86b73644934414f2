// The old picture up to a line, the new one behind it. The line follows a pointer, a slider and two buttons.

import { dataOf, find, findAll } from "../shared/dom.js";

/**
 * A part of 100 that is one: the nearest that there is.
 * @param {number} share
 */
export const clampShare = (share) => Math.max(0, Math.min(100, share));

/**
 * Which part of a width lies before a pointer, in tenths of a percent.
 * @param {number} x
 * @param {{ left: number, width: number }} box
 */
export const shareAt = (x, { left, width }) => Math.round((x - left) / width * 1000) / 10;

export class Divider {
  /**
   * @param {HTMLElement} compare
   * @param {HTMLElement} pair
   */
  constructor(compare, pair) {
    this.pair = pair;
    this.slider = find(compare, "[data-share]", HTMLInputElement);
    this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
    for (const button of findAll(compare, "[data-step]", HTMLElement)) {
      button.addEventListener("click", () => this.set(Number(this.slider.value) + Number(dataOf(button, "step"))));
    }
    const isOn = () => compare.dataset.mode === "slider";
    pair.addEventListener("pointerdown", (event) => {
      if (!isOn() || event.button !== 0) return;
      pair.setPointerCapture(event.pointerId);
      this.follow(event);
    });
    pair.addEventListener("pointermove", (event) => { if (isOn() && pair.hasPointerCapture(event.pointerId)) this.follow(event); });
  }

  /** @param {PointerEvent} event */
  follow({ clientX }) { this.set(shareAt(clientX, this.pair.getBoundingClientRect())); }

  /** @param {number} share of 100 */
  set(share) {
    const clamped = clampShare(share);
    this.slider.value = String(clamped);
    this.pair.style.setProperty("--share", clamped + "%");
  }
}
