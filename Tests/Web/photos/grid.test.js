import assert from "node:assert/strict";
import { test } from "node:test";
import { captionOf, descriptionOf, signsOf, stripes, tint } from "../../../Sources/CLibraries/CWebAssets/web/photos/cell.js";
import { nearestOf, wishesFor } from "../../../Sources/CLibraries/CWebAssets/web/photos/grid.js";
import { Layout } from "../../../Sources/CLibraries/CWebAssets/web/photos/layout.js";
import { edgeScroll, isInCorner, wheelDistance } from "../../../Sources/CLibraries/CWebAssets/web/photos/pointers.js";
import { ordinalAt, targetOfKey, yearMarks } from "../../../Sources/CLibraries/CWebAssets/web/photos/timeline.js";

const photo = (number, bits = 0, tags = 0) => [number, "s" + number, 1500, "345678abc", bits, tags, 1700000000, `IMG_${number}.jpg`];

test("thumbnails on the screen come first, then the nearest, then the rest", () => {
  const wishes = wishesFor([
    { photo: photo(1), top: -900, height: 100 }, { photo: photo(2), top: 650, height: 100 }, { photo: photo(3), top: 0, height: 100 },
    { photo: photo(4), top: -150, height: 100 },
  ], 600);
  assert.deepEqual(wishes.map(([key, , urgency]) => [key, urgency]), [["3/s3", 0], ["2/s2", 1], ["4/s4", 1], ["1/s1", 2]]);
  assert.equal(wishes[0][1], "/photos/picture/3/s3/256.jpg");
});

test("of many photos beside the screen only the nearest get elements", () => {
  const seen = Array.from({ length: 200 }, (_, ordinal) => ({ ordinal, box: [0, 0, 10, 10], top: -500 + 10 * ordinal }));
  const kept = nearestOf(seen, 600);
  assert.equal(kept.length, 80);
  for (const own of seen) if (own.top + 10 > 0 && own.top < 600) assert.ok(kept.includes(own), String(own.top));
  assert.equal(nearestOf(seen.slice(0, 80), 600).length, 80);
});

test("a photo's tags are stripes of the same width, and before its picture comes its three colours are seen", () => {
  assert.equal(stripes(0), "");
  assert.equal(stripes(1 | 4), "linear-gradient(to right, var(--tag-1) 0% 50%, var(--tag-3) 50% 100%)");
  assert.equal(tint(photo(1)), "linear-gradient(to right, #345, #678, #abc)");
  assert.equal(tint([1, "s", 1500, "", 0, 0, null, "a"]), "");
});

test("a photo's name has its signs, and its description its facts", () => {
  const words = { colours: "red|orange|yellow|green|blue|violet|grey", noDate: "no date", livePhoto: "live photo", animated: "moves" };
  const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
  assert.equal(captionOf(photo(7)), "IMG_7.jpg");
  assert.equal(captionOf(photo(7, 1 | 4 | 8 | 64)), "RAW IMG_7.jpg");
  assert.deepEqual(signsOf(photo(7), false), []);
  assert.deepEqual(signsOf(photo(7, 1 | 4 | 8 | 64), true), ["exclamation-triangle-fill", "record-circle", "play-fill", "star-fill"]);
  assert.equal(descriptionOf(photo(7, 1 | 8 | 64, 1 | 8), words, day, ""), "IMG_7.jpg, Nov 14, 2023, ★, live photo, moves, red, green");
  assert.equal(descriptionOf([7, "s", 0, "", 2, 0, null, "words.jpg"], words, day, "is no picture"), "words.jpg, no date, is no picture");
});

test("the corner where one begins to read selects a photo", () => {
  assert.ok(isInCorner({ width: 128 }, 10, 10, false));
  assert.ok(!isInCorner({ width: 128 }, 40, 10, false));
  assert.ok(isInCorner({ width: 128 }, 118, 10, true));
  assert.ok(!isInCorner({ width: 128 }, 10, 10, true));
  // Of a small one no more than half.
  assert.ok(!isInCorner({ width: 64 }, 33, 10, false));
});

test("mice that turn in lines or pages scroll as far as those that turn in points", () => {
  assert.deepEqual([0, 1, 2].map((deltaMode) => wheelDistance({ deltaY: 3, deltaMode }, 600)), [3, 96, 1800]);
});

