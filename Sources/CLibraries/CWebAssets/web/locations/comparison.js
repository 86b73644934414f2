// An old picture and a new one of the same place, to be compared: with a line between them, side by side, or in turn.

import { Blinking } from "./blinking.js";
import { Divider } from "./divider.js";
import { openOverlay } from "./overlay.js";
import { Zoom } from "./zoom.js";
import { dataOf, find, findAll } from "../shared/dom.js";

export class Comparison {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.pair = find(element, "[data-pair]", HTMLElement);
    this.zoom = new Zoom(this.pair, find(element, "[data-stage]", HTMLElement));
    this.full = find(element, "[data-full]", HTMLElement);
    this.title = this.full.getAttribute("aria-label") ?? "";
    /** Over the whole page. @type {HTMLDialogElement | null} */
    this.dialog = null;
  }

  start() {
    const { element, full } = this;
    for (const button of findAll(element, "[data-zoom]", HTMLElement)) {
      button.addEventListener("click", () => this.zoom.by(Number(dataOf(button, "zoom"))));
    }
    full.addEventListener("click", () => { if (this.dialog) this.dialog.close(); else this.openFull(); });
    this.followShape();
    // Before there is a new picture, there is nothing to compare with.
    if (element.querySelector("[data-share]")) this.offerModes();
  }

  /** The frame is as the old picture is, as soon as that is known. */
  followShape() {
    const { pair } = this, first = find(pair, ".then img", HTMLImageElement);
    const shape = () => { if (first.naturalWidth) pair.style.setProperty("--shape", String(first.naturalWidth / first.naturalHeight)); };
    first.addEventListener("load", shape);
    shape();
  }

  offerModes() {
    const { element, pair } = this, divider = new Divider(element, pair), blinking = new Blinking(element);
    const ways = findAll(element, "[data-choose]", HTMLElement);
    /** @param {string} mode */
    const choose = (mode) => {
      element.dataset.mode = mode;
      for (const way of ways) way.setAttribute("aria-pressed", String(way.dataset.choose === mode));
      this.zoom.reset();
      blinking.rest();
      if (mode === "blink") blinking.start();
    };
    for (const way of ways) way.addEventListener("click", () => choose(dataOf(way, "choose")));
    divider.set(50);
    choose("slider");
  }

  openFull() {
    const { element, full } = this, place = document.createComment("");
    element.replaceWith(place);
    full.setAttribute("aria-label", dataOf(full, "close"));
    full.setAttribute("aria-pressed", "true");
    this.dialog = openOverlay([element], element.getAttribute("aria-label") ?? "", () => {
      this.dialog = null;
      place.replaceWith(element);
      full.setAttribute("aria-label", this.title);
      full.setAttribute("aria-pressed", "false");
      this.zoom.reset();
      full.focus();
    });
    full.focus();
  }
}
