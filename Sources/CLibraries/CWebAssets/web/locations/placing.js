// A press that places a point: a tap; or a press that is held, after which the point follows the finger until it is let go.

/**
 * @typedef {import("./types").Spot} Spot
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ follow: (spot: Spot, at: Place) => void, put: (spot: Spot) => void, rest: () => void }} Placing
 */

// A finger is held so long, in milliseconds; until then a finger that moves so far, in pixels, scrolls the page.
const holdTime = 250, slip = 10;

/**
 * A pointer's spot of a picture, in fractions of it.
 * @param {HTMLElement} frame
 * @param {{ clientX: number, clientY: number }} pointer
 * @returns {Spot}
 */
export const spotOf = (frame, { clientX, clientY }) => {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
};

/**
 * @param {HTMLElement} frame
 * @param {Placing} placing `follow` while the point is chosen, `put` where it is let go, `rest` in either case
 */
export const followPress = (frame, { follow, put, rest }) => {
  /** @type {{ id: number, x: number, y: number, isHeld: boolean, timer: ReturnType<typeof setTimeout> | undefined } | null} */
  let press = null;
  const forget = () => { clearTimeout(press?.timer); press = null; rest(); };
  /** @param {PointerEvent} event */
  const show = (event) => follow(spotOf(frame, event), { x: event.clientX, y: event.clientY });
  frame.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest(".dot")) return;
    // A second finger: the picture is brought nearer.
    if (press || !event.isPrimary || event.button !== 0) { if (press) forget(); return; }
    const begun = { id: event.pointerId, x: event.clientX, y: event.clientY, isHeld: event.pointerType !== "touch", timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined) };
    press = begun;
    if (begun.isHeld) { frame.setPointerCapture(event.pointerId); show(event); return; }
    begun.timer = setTimeout(() => { begun.isHeld = true; show(event); }, holdTime);
  });
  frame.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId) return;
    if (press.isHeld) show(event);
    else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > slip) forget();
  });
  frame.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    forget();
    put(spotOf(frame, event));
  });
  frame.addEventListener("pointercancel", (event) => { if (press?.id === event.pointerId) forget(); });
  // A finger that is held moves the point, and not the page.
  frame.addEventListener("touchmove", (event) => { if (press?.isHeld) event.preventDefault(); }, { passive: false });
  frame.addEventListener("contextmenu", (event) => { if (press) event.preventDefault(); });
};
