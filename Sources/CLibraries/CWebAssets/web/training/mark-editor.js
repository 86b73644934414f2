// Draws on a picture: a pin is set first and its note written then; every mark can be chosen, moved, recoloured and deleted.

import { dataOf, fill, find, findAll } from "../shared/dom.js";
import { distance, isDrawn, moved, placed } from "./mark-geometry.js";
import { pinRadius } from "./mark-painting.js";

/**
 * @typedef {import("./types").Mark} Mark
 * @typedef {import("./types").MarkSurface} MarkSurface
 * @typedef {import("./types").NewMark} NewMark
 * @typedef {{ id: string, from: number[], points: number[], isNew: boolean, hasMoved: boolean }} Drag
 */

// A line drawn by hand has at most 500 points (CritiqueMark.mostPoints), each of two numbers: what comes then only moves its end.
const mostNumbers = 1000;
// A finger meets a mark that is no further than this, in CSS pixels of the screen.
const reach = 22;
// A finger that moves less than this, in parts of the picture, only touches.
const slip = 0.006;
// An arrow key moves a mark by this part of the picture; with Shift by the larger one.
const [near, far] = [0.01, 0.05];

export class MarkEditor {
  /**
   * @param {MarkSurface} surface
   * @param {HTMLElement} tools
   * @param {HTMLElement} panel where the chosen mark's note is written
   * @param {{ changed: () => void, say: (text: string) => void, focusMark: (id: string) => void }} follow
   */
  constructor(surface, tools, panel, follow) {
    this.surface = surface;
    this.tools = tools;
    this.panel = panel;
    this.follow = follow;
    /** `pin`, `arrow`, `rectangle` or `pen`; empty: marks are chosen and moved. */
    this.tool = "";
    /** Nothing is drawn while the tools are folded away, or what was drawn is on its way. */
    this.isOn = false;
    /** @type {Drag | null} */
    this.drag = null;
    this.title = find(panel, ".mark-title", HTMLElement);
    this.field = find(panel, ".mark-field", HTMLElement);
    this.note = find(panel, "textarea", HTMLTextAreaElement);
    /** What can be done with marks: help only for who draws. */
    this.help = panel.parentElement?.querySelector(".move-help");
    this.hear();
  }

