import { Canvas } from "./canvas.js";
import { Cell } from "./cell.js";
import { element } from "../shared/dom.js";
import { isBroken, keyOf } from "./photo.js";

/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */
/** @typedef {import("./layout.js").Step} Step */
/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {import("./pictures.js").Wish} Wish */
/** @typedef {import("./scroll.js").Seen} Seen */
/** @typedef {{ ordinal: number, left: number, top: number, width: number, height: number }} Shown a photo on the screen, in the grid's own points. */

// More photos than this are painted, and those beside the screen get no cell: the whole page keeps to 300 elements.
const mostCells = 80;
// Cells that wait for photos, so that scrolling makes no new ones.
const mostSpare = 20;
// How far above and below the window photos are prepared, in its heights. Of small squares there are so many that less is enough.
const [ahead, aheadOfSmall] = [0.6, 0.1];
// The size of letters in painted names, as in the style sheet.
/** @type {Record<Step, number>} */
const letters = { s: 10, m: 11, l: 12 };
// A label narrower than this has its month in short, in points.
const longLabel = 170;

/**
 * The photos nearest to the window, as many as can have cells.
 * @param {Seen[]} seen
 * @param {number} height
 */
export const nearestOf = (seen, height) => {
  if (seen.length <= mostCells) return seen;
  const away = (/** @type {Seen} */ { box, top }) => Math.max(0, -(top + box[3]), top - height);
  return [...seen].sort((one, other) => away(one) - away(other)).slice(0, mostCells);
};

/**
 * Thumbnails of photos in the order in which they are wanted: those on the screen first, then the nearest.
 * @param {{ photo: Photo, top: number, height: number }[]} photos
 * @param {number} height of the window
 * @returns {Wish[]}
 */
export const wishesFor = (photos, height) => photos.map(({ photo, top, height: own }) => {
  const isSeen = top + own > 0 && top < height;
  const far = isSeen ? 0 : Math.max(-(top + own), top - height);
  /** @type {Wish} */
  const wish = [keyOf(photo), `/photos/picture/${photo[0]}/${photo[1]}/256.jpg`, isSeen ? 0 : far < height / 2 ? 1 : 2];
  return { far, wish };
}).sort((one, other) => one.far - other.far).map(({ wish }) => wish);

/** The photos on the screen: as elements, or painted where they are many. */
export class Grid {
  /** @param {PhotoBrowser} browser */
  constructor(browser) {
    const { words, isRight } = browser;
    this.browser = browser;
    this.node = element("div", "photos-grid", {
      role: "listbox", "aria-multiselectable": "true", tabindex: "0", "aria-label": words.grid, "aria-describedby": "photos-keys", id: "photos-grid",
    });
    this.layer = element("div", "photos-layer", { role: "presentation" });
    this.heads = element("div", "photos-heads", { "aria-hidden": "true" });
    // Behind the months' names that stay at the window's top.
    this.back = element("div", "photos-months");
    this.back.hidden = true;
    this.heads.append(this.back);
    this.node.append(this.layer);
    this.canvas = new Canvas(this.node, isRight);
    this.day = new Intl.DateTimeFormat(browser.language, { dateStyle: "medium", timeZone: "UTC" });
    this.isDense = false;
    /** The photo that keys act on. */
    this.current = 0;
    /** @type {Shown[]} */
    this.shown = [];
    /** @type {Map<number, Cell>} */
    this.cells = new Map();
    /** @type {Cell[]} */
    this.spare = [];
    /** @type {HTMLElement[]} */
    this.headNodes = [];
    this.isDue = false;
  }

  get shownCount() { return Math.max(1, Math.min(this.browser.layout.total, this.shown.length)); }

