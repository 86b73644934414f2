// One picture of a place, as large as the window.

import { openOverlay } from "./overlay.js";
import { Zoom } from "./zoom.js";
import { create, dataOf, findAll, findOptional } from "../shared/dom.js";

// A double click comes nearer by so many steps.
const doubleClickSteps = 2;

/**
 * @param {string} text
 * @param {() => void} act
 */
const makeButton = (text, act) => {
  const button = create("button", { type: "button", textContent: text });
  button.addEventListener("click", act);
  return button;
};

/**
 * @param {string} address
 * @param {string} text that describes it
 * @param {{ larger: string, smaller: string, close: string }} words
 */
const show = (address, text, words) => {
  const picture = create("img", { src: address, alt: text });
  const frame = create("div", { className: "frame" }, picture), zoom = new Zoom(frame, frame);
  const row = create("div", { className: "row" }, makeButton(words.larger, () => zoom.by(1)), makeButton(words.smaller, () => zoom.by(-1)),
    makeButton(words.close, () => dialog.close()));
  const dialog = openOverlay([frame, row], text);
  picture.addEventListener("dblclick", () => zoom.by(doubleClickSteps));
};

export const showPicturesLarge = () => {
  const place = findOptional(document, "[data-viewer]", HTMLElement);
  // Browsers without dialogs follow the link.
  if (!place || !HTMLDialogElement.prototype.showModal) return;
  const words = { larger: dataOf(place, "larger"), smaller: dataOf(place, "smaller"), close: dataOf(place, "close") };
  for (const link of findAll(document, "a[data-view]", HTMLAnchorElement)) {
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      show(link.href, link.querySelector("img")?.alt || "", words);
    });
  }
};
