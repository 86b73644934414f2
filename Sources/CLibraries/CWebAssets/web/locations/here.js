// Buttons that write where the reader is into a field.

import { writePosition } from "./position.js";
import { create, dataOf, find, findAll, require } from "../shared/dom.js";

// A search that takes longer is given up; a position that was found so shortly before is taken; in milliseconds.
const [longestSearch, oldestPosition] = [20000, 30000];

/** @param {string} text */
const tellRefused = (text) => {
  find(document, "#said", HTMLElement).replaceChildren(create("div", { className: "notice bad" }, create("p", { textContent: text })));
};

/** @param {HTMLButtonElement} button */
const offer = (button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = require(document.getElementById(dataOf(button, "here")), "field for a position", HTMLInputElement);
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      button.disabled = false;
      field.value = writePosition(coords.latitude, coords.longitude);
      field.focus();
      if (field.form?.getAttribute("role") === "search") field.form.requestSubmit();
    }, () => {
      button.disabled = false;
      tellRefused(dataOf(button, "refused"));
    }, { enableHighAccuracy: true, timeout: longestSearch, maximumAge: oldestPosition });
  });
};

/** @param {ParentNode} root */
export const offerPosition = (root) => {
  if (!navigator.geolocation || !isSecureContext) return;
  for (const button of findAll(root, "[data-here]", HTMLButtonElement)) offer(button);
};
