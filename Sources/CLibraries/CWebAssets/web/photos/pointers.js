import { element } from "../shared/dom.js";
import { swept } from "./selection.js";

/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */
/** @typedef {import("./grid.js").Shown} Shown */

/** @typedef {{ first: number, last: number, before: Set<number>, isAdding: boolean }} Sweep from one photo to another, by their places; `before`: what was selected. */

/**
 * A pointer that is down.
 * @typedef {object} Press
 * @property {number} id
 * @property {number} x where it went down.
 * @property {number} y
 * @property {number} at where it was last, from the top.
 * @property {number} time when that was.
 * @property {number} speed in points a millisecond.
 * @property {Shown | undefined} box the photo under it.
 * @property {boolean} isTouch
 * @property {boolean} isMoved
 * @property {Sweep | null} sweep the finger stayed on its photo, which is selected: from there on all that it goes over.
 * @property {Set<number>} before what was selected before it moved.
 * @property {ReturnType<typeof setTimeout> | undefined} hold
 */

// A pointer that moves no further than this stays where it is, in points; a finger that stays for so long selects, in milliseconds.
const [still, holdFor] = [8, 450];
// A corner of a photo that selects it, in points, and no more than half of it.
const corner = 36;
// A finger's speed counts the last move this much; the rest is what it was before.
const newest = 0.7;
// After a finger that was faster than the first, in points a millisecond, the page goes on until it is slower than the second; what is left
// of the speed after each millisecond; and the most time between two frames that counts.
const [goesOnFrom, standsFrom, friction, longestFrame] = [0.05, 0.02, 0.997, 50];
// A finger that sweeps this near to the window's edge scrolls, in points; and how far in a frame at most.
const [scrollEdge, mostScroll] = [72, 14];
// Points of a line, for mice that turn in lines.
const wheelLine = 32;

/**
 * How far a turn of the wheel goes, in points.
 * @param {{ deltaY: number, deltaMode: number }} turn
 * @param {number} page
 */
export const wheelDistance = ({ deltaY, deltaMode }, page) => deltaY * (deltaMode === 1 ? wheelLine : deltaMode === 2 ? page : 1);

/**
 * Whether a point is in the corner of a photo that selects it: the upper one where one begins to read.
 * @param {{ width: number }} box
 * @param {number} x from its left
 * @param {number} y from its top
 * @param {boolean} isRight
 */
export const isInCorner = ({ width }, x, y, isRight) => {
  const most = Math.min(corner, width / 2);
  return (isRight ? width - x : x) < most && y < most;
};

/**
 * How far a frame scrolls while a finger sweeps near an edge: the nearer, the further.
 * @param {number} y of the finger, from the window's top
 * @param {number} height of the window
 */
export const edgeScroll = (y, height) => {
  const share = y < scrollEdge ? (y - scrollEdge) / scrollEdge : Math.max(0, y - height + scrollEdge) / scrollEdge;
  return mostScroll * Math.max(-1, Math.min(1, share));
};

/** Mouse, pen and fingers on the grid: open, select, draw a rectangle, scroll. */
export class Pointers {
  /** @param {PhotoBrowser} browser */
  constructor(browser) {
    this.browser = browser;
    /** @type {Press | null} */
    this.press = null;
    this.fling = 0;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.area = element("div", "photos-area");
    this.area.hidden = true;
    browser.root.append(this.area);
    const { node } = browser.grid;
    node.addEventListener("wheel", (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      cancelAnimationFrame(this.fling);
      browser.move(wheelDistance(event, browser.scroll.height));
    }, { passive: false });
    node.addEventListener("pointerdown", (event) => this.down(event));
    node.addEventListener("pointermove", (event) => this.move(event));
    node.addEventListener("pointerup", (event) => this.up(event));
    node.addEventListener("pointercancel", (event) => this.up(event));
  }

  /**
   * The photo under a pointer.
   * @param {PointerEvent} event
   */
  boxAt(event) {
    const { grid } = this.browser;
    const home = grid.node.getBoundingClientRect();
    const [x, y] = [event.clientX - home.left, event.clientY - home.top];
    return grid.shown.find((box) => x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height);
  }

  /**
   * Goes on after a finger has let go, ever more slowly.
   * @param {number} speed
   */
  coast(speed) {
    cancelAnimationFrame(this.fling);
    if (this.reduced.matches) return;
    let last = performance.now();
    const go = (/** @type {number} */ now) => {
      const past = Math.min(longestFrame, now - last);
      last = now;
      this.browser.move(speed * past);
      speed *= friction ** past;
      if (Math.abs(speed) > standsFrom) this.fling = requestAnimationFrame(go);
    };
    this.fling = requestAnimationFrame(go);
  }

  /** @param {PointerEvent} event */
  down(event) {
    cancelAnimationFrame(this.fling);
    if (event.button !== 0) return;
    /** @type {Press} */
    const press = {
      id: event.pointerId, x: event.clientX, y: event.clientY, at: event.clientY, time: event.timeStamp, speed: 0, box: this.boxAt(event),
      isTouch: event.pointerType === "touch", isMoved: false, sweep: null, before: new Set(), hold: undefined,
    };
    this.press = press;
    if (!press.isTouch) return;
    press.hold = setTimeout(() => this.beginSweep(press), holdFor);
  }

