import { element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** @typedef {{ x: number, y: number, left: number, top: number }} Tile its place among all of its zoom, and in the map, in points. */

// Points across a tile; how near the map is: some streets around; and the map's size in points, which the style sheet has as well.
const [side, zoom, width, height] = [256, 14, 320, 160];
// Mercator's projection ends here.
const mostNorth = 85.05;

/**
 * The tiles of a map with a place in its middle.
 * @param {number} latitude
 * @param {number} longitude
 * @returns {Tile[]}
 */
export const tilesAround = (latitude, longitude) => {
  const count = 2 ** zoom;
  const north = Math.max(-mostNorth, Math.min(mostNorth, latitude)) * Math.PI / 180;
  const middle = [(longitude + 180) / 360 * count * side, (1 - Math.asinh(Math.tan(north)) / Math.PI) / 2 * count * side];
  const [left, top] = [middle[0] - width / 2, middle[1] - height / 2];
  const tiles = [];
  for (let y = Math.floor(top / side); y * side < top + height; y += 1) {
    if (y < 0 || y >= count) continue;
    // The earth is round: east of the last tile is the first.
    for (let x = Math.floor(left / side); x * side < left + width; x += 1) tiles.push({ x: (x + count) % count, y, left: Math.round(x * side - left), top: Math.round(y * side - top) });
  }
  return tiles;
};

/**
 * Where a search for photos nearby looks: of `near:48.21,16.37,1` 48.21 and 16.37.
 * @param {string} near
 */
export const placeOf = (near) => {
  const [latitude, longitude] = near.replace("near:", "").split(",").map(Number);
  return { latitude, longitude };
};

/**
 * A picture of where a photo was taken; nothing where no tiles are set.
 * @param {string} near the search for photos nearby
 * @param {string} address of a tile, with `{z}`, `{x}` and `{y}`; or ""
 * @param {string} attribution who made the tiles
 * @returns {Node[]}
 */
export const smallMap = (near, address, attribution) => {
  if (!address) return [];
  const { latitude, longitude } = placeOf(near);
  const map = element("div", "photos-map");
  for (const { x, y, left, top } of tilesAround(latitude, longitude)) {
    const tile = element("img", "", { alt: "", referrerpolicy: "no-referrer", src: address.replace("{z}", String(zoom)).replace("{x}", String(x)).replace("{y}", String(y)) });
    Object.assign(tile.style, { left: left + "px", top: top + "px" });
    // A tile that does not come is no sign of anything.
    tile.addEventListener("error", () => tile.remove());
    map.append(tile);
  }
  map.append(icon("geo-alt-fill"));
  if (attribution) map.append(element("small", "", { text: attribution }));
  return [map];
};
