import assert from "node:assert/strict";
import { test } from "node:test";
import { Layout } from "../../../Sources/CLibraries/CWebAssets/web/photos/layout.js";
import { Scroll } from "../../../Sources/CLibraries/CWebAssets/web/photos/scroll.js";

const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-6, `${one} is not ${other}`);
/** A window of 600 points over squares of 128, seven in a row, 150 points from row to row. */
const made = (months, options = {}, item = () => null) => {
  const scroll = new Scroll();
  [scroll.width, scroll.height] = [900, 600];
  scroll.layout = new Layout(months, item);
  scroll.layout.shape({ step: "m", width: 900, rows: false, names: true, ...options });
  return scroll;
};
const rowHeight = (scroll) => scroll.layout.measures.side + scroll.layout.bar + scroll.layout.measures.gap;
const columns = (scroll) => scroll.layout.measures.columns;
/** How far the window is from the beginning of all photos. */
const distance = ({ layout, block, y }) => layout.blocks.slice(0, block).reduce((sum, own) => sum + layout.height(own), y);

test("scrolling goes on across blocks and months, and back to where it began", () => {
  const scroll = made([[24300, 400], [24299, 400]]);
  let sum = 0;
  for (let step = 0; step < 40; step += 1) { scroll.move(173); sum += 173; close(distance(scroll), sum); }
  for (let step = 0; step < 40; step += 1) scroll.move(-173);
  assert.ok(scroll.isAtTop || distance(scroll) < 1e-6);
});

test("the layer moves by as much as the window, whichever block it is in", () => {
  const scroll = made([[24300, 4000]]);
  const before = scroll.base + scroll.y;
  scroll.move(5000);
  close(scroll.base + scroll.y - before, 5000);
  scroll.move(-3000);
  close(scroll.base + scroll.y - before, 2000);
});

test("the window never goes beyond the first or the last photo", () => {
  const scroll = made([[24300, 400]]);
  scroll.move(-500);
  assert.ok(scroll.isAtTop);
  scroll.move(1e7);
  const whole = scroll.layout.blocks.reduce((sum, own) => sum + scroll.layout.height(own), 0);
  close(distance(scroll), whole - 600);
});

test("what the selection's bar covers can be scrolled above it", () => {
  const scroll = made([[24300, 400]]);
  scroll.move(1e7);
  const before = distance(scroll);
  scroll.pad = 80;
  scroll.move(1e7);
  close(distance(scroll) - before, 80);
});

test("a few photos that all are seen cannot be scrolled", () => {
  const scroll = made([[24300, 5]]);
  scroll.move(300);
  assert.ok(scroll.isAtTop);
});

test("no photos are no fault", () => {
  const scroll = made([]);
  scroll.move(300);
  scroll.goTo(7);
  assert.equal(scroll.topOrdinal(), 0);
  assert.equal(scroll.wayTo(3), 0);
  assert.deepEqual(scroll.look(300), { seen: [], titles: [], inside: [], beside: [] });
});

test("each photo that is jumped to is at the window's top, but for the last ones", () => {
  const scroll = made([[24300, 500], [24299, 500], [24298, 500]]);
  for (const ordinal of [0, 7, 96, 499, 500, 501, 999, 1000, 1300]) {
    scroll.goTo(ordinal);
    const first = scroll.topOrdinal();
    assert.ok(first <= ordinal && ordinal < first + columns(scroll), `${ordinal}: ${first}`);
  }
  scroll.goTo(5000);
  assert.ok(scroll.topOrdinal() < 1500);
  scroll.goTo(750, false);
  assert.ok(scroll.topOrdinal() < 750);
});

test("among a million photos each is jumped to at once, and positions stay exact", () => {
  const scroll = made(Array.from({ length: 240 }, (_, index) => [24288 - index, 4167]));
  const { epoch } = scroll;
  scroll.goTo(900000);
  assert.ok(Math.abs(scroll.topOrdinal() - 900000) < columns(scroll));
  assert.equal(scroll.base, 0);
  assert.ok(scroll.epoch > epoch);
  for (let step = 0; step < 500; step += 1) scroll.move(-9000);
  assert.ok(Math.abs(scroll.base) <= 1e6 + 9000);
});

test("a key goes only as far as its photo needs to be seen whole", () => {
  const scroll = made([[null, 1000]]);
  assert.equal(scroll.wayTo(3), 0);
  const rows = Math.floor(600 / rowHeight(scroll));
  const way = scroll.wayTo(rows * columns(scroll));
  assert.ok(way > 0 && way <= rowHeight(scroll));
  scroll.move(way);
  close(scroll.wayTo(rows * columns(scroll)), 0);
  assert.ok(scroll.wayTo(0) < 0);
  // Far away it is jumped to.
  assert.equal(scroll.wayTo(900), null);
});

test("a photo stays below the name of its month, which lies over the window's top", () => {
  const scroll = made([[24300, 1000]]);
  scroll.move(40 + 2 * rowHeight(scroll));
  close(scroll.wayTo(2 * columns(scroll)), -40);
});

