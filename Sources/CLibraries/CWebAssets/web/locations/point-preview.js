// Old picture and new photo as the marked points align them, before they are saved: the old one up to a line, the new one behind it.

import { inverse, matrixOf } from "./point-pairs.js";
import { find } from "../shared/dom.js";

export class PointPreview {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.stage = find(section, "[data-aligned]", HTMLElement);
    this.now = find(this.stage, ".behind img", HTMLImageElement);
    /** @type {number[] | null} */
    this.transform = null;
    const share = find(section, "[data-share]", HTMLInputElement);
    const show = () => this.stage.style.setProperty("--share", `${share.value}%`);
    share.addEventListener("input", show);
    show();
    new ResizeObserver(() => this.draw()).observe(this.stage);
    this.now.addEventListener("load", () => this.draw());
  }

  /** @param {number[] | null} transform from fractions of the old picture to those of the new one */
  show(transform) {
    this.transform = transform && inverse(transform);
    this.section.hidden = !this.transform;
    this.draw();
  }

  draw() {
    const { transform, stage, now } = this;
    if (!transform || this.section.hidden) return;
    const to = { width: stage.clientWidth, height: stage.clientHeight }, from = { width: now.offsetWidth, height: now.offsetHeight };
    if (to.width && from.width && from.height) now.style.transform = matrixOf(transform, from, to);
  }
}
