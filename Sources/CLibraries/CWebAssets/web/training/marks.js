// What is drawn on the pictures of a gallery: shown above them, and listed beside them. Who may change it draws, and saves.

import { post } from "../shared/ask.js";
import { dataOf, find } from "../shared/dom.js";
import { askToLeave } from "./leaving.js";
import { frameOf, pointAt } from "./mark-geometry.js";
import { MarkList } from "./mark-list.js";
import { paintMarks } from "./mark-painting.js";
import { PictureMarks } from "./picture-marks.js";

/**
 * @typedef {import("./mark-editor.js").MarkEditor} MarkEditor
 * @typedef {import("./types").Mark} Mark
 * @typedef {import("./types").MarkSurface} MarkSurface
 * @typedef {import("./types").MarkChanges} MarkChanges
 * @typedef {import("./types").NewMark} NewMark
 */

/**
 * @param {HTMLElement} link
 * @returns {Mark[]}
 */
const read = (link) => { try { return JSON.parse(link.dataset.marks || "[]"); } catch { return []; } };

/** @implements {MarkSurface} */
export class Marks {
  /**
   * @param {import("./gallery.js").Gallery} gallery
   * @param {boolean} isShown
   */
  constructor(gallery, isShown) {
    const { root, article, stage } = gallery;
    this.gallery = gallery;
    this.stage = stage;
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
    /** The id of the mark that stands out; empty: none. */
    this.chosen = "";
    this.canvas = find(root, "canvas", HTMLCanvasElement);
    this.toggle = find(root, '[data-do="show-marks"]', HTMLButtonElement);
    this.toggle.addEventListener("click", () => {
      this.isShown = !this.isShown;
      this.showPressed();
      this.draw();
    });
    const aside = find(article, ".marks", HTMLElement);
    this.aside = aside;
    this.list = new MarkList(find(aside, ".pins", HTMLElement), aside.dataset, (id) => this.point(id));
    const panel = root.querySelector("#drawing");
    this.panel = panel instanceof HTMLDetailsElement ? panel : null;
    /** @type {MarkEditor | null} */
    this.editor = null;
    // Readers load nothing that draws.
    if (this.panel) this.prepare(this.panel);
  }

  /** @param {HTMLDetailsElement} panel */
  async prepare(panel) {
    panel.addEventListener("toggle", () => this.turn(panel));
    askToLeave(() => this.isUnsaved);
    const { MarkEditor } = await import("./mark-editor.js");
    const editor = this.editor = new MarkEditor(this, panel, find(this.aside, ".mark-note", HTMLElement), {
      changed: () => this.showChanged(),
      say: (text) => this.gallery.say(text),
      focusMark: (id) => { if (id) this.list.focus(id); else find(panel, "summary", HTMLElement).focus(); },
    });
    this.list.list.addEventListener("keydown", (event) => editor.type(event));
    find(panel, '[data-do="save-marks"]', HTMLButtonElement).addEventListener("click", () => this.save());
    // The tools may have been unfolded before.
    if (panel.open) this.turn(panel);
  }

  /** @param {HTMLDetailsElement} panel unfolded: marks are drawn */
  turn(panel) {
    this.isShown = true;
    this.editor?.choose(panel.open ? "pin" : "");
    this.editor?.turn(panel.open);
    this.showPressed();
    this.draw();
  }

  /** A tool is chosen: fingers draw, and move nothing. */
  get isOn() { return Boolean(this.editor?.isOn && this.editor.tool); }

  get own() { return this.pictures[this.index]; }

  get hasChanged() { return this.pictures.some((picture) => picture.hasChanged); }

  /** Something would be lost with the page. */
  get isUnsaved() { return this.hasChanged && this.gallery.root.isConnected; }

  /** @returns {MarkChanges[]} */
  get changes() { return this.pictures.map((picture) => picture.changes); }

  get frame() { return frameOf(this.gallery.extent, this.gallery.size); }

  /** How many times nearer the picture is. */
  get grown() { return this.gallery.zoom.scale; }

  /** @param {{ clientX: number, clientY: number }} finger */
  pointOf(finger) {
    const box = this.gallery.picture.getBoundingClientRect();
    return pointAt(finger, box, this.frame, box.width / this.gallery.size.width);
  }

  /**
   * Chosen in the list: its place stands out.
   * @param {string} id
   */
  point(id) {
    this.isShown = true;
    this.showPressed();
    if (this.editor?.isOn) { this.editor.select(id); return; }
    this.chosen = this.chosen === id ? "" : id;
    this.draw();
  }

  showChanged() {
    this.toggle.hidden = !this.own.all.length;
    const save = this.panel && find(this.panel, '[data-do="save-marks"]', HTMLButtonElement);
    if (save) save.classList.toggle("secondary", !this.hasChanged);
  }

  // MARK: Saving

  async save() {
    const { gallery } = this, { root } = gallery, sent = this.changes;
    gallery.say("");
    try {
      const answer = await post(dataOf(root, "link") + "/marks", dataOf(root, "token"), { pictures: sent }, null), result = await answer.json();
      gallery.say(answer.ok ? dataOf(root, "saved") : result.error || dataOf(root, "failed"));
      if (answer.ok) this.saved(sent, result.pictures);
    } catch { gallery.say(dataOf(root, "failed")); }
  }

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
    this.showChanged();
    this.draw();
  }

  // MARK: Showing

  /**
   * @param {number} index
   * @param {boolean} isThere
   */
  show(index, isThere) {
    if (index !== this.index) this.editor?.select("");
    if (index !== this.index) this.chosen = "";
    [this.index, this.isThere, this.current] = [index, isThere, null];
    this.showChanged();
    this.showPressed();
    this.draw();
  }

  showPressed() { this.toggle.setAttribute("aria-pressed", String(this.isShown)); }

  draw() {
    const all = this.own.all, marks = this.current ? [...all, this.current] : all, isEditing = Boolean(this.editor?.isOn);
    this.canvas.hidden = !this.isThere || !this.isShown || !marks.length;
    const listed = this.isShown ? isEditing ? all : all.filter((mark) => mark.shape === "pin") : [];
    this.list.show(listed, this.chosen);
    this.aside.hidden = !listed.length;
    if (!this.canvas.hidden) paintMarks(this.canvas, this.gallery.size, this.frame, marks, this.chosen);
  }
}
