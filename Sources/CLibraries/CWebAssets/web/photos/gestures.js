/** @typedef {import("./viewer.js").Viewer} Viewer */

// How much a step of the wheel zooms, and a double click where the photo's own size is about that of the screen.
const [wheelZoom, clickZoom] = [1.15, 2.5];
// A finger that moves no further than this stays where it is, in points; it plays the film after this many milliseconds.
const [still, holdFor] = [8, 500];
// A swipe is at least this long, in points, and so many times longer than it is high.
const [shortestSwipe, flattest] = [60, 2];
// A second tap within so many milliseconds makes a double tap: until then a tap shows and hides nothing.
const tapPause = 280;

/**
 * Where a finger's way leads: 1 to the left, -1 to the right, 0 where it is no swipe.
 * @param {number} dx
 * @param {number} dy
 */
export const swipe = (dx, dy) => Math.abs(dx) > shortestSwipe && Math.abs(dx) > flattest * Math.abs(dy) ? dx < 0 ? 1 : -1 : 0;

/**
 * Where a finger's way up or down leads: 1 down, -1 up, 0 where it is no swipe.
 * @param {number} dx
 * @param {number} dy
 */
export const swipeDown = (dx, dy) => swipe(-dy, dx);

/** Mouse, pen and fingers on an opened photo: zoom, move, swipe. */
export class Gestures {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    // Of a double click that opened the photo, the second one lands here: it is not meant for the photo.
    this.presses = 0;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    /** @type {PointerEvent | null} */
    this.start = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.hold = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.tap = undefined;
    const { frame } = viewer;
    frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      viewer.zoom(viewer.scale * (event.deltaY < 0 ? wheelZoom : 1 / wheelZoom), event);
    }, { passive: false });
    frame.addEventListener("dblclick", (event) => this.doubleClick(event));
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.release(event));
    frame.addEventListener("pointercancel", (event) => this.release(event));
    // A finger that stays asks for no menu where it plays the film.
    frame.addEventListener("contextmenu", (event) => {
      if (viewer.film.address && event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
    });
  }

  /** A photo was opened. */
  opened() { this.presses = 0; }

  /** @param {MouseEvent} event */
  doubleClick(event) {
    const { viewer } = this;
    if (this.presses < 2) return;
    if (viewer.scale !== 1) viewer.zoom(1);
    else if (viewer.parts.whole() > 1.05) viewer.toWhole(event);
    else viewer.zoom(clickZoom, event);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { viewer } = this;
    this.presses += 1;
    // What is captured is no link's click any longer.
    if (event.target instanceof Element && event.target.closest("a")) return;
    this.fingers.set(event.pointerId, event);
    viewer.frame.setPointerCapture(event.pointerId);
    clearTimeout(this.hold);
    if (this.fingers.size > 1) return;
    this.start = event;
    if (event.pointerType === "touch") this.hold = setTimeout(() => { if (!viewer.film.isOn) viewer.film.toggle(); }, holdFor);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { viewer, start } = this;
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > still) clearTimeout(this.hold);
    const other = [...this.fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (this.fingers.size === 2 && other) {
      const apart = (/** @type {PointerEvent} */ one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      viewer.zoom(viewer.scale * apart(event) / Math.max(1, apart(before)), middle);
    } else if (viewer.scale > 1) {
      viewer.pan(event.clientX - before.clientX, event.clientY - before.clientY);
    } else if (start && event.pointerType === "touch" && this.fingers.size === 1) {
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      viewer.draw(dy > still && dy > Math.abs(dx) && viewer.about.hidden ? dy : 0);
    }
    this.fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { viewer, start } = this;
    this.fingers.delete(event.pointerId);
    clearTimeout(this.hold);
    if (this.fingers.size || !start) return;
    const isTouch = event.pointerType === "touch" && event.type === "pointerup";
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (isTouch && Math.hypot(dx, dy) <= still) this.tapped(event.timeStamp - start.timeStamp);
    this.start = null;
    if (viewer.scale > 1) return;
    const [step, down] = isTouch ? [swipe(dx, dy), swipeDown(dx, dy)] : [0, 0];
    // First the information goes, where it is open.
    if (down > 0 && !viewer.about.hidden) viewer.showFacts(false);
    else if (down > 0) viewer.dialog.close();
    else if (down < 0) viewer.showFacts(true);
    else if (step) viewer.step(viewer.isRightToLeft() ? -step : step);
    if (event.pointerType === "touch") viewer.draw(0);
  }

  /**
   * A tap shows or hides what lies over the photo, unless another one follows, or the finger stayed.
   * @param {number} time that it took
   */
  tapped(time) {
    const isSecond = this.tap !== undefined;
    clearTimeout(this.tap);
    this.tap = undefined;
    if (isSecond || time > holdFor) return;
    this.tap = setTimeout(() => { this.tap = undefined; this.viewer.toggleBare(); }, tapPause);
  }
}