  /** Draws with the next frame. */
  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => { this.isDue = false; this.render(); });
  }

  /** Places and looks are written anew with the next frame. */
  forget() { for (const cell of this.cells.values()) cell.forget(); }

  /** Nothing is shown. */
  empty() {
    for (const cell of this.cells.values()) { cell.node.hidden = true; this.spare.push(cell); }
    this.cells.clear();
    this.heads.replaceChildren(this.back);
    this.back.hidden = true;
    this.headNodes.length = 0;
  }

  render() {
    const { browser, current } = this;
    const { scroll, layout, display, pictures } = browser;
    if (!layout.blocks.length || !scroll.width) return;
    const { height } = scroll;
    const { seen, titles, inside, beside } = scroll.look(height * (display.options.step === "s" && !layout.rows ? aheadOfSmall : ahead));
    browser.windows.want(inside, beside);
    const onScreen = seen.filter(({ box, top }) => top + box[3] > 0 && top < height);
    this.shown = onScreen.map(({ ordinal, box: [x, , width, tall], top }) => ({
      ordinal, left: browser.isRight ? scroll.width - x - width : x, top, width, height: tall,
    }));
    const wasDense = this.isDense;
    this.isDense = onScreen.length > mostCells;
    const near = this.isDense ? seen : nearestOf(seen, height);
    if (this.isDense !== wasDense) { browser.root.classList.toggle("dense", this.isDense); if (!this.isDense) this.canvas.hide(); }
    const { measures } = layout;
    const pixels = (/** @type {number} */ points) => Math.round(points * devicePixelRatio);
    this.showCells(this.isDense ? near.filter(({ ordinal }) => ordinal === current) : near);
    pictures.paint(this.isDense ? [pixels(measures.side), pixels(layout.rows ? measures.row : measures.side)] : null);
    if (this.isDense) this.paint(onScreen);
    while (this.spare.length > (this.isDense ? 0 : Math.min(mostSpare, mostCells - this.cells.size))) this.spare.pop()?.node.remove();
    const wanted = near.flatMap((own) => {
      const photo = this.photoOf(own);
      return photo && !isBroken(photo) ? [{ photo, top: own.top, height: own.box[3] }] : [];
    });
    pictures.want(wishesFor(wanted, height));
    this.layer.style.transform = `translate3d(0, ${-(scroll.base + scroll.y)}px, 0)`;
    if (this.cells.has(current)) this.node.setAttribute("aria-activedescendant", "photo-" + current);
    else this.node.removeAttribute("aria-activedescendant");
    this.showHeads(titles);
    browser.timeline.draw();
    if (scroll.isAtTop) browser.head.fold(false);
  }

  /** @param {Seen} seen */
  photoOf({ block, index }) { return this.browser.layout.photo(block, index); }

  /** @param {Seen[]} seen */
  showCells(seen) {
    const { scroll } = this.browser;
    const keep = new Set(seen.map(({ ordinal }) => ordinal));
    for (const [ordinal, cell] of this.cells) {
      if (keep.has(ordinal)) continue;
      this.cells.delete(ordinal);
      cell.release();
      this.spare.push(cell);
    }
    for (const own of seen) {
      const cell = this.cellFor(own.ordinal);
      cell.place(own.box, own.top + scroll.base + scroll.y, scroll.epoch);
      this.dress(cell, this.photoOf(own), own.ordinal);
    }
  }

  /** @param {number} ordinal */
  cellFor(ordinal) {
    const known = this.cells.get(ordinal);
    if (known) return known;
    const cell = this.spare.pop() ?? new Cell(this.layer, this.browser.words, this.day);
    cell.take(ordinal);
    this.cells.set(ordinal, cell);
    return cell;
  }

  /**
   * Why a photo has no picture; "" where it has one, or may have.
   * @param {Photo} photo
   */
  troubleOf(photo) {
    const failed = this.browser.pictures.failed;
    return isBroken(photo) || failed.has(keyOf(photo)) ? photo[8] || failed.get(keyOf(photo)) || this.browser.words.broken : "";
  }

  /**
   * @param {Cell} cell
   * @param {Photo | null | undefined} photo
   * @param {number} ordinal
   */
  dress(cell, photo, ordinal) {
    const { pictures, selection, display, layout } = this.browser;
    if (!photo) { cell.showLoading(); return; }
    cell.show(photo, {
      address: isBroken(photo) ? "" : pictures.get(keyOf(photo)) ?? "", trouble: this.troubleOf(photo), isChosen: selection.has(photo[0]),
      isCurrent: ordinal === this.current, isFit: display.options.fit, ordinal, total: layout.total,
    });
  }

  /** @param {Seen[]} onScreen */
  paint(onScreen) {
    const { layout, scroll, display, pictures, selection } = this.browser;
    const photos = onScreen.map((own, place) => {
      const photo = this.photoOf(own);
      return {
        ...this.shown[place], photo, bitmap: photo ? pictures.bitmap(keyOf(photo)) : undefined,
        isChosen: Boolean(photo && selection.has(photo[0])), isBroken: Boolean(photo && this.troubleOf(photo)),
      };
    });
    this.canvas.paint(photos, scroll.width, scroll.height, {
      bar: layout.bar, font: letters[display.options.step], fit: display.options.fit && !layout.rows,
    });
  }

  /**
   * Names of months over their first photos. Those of the window's first row stay at its top.
   * @param {import("./scroll.js").Title[]} titles
   */
  showHeads(titles) {
    const { browser } = this;
    const sticky = browser.scroll.sticky();
    const rest = titles.filter(({ row }) => row !== sticky?.row);
    this.back.hidden = !sticky;
    if (sticky) this.back.style.transform = `translateY(${sticky.top}px)`;
    const all = (sticky ? [sticky, ...rest] : rest).flatMap(({ top, labels }) => labels.map((label) => ({ top, label })));
    all.forEach(({ top, label }, index) => {
      const node = this.headNodes[index] ?? (this.headNodes[index] = this.heads.appendChild(element("div", "photos-month")));
      node.hidden = false;
      const text = browser.nameOfRange(label.from, label.to, label.width < longLabel);
      if (node.textContent !== text) node.textContent = text;
      Object.assign(node.style, { insetInlineStart: label.x + "px", width: label.width + "px", transform: `translateY(${top}px)` });
    });
    this.headNodes.slice(all.length).forEach((node) => { node.hidden = true; });
  }
}