  /** @param {Press} press */
  beginSweep(press) {
    const { browser } = this;
    if (this.press !== press || press.isMoved || !press.box) return;
    const { ordinal } = press.box;
    const number = browser.photoAt(ordinal)?.[0];
    press.sweep = { first: ordinal, last: ordinal, before: new Set(browser.selection.numbers), isAdding: number === undefined || !browser.selection.has(number) };
    browser.toggle(ordinal);
  }

  /**
   * Selects from the photo that was held to the one under the finger, and scrolls near the edges.
   * @param {Sweep} sweep
   * @param {PointerEvent} event
   */
  sweepTo(sweep, event) {
    const { browser } = this;
    const box = this.boxAt(event);
    if (box && box.ordinal !== sweep.last) {
      sweep.last = box.ordinal;
      browser.selection.set(swept(sweep.before, this.known(sweep).flatMap((number) => number ?? []), sweep.isAdding));
    }
    cancelAnimationFrame(this.fling);
    const home = browser.grid.node.getBoundingClientRect();
    const by = edgeScroll(event.clientY - home.top, browser.scroll.height - browser.scroll.pad);
    if (by) this.fling = requestAnimationFrame(() => { browser.move(by); if (this.press?.sweep === sweep) this.sweepTo(sweep, event); });
  }

  /**
   * The numbers of a sweep's photos; undefined: not known yet.
   * @param {Sweep} sweep
   */
  known({ first, last }) {
    const from = Math.min(first, last);
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => this.browser.photoAt(from + index)?.[0]);
  }

  /**
   * What was swept over faster than it became known is asked for.
   * @param {Sweep} sweep
   */
  async endSweep(sweep) {
    const { browser } = this;
    cancelAnimationFrame(this.fling);
    browser.range.begin(sweep.last);
    if (this.known(sweep).every((number) => number !== undefined)) return;
    const numbers = await browser.numbersBetween(sweep.first, sweep.last);
    browser.selection.set(swept(sweep.before, numbers, sweep.isAdding));
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press, browser } = this;
    if (!press || press.id !== event.pointerId) return;
    if (!press.isMoved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < still) return;
      press.isMoved = true;
      clearTimeout(press.hold);
      browser.grid.node.setPointerCapture(event.pointerId);
      press.at = event.clientY;
      press.before = new Set(browser.selection.numbers);
    }
    if (press.sweep) this.sweepTo(press.sweep, event);
    else if (press.isTouch) this.drag(press, event);
    else this.drawArea(press, event);
  }

  /**
   * @param {Press} press
   * @param {PointerEvent} event
   */
  drag(press, event) {
    const by = press.at - event.clientY;
    press.speed = newest * by / Math.max(1, event.timeStamp - press.time) + (1 - newest) * press.speed;
    [press.at, press.time] = [event.clientY, event.timeStamp];
    this.browser.move(by);
  }

  /**
   * Selects all that lie in the rectangle that is drawn.
   * @param {Press} press
   * @param {PointerEvent} event
   */
  drawArea(press, event) {
    const { root, grid, selection } = this.browser;
    const [left, right] = [Math.min(press.x, event.clientX), Math.max(press.x, event.clientX)];
    const [top, bottom] = [Math.min(press.y, event.clientY), Math.max(press.y, event.clientY)];
    const frame = root.getBoundingClientRect();
    const home = grid.node.getBoundingClientRect();
    this.area.hidden = false;
    Object.assign(this.area.style, { left: left - frame.left + "px", top: top - frame.top + "px", width: right - left + "px", height: bottom - top + "px" });
    const within = [];
    for (const box of grid.shown) {
      const photo = this.browser.photoAt(box.ordinal);
      const [x, y] = [home.left + box.left, home.top + box.top];
      if (photo && x < right && x + box.width > left && y < bottom && y + box.height > top) within.push(photo[0]);
    }
    selection.set(new Set([...press.before, ...within]));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press, browser } = this;
    if (!press || press.id !== event.pointerId) return;
    this.press = null;
    clearTimeout(press.hold);
    this.area.hidden = true;
    if (press.sweep) { this.endSweep(press.sweep); return; }
    if (press.isMoved) { if (press.isTouch && Math.abs(press.speed) > goesOnFrom) this.coast(press.speed); return; }
    if (event.type === "pointercancel" || !press.box) return;
    const { ordinal } = press.box;
    browser.grid.current = ordinal;
    browser.grid.node.focus({ preventScroll: true });
    if (event.shiftKey) browser.extend(ordinal);
    else if (this.selects(press, press.box, event)) browser.toggle(ordinal);
    else { browser.range.anchor = ordinal; browser.open(ordinal); }
    browser.grid.draw();
  }

  /**
   * Whether a click selects, and does not open.
   * @param {Press} press
   * @param {Shown} box
   * @param {PointerEvent} event
   */
  selects(press, box, event) {
    const { grid, display, selection, isRight } = this.browser;
    if (event.ctrlKey || event.metaKey || display.isSelecting) return true;
    if (press.isTouch) return selection.size > 0;
    const home = grid.node.getBoundingClientRect();
    return isInCorner(box, event.clientX - home.left - box.left, event.clientY - home.top - box.top, isRight);
  }
}
