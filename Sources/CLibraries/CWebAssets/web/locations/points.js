// Marks the same points in the old picture and in the new one: by pressing, dragging, and by keys.

import { readPairs, wholePairs, withMoved, withPoint, writePairs } from "./point-pairs.js";
import { Zoom } from "./zoom.js";
import { create, dataOf, fill, find, findAll } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/**
 * @typedef {import("./types").Half} Half
 * @typedef {import("./types").Spot} Spot
 */

// How far an arrow key moves a point, of the picture's width; with Shift further.
const [keyStep, largeKeyStep] = [.002, .02];
/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Half[]} */
const halves = ["old", "now"];

class PointMarker {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.field = find(form, "input[name=points]", HTMLInputElement);
    this.pairs = readPairs(this.field.value);
    this.least = Number(dataOf(form, "least"));
    this.most = Number(dataOf(form, "most"));
    /** @type {Record<Half, HTMLElement>} */
    this.frames = { old: find(form, "[data-half=old]", HTMLElement), now: find(form, "[data-half=now]", HTMLElement) };
    this.list = find(form, "[data-list]", HTMLElement);
    this.count = find(form, "[data-count]", HTMLElement);
    this.button = find(form, "button:not([type])", HTMLButtonElement);
  }

  start() {
    const zooms = halves.map((half) => new Zoom(this.frames[half], find(this.form, `.stage:has([data-half=${half}])`, HTMLElement)));
    for (const button of findAll(this.form, "[data-nearer]", HTMLElement)) {
      button.addEventListener("click", () => { for (const zoom of zooms) zoom.by(Number(dataOf(button, "nearer"))); });
    }
    for (const half of halves) this.listen(half);
    this.draw();
  }

  /** @param {Half} half */
  listen(half) {
    const frame = this.frames[half];
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", frame.querySelector("img")?.alt ?? "");
    frame.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest(".dot")) return;
      this.add(half, this.spotOf(half, event));
    });
    frame.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target !== frame) return;
      event.preventDefault();
      this.add(half, { x: .5, y: .5 });
      const dots = findAll(frame, ".dot", HTMLElement);
      dots.at(-1)?.focus();
    });
  }

  /**
   * @param {Half} half
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {Spot}
   */
  spotOf(half, { clientX, clientY }) {
    const { left, top, width, height } = this.frames[half].getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  /**
   * @param {Half} half
   * @param {Spot} spot
   */
  add(half, spot) {
    this.pairs = withPoint(this.pairs, half, spot, this.most);
    this.draw();
  }

  /**
   * @param {number} index
   * @param {Half} half
   * @param {Spot} spot
   */
  move(index, half, spot) {
    this.pairs = withMoved(this.pairs, index, half, spot);
    const dot = find(this.frames[half], `[data-index="${index}"]`, HTMLElement), { x, y } = this.pairs[index][half] ?? spot;
    dot.style.left = `${x * 100}%`;
    dot.style.top = `${y * 100}%`;
    this.field.value = writePairs(this.pairs);
  }

  /** @param {number} index */
  remove(index) {
    this.pairs = this.pairs.filter((_, place) => place !== index);
    this.draw();
    (this.list.querySelector("button") ?? this.frames.old).focus();
  }

  draw() {
    for (const half of halves) {
      for (const dot of this.frames[half].querySelectorAll(".dot")) dot.remove();
      for (const [index, pair] of this.pairs.entries()) {
        const spot = pair[half];
        if (spot) this.frames[half].append(this.dot(index, half, spot));
      }
    }
    this.list.replaceChildren(...this.pairs.map((_, index) => this.chip(index)));
    const whole = wholePairs(this.pairs).length, last = this.pairs.at(-1);
    const isHalf = last && !(last.old && last.now), next = isHalf && last.old ? "nextNow" : this.pairs.length < this.most || isHalf ? "nextThen" : "";
    this.count.textContent = fill(dataOf(this.form, "pairs"), whole, this.least) + (next ? " · " + dataOf(this.form, next) : "");
    this.field.value = writePairs(this.pairs);
    this.button.disabled = whole < this.least;
  }

  /** @param {number} index */
  chip(index) {
    const number = String(index + 1), button = create("button", { type: "button", className: "chip" }, number, icon("x"));
    button.setAttribute("aria-label", fill(dataOf(this.form, "remove"), number));
    button.addEventListener("click", () => this.remove(index));
    return create("li", {}, button);
  }

  /**
   * @param {number} index
   * @param {Half} half
   * @param {Spot} spot
   */
  dot(index, half, { x, y }) {
    const dot = create("button", { type: "button", className: "dot" }, create("span", { textContent: String(index + 1) }));
    dot.dataset.index = String(index);
    dot.style.left = `${x * 100}%`;
    dot.style.top = `${y * 100}%`;
    dot.setAttribute("aria-label", fill(dataOf(this.form, "point"), index + 1));
    dot.addEventListener("pointerdown", (event) => { event.preventDefault(); dot.focus(); dot.setPointerCapture(event.pointerId); });
    dot.addEventListener("pointermove", (event) => { if (dot.hasPointerCapture(event.pointerId)) this.move(index, half, this.spotOf(half, event)); });
    dot.addEventListener("keydown", (event) => {
      if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); this.remove(index); return; }
      const way = ways[event.key], at = this.pairs[index][half];
      if (!way || !at) return;
      event.preventDefault();
      const step = event.shiftKey ? largeKeyStep : keyStep;
      this.move(index, half, { x: at.x + way[0] * step, y: at.y + way[1] * step });
    });
    return dot;
  }
}

for (const form of findAll(document, "form[data-points]", HTMLFormElement)) new PointMarker(form).start();
