// The tools that draw on a picture, and their saving.

import { post } from "../shared/ask.js";
import { dataOf, find, findAll } from "../shared/dom.js";
import { isDrawn, pointAt } from "./mark-geometry.js";

/**
 * @typedef {import("./gallery.js").Gallery} Gallery
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./types").NewMark} NewMark
 */

// A line drawn by hand has at most 500 points (CritiqueMark.mostPoints), each of two numbers: what comes then only moves its end.
const mostNumbers = 1000;

export class MarkPanel {
  /**
   * @param {Gallery} gallery
   * @param {Marks} marks
   * @param {HTMLDetailsElement} panel
   */
  constructor(gallery, marks, panel) {
    this.gallery = gallery;
    this.marks = marks;
    this.panel = panel;
    /** `pen`, `arrow`, `rectangle` or `pin`; empty where none is chosen. */
    this.tool = "";
    this.colour = find(panel, "#colour", HTMLSelectElement);
    this.note = find(panel, "#pin-note", HTMLInputElement);
    const { stage } = gallery;
    panel.addEventListener("toggle", () => { if (!panel.open) this.choose(""); });
    panel.addEventListener("click", (event) => this.click(event));
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", () => this.release());
    stage.addEventListener("pointercancel", () => { marks.current = null; marks.draw(); });
    addEventListener("beforeunload", (event) => { if (marks.hasChanged && gallery.root.isConnected) event.preventDefault(); });
  }

  /**
   * The chosen tool, once more, is put away.
   * @param {string} wanted
   */
  choose(wanted) {
    this.tool = this.tool === wanted ? "" : wanted;
    for (const button of findAll(this.panel, "[data-tool]", HTMLElement)) button.setAttribute("aria-pressed", String(button.dataset.tool === this.tool));
    this.gallery.stage.classList.toggle("draws", Boolean(this.tool));
    this.marks.isShown = true;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!(event.target instanceof Element)) return;
    const wanted = event.target.closest("[data-tool]");
    if (wanted instanceof HTMLElement) {
      this.choose(dataOf(wanted, "tool"));
      // By keyboard a pin is set in the middle of what is seen.
      if (this.tool === "pin" && event.detail === 0 && this.marks.isThere) {
        const box = this.gallery.stage.getBoundingClientRect();
        this.pin(this.point({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
        this.choose("");
      }
      return;
    }
    const action = event.target.closest("[data-do]")?.getAttribute("data-do");
    if (action === "undo") this.marks.undo();
    if (action === "save-marks") this.save();
  }

  /** @param {{ clientX: number, clientY: number }} finger */
  point(finger) {
    const box = this.gallery.picture.getBoundingClientRect();
    return pointAt(finger, box, this.marks.frame, box.width / this.gallery.size.width);
  }

  /**
   * @param {string} shape
   * @param {number[]} points
   * @returns {NewMark}
   */
  make(shape, points) { return { shape, points, colour: this.colour.value, note: "" }; }

  /** @param {number[]} points */
  pin(points) {
    this.marks.add({ ...this.make("pin", points), note: this.note.value.trim() });
    this.note.value = "";
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.tool || !this.marks.isThere || event.button !== 0 || (event.target instanceof Element && event.target.closest("button"))) return;
    event.preventDefault();
    this.gallery.stage.setPointerCapture(event.pointerId);
    if (this.tool === "pin") { this.pin(this.point(event)); return; }
    this.marks.current = this.make(this.tool, [...this.point(event), ...this.point(event)]);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { current } = this.marks;
    if (!current) return;
    const at = this.point(event);
    if (current.shape === "pen" && current.points.length < mostNumbers) current.points.push(...at); else current.points.splice(-2, 2, ...at);
    this.marks.draw();
  }

  release() {
    const mark = this.marks.current;
    if (!mark) return;
    this.marks.current = null;
    if (isDrawn(mark.points)) this.marks.add(mark); else this.marks.draw();
  }

  async save() {
    const { gallery, marks } = this, { root } = gallery;
    gallery.say("");
    const sent = marks.changes;
    try {
      const { path, token } = marks.target;
      const answer = await post(path, token, { pictures: sent }, null);
      const result = await answer.json();
      gallery.say(answer.ok ? dataOf(root, "saved") : result.error || dataOf(root, "failed"));
      if (answer.ok) marks.saved(sent, result.pictures);
    } catch { gallery.say(dataOf(root, "failed")); }
  }
}
