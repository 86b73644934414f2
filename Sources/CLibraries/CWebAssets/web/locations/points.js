// Marks the same points in the old picture and in the new one: by pressing, dragging, and by keys; and shows what they say together.

import { Magnifier } from "./magnifier.js";
import { followPinch } from "./pinch.js";
import { followPress, spotOf } from "./placing.js";
import { PointFit, findMatches } from "./point-fit.js";
import { moved, readPairs, wholePairs, withMoved, withPair, withPoint, writePairs } from "./point-pairs.js";
import { PointPreview } from "./point-preview.js";
import { Zoom } from "./zoom.js";
import { create, dataOf, fill, find, findAll } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/**
 * @typedef {import("./types").Half} Half
 * @typedef {import("./types").Spot} Spot
 * @typedef {import("./types").PointPair} PointPair
 * @typedef {import("./types").PointsFit} PointsFit
 */

// How far an arrow key moves a point, in pixels of the picture; with Shift further.
const [keyStep, largeKeyStep] = [1, 10];
// The magnifier stays so long after a key, in milliseconds.
const keyTime = 1500;
// A pointer that moves less, in pixels, presses a point, and does not drag it.
const slip = 4;
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
    /**
     * Matches that the studio found and that are not confirmed.
     * @type {PointPair[]}
     */
    this.offers = [];
    this.least = Number(dataOf(form, "least"));
    this.most = Number(dataOf(form, "most"));
    /** @type {Record<Half, HTMLElement>} */
    this.frames = { old: find(form, "[data-half=old]", HTMLElement), now: find(form, "[data-half=now]", HTMLElement) };
    this.magnifiers = { old: new Magnifier(this.frames.old), now: new Magnifier(this.frames.now) };
    this.list = find(form, "[data-list]", HTMLElement);
    this.count = find(form, "[data-count]", HTMLElement);
    this.says = find(form, "[data-fit]", HTMLElement);
    this.button = find(form, "button:not([type])", HTMLButtonElement);
    this.finder = find(form, "[data-suggest]", HTMLButtonElement);
    this.preview = new PointPreview(find(form, "[data-preview]", HTMLElement));
    this.fit = new PointFit(form, (fit) => this.hear(fit));
    /** What is said while the points say nothing together. */
    this.note = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  start() {
    for (const half of halves) {
      const frame = this.frames[half], stage = find(this.form, `.stage:has([data-half=${half}])`, HTMLElement), zoom = new Zoom(frame, stage);
      const { width, height } = this.sizeOf(half);
      frame.style.setProperty("--shape", String(width / height));
      followPinch(stage, zoom);
      for (const button of findAll(this.form, `[data-nearer][data-of=${half}]`, HTMLElement)) {
        button.addEventListener("click", () => zoom.by(Number(dataOf(button, "nearer"))));
      }
      this.listen(half);
    }
    this.finder.addEventListener("click", () => this.suggest());
    find(this.form, "[data-look]", HTMLElement).addEventListener("click", () => this.preview.section.scrollIntoView({ block: "start" }));
    this.draw();
  }

  /**
   * The picture's own pixels, as far as they are known.
   * @param {Half} half
   */
  sizeOf(half) {
    const picture = find(this.frames[half], "img", HTMLImageElement);
    return { width: Number(picture.getAttribute("width")) || picture.naturalWidth || 1, height: Number(picture.getAttribute("height")) || picture.naturalHeight || 1 };
  }

  /** @param {Half} half */
  listen(half) {
    const frame = this.frames[half], magnifier = this.magnifiers[half];
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", frame.querySelector("img")?.alt ?? "");
    followPress(frame, { follow: (spot, at) => magnifier.show(spot, at), put: (spot) => this.add(half, spot), rest: () => magnifier.hide() });
    frame.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target !== frame) return;
      event.preventDefault();
      this.add(half, { x: .5, y: .5 });
      findAll(frame, ".dot:not(.offer)", HTMLElement).at(-1)?.focus();
    });
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
    const dot = find(this.frames[half], `[data-index="${index}"]`, HTMLElement), at = this.pairs[index][half] ?? spot;
    place(dot, at);
    this.changed();
    return at;
  }

  /** @param {number} index */
  remove(index) {
    this.pairs = this.pairs.filter((_, place) => place !== index);
    this.draw();
    (this.list.querySelector("button") ?? this.frames.old).focus();
  }

  /** The form has the points as they are, and the studio is asked about them. */
  changed() {
    this.field.value = writePairs(this.pairs);
    this.fit.ask();
  }

  // MARK: What the studio says

  /** @param {PointsFit} fit */
  hear(fit) {
    this.says.textContent = fit.words || this.note;
    this.says.className = fit.isGood ? "good" : fit.wrong.length ? "bad" : "";
    this.preview.show(fit.transform);
    find(this.form, "[data-look]", HTMLElement).hidden = !fit.transform;
    for (const [index, pair] of this.pairs.entries()) this.showMiss(index, pair, fit);
  }

  /**
   * @param {number} index
   * @param {PointPair} pair
   * @param {PointsFit} fit
   */
  showMiss(index, { old, now }, { misses, wrong, transform }) {
    const isWrong = wrong.includes(index), chip = this.list.children[index]?.querySelector("[data-miss]");
    if (chip instanceof HTMLElement) {
      chip.textContent = misses[index] ?? "";
      chip.closest(".chip")?.classList.toggle("wrong", isWrong);
    }
    for (const half of halves) this.frames[half].querySelector(`[data-index="${index}"]`)?.classList.toggle("wrong", isWrong);
    const target = this.frames.now.querySelector(`[data-target="${index}"]`), at = transform && old ? moved(transform, old) : null;
    if (!(target instanceof HTMLElement)) return;
    // Where the others say that it should be: of a point that is wrong, or that is not there yet.
    target.hidden = !at || !(isWrong || !now) || at.x < 0 || at.y < 0 || at.x > 1 || at.y > 1;
    if (at) place(target, at);
  }

  async suggest() {
    this.note = "";
    if (this.offers.length) { this.offers = []; this.draw(); return; }
    this.finder.disabled = true;
    this.says.className = "";
    this.says.textContent = dataOf(this.form, "searching");
    const { pairs, words } = await findMatches(this.form, dataOf(this.form, "failed"));
    this.finder.disabled = false;
    this.offers = pairs;
    this.note = words;
    this.says.textContent = words;
    this.draw();
  }

  /**
   * A match becomes a point, or a point a match again.
   * @param {PointPair} pair
   */
  turn(pair) {
    const isOffer = this.offers.includes(pair);
    if (isOffer && this.pairs.length < this.most) {
      this.offers = this.offers.filter((one) => one !== pair);
      this.pairs = withPair(this.pairs, pair, this.most);
    } else if (!isOffer) {
      this.pairs = this.pairs.filter((one) => one !== pair);
      this.offers = [...this.offers, pair];
    }
    this.draw();
  }

  // MARK: What is seen

  draw() {
    for (const half of halves) {
      for (const dot of this.frames[half].querySelectorAll(".dot, .target")) dot.remove();
      for (const [index, offer] of this.offers.entries()) this.frames[half].append(this.offer(index, half, offer));
      for (const [index, pair] of this.pairs.entries()) {
        if (half === "now") this.frames.now.append(target(index));
        const spot = pair[half];
        if (spot) this.frames[half].append(this.dot(index, half, spot));
      }
    }
    this.list.replaceChildren(...this.pairs.map((_, index) => this.chip(index)));
    const whole = wholePairs(this.pairs).length, last = this.pairs.at(-1);
    const isHalf = last && !(last.old && last.now), next = isHalf && last.old ? "nextNow" : this.pairs.length < this.most || isHalf ? "nextThen" : "";
    this.count.textContent = fill(dataOf(this.form, "pairs"), whole, this.least) + (next ? " · " + dataOf(this.form, next) : "");
    // Enough points say more together than their number does; matches that can be confirmed come first.
    this.count.hidden = (whole >= this.least && !isHalf) || (this.offers.length > 0 && this.pairs.length === 0);
    this.button.disabled = whole < this.least;
    this.finder.textContent = dataOf(this.finder, this.offers.length ? "hide" : "find");
    this.changed();
  }

  /** @param {number} index */
  chip(index) {
    const number = String(index + 1), miss = create("span", { className: "miss" }), button = create("button", { type: "button", className: "chip" }, number, miss, icon("x"));
    miss.dataset.miss = "";
    miss.dir = "ltr";
    button.setAttribute("aria-label", fill(dataOf(this.form, "remove"), number));
    button.addEventListener("click", () => this.remove(index));
    return create("li", {}, button);
  }

  /**
   * A match that is not confirmed: both of its rings are marked while one is looked at.
   * @param {number} index
   * @param {Half} half
   * @param {PointPair} offer
   */
  offer(index, half, offer) {
    const letter = String.fromCharCode(65 + index), dot = create("button", { type: "button", className: "dot offer" }, create("span", { textContent: letter }));
    dot.setAttribute("aria-label", fill(dataOf(this.form, "offer"), letter));
    dot.dataset.offer = letter;
    place(dot, offer[half] ?? { x: 0, y: 0 });
    dot.addEventListener("click", () => {
      this.turn(offer);
      const at = this.pairs.indexOf(offer);
      if (at >= 0) find(this.frames[half], `[data-index="${at}"]`, HTMLElement).focus({ preventScroll: true });
    });
    /** @param {boolean} isIt */
    const look = (isIt) => {
      for (const frame of Object.values(this.frames)) frame.querySelector(`[data-offer="${letter}"]`)?.classList.toggle("looked-at", isIt);
      if (isIt) this.magnifiers[half].load();
    };
    for (const kind of ["pointerenter", "focus"]) dot.addEventListener(kind, () => look(true));
    for (const kind of ["pointerleave", "blur"]) dot.addEventListener(kind, () => look(false));
    return dot;
  }

  /**
   * @param {number} index
   * @param {Half} half
   * @param {Spot} spot
   */
  dot(index, half, spot) {
    const pair = this.pairs[index], isOffered = Boolean(pair.isOffered), magnifier = this.magnifiers[half];
    const dot = create("button", { type: "button", className: "dot" }, create("span", { textContent: String(index + 1) }));
    dot.dataset.index = String(index);
    place(dot, spot);
    dot.setAttribute("aria-label", fill(dataOf(this.form, "point"), index + 1));
    /** @typedef {{ x: number, y: number, isMoved: boolean, clientX: number, clientY: number }} Grip how far the pointer is from the point */
    /** @type {Grip | null} */
    let grip = null;
    let isDragged = false;
    dot.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      dot.focus({ preventScroll: true });
      dot.setPointerCapture(event.pointerId);
      const at = this.pairs[index][half] ?? spot, { x, y } = spotOf(this.frames[half], event);
      grip = { x: at.x - x, y: at.y - y, isMoved: false, clientX: event.clientX, clientY: event.clientY };
      isDragged = false;
      magnifier.show(at, { x: event.clientX, y: event.clientY });
    });
    dot.addEventListener("pointermove", (event) => {
      if (!grip || !dot.hasPointerCapture(event.pointerId)) return;
      if (!grip.isMoved && Math.hypot(event.clientX - grip.clientX, event.clientY - grip.clientY) < slip) return;
      grip.isMoved = isDragged = true;
      const { x, y } = spotOf(this.frames[half], event);
      magnifier.show(this.move(index, half, { x: x + grip.x, y: y + grip.y }), { x: event.clientX, y: event.clientY });
    });
    for (const end of ["pointerup", "pointercancel"]) dot.addEventListener(end, () => { grip = null; magnifier.hide(); });
    // A match that was confirmed is taken away again.
    dot.addEventListener("click", () => { if (isOffered && !isDragged) this.turn(this.pairs[index]); });
    dot.addEventListener("blur", () => magnifier.hide());
    dot.addEventListener("keydown", (event) => this.press(event, index, half));
    return dot;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   * @param {Half} half
   */
  press(event, index, half) {
    if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); this.remove(index); return; }
    const way = ways[event.key], at = this.pairs[index][half];
    if (!way || !at) return;
    event.preventDefault();
    const step = event.shiftKey ? largeKeyStep : keyStep, { width, height } = this.sizeOf(half), magnifier = this.magnifiers[half];
    magnifier.show(this.move(index, half, { x: at.x + way[0] * step / width, y: at.y + way[1] * step / height }));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => magnifier.hide(), keyTime);
  }
}

/**
 * @param {HTMLElement} element
 * @param {Spot} spot
 */
const place = (element, { x, y }) => {
  element.style.left = `${x * 100}%`;
  element.style.top = `${y * 100}%`;
  // Its number stays within the picture.
  element.classList.toggle("at-end", x > .85);
  element.classList.toggle("at-top", y < .15);
};

/** @param {number} index */
const target = (index) => {
  const made = create("span", { className: "target", hidden: true });
  made.setAttribute("aria-hidden", "true");
  made.dataset.target = String(index);
  return made;
};

for (const form of findAll(document, "form[data-points]", HTMLFormElement)) new PointMarker(form).start();