test("what lies in the window is asked for first, and what is near beside it", () => {
  const scroll = made([[24300, 300], [24299, 300]]);
  scroll.goTo(150);
  const { seen, inside, beside, titles } = scroll.look(300);
  const wanted = (ranges) => ranges.reduce((sum, [, , count]) => sum + count, 0);
  assert.equal(seen.length, wanted(beside));
  assert.ok(wanted(inside) < wanted(beside));
  assert.deepEqual([...seen].sort((one, other) => one.ordinal - other.ordinal), seen);
  for (const { box, top } of seen) assert.ok(top + box[3] >= -300 && top <= 900);
  assert.deepEqual(titles, []);
});

test("the name of a month that begins in the window stands over its first photo, and at the row's start that of the month before", () => {
  const scroll = made([[24300, 10], [24299, 300]]);
  const { titles } = scroll.look(300);
  assert.deepEqual(titles.map(({ labels }) => labels.map(({ from }) => from)), [[24300], [24300, 24299]]);
  // The tenth is in the second row of seven.
  assert.equal(columns(scroll), 7);
  close(titles[1].top, 40 + rowHeight(scroll));
  const { boxes } = scroll.layout.place(scroll.layout.blocks[0]);
  const [before, begins] = titles[1].labels;
  close(before.x, boxes[7][0]);
  close(before.width, boxes[10][0] - boxes[7][0]);
  close(begins.x, boxes[10][0]);
  // A month that begins with a row is named alone.
  const full = made([[24300, 7], [24299, 300]]).look(300).titles;
  assert.deepEqual(full.map(({ labels }) => labels.map(({ from }) => from)), [[24300], [24299]]);
});

test("the month of the first row stays at the window's top, until the next row with a name pushes it out", () => {
  const scroll = made([[24300, 17], [24299, 300]]);
  const names = () => { const { top, labels } = scroll.sticky(); return [Math.round(top), labels.map(({ from }) => from)]; };
  assert.deepEqual(names(), [0, [24300]]);
  scroll.move(100);
  assert.deepEqual(names(), [0, [24300]]);
  // The third row, in which a month begins, has its names 30 points below the window's top.
  const third = 40 + 2 * rowHeight(scroll);
  scroll.move(third - 30 - scroll.y);
  assert.deepEqual(names(), [-10, [24300]]);
  scroll.move(30);
  // Both months are in this row: the first one's last photos, and the other's first.
  assert.deepEqual(names(), [0, [24300, 24299]]);
  assert.equal(scroll.month, 24299);
  scroll.move(rowHeight(scroll));
  assert.deepEqual(names(), [0, [24299]]);
  assert.equal(made([[null, 100]]).sticky(), null);
  assert.equal(made([]).sticky(), null);
});

test("what is jumped to lies below the month's name, and is what the window stands at", () => {
  for (const rows of [false, true]) {
    const scroll = made([[24300, 500], [24299, 1], [24298, 1], [24297, 900]], { step: "s", rows });
    for (const ordinal of [0, 40, 300, 499, 500, 501, 502, 900]) {
      scroll.goTo(ordinal);
      const { first, last } = scroll.topRow(0.5);
      assert.ok(first <= ordinal && ordinal <= last, `${ordinal}: ${first} to ${last}`);
      close(scroll.distanceTo(ordinal), 40);
    }
  }
});

test("the head of the page goes only where enough lies above the window", () => {
  const scroll = made([[24300, 2000]]);
  scroll.move(479);
  assert.ok(!scroll.isBelow(480));
  scroll.move(1);
  assert.ok(scroll.isBelow(480));
});

test("arrow keys lead to the photo above or below, across blocks and months, and stay at the ends", () => {
  const { layout } = made([[24300, 10], [24299, 300]]);
  const { columns: across } = layout.measures;
  assert.equal(layout.beside(0, 1), across);
  assert.equal(layout.beside(across, -1), 0);
  // From one month to the next, in the same column.
  assert.equal(layout.beside(9, 1), 9 + across);
  assert.equal(layout.beside(10 + across, -1), 10);
  assert.equal(layout.beside(0, -1), 0);
  assert.equal(layout.beside(309, 1), 309);
  const end = layout.blocks[1].ordinal + layout.blocks[1].count;
  assert.equal(layout.beside(end - 1, 1), end - 1 + across);
});

test("in rows of different photos the nearest one is below", () => {
  const ratios = [3000, 1000, 1000, 1000, 3000, 1000, 1000, 1000, 3000, 1000];
  const { layout } = made([[null, 10]], { rows: true, names: false }, (_, index) => [index, "s", ratios[index], "", 0, 0, null, "a"]);
  const { boxes } = layout.place(layout.blocks[0]);
  const below = layout.beside(0, 1);
  assert.ok(boxes[below][1] > boxes[0][1]);
  const middle = (box) => box[0] + box[2] / 2;
  const row = boxes.filter((box) => Math.abs(box[1] - boxes[below][1]) <= 1);
  assert.equal(Math.min(...row.map((box) => Math.abs(middle(box) - middle(boxes[0])))), Math.abs(middle(boxes[below]) - middle(boxes[0])));
});
