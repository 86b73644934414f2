import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, tilesAround } from "../../../Sources/CLibraries/CWebAssets/web/photos/small-map.js";

test("a small map is covered by tiles, with the place in its middle", () => {
  // Vienna's cathedral is in tile 14/8937/5681, as OpenStreetMap numbers them.
  const tiles = tilesAround(48.2085, 16.3731);
  const own = tiles.find(({ left, top }) => left <= 160 && left + 256 > 160 && top <= 80 && top + 256 > 80);
  assert.deepEqual([own.x, own.y], [8937, 5681]);
  assert.ok(Math.min(...tiles.map(({ left }) => left)) <= 0 && Math.max(...tiles.map(({ left }) => left)) + 256 >= 320);
  assert.ok(Math.min(...tiles.map(({ top }) => top)) <= 0 && Math.max(...tiles.map(({ top }) => top)) + 256 >= 160);
  assert.ok(tiles.length <= 6);
});

test("at the edge of the numbers the map goes on with the first tiles, and beyond the poles there are none", () => {
  for (const { x, y } of [...tilesAround(0, 179.9999), ...tilesAround(0, -180), ...tilesAround(90, 0), ...tilesAround(-90, 0)]) {
    assert.ok(x >= 0 && x < 16384 && y >= 0 && y < 16384, `${x} ${y}`);
  }
  assert.ok(tilesAround(0, -180).some(({ x }) => x === 16383));
});

test("a place is read from the search for photos nearby", () => {
  assert.deepEqual(placeOf("near:48.21000,-16.37000,1"), { latitude: 48.21, longitude: -16.37 });
});
