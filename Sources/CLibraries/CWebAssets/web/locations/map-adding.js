// A new place: in the middle of the map, or where it is pressed for a while.

import { writePosition } from "./position.js";
import { find, findOptional } from "../shared/dom.js";

/** @typedef {import("./types").Degrees} Degrees */

// A press of one second, as in the app; a finger that moves further than so many points moves the map.
const [pressTime, mostMove] = [1000, 10];
// What has a meaning of its own for a press.
const others = ".leaflet-control, .leaflet-popup, .leaflet-marker-icon:not(.degree)";

/**
 * @param {import("./types").PlacesMap} map
 * @param {HTMLElement} element
 * @param {(at: Degrees) => void} pressed with what lay there when the press began
 */
const hearLongPresses = (map, element, pressed) => {
  /** @type {{ x: number, y: number, timer: ReturnType<typeof setTimeout> } | null} */
  let press = null;
  const stop = () => { clearTimeout(press?.timer); press = null; };
  element.addEventListener("pointerdown", (event) => {
    stop();
    const { target } = event;
    if (!event.isPrimary || event.button !== 0 || (target instanceof Element && target.closest(others))) return;
    const at = map.mouseEventToLatLng(event).wrap();
    press = { x: event.clientX, y: event.clientY, timer: setTimeout(() => { stop(); pressed(at); }, pressTime) };
  }, true);
  element.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > mostMove) stop();
  }, true);
  for (const kind of ["pointerup", "pointercancel", "wheel"]) element.addEventListener(kind, stop, { capture: true, passive: true });
};

/**
 * Where the page has a form for new places.
 * @param {import("./types").PlacesMap} map
 * @param {HTMLElement} element
 */
export const offerAdding = (map, element) => {
  const dialog = findOptional(document, "#adding", HTMLDialogElement);
  if (!dialog) return;
  /** @param {Degrees} at */
  const add = ({ lat, lng }) => {
    find(document, "#new-at", HTMLInputElement).value = writePosition(lat, lng);
    dialog.showModal();
    find(document, "#new-title", HTMLElement).focus();
  };
  find(document, "#add-middle", HTMLElement).addEventListener("click", () => add(map.getCenter().wrap()));
  hearLongPresses(map, element, add);
};
