import assert from "node:assert/strict";
import { test } from "node:test";
import { cropToFill, directionOf, fitInside } from "../../../Sources/CLibraries/CWebAssets/web/photos/canvas.js";
import { swipe } from "../../../Sources/CLibraries/CWebAssets/web/photos/gestures.js";
import { pressedOf } from "../../../Sources/CLibraries/CWebAssets/web/photos/menus.js";
import { cellsInSight, isInSight, levelFor, missing, split } from "../../../Sources/CLibraries/CWebAssets/web/photos/parts.js";
import { keyOf, signs, tagOfKey, tagPlaces, toggledTag } from "../../../Sources/CLibraries/CWebAssets/web/photos/photo.js";
import { clampPan, clampZoom } from "../../../Sources/CLibraries/CWebAssets/web/photos/viewer.js";

test("a photo's signs stand before its name", () => {
  const photo = (bits) => [7, "0a1b", 1500, "", bits, 0, null, "IMG_7.jpg"];
  assert.equal(keyOf(photo(0)), "7/0a1b");
  assert.equal(signs(photo(0)), "");
  assert.equal(signs(photo(1 | 8)), "★ ◉ ");
  assert.equal(signs(photo(8), ""), "◉");
});

test("keys 1 to 7 are tags, and change one by whether it is there", () => {
  assert.deepEqual(["1", "7", "0", "8", "12", "a"].map(tagOfKey), [1, 64, 0, 0, 0, 0]);
  assert.deepEqual(toggledTag(5, 4), { take: "4" });
  assert.deepEqual(toggledTag(1, 4), { add: "4" });
  assert.deepEqual(tagPlaces(1 | 4 | 64 | 128), [0, 2, 6]);
});

test("a tag is pressed where all selected photos have it, and half where some do", () => {
  assert.deepEqual([1, 2, 4].map((bit) => pressedOf(bit, { common: 1, any: 3 })), ["true", "mixed", "false"]);
});

test("painted photos fill their squares, with more of their upper part, or lie in them whole", () => {
  assert.deepEqual(fitInside({ width: 200, height: 100 }, 64, 64), { x: 0, y: 16, width: 64, height: 32 });
  assert.deepEqual(cropToFill({ width: 200, height: 100 }, 50, 50), { x: 50, y: 0, width: 100, height: 100 });
  assert.deepEqual(cropToFill({ width: 100, height: 200 }, 50, 50), { x: 0, y: 40, width: 100, height: 100 });
});

test("names are read in the direction of their first letter", () => {
  assert.deepEqual(["IMG_1.jpg", "2024 חתונה.jpg", "عيد.jpg", "12345", "Fest חתונה"].map(directionOf), ["ltr", "rtl", "rtl", "ltr", "ltr"]);
});

test("a finger that goes far enough sideways leads to the next photo or the one before", () => {
  assert.deepEqual([swipe(-100, 10), swipe(100, -10), swipe(-60, 0), swipe(100, 60), swipe(0, 300)], [1, -1, 0, 0, 0]);
});

test("one can zoom in to ten times the window, or four times the own size, and out to all of it", () => {
  assert.equal(clampZoom(100, 0), 10);
  assert.equal(clampZoom(100, 5), 20);
  assert.equal(clampZoom(0.2, 5), 1);
  // A photo that is smaller than the window is shown smaller at its own size.
  assert.equal(clampZoom(0.2, 0.5), 0.5);
  assert.equal(clampZoom(3, 5), 3);
});

test("a photo is moved as far as it goes, and not at all where all of it is seen", () => {
  assert.equal(clampPan(500, 1000, 1600, 2), 300);
  assert.equal(clampPan(-500, 1000, 1600, 2), -300);
  assert.equal(clampPan(500, 1000, 800, 2), 0);
  assert.equal(clampPan(900, 1000, 0, 2), 500);
});

test("parts come in as many pixels as the screen can show", () => {
  assert.deepEqual([1, 0.8, 0.7, 0.5, 0.35, 0.2, 1e-9].map(levelFor), [0, 0, 1, 1, 2, 2, 8]);
});

test("cells in sight are those that the window cuts, and none beyond the photo", () => {
  assert.deepEqual(cellsInSight(0, 1000, 6000, 1, 0), [0, 2]);
  assert.deepEqual(cellsInSight(-600, 1000, 6000, 1, 0), [1, 4]);
  assert.deepEqual(cellsInSight(-5500, 1000, 6000, 1, 0), [10, 12]);
  assert.deepEqual(cellsInSight(200, 1000, 600, 1, 0), [0, 2]);
  assert.deepEqual(cellsInSight(-600, 1000, 6000, 0.5, 1), [1, 4]);
});

test("what is here is not asked for again", () => {
  const seen = { level: 0, left: 0, right: 4, top: 0, bottom: 3 };
  const part = (column, row, columns, rows, level = 0) => ({ level, column, row, columns, rows });
  assert.deepEqual(missing(seen, []), part(0, 0, 4, 3));
  assert.deepEqual(missing(seen, [part(0, 0, 3, 3)]), part(3, 0, 1, 3));
  assert.deepEqual(missing(seen, [part(0, 0, 4, 3, 1)]), part(0, 0, 4, 3));
  assert.equal(missing(seen, [part(0, 0, 4, 2), part(0, 2, 5, 1)]), null);
  assert.ok(isInSight(part(3, 2, 2, 2), seen));
  assert.ok(!isInSight(part(4, 0, 2, 2), seen));
  assert.ok(!isInSight(part(0, 0, 2, 2, 1), seen));
});

test("many cells are asked for in blocks of at most 24, each cell once", () => {
  for (const [columns, rows] of [[4, 6], [5, 5], [13, 9], [1, 60], [60, 1]]) {
    const blocks = split({ level: 0, column: 2, row: 3, columns, rows });
    const cells = blocks.flatMap((block) => Array.from({ length: block.columns * block.rows }, (_, index) => `${block.column + index % block.columns} ${block.row + Math.floor(index / block.columns)}`));
    assert.ok(blocks.every((block) => block.columns * block.rows <= 24));
    assert.equal(cells.length, columns * rows);
    assert.equal(new Set(cells).size, columns * rows);
  }
});
