import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, stepFor } from "../../../Sources/CLibraries/CWebAssets/web/locations/map-ground.js";
import { circleSize } from "../../../Sources/CLibraries/CWebAssets/web/locations/map-pins.js";
import { writePosition } from "../../../Sources/CLibraries/CWebAssets/web/locations/position.js";

test("lines of whole steps of degrees are as close together as at most eight of them allow", () => {
  assert.deepEqual([360, 240, 160, 8, 7.9, 0.5, 0.00001].map(stepFor), [30, 30, 20, 1, 1, 0.1, 0.0001]);
});

test("an area has its lines, each with its number at the edge", () => {
  const lines = linesOf({ north: 33, south: 30, west: 34, east: 37 });
  assert.deepEqual(lines.map(({ text }) => text), ["30.0°", "30.5°", "31.0°", "31.5°", "32.0°", "32.5°", "33.0°", "34.0°", "34.5°", "35.0°", "35.5°", "36.0°", "36.5°", "37.0°"]);
  assert.deepEqual(lines[2], { from: [31, 34], to: [31, 37], text: "31.0°", at: [31, 34] });
  assert.deepEqual(lines[9], { from: [30, 35], to: [33, 35], text: "35.0°", at: [33, 35] });
});

test("there are no lines where the map ends", () => {
  const across = linesOf({ north: 90, south: -90, west: -180, east: 180 }).filter(({ from, to }) => from[0] === to[0]);
  assert.deepEqual(across.map(({ from }) => from[0] + 0), [-60, -30, 0, 30, 60]);
});

test("a circle of more places is larger", () => {
  assert.deepEqual([2, 9, 10, 99, 100, 5000].map(circleSize), [44, 44, 50, 50, 58, 58]);
});

test("a position has six digits", () => {
  assert.equal(writePosition(31.7767, -35.23451234), "31.776700, -35.234512");
});
