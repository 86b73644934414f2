// The picture of a draft that is looked at, large, with its marks.

import { find } from "../shared/dom.js";
import { frameOf, pointAt } from "./mark-geometry.js";
import { MarkEditor } from "./mark-editor.js";
import { MarkList } from "./mark-list.js";
import { paintMarks } from "./mark-painting.js";
import { PictureMarks } from "./picture-marks.js";
import { fitted } from "./zoom.js";

/**
 * @typedef {import("./types").Mark} Mark
 * @typedef {import("./types").MarkSurface} MarkSurface
 * @typedef {import("./types").NewMark} NewMark
 * @typedef {import("./types").PictureEntry} PictureEntry
 * @typedef {{ bytes: (entry: PictureEntry) => Promise<Blob | undefined>, addressOf: (name: string) => string }} Source
 */

/** @implements {MarkSurface} */
export class ComposeStage {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} aside
   * @param {Source} source
   * @param {{ changed: () => void, say: (text: string) => void }} follow
   */
  constructor(root, aside, source, follow) {
    this.root = root;
    this.aside = aside;
    this.source = source;
    this.stage = find(root, ".stage", HTMLElement);
    this.picture = find(this.stage, "img", HTMLImageElement);
    this.canvas = find(this.stage, "canvas", HTMLCanvasElement);
    /**
     * By the entries' ids.
     * @type {Map<string, PictureMarks>}
     */
    this.marks = new Map();
    /** The entry that is shown; empty: none. */
    this.id = "";
    this.isThere = false;
    /** @type {NewMark | null} */
    this.current = null;
    this.chosen = "";
    this.list = new MarkList(find(aside, ".pins", HTMLElement), aside.dataset, (id) => this.editor.select(id));
    this.editor = new MarkEditor(this, find(root, ".drawing", HTMLElement), find(aside, ".mark-note", HTMLElement), {
      ...follow, focusMark: (id) => { if (id) this.list.focus(id); else find(root, "[data-tool]", HTMLElement).focus(); },
    });
    this.list.list.addEventListener("keydown", (event) => this.editor.type(event));
    this.picture.addEventListener("load", () => this.arrived());
    this.picture.addEventListener("error", () => this.missed());
    new ResizeObserver(() => this.draw()).observe(this.stage);
    this.editor.choose("pin");
    this.editor.turn(true);
  }

  // MARK: Marks

  /** Those of no picture are of one that never was. */
  get own() { return this.marks.get(this.id) || this.nothing; }

  nothing = new PictureMarks([]);

  /** @param {Record<string, Mark[]> | undefined} marks as a draft has them */
  fillIn(marks) { for (const [id, some] of Object.entries(marks || {})) this.marks.set(id, new PictureMarks(some, [])); }

  /** @returns {Record<string, Mark[]>} as a draft has them */
  get all() { return Object.fromEntries([...this.marks].filter(([, { all }]) => all.length).map(([id, { all }]) => [id, all])); }

  get size() { return { width: this.stage.clientWidth, height: this.stage.clientHeight }; }

  get frame() { return frameOf(fitted({ width: this.picture.naturalWidth, height: this.picture.naturalHeight }, this.size), this.size); }

  get grown() { return 1; }

  /** @param {{ clientX: number, clientY: number }} finger */
  pointOf(finger) { return pointAt(finger, this.picture.getBoundingClientRect(), this.frame, 1); }

  // MARK: Showing

  /**
   * @param {PictureEntry[]} entries those that can be shared
   * @param {(id: string) => void} pointOut
   */
  renew(entries, pointOut) {
    const ids = new Set(entries.map(({ id }) => id));
    for (const id of [...this.marks.keys()]) if (!ids.has(id) && id !== this.id) this.marks.delete(id);
    if (!ids.has(this.id)) this.show(entries[0]);
    else if (!this.isThere) this.look(entries.find(({ id }) => id === this.id));
    this.root.hidden = !this.id;
    pointOut(this.id);
  }

  /** @param {PictureEntry | undefined} entry */
  show(entry) {
    this.editor.select("");
    this.id = entry?.id || "";
    this.isThere = false;
    if (entry && !this.marks.has(entry.id)) this.marks.set(entry.id, new PictureMarks([], []));
    this.picture.removeAttribute("src");
    this.picture.hidden = true;
    this.stage.classList.toggle("loading", Boolean(entry));
    this.draw();
    this.look(entry);
  }

  /**
   * As the studio has made it, else as it was chosen.
   * @param {PictureEntry | undefined} entry
   */
  async look(entry) {
    if (!entry) return;
    if ("picture" in entry) { this.load(this.source.addressOf(entry.picture)); return; }
    if (this.picture.getAttribute("src")) return;
    const file = "photo" in entry && entry.photo ? undefined : await this.source.bytes(entry);
    if (file && this.id === entry.id && !this.picture.getAttribute("src")) this.load(URL.createObjectURL(file));
  }

  /** @param {string} address */
  load(address) { if (this.picture.getAttribute("src") !== address) this.picture.src = address; }

  arrived() {
    this.release();
    this.isThere = true;
    this.stage.style.aspectRatio = `${this.picture.naturalWidth} / ${this.picture.naturalHeight}`;
    this.picture.hidden = false;
    this.stage.classList.remove("loading");
    this.draw();
  }

  /** A kind that this browser does not show is seen when the studio has made a JPEG of it. */
  missed() {
    this.release();
    this.isThere = false;
    this.picture.hidden = true;
  }

  release() { if (this.picture.src.startsWith("blob:")) URL.revokeObjectURL(this.picture.src); }

  draw() {
    const { all } = this.own, marks = this.current ? [...all, this.current] : all;
    this.canvas.hidden = !this.isThere || !marks.length;
    this.list.show(all, this.chosen);
    this.aside.hidden = !all.length;
    if (!this.canvas.hidden) paintMarks(this.canvas, this.size, this.frame, marks, this.chosen);
  }
}
