// What the map shows beneath the places: pictures of a map server, or else lines of whole steps of degrees.

import { create } from "../shared/dom.js";

/**
 * @typedef {import("./types").Leaflet} Leaflet
 * @typedef {import("./types").MapBounds} MapBounds
 * @typedef {import("./types").Pair} Pair
 * @typedef {import("./types").PlacesMap} PlacesMap
 * @typedef {{ from: Pair, to: Pair, text: string, at: Pair }} Line with its number, and where that stands
 */

// As far as map servers usually have pictures, and the map comes near.
export const mostZoom = 19;
// Degrees from one line to the next. At most so many lines each way.
const [largestStep, ...smallerSteps] = [30, 20, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002, .001, .0005, .0002, .0001];
const mostLines = 8;
// A map is wider than high: so many times more degrees may lie beside each other.
const widthOfHeight = 1.5;
// The map's projection ends here.
const mostLatitude = 85;

const lineLook = { color: "#a49e92", weight: 1, interactive: false };

/** @param {number} extent of the map, in degrees */
export const stepFor = (extent) => [...smallerSteps].reverse().find((step) => extent / step <= mostLines) ?? largestStep;

/**
 * The lines of an area.
 * @param {{ north: number, south: number, west: number, east: number }} area
 * @returns {Line[]}
 */
export const linesOf = ({ north, south, west, east }) => {
  const step = stepFor(Math.max(north - south, (east - west) / widthOfHeight));
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  /** @param {number} degrees */
  const write = (degrees) => degrees.toFixed(digits) + "°";
  /** @type {Line[]} */
  const lines = [];
  for (let at = Math.ceil(south / step) * step; at <= north; at += step) {
    if (Math.abs(at) <= mostLatitude) lines.push({ from: [at, west], to: [at, east], text: write(at), at: [at, west] });
  }
  for (let at = Math.ceil(west / step) * step; at <= east; at += step) {
    lines.push({ from: [south, at], to: [north, at], text: write(at), at: [north, at] });
  }
  return lines;
};

/**
 * @param {Leaflet} leaflet
 * @param {PlacesMap} map
 */
const showLines = (leaflet, map) => {
  const group = leaflet.layerGroup().addTo(map);
  const draw = () => {
    group.clearLayers();
    const box = map.getBounds();
    for (const { from, to, text, at } of linesOf({ north: box.getNorth(), south: box.getSouth(), west: box.getWest(), east: box.getEast() })) {
      leaflet.polyline([from, to], lineLook).addTo(group);
      const icon = leaflet.divIcon({ className: "degree", html: text, iconSize: [0, 0], iconAnchor: [-4, -4] });
      leaflet.marker(at, { icon, interactive: false, keyboard: false }).addTo(group);
    }
  };
  map.on("moveend", draw);
  draw();
};

/**
 * @param {Leaflet} leaflet
 * @param {PlacesMap} map
 * @param {{ tiles?: string, attribution?: string }} server none: the map is drawn without one.
 */
export const showGround = (leaflet, map, { tiles, attribution }) => {
  if (!tiles) { showLines(leaflet, map); return; }
  leaflet.tileLayer(tiles, { maxZoom: mostZoom }).addTo(map);
  // As text, whatever stands in it.
  if (attribution) leaflet.control.attribution({ prefix: false }).addTo(map).addAttribution(create("span", { textContent: attribution }).outerHTML);
};
