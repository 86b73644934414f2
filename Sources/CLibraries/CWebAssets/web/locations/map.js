// The map of all places.

import { offerAdding } from "./map-adding.js";
import { mostZoom, showGround } from "./map-ground.js";
import { Pins } from "./map-pins.js";
import { linkList } from "./map-list.js";
import { create, dataOf, find, findAll } from "../shared/dom.js";

/**
 * @typedef {import("./types").MapData} MapData
 * @typedef {import("./types").Leaflet} Leaflet
 */

// As far as the map goes away: all of the earth.
const leastZoom = 2;
// Names beside more places than these lie over each other.
const mostNamed = 200;

/**
 * @param {string} path
 * @returns {Promise<MapData | null>} null: it did not come, and the page says so, or leads to the door.
 */
const load = async (path) => {
  try {
    const answer = await fetch(path, { headers: { "X-Booth-Part": "1" } });
    if (answer.status === 401) { location.reload(); return null; }
    if (!answer.ok) throw new Error(String(answer.status));
    return await answer.json();
  } catch {
    find(document, "#map-failed", HTMLElement).hidden = false;
    return null;
  }
};

/**
 * @param {Leaflet} leaflet
 * @param {HTMLElement} element
 * @param {boolean} isCalm nothing moves by itself.
 */
const makeMap = (leaflet, element, isCalm) => {
  const map = leaflet.map(element, {
    zoomControl: false, attributionControl: false, worldCopyJump: true, minZoom: leastZoom, maxZoom: mostZoom,
    zoomAnimation: !isCalm, fadeAnimation: !isCalm, markerZoomAnimation: !isCalm, inertia: !isCalm, tap: false,
  });
  leaflet.control.zoom({ position: "topright", zoomInTitle: dataOf(element, "larger"), zoomOutTitle: dataOf(element, "smaller") }).addTo(map);
  leaflet.control.scale({ imperial: false }).addTo(map);
  return map;
};

/**
 * @param {Leaflet} leaflet
 * @param {HTMLElement} element
 * @param {HTMLElement} split
 */
const showMap = async (leaflet, element, split) => {
  const known = await load(dataOf(element, "map"));
  if (!known) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches, map = makeMap(leaflet, element, isCalm);
  const [south, west, north, east] = known.region;
  map.fitBounds([[south, west], [north, east]], { animate: false });
  showGround(leaflet, map, element.dataset);
  const marks = Object.fromEntries(findAll(document, "template[data-mark]", HTMLTemplateElement).map((mark) => [dataOf(mark, "mark"), mark]));
  const pins = new Pins(leaflet, map, marks, { open: dataOf(element, "open"), cluster: dataOf(element, "cluster"), close: dataOf(element, "close") });
  pins.isNamed = !element.dataset.tiles && known.places.length <= mostNamed;
  element.addEventListener("keydown", (event) => { if (event.key === "Escape") map.closePopup(); });
  await pins.show(known.places, isCalm);
  linkList(pins, split);
  offerAdding(map, element);
};

/** @param {string} href */
const addStyle = (href) => /** @type {Promise<void>} */ (new Promise((done) => {
  const link = create("link", { rel: "stylesheet", href });
  link.addEventListener("load", () => done());
  link.addEventListener("error", () => done());
  document.head.append(link);
}));

/** @param {string} src */
const addScript = (src) => /** @type {Promise<void>} */ (new Promise((done, fail) => {
  // In the order in which they are added.
  const script = create("script", { src, async: false });
  script.addEventListener("load", () => done());
  script.addEventListener("error", () => fail(new Error(src)));
  document.head.append(script);
}));

/**
 * Fetches what draws the map, and shows it.
 * @param {HTMLElement} element
 * @param {HTMLElement} split that has the list as well
 */
export const startMap = async (element, split) => {
  try {
    await Promise.all([...dataOf(element, "styles").split(" ").map(addStyle), ...dataOf(element, "scripts").split(" ").map(addScript)]);
  } catch {
    find(document, "#map-failed", HTMLElement).hidden = false;
    return;
  }
  if (window.L) await showMap(window.L, element, split);
};