  hear() {
    const { stage } = this.surface;
    this.tools.addEventListener("click", (event) => this.click(event));
    this.tools.addEventListener("change", () => this.recolour());
    for (const choice of findAll(this.tools, ".swatch", HTMLElement)) {
      find(choice, ".paint", HTMLElement).style.backgroundColor = find(choice, "input", HTMLInputElement).value;
    }
    this.panel.addEventListener("click", (event) => {
      const action = event.target instanceof Element && event.target.closest("[data-do]")?.getAttribute("data-do");
      if (action === "mark-done") this.finish();
      if (action === "mark-delete") this.remove();
    });
    this.note.addEventListener("input", () => {
      this.surface.own.change(this.surface.chosen, { note: this.note.value });
      this.changed();
    });
    this.note.addEventListener("blur", () => this.surface.own.settle());
    this.note.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.finish();
    });
    // Before what moves the picture, which may listen already.
    stage.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", () => this.release());
    stage.addEventListener("pointercancel", () => this.giveUp());
  }

  changed() {
    this.surface.draw();
    this.follow.changed();
  }

  /** @returns {Mark | undefined} */
  get chosen() { return this.surface.own.find(this.surface.chosen); }

  get colour() { return find(this.tools, "input[name=colour]:checked", HTMLInputElement).value; }

  // MARK: Tools

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    for (const button of findAll(this.tools, "[data-tool]", HTMLElement)) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    this.show();
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.help?.toggleAttribute("hidden", !isOn);
    if (!isOn) { this.drag = null; this.surface.current = null; this.select(""); }
    this.show();
  }

  show() { this.surface.stage.classList.toggle("draws", this.isOn && Boolean(this.tool)); }

  /** @param {MouseEvent} event */
  click(event) {
    if (!(event.target instanceof Element)) return;
    const wanted = event.target.closest("[data-tool]");
    if (wanted instanceof HTMLElement) {
      this.choose(dataOf(wanted, "tool"));
      // By keyboard a pin is set in the middle of what is seen.
      if (this.tool === "pin" && event.detail === 0 && this.surface.isThere) {
        const box = this.surface.stage.getBoundingClientRect();
        const id = this.add(this.make("pin", this.surface.pointOf({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })));
        if (id) this.write();
      }
    }
    if (event.target.closest('[data-do="undo"]')) this.undo();
  }

  undo() {
    const { own } = this.surface;
    if (!own.undo()) return;
    if (!this.chosen) this.select("");
    this.fillIn();
    this.changed();
  }

  recolour() {
    const mark = this.chosen;
    if (!mark || mark.colour === this.colour) return;
    this.surface.own.settle();
    this.surface.own.change(mark.id, { colour: this.colour });
    this.surface.own.settle();
    this.changed();
  }

  // MARK: The chosen mark

  /** @param {string} id empty: none */
  select(id) {
    this.surface.own?.settle();
    this.surface.chosen = id;
    const mark = this.chosen;
    if (mark) find(this.tools, `input[name=colour][value="${mark.colour}"]`, HTMLInputElement).checked = true;
    this.fillIn();
    this.surface.draw();
  }

  fillIn() {
    const mark = this.isOn ? this.chosen : undefined, { dataset } = this.panel, isPin = mark?.shape === "pin";
    this.panel.hidden = !mark;
    if (!mark) return;
    const number = this.surface.own.all.filter(({ shape }) => shape === "pin").findIndex(({ id }) => id === mark.id) + 1;
    this.title.textContent = isPin ? fill(dataOf(this.panel, "note"), number) : dataset[mark.shape] || "";
    this.field.hidden = !isPin;
    if (isPin && this.note.value !== mark.note) this.note.value = mark.note;
  }

  /** The note of the chosen pin is written. */
  write() {
    this.panel.scrollIntoView({ block: "nearest" });
    this.note.focus({ preventScroll: true });
  }

  finish() {
    const id = this.surface.chosen;
    this.select("");
    this.follow.focusMark(id);
  }

  remove() {
    const { own, chosen } = this.surface, at = own.all.findIndex(({ id }) => id === chosen);
    own.remove(chosen);
    this.select("");
    this.changed();
    // The next one in the list, where there is one, has the focus.
    this.follow.focusMark((own.all[at] || own.all[at - 1])?.id || "");
  }

  /**
   * A key that was pressed in the list of marks: moves or deletes the mark.
   * @param {KeyboardEvent} event
   */
  type(event) {
    const row = event.target instanceof Element ? event.target.closest("[data-mark]") : null;
    if (!this.isOn || !(row instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? far : near;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const way = ways[event.key], id = dataOf(row, "mark"), mark = this.surface.own.find(id);
    const isDeletion = event.key === "Delete" || event.key === "Backspace";
    if (!mark || (!way && !isDeletion)) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.surface.chosen !== id) this.select(id);
    if (isDeletion) { this.remove(); return; }
    this.surface.own.change(id, { points: moved(mark.points, ...way) });
    this.changed();
  }

  // MARK: Fingers

  /**
   * @param {string} shape
   * @param {number[]} points
   * @returns {NewMark}
   */
  make(shape, points) { return { shape, points, colour: this.colour, note: "" }; }

  /**
   * Empty where there is no room for one more, which is said.
   * @param {NewMark} mark
   */
  add(mark) {
    const id = this.surface.own.add(mark);
    // What was drawn by hand is not chosen: the next stroke may begin beside it.
    if (id) this.select(mark.shape === "pin" ? id : ""); else this.follow.say(dataOf(this.panel, "many"));
    this.changed();
    return id;
  }

  /**
   * The mark below a finger: of those that the tool would not draw over.
   * @param {number[]} at
   */
  hit(at) {
    const { own, frame, grown, chosen } = this.surface, [place] = placed(at, frame), isDrawing = this.tool && this.tool !== "pin";
    const most = isDrawing ? pinRadius : Math.max(pinRadius, reach / grown);
    const can = (/** @type {Mark} */ mark) => !this.tool || mark.shape === "pin" || mark.id === chosen;
    const found = own.all.filter(can).map((mark) => ({ mark, away: distance(mark.shape, placed(mark.points, frame), place) }));
    // Of two as near, the one that lies above.
    return found.reverse().filter(({ away }) => away <= most).sort((one, other) => one.away - other.away)[0]?.mark;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { surface } = this;
    if (!this.isOn || !surface.isThere || event.button !== 0 || (event.target instanceof Element && event.target.closest("button"))) return;
    const at = surface.pointOf(event), found = this.hit(at);
    // What moves the picture does not hear of it.
    if (found || this.tool) { event.preventDefault(); event.stopImmediatePropagation(); surface.stage.setPointerCapture(event.pointerId); }
    if (found) {
      this.select(found.id);
      this.drag = { id: found.id, from: at, points: found.points, isNew: false, hasMoved: false };
    } else if (this.tool === "pin") {
      const id = this.add(this.make("pin", at));
      if (id) this.drag = { id, from: at, points: at, isNew: true, hasMoved: false };
    } else if (this.tool) surface.current = this.make(this.tool, [...at, ...at]);
    else if (surface.chosen) this.select("");
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { surface, drag } = this, { current } = surface;
    if (!current && !drag) return;
    const at = surface.pointOf(event);
    if (current) {
      if (current.shape === "pen" && current.points.length < mostNumbers) current.points.push(...at); else current.points.splice(-2, 2, ...at);
      surface.draw();
    } else if (drag) {
      const right = at[0] - drag.from[0], down = at[1] - drag.from[1];
      if (!drag.hasMoved && Math.hypot(right, down) < slip) return;
      drag.hasMoved = true;
      surface.own.change(drag.id, { points: moved(drag.points, right, down) });
      surface.draw();
    }
  }

  release() {
    const { surface, drag } = this, mark = surface.current;
    surface.current = null;
    this.drag = null;
    if (mark) { if (isDrawn(mark.points)) this.add(mark); else surface.draw(); }
    if (!drag) return;
    surface.own.settle();
    if (drag.hasMoved) this.changed();
    if (drag.isNew) this.write();
  }

  giveUp() {
    const { surface, drag } = this;
    surface.current = null;
    this.drag = null;
    if (drag) { surface.own.settle(); this.changed(); } else surface.draw();
  }
}
