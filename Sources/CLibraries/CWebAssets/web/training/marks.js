// What is drawn on the pictures of a gallery: shown above them, and their pins' notes below.

import { create, dataOf, find } from "../shared/dom.js";
import { frameOf } from "./mark-geometry.js";
import { paintMarks } from "./mark-painting.js";
import { MarkPanel } from "./mark-panel.js";
import { PictureMarks } from "./picture-marks.js";

/**
 * @typedef {import("./types").Mark} Mark
 * @typedef {import("./types").MarkChanges} MarkChanges
 * @typedef {import("./types").NewMark} NewMark
 */

/**
 * @param {HTMLElement} link
 * @returns {Mark[]}
 */
const read = (link) => { try { return JSON.parse(link.dataset.marks || "[]"); } catch { return []; } };

export class Marks {
  /**
   * @param {import("./gallery.js").Gallery} gallery
   * @param {boolean} isShown
   */
  constructor(gallery, isShown) {
    const { root } = gallery;
    this.gallery = gallery;
    this.isShown = isShown;
    this.pictures = gallery.links.map((link) => new PictureMarks(read(link)));
    this.index = 0;
    /** The picture is on the screen, and not on its way. */
    this.isThere = false;
    /**
     * What is just being drawn.
     * @type {NewMark | null}
     */
    this.current = null;
    this.canvas = find(root, "canvas", HTMLCanvasElement);
    this.pins = find(root, ".pins", HTMLElement);
    this.toggle = find(root, '[data-do="show-marks"]', HTMLButtonElement);
    this.toggle.addEventListener("click", () => {
      this.isShown = !this.isShown;
      this.showPressed();
      this.draw();
    });
    const panel = root.querySelector("#drawing");
    this.panel = panel instanceof HTMLDetailsElement ? new MarkPanel(gallery, this, panel) : null;
  }

  /** A tool is chosen: fingers draw, and move nothing. */
  get isOn() { return Boolean(this.panel?.tool); }

  get own() { return this.pictures[this.index]; }

  get hasChanged() { return this.pictures.some((picture) => picture.hasChanged); }

  /** @returns {MarkChanges[]} */
  get changes() { return this.pictures.map((picture) => picture.changes); }

  get frame() { return frameOf(this.gallery.extent, this.gallery.size); }

  /** @param {NewMark} mark */
  add(mark) {
    if (!this.own.add(mark)) return;
    this.toggle.hidden = false;
    this.draw();
  }

  undo() { if (this.own.undo()) this.draw(); }

  /**
   * @param {MarkChanges[]} sent
   * @param {Mark[][]} theirs as the studio has them now
   */
  saved(sent, theirs) {
    sent.forEach((changes, at) => this.pictures[at].saved(changes));
    this.take(theirs);
  }

  /** As others have drawn by now; what was drawn here and is not saved stays. */
  renew() { this.take(this.gallery.links.map(read)); }

  /** @param {Mark[][]} theirs */
  take(theirs) {
    theirs.forEach((marks, at) => this.pictures[at].take(marks));
    this.toggle.hidden = !this.own.all.length;
    this.draw();
  }

  /**
   * @param {number} index
   * @param {boolean} isThere
   */
  show(index, isThere) {
    [this.index, this.isThere, this.current] = [index, isThere, null];
    this.toggle.hidden = !this.own.all.length;
    this.showPressed();
    this.draw();
  }

  showPressed() { this.toggle.setAttribute("aria-pressed", String(this.isShown)); }

  draw() {
    const marks = this.current ? [...this.own.all, this.current] : this.own.all;
    this.canvas.hidden = !this.isThere || !this.isShown || !marks.length;
    const notes = this.own.all.filter((mark) => mark.shape === "pin").map((mark) => create("li", { textContent: mark.note || "–", dir: "auto" }));
    this.pins.replaceChildren(...notes);
    this.pins.hidden = !this.isShown || !notes.length;
    if (!this.canvas.hidden) paintMarks(this.canvas, this.gallery.size, this.frame, marks);
  }

  /** The address that takes what was drawn, and the token that it asks for. */
  get target() { return { path: dataOf(this.gallery.root, "link") + "/marks", token: dataOf(this.gallery.root, "token") }; }
}
