// A card is moved by its grip: with a pointer, or with the arrow keys.

import { require } from "../shared/dom.js";

/** @param {Element} element */
const middleOf = (element) => element.getBoundingClientRect().top + require(element, "card", HTMLElement).offsetHeight / 2;

/**
 * @param {HTMLElement} grip
 * @param {HTMLElement} card
 * @param {{ step: (by: -1 | 1) => void, moved: () => void }} page `moved`: it was let go of at another place.
 */
export const letDrag = (grip, card, { step, moved }) => {
  grip.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? -1 : 1);
  });
  /** @type {Element | null} */
  let from = null;
  const isMoving = () => card.classList.contains("moving");
  grip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    grip.setPointerCapture(event.pointerId);
    from = card.nextElementSibling;
    card.classList.add("moving");
  });
  grip.addEventListener("pointermove", (event) => {
    if (!isMoving()) return;
    // The other one moves: what is moved itself loses its pointer.
    const before = card.previousElementSibling, after = card.nextElementSibling;
    if (before && event.clientY < middleOf(before)) card.after(before);
    else if (after && event.clientY > middleOf(after)) card.before(after);
  });
  const end = () => {
    if (!isMoving()) return;
    card.classList.remove("moving");
    if (card.nextElementSibling !== from) moved();
  };
  grip.addEventListener("pointerup", end);
  grip.addEventListener("pointercancel", end);
};