const layoutOf = (months) => {
  const layout = new Layout(months, () => null);
  layout.shape({ step: "m", width: 900, rows: false, names: true });
  return layout;
};

test("years stand beside the time line as far as there is room, photos without a date beside none", () => {
  const layout = layoutOf([[2024 * 12 + 5, 100], [2024 * 12 + 1, 100], [2023 * 12, 10], [2022 * 12, 190], [-1200000, 100]]);
  assert.deepEqual(yearMarks(layout, 500, 600).map(({ year, at }) => [year, Math.round(at)]), [[2024, 0], [2023, 200]]);
  assert.deepEqual(yearMarks(layout, 5000, 600).map(({ year }) => year), [2024, 2023, 2022]);
  assert.deepEqual(yearMarks(layoutOf([[null, 500]]), 500, 600), []);
});

test("keys on the time line go from month to month, or some photos further where there are none", () => {
  const months = layoutOf([[24300, 10], [24299, 20], [24298, 30]]);
  assert.equal(targetOfKey("ArrowDown", months, { first: 0, last: 6 }), 10);
  // The row that two months share stands for the one that begins there: on to the next one.
  assert.equal(targetOfKey("ArrowDown", months, { first: 7, last: 13 }), 30);
  assert.equal(targetOfKey("ArrowDown", months, { first: 35, last: 41 }), undefined);
  assert.equal(targetOfKey("ArrowUp", months, { first: 7, last: 13 }), 0);
  // First to the beginning of the month that is seen.
  assert.equal(targetOfKey("ArrowUp", months, { first: 21, last: 27 }), 10);
  assert.equal(targetOfKey("ArrowUp", months, { first: 10, last: 16 }), 0);
  assert.equal(targetOfKey("ArrowUp", months, { first: 0, last: 6 }), 0);
  assert.equal(targetOfKey("PageDown", months, { first: 0, last: 6 }), 59);
  assert.equal(targetOfKey("PageUp", months, { first: 35, last: 41 }), 0);
  assert.equal(targetOfKey("End", months, { first: 0, last: 6 }), 59);
  const plain = layoutOf([[null, 1000]]);
  assert.equal(targetOfKey("ArrowDown", plain, { first: 100, last: 106 }), 120);
  assert.equal(targetOfKey("PageUp", plain, { first: 300, last: 306 }), 200);
  assert.equal(targetOfKey("a", plain, { first: 300, last: 306 }), undefined);
});

test("keys reach each row in which a month begins, in both directions", () => {
  const layout = layoutOf([[24300, 10], [24299, 1], [24298, 1], [24297, 30], [24296, 2], [24295, 60]]);
  const rowOf = (ordinal) => {
    const block = layout.blocks[layout.at(ordinal)];
    const { first, count } = layout.place(block).rows.find((row) => ordinal - block.ordinal < row.first + row.count);
    return { first: block.ordinal + first, last: block.ordinal + first + count - 1 };
  };
  const seen = [];
  let row = rowOf(0);
  for (let next = targetOfKey("ArrowDown", layout, row); next !== undefined; next = targetOfKey("ArrowDown", layout, row)) { seen.push(next); row = rowOf(next); assert.ok(seen.length < 9); }
  assert.deepEqual(seen, [10, 42]);
  for (const expected of [12, 0, 0]) { const next = targetOfKey("ArrowUp", layout, row); assert.equal(next, expected); row = rowOf(next); }
});

test("the thumb of the time line leads from the first photo to the last that can be at the window's top", () => {
  assert.deepEqual([-50, 0, 22, 250, 478, 900].map((y) => ordinalAt(y, 500, 1000)), [0, 0, 0, 500, 1000, 1000]);
  assert.equal(ordinalAt(30, 20, 1000), 1000);
  assert.equal(ordinalAt(250, 500, -3), 0);
});

test("a finger that sweeps near an edge scrolls, the nearer the faster, and elsewhere not", () => {
  assert.deepEqual([0, 36, 72, 300, 564, 600, 636, 700].map((y) => Math.round(edgeScroll(y, 636))), [-14, -7, 0, 0, 0, 7, 14, 14]);
});
