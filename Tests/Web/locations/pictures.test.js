import assert from "node:assert/strict";
import { test } from "node:test";
import { clampShare, shareAt } from "../../../Sources/CLibraries/CWebAssets/web/locations/divider.js";
import { percentOf } from "../../../Sources/CLibraries/CWebAssets/web/locations/file-form.js";
import { Zoom, scrollAfter } from "../../../Sources/CLibraries/CWebAssets/web/locations/zoom.js";

test("the line between two pictures is where the pointer is, and never outside of them", () => {
  const box = { left: 100, width: 400 };
  assert.deepEqual([100, 300, 302, 500].map((x) => shareAt(x, box)), [0, 50, 50.5, 100]);
  assert.deepEqual([50, 0, 700].map((x) => clampShare(shareAt(x, box))), [0, 0, 100]);
});

test("what lies in the middle stays there while pictures come nearer", () => {
  assert.equal(scrollAfter(0, 400, 2), 200);
  assert.equal(scrollAfter(200, 400, 0.5), 0);
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

test("how far a file is is said in steps of ten percent", () => {
  assert.deepEqual([[0, 100], [9, 100], [10, 100], [99, 100], [100, 100]].map(([sent, total]) => percentOf(sent, total)), [0, 0, 10, 90, 100]);
});
