import assert from "node:assert/strict";
import { test } from "node:test";
import { clampShare, shareAt } from "../../../Sources/CLibraries/CWebAssets/web/locations/divider.js";
import { percentOf } from "../../../Sources/CLibraries/CWebAssets/web/locations/file-form.js";
import { fingersOf } from "../../../Sources/CLibraries/CWebAssets/web/locations/pinch.js";
import { Zoom, scrollAfter, stepAfter } from "../../../Sources/CLibraries/CWebAssets/web/locations/zoom.js";

test("the line between two pictures is where the pointer is, and never outside of them", () => {
  const box = { left: 100, width: 400 };
  assert.deepEqual([100, 300, 302, 500].map((x) => shareAt(x, box)), [0, 50, 50.5, 100]);
  assert.deepEqual([50, 0, 700].map((x) => clampShare(shareAt(x, box))), [0, 0, 100]);
});

test("what lies in the middle stays there while pictures come nearer", () => {
  assert.equal(scrollAfter(0, 2, 200), 200);
  assert.equal(scrollAfter(200, 0.5, 200), 0);
  assert.equal(scrollAfter(100, 2, 50, 80), 220);
});

test("pictures come nearer in steps, can then be scrolled by keys, and go back to all of them", () => {
  const style = new Map();
  const box = { style: { setProperty: (name, value) => { style.set(name, value); } } };
  const scroller = { scrollLeft: 0, scrollTop: 0, clientWidth: 400, clientHeight: 300, tabIndex: -1, removeAttribute: () => { scroller.tabIndex = -1; } };
  const zoom = new Zoom(box, scroller);
  zoom.by(1);
  assert.deepEqual([style.get("--zoom"), scroller.scrollLeft, scroller.scrollTop, scroller.tabIndex], ["1.5", 100, 75, 0]);
  zoom.by(20);
  assert.equal(style.get("--zoom"), "6");
  zoom.by(-1);
  assert.equal(style.get("--zoom"), "4");
  zoom.reset();
  assert.deepEqual([style.get("--zoom"), scroller.tabIndex], ["1", -1]);
  zoom.by(-1);
  assert.equal(style.get("--zoom"), "1");
});

test("two fingers bring pictures nearer by any factor, and the next step goes on from there", () => {
  assert.deepEqual([stepAfter(1.7, 1), stepAfter(1.7, -1), stepAfter(2, 1), stepAfter(6, 1), stepAfter(1, -1)], [2, 1.5, 3, 6, 1]);
  const style = new Map(), scroller = { scrollLeft: 0, scrollTop: 0, clientWidth: 400, clientHeight: 300, tabIndex: -1, removeAttribute: () => {} };
  const zoom = new Zoom({ style: { setProperty: (name, value) => { style.set(name, value); } } }, scroller);
  const box = { left: 10, top: 20 }, at = (clientX, clientY) => ({ clientX, clientY });
  const before = fingersOf(at(110, 120), at(210, 120), box), after = fingersOf(at(60, 140), at(310, 140), box);
  assert.deepEqual(before, { x: 150, y: 100, apart: 100 });
  zoom.set(after.apart / before.apart, before, after);
  // What lay between the fingers lies between them still: 150 · 2.5 − 175, 100 · 2.5 − 120.
  assert.deepEqual([style.get("--zoom"), scroller.scrollLeft, scroller.scrollTop], ["2.5", 200, 130]);
  zoom.set(50);
  assert.equal(style.get("--zoom"), "6");
});

test("how far a file is is said in steps of ten percent", () => {
  assert.deepEqual([[0, 100], [9, 100], [10, 100], [99, 100], [100, 100]].map(([sent, total]) => percentOf(sent, total)), [0, 0, 10, 90, 100]);
});
