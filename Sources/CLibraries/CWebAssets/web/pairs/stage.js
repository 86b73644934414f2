// Pages of a pair that stand alone: the line between the two pictures is moved, and both are shown in turn where the page
// has a button for it.

import { clampShare, shareAt } from "../locations/divider.js";
import { find, findAll } from "../shared/dom.js";

// How far each key moves the line, in hundredths of the width.
/** @type {Record<string, number | undefined>} */
const steps = { ArrowLeft: -2, ArrowDown: -2, ArrowRight: 2, ArrowUp: 2, PageDown: -10, PageUp: 10, Home: -100, End: 100 };
// Each picture is shown for so long in turn, in milliseconds.
const turn = 1200;

/** Both pictures over each other, with the line between them. */
export class Stage {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    this.line = find(node, "[role=slider]", HTMLElement);
    this.share = 50;
    node.classList.add("on");
    this.line.hidden = false;
    this.set(this.share);
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      node.setPointerCapture(event.pointerId);
      this.line.focus({ preventScroll: true });
      this.follow(event);
    });
    node.addEventListener("pointermove", (event) => { if (node.hasPointerCapture(event.pointerId)) this.follow(event); });
    this.line.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.set(this.share + step);
    });
  }

  /** @param {PointerEvent} event */
  follow({ clientX }) { this.set(shareAt(clientX, this.node.getBoundingClientRect())); }

  /** @param {number} share of 100 that the old picture has. */
  set(share) {
    this.share = clampShare(share);
    this.node.style.setProperty("--share", this.share + "%");
    this.line.setAttribute("aria-valuenow", String(Math.round(this.share)));
    this.line.setAttribute("aria-valuetext", Math.round(this.share) + " %");
  }

  /** @param {HTMLElement} button shows both pictures in turn, and stops that. */
  blinkBy(button) {
    let timer = 0;
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      button.setAttribute("aria-pressed", "false");
    };
    button.hidden = false;
    this.line.addEventListener("focus", () => { if (timer) stop(); });
    button.addEventListener("click", () => {
      if (timer) { stop(); this.set(50); return; }
      button.setAttribute("aria-pressed", "true");
      this.set(100);
      timer = Number(setInterval(() => this.set(this.share > 50 ? 0 : 100), turn));
    });
  }
}

if (globalThis.document) for (const node of findAll(document, "[data-stage]", HTMLElement)) {
  const stage = new Stage(node);
  for (const button of findAll(document, "[data-blink]", HTMLElement)) stage.blinkBy(button);
}
