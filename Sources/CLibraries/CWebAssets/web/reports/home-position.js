// Where a person sets out from: filled in from the device's position.

import { dataOf, find } from "../shared/dom.js";

// In milliseconds: for how long the device may look for its position, and how old one may be that it has found before.
const longestSearch = 10000, oldestPosition = 300000;

const button = find(document, "#home-locate", HTMLButtonElement), input = find(document, "#home", HTMLInputElement);
const state = find(document, "#home-state", HTMLElement);

/** @param {boolean} isBusy */
const turn = (isBusy) => { button.setAttribute("aria-busy", String(isBusy)); };

// Browsers tell the position to pages over TLS only.
button.hidden = !(isSecureContext && navigator.geolocation);
button.addEventListener("click", () => {
  state.textContent = "";
  turn(true);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      turn(false);
      input.value = coords.latitude.toFixed(6) + ", " + coords.longitude.toFixed(6);
      input.focus();
    },
    () => { turn(false); state.textContent = dataOf(button, "failed"); },
    { timeout: longestSearch, maximumAge: oldestPosition, enableHighAccuracy: true });
});
