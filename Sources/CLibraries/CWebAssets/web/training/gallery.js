// The pictures of a critique, one at a time.

import { dataOf, fill, find, findAll } from "../shared/dom.js";
import { GalleryPointers } from "./gallery-pointers.js";
import { shareLink } from "./gallery-sharing.js";
import { Marks } from "./marks.js";
import { Zoom, clamp, farthest, fitted, nearest } from "./zoom.js";

/**
 * @typedef {import("./types").Point} Point
 * @typedef {import("./types").Size} Size
 * @typedef {{ index: number, isShown: boolean }} GalleryState which picture is looked at, and whether marks are shown
 */

// A press of a button, or a key, moves a picture that is near by this part of the stage.
const panPart = 1 / 4;

export class Gallery {
  /**
   * @param {HTMLElement} article
   * @param {HTMLElement} root
   * @param {GalleryState} [state]
   */
  constructor(article, root, state) {
    this.article = article;
    this.root = root;
    this.stage = find(root, ".stage", HTMLElement);
    this.picture = find(root, "#picture", HTMLImageElement);
    this.canvas = find(this.stage, "canvas", HTMLCanvasElement);
    this.gone = find(root, "#gone", HTMLElement);
    this.pad = find(root, ".pad", HTMLElement);
    this.told = find(root, ".told", HTMLElement);
    this.counter = find(root, ".counter", HTMLElement);
    this.percent = find(root, ".zoom", HTMLElement);
    this.saving = find(root, '[data-do="save"]', HTMLAnchorElement);
    this.links = findAll(root, ".strip a", HTMLAnchorElement);
    this.isRightToLeft = document.documentElement.dir === "rtl";
    this.zoom = new Zoom();
    this.index = 0;
    /** The picture is on the screen, and not on its way. */
    this.isThere = false;
    /**
     * Pictures that were asked for, by their addresses.
     * @type {Map<string, HTMLImageElement>}
     */
    this.loaded = new Map();
    this.marks = new Marks(this, state?.isShown ?? true);
    /** @type {Record<string, () => void>} */
    this.actions = {
      previous: () => this.show(this.index - 1), next: () => this.show(this.index + 1),
      in: () => this.zoomTo(this.zoom.nearer, null, true), out: () => this.zoomTo(this.zoom.farther, null, true),
      up: () => this.pan(0, -1), down: () => this.pan(0, 1), left: () => this.pan(-1, 0), right: () => this.pan(1, 0),
      full: () => this.toggleFull(), share: () => shareLink(this),
    };
    this.hear();
    this.show(state?.index ?? 0);
  }

  /** @returns {GalleryState} for another gallery that takes this one's place */
  get state() { return { index: this.index, isShown: this.marks.isShown }; }

  get link() { return this.links[this.index]; }

  /** @returns {Size} the stage's */
  get size() { return { width: this.stage.clientWidth, height: this.stage.clientHeight }; }

  /** How large the picture is in the stage, before it is brought nearer. */
  get extent() { return fitted({ width: this.picture.naturalWidth, height: this.picture.naturalHeight }, this.size); }

  /** @param {string} text */
  say(text) { this.told.textContent = text; }

  /** @param {string} name as in `data-do` */
  button(name) { return find(this.root, `[data-do="${name}"]`, HTMLButtonElement); }

  hear() {
    const { picture, root } = this;
    picture.addEventListener("load", () => this.arrived());
    picture.addEventListener("error", () => {
      this.stage.classList.remove("loading");
      picture.hidden = true;
      this.gone.hidden = false;
      this.isThere = false;
    });
    for (const image of findAll(root, ".strip img", HTMLImageElement)) image.addEventListener("error", () => image.classList.add("missing"));
    this.pointers = new GalleryPointers(this);
    new ResizeObserver(() => { this.place(); this.marks.show(this.index, this.isThere); }).observe(this.stage);
    this.button("full").hidden = !document.fullscreenEnabled;
    root.addEventListener("click", (event) => this.click(event));
    // On the whole page: after a touch of the picture nothing has the focus.
    const typed = (/** @type {KeyboardEvent} */ event) => {
      if (root.isConnected) this.type(event); else document.removeEventListener("keydown", typed);
    };
    document.addEventListener("keydown", typed);
  }

  // MARK: Near and far

  /** @param {boolean} [glides] */
  place(glides = false) {
    const { stage, zoom } = this;
    zoom.keepInside(this.extent, this.size);
    stage.classList.toggle("glides", glides);
    for (const layer of [this.picture, this.canvas]) layer.style.transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
    stage.classList.toggle("zoomed", !zoom.isWhole);
    this.pad.hidden = zoom.isWhole;
    const text = Math.round(zoom.scale * 100) + " %";
    if (this.percent.textContent !== text) this.percent.textContent = text;
    this.button("out").disabled = zoom.scale <= farthest;
    this.button("in").disabled = zoom.scale >= nearest;
    stage.dataset.zoom = String(Math.round(zoom.scale * 100) / 100);
  }

  /**
   * What lies under a point of the page stays there; without one, the stage's middle.
   * @param {number} scale
   * @param {Point | null} at
   * @param {boolean} [glides]
   */
  zoomTo(scale, at, glides) {
    if (!this.isThere) return;
    const box = this.stage.getBoundingClientRect();
    this.zoom.to(scale, at ? { x: at.x - box.left - box.width / 2, y: at.y - box.top - box.height / 2 } : { x: 0, y: 0 });
    this.place(glides);
  }

