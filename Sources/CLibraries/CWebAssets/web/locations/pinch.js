// Two fingers bring a picture nearer and move it; so does a trackpad's pinch, which browsers tell as a wheel with Ctrl.

/** @typedef {{ x: number, y: number, apart: number }} Fingers their middle and their distance, in pixels */

/**
 * @param {{ clientX: number, clientY: number }} a
 * @param {{ clientX: number, clientY: number }} b
 * @param {{ left: number, top: number }} box from whose corner the middle counts
 * @returns {Fingers}
 */
export const fingersOf = (a, b, { left, top }) => ({
  x: (a.clientX + b.clientX) / 2 - left, y: (a.clientY + b.clientY) / 2 - top,
  apart: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
});

/**
 * @param {HTMLElement} scroller
 * @param {import("./zoom.js").Zoom} zoom
 */
export const followPinch = (scroller, zoom) => {
  /** @type {Fingers | null} */
  let last = null;
  /** @param {TouchEvent} event */
  const fingers = (event) => {
    const [a, b, ...more] = [...event.touches].filter(({ target }) => target instanceof Node && scroller.contains(target));
    return a && b && more.length === 0 ? fingersOf(a, b, scroller.getBoundingClientRect()) : null;
  };
  scroller.addEventListener("touchstart", (event) => { last = fingers(event); }, { passive: true });
  scroller.addEventListener("touchmove", (event) => {
    const now = fingers(event);
    if (!last || !now) return;
    event.preventDefault();
    zoom.set(zoom.factor * now.apart / last.apart, last, now);
    last = now;
  }, { passive: false });
  for (const end of /** @type {const} */ (["touchend", "touchcancel"])) scroller.addEventListener(end, (event) => { last = fingers(event); }, { passive: true });
  scroller.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = scroller.getBoundingClientRect();
    zoom.set(zoom.factor * Math.exp(-event.deltaY / 200), { x: event.clientX - left, y: event.clientY - top });
  }, { passive: false });
};
