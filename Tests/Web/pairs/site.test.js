import assert from "node:assert/strict";
import { test } from "node:test";
import { folded, inside } from "../../../Sources/CLibraries/CWebAssets/web/pairs/site.js";

test("words are found without their accents and capitals", () => {
  assert.equal(folded("École Nº 3"), "ecole no 3");
  assert.equal(folded("שָׁלוֹם"), "שלום");
});

test("a part of the map lies within the whole, and is no smaller than a 64th of it", () => {
  const full = { width: 640, height: 320 };
  assert.deepEqual(inside({ x: -5, y: -5, width: 9000 }, full), { x: 0, y: 0, width: 640, height: 320 });
  assert.deepEqual(inside({ x: 600, y: 300, width: 320 }, full), { x: 320, y: 160, width: 320, height: 160 });
  assert.deepEqual(inside({ x: 100, y: 50, width: 1 }, full), { x: 100, y: 50, width: 10, height: 5 });
});