  /**
   * @param {number} right
   * @param {number} down
   */
  pan(right, down) {
    const { width, height } = this.size;
    this.zoom.moveTo(this.zoom.x - right * width * panPart, this.zoom.y - down * height * panPart);
    this.place(true);
  }

  // MARK: One after the other

  /**
   * The next one, or the one before; false where there is none.
   * @param {number} by
   */
  step(by) {
    const next = clamp(this.index + by, 0, this.links.length - 1);
    if (next === this.index) return false;
    this.show(next);
    return true;
  }

  /** @param {number} next */
  show(next) {
    this.index = clamp(next, 0, this.links.length - 1);
    const { link, links, picture, root, saving } = this, address = link.dataset.picture;
    this.zoom.reset();
    this.isThere = false;
    this.pointOut();
    const text = fill(dataOf(root, "of"), this.index + 1, links.length);
    if (this.counter.textContent !== text) this.counter.textContent = text;
    this.button("previous").disabled = this.index === 0;
    this.button("next").disabled = this.index === links.length - 1;
    saving.hidden = !address;
    this.button("share").hidden = false;
    if (address) { saving.href = address; saving.download = dataOf(link, "name"); }
    this.gone.hidden = Boolean(address);
    picture.hidden = !address;
    this.marks.show(this.index, false);
    this.place();
    this.stage.classList.toggle("loading", Boolean(address));
    if (!address) return;
    picture.alt = fill(dataOf(root, "picture"), this.index + 1, links.length);
    picture.src = address;
    if (picture.complete && picture.naturalWidth) this.arrived();
  }

  /** In the strip of small pictures. */
  pointOut() {
    for (const other of this.links) other.removeAttribute("aria-current");
    this.link.setAttribute("aria-current", "true");
    const strip = find(this.root, ".strip", HTMLElement), box = this.link.getBoundingClientRect();
    strip.scrollLeft += box.left + box.width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
  }

  arrived() {
    const { picture } = this;
    if (this.isThere || picture.getAttribute("src") !== this.link.dataset.picture || !picture.naturalWidth) return;
    this.isThere = true;
    this.stage.classList.remove("loading");
    this.gone.hidden = true;
    picture.hidden = false;
    this.place();
    this.marks.show(this.index, true);
    // The next is there before it is wanted.
    this.load(this.index + 1);
    this.load(this.index - 1);
  }

  /** @param {number} index */
  load(index) {
    const address = this.links[index]?.dataset.picture;
    if (!address || this.loaded.has(address)) return;
    const image = new Image();
    image.src = address;
    this.loaded.set(address, image);
  }

  // MARK: Buttons and keys

  toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.root.requestFullscreen?.().catch(() => {});
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!(event.target instanceof Element)) return;
    const wanted = event.target.closest("[data-do]"), act = this.actions[wanted?.getAttribute("data-do") || ""];
    if (wanted && act) {
      this.say("");
      act();
      // A button that has just become useless would take the focus with it.
      if (wanted instanceof HTMLButtonElement && wanted.disabled) this.focusButton();
    }
    const link = event.target.closest(".strip a");
    if (link instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey) { event.preventDefault(); this.show(this.links.indexOf(link)); }
  }

  focusButton() {
    const button = this.root.querySelector(".pair button:not(:disabled)");
    if (button instanceof HTMLElement) button.focus();
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (event.target instanceof Element && event.target.closest("input, textarea, select, summary")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const forward = this.isRightToLeft ? -1 : 1, isNear = !this.zoom.isWhole, { actions } = this;
    /** @type {Record<string, (() => void) | null>} */
    const keys = {
      ArrowRight: isNear ? actions.right : () => this.show(this.index + forward), ArrowLeft: isNear ? actions.left : () => this.show(this.index - forward),
      ArrowUp: isNear ? actions.up : null, ArrowDown: isNear ? actions.down : null,
      Home: () => this.show(0), End: () => this.show(this.links.length - 1),
      "+": actions.in, "=": actions.in, "-": actions.out, 0: () => this.zoomTo(farthest, null, true), f: actions.full,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // MARK: Renewing

  /**
   * Takes over from a newer one what may differ while the pictures are the same; false where they are not.
   * @param {HTMLElement} fresh
   */
  renew(fresh) {
    const { links, root } = this, others = findAll(fresh, ".strip a", HTMLAnchorElement);
    const isSame = others.length === links.length && others.every((other, at) => other.dataset.picture === links[at].dataset.picture)
      && !fresh.querySelector("#drawing") === !root.querySelector("#drawing");
    if (!isSame) return false;
    Object.assign(root.dataset, fresh.dataset);
    others.forEach((other, at) => Object.assign(links[at].dataset, { name: other.dataset.name, marks: other.dataset.marks }));
    if (this.link.dataset.picture) this.saving.download = dataOf(this.link, "name");
    this.marks.renew();
    return true;
  }
}

/**
 * Null where the critique has no pictures.
 * @param {HTMLElement} article
 * @param {GalleryState} [state] of another gallery, in whose place this one comes
 */
export const openGallery = (article, state) => {
  const root = article.querySelector("[data-gallery]");
  return root instanceof HTMLElement ? new Gallery(article, root, state) : null;
};
