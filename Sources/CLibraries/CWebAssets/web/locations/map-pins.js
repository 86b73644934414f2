// The places on the map: a pin each, and a circle with a number where many lie close together.

import { create, dataOf, require } from "../shared/dom.js";

/**
 * @typedef {import("./types").Leaflet} Leaflet
 * @typedef {import("./types").Marker} Marker
 * @typedef {import("./types").PlacesMap} PlacesMap
 * @typedef {import("./types").ShortPlace} ShortPlace
 * @typedef {import("./types").StatusMarks} StatusMarks
 */

// Of more places, all that could be seen at once would move at once: they do not move, and lie closer together in their circles.
const manyPlaces = 1000;
// Places that are closer than so many points are one circle.
const [clusterRadius, clusterRadiusOfMany] = [64, 88];
// So much around what is seen is drawn as well, in parts of it. The clusters' own measure is nine times what is seen.
const drawnAround = 0.2;
// Pins are made in slices, so that the page answers meanwhile: so many at a time, and on the map for so long at a time, in milliseconds.
const [pinsAtOnce, sliceTime, slicePause] = [250, 15, 1];
// A pin's size, as large as a finger; in points.
const pinSize = 44;

const nameLook = { permanent: true, direction: "bottom", className: "place-name", offset: [0, 12] };
const popupLook = { minWidth: 160, maxWidth: 230, autoPanPaddingTopLeft: [12, 20], autoPanPaddingBottomRight: [72, 20] };

/**
 * How large a circle is, in points: of three digits larger than of one.
 * @param {number} count
 */
export const circleSize = (count) => count < 10 ? 44 : count < 100 ? 50 : 58;

/**
 * @param {HTMLElement | undefined} icon
 * @param {string} text
 */
const nameIcon = (icon, text) => {
  if (!icon) return;
  icon.setAttribute("role", "button");
  icon.setAttribute("aria-label", text);
  icon.removeAttribute("title");
};

export class Pins {
  /**
   * @param {Leaflet} leaflet
   * @param {PlacesMap} map
   * @param {StatusMarks} marks
   * @param {{ open: string, cluster: string, close: string }} words
   */
  constructor(leaflet, map, marks, words) {
    this.leaflet = leaflet;
    this.map = map;
    this.marks = marks;
    this.words = words;
    /** Whether each pin has its name beside it: where no streets say where it is. */
    this.isNamed = false;
    /** One icon for each status, made of the page's own mark. */
    this.icons = Object.fromEntries(Object.entries(marks).map(([status, mark]) =>
      [status, leaflet.divIcon({ className: "pin", html: mark.innerHTML, iconSize: [pinSize, pinSize] })]));
    map.on("layeradd", ({ layer }) => this.name(layer));
    /** @type {Map<string, Marker>} */
    this.markers = new Map();
    /** @type {import("./types").ClusterGroup | null} */
    this.clusters = null;
    /**
     * Hears which place is looked at on the map.
     * @type {(id: string, isLookedAt: boolean, isOpened: boolean) => void}
     */
    this.told = () => {};
    map.on("popupopen", ({ popup }) => this.opened(popup));
    map.on("popupclose", ({ popup }) => popup._source?.getElement?.()?.focus());
  }

  /** @param {string} status */
  titleOf(status) { return dataOf(this.marks[status], "title"); }

  /** @param {Marker | import("./types").Cluster} layer */
  name(layer) {
    if ("getChildCount" in layer) nameIcon(layer.getElement(), this.words.cluster.replace("%1", String(layer.getChildCount())));
    else if (layer.place) nameIcon(layer.getElement(), layer.place[1] + ", " + this.titleOf(layer.place[4]));
  }

  /** @param {import("./types").Popup} popup */
  opened(popup) {
    const element = require(popup.getElement(), "callout", HTMLElement), close = element.querySelector(".leaflet-popup-close-button");
    close?.setAttribute("aria-label", this.words.close);
    close?.setAttribute("role", "button");
    const link = element.querySelector(".leaflet-popup-content a");
    if (link instanceof HTMLElement) link.focus();
  }

  /** @param {ShortPlace} place */
  callout([id, title, , , status]) {
    const mark = require(this.marks[status].content.firstElementChild, "mark of a status", Element);
    return create("div", {}, create("p", {}, create("strong", { textContent: title, dir: "auto" })),
      create("p", { className: "status" }, mark.cloneNode(true), " " + this.titleOf(status)),
      create("a", { href: "/places/at/" + encodeURIComponent(id), textContent: this.words.open }));
  }

  /** @param {ShortPlace} place */
  pin(place) {
    const [, title, latitude, longitude, status] = place;
    const pin = this.leaflet.marker([latitude, longitude], { icon: this.icons[status], title });
    pin.place = place;
    // As text, whatever stands in it.
    if (this.isNamed) pin.bindTooltip(create("span", { textContent: title, dir: "auto" }), nameLook);
    this.markers.set(place[0], pin);
    pin.on("mouseover", () => this.told(place[0], true, false));
    pin.on("mouseout", () => this.told(place[0], false, false));
    pin.on("popupopen", () => this.told(place[0], true, true));
    pin.on("popupclose", () => this.told(place[0], false, true));
    return pin.bindPopup(() => this.callout(place), popupLook);
  }

  /**
   * Shows where a place is: its pin, or the circle in which it is.
   * @param {string} id
   * @param {boolean} isLookedAt
   */
  mark(id, isLookedAt) {
    const pin = this.markers.get(id);
    for (const old of document.querySelectorAll("#map .looked-at")) old.classList.remove("looked-at");
    if (pin && isLookedAt) this.clusters?.getVisibleParent(pin)?.getElement()?.classList.add("looked-at");
  }

  /**
   * @param {ShortPlace[]} places
   * @param {boolean} isCalm nothing moves by itself.
   */
  async show(places, isCalm) {
    const { leaflet, map } = this, isMany = places.length > manyPlaces;
    const clusters = leaflet.markerClusterGroup({
      showCoverageOnHover: false, animate: !isCalm && !isMany, maxClusterRadius: isMany ? clusterRadiusOfMany : clusterRadius, spiderfyOnMaxZoom: true,
      chunkedLoading: true, chunkInterval: sliceTime, chunkDelay: slicePause,
      iconCreateFunction: (/** @type {import("./types").Cluster} */ cluster) => {
        const count = cluster.getChildCount(), size = circleSize(count);
        return leaflet.divIcon({ className: "cluster", html: String(count), iconSize: [size, size] });
      },
    });
    // What comes in from the edge is drawn when the map rests.
    clusters._getExpandedVisibleBounds = () => clusters._checkBoundsMaxLat(map.getBounds().pad(drawnAround));
    map.addLayer(clusters);
    this.clusters = clusters;
    /** @type {Marker[]} */
    const pins = [];
    for (let at = 0; at < places.length; at += pinsAtOnce) {
      pins.push(...places.slice(at, at + pinsAtOnce).map((place) => this.pin(place)));
      await new Promise((done) => { setTimeout(done, 0); });
    }
    clusters.addLayers(pins);
  }
}
