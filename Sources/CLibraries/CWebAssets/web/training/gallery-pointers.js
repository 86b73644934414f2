// Fingers and the mouse on a gallery's picture: nearer, further, moved, the next one.

/**
 * @typedef {import("./gallery.js").Gallery} Gallery
 * @typedef {{ x: number, y: number, fromX: number, fromY: number, hasMoved: boolean }} Drag where it began, and where the picture was
 * @typedef {{ distance: number, scale: number }} Pinch as it began
 * @typedef {{ at: number, x: number, y: number }} Tap
 */

// A finger that moves no further than this stays where it is, in CSS pixels.
const still = 10;
// A swipe is at least this long, in CSS pixels, and so many times longer than it is high.
const shortestSwipe = 50, flattest = 1.5;
// Two taps are one double tap within these milliseconds and CSS pixels.
const doubleTapTime = 350, doubleTapReach = 40;
// How near a double tap brings the picture.
const doubleTapScale = 2;
// How much the wheel zooms: browsers count its way in pixels, or in lines of about 25.
const perPixel = 0.002, perLine = 0.05;

/**
 * Where a finger's way leads: 1 to the left, -1 to the right, 0 where it is no swipe.
 * @param {number} right
 * @param {number} down
 */
export const swipe = (right, down) => Math.abs(right) > shortestSwipe && Math.abs(right) > flattest * Math.abs(down) ? right < 0 ? 1 : -1 : 0;

/**
 * @param {Tap | null} before
 * @param {Tap} now
 */
export const isDoubleTap = (before, now) =>
  before !== null && now.at - before.at < doubleTapTime && Math.hypot(now.x - before.x, now.y - before.y) < doubleTapReach;

/**
 * So many times nearer.
 * @param {{ deltaY: number, deltaMode: number }} event
 */
export const wheelFactor = ({ deltaY, deltaMode }) => Math.exp(-deltaY * (deltaMode ? perLine : perPixel));

export class GalleryPointers {
  /** @param {Gallery} gallery */
  constructor(gallery) {
    this.gallery = gallery;
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    /** @type {Drag | Pinch | null} */
    this.start = null;
    /** @type {Tap | null} */
    this.tap = null;
    const { stage } = gallery;
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.lift(event, false));
    stage.addEventListener("pointercancel", (event) => this.lift(event, true));
    stage.addEventListener("dragstart", (event) => event.preventDefault());
    stage.addEventListener("wheel", (event) => {
      if (gallery.marks.isOn) return;
      event.preventDefault();
      gallery.zoomTo(gallery.zoom.scale * wheelFactor(event), { x: event.clientX, y: event.clientY });
    }, { passive: false });
  }

  /** How far two fingers are apart, and the middle between them. */
  spread() {
    const [one, other] = [...this.fingers.values()];
    return { distance: Math.hypot(one.x - other.x, one.y - other.y) || 1, x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { gallery, fingers } = this;
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button")) || gallery.marks.isOn) return;
    gallery.stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) this.start = { x: event.clientX, y: event.clientY, fromX: gallery.zoom.x, fromY: gallery.zoom.y, hasMoved: false };
    if (fingers.size === 2) this.start = { distance: this.spread().distance, scale: gallery.zoom.scale };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { gallery, fingers, start } = this;
    if (!fingers.has(event.pointerId) || !start) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if ("distance" in start) {
      if (fingers.size < 2) return;
      const now = this.spread();
      gallery.zoomTo(start.scale * now.distance / start.distance, now);
      return;
    }
    const right = event.clientX - start.x, down = event.clientY - start.y;
    if (Math.hypot(right, down) > still) start.hasMoved = true;
    if (!gallery.zoom.isWhole) { gallery.zoom.moveTo(start.fromX + right, start.fromY + down); gallery.place(); }
    else if (start.hasMoved && Math.abs(right) > Math.abs(down)) gallery.picture.style.transform = `translate(${right}px, 0)`;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isOver the browser has taken the finger for something else
   */
  lift(event, isOver) {
    const { gallery, fingers, start } = this;
    if (!fingers.delete(event.pointerId) || !start || fingers.size) return;
    this.start = null;
    if ("distance" in start || isOver) gallery.place(true);
    else if (!start.hasMoved) this.tapped({ at: event.timeStamp, x: event.clientX, y: event.clientY });
    else if (gallery.zoom.isWhole) {
      const step = swipe(event.clientX - start.x, event.clientY - start.y);
      if (!step || !gallery.step(gallery.isRightToLeft ? -step : step)) gallery.place(true);
    }
  }

  /** @param {Tap} now */
  tapped(now) {
    const { gallery } = this;
    if (!isDoubleTap(this.tap, now)) { this.tap = now; return; }
    this.tap = null;
    gallery.zoomTo(gallery.zoom.isWhole ? doubleTapScale : 1, now, true);
  }
}
