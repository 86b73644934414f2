// On phones the notes are a sheet below the picture: half of it is seen at first, and it is drawn up by its handle.

import { find } from "../shared/dom.js";

// A finger that moves so far, in CSS pixels, draws the sheet up or down; one that moves less presses the handle.
const drawn = 24;

/** @param {HTMLElement} article */
export const openSheet = (article) => {
  const sheet = find(article, ".side", HTMLElement), handle = find(sheet, ".grabber", HTMLButtonElement);
  handle.hidden = false;
  /** @param {boolean} isUp */
  const show = (isUp) => {
    sheet.classList.toggle("up", isUp);
    handle.setAttribute("aria-expanded", String(isUp));
  };
  let from = 0, isDragged = false;
  handle.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    isDragged = false;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId) || Math.abs(event.clientY - from) < drawn) return;
    isDragged = true;
    show(event.clientY < from);
  });
  handle.addEventListener("click", () => { if (isDragged) isDragged = false; else show(!sheet.classList.contains("up")); });
};
