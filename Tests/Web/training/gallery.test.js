import assert from "node:assert/strict";
import { test } from "node:test";
import { isDoubleTap, swipe, wheelFactor } from "../../../Sources/CLibraries/CWebAssets/web/training/gallery-pointers.js";
import { Zoom, fitted } from "../../../Sources/CLibraries/CWebAssets/web/training/zoom.js";

const stage = { width: 400, height: 300 };

test("a picture is as large as the stage lets all of it be", () => {
  assert.deepEqual(fitted({ width: 1600, height: 800 }, stage), { width: 400, height: 200 });
  assert.deepEqual(fitted({ width: 300, height: 600 }, stage), { width: 150, height: 300 });
  assert.deepEqual(fitted({ width: 0, height: 0 }, stage), stage);
});

test("what lies under a finger stays there while the picture comes nearer", () => {
  const zoom = new Zoom(), finger = { x: 100, y: -50 };
  const before = { x: (finger.x - zoom.x) / zoom.scale, y: (finger.y - zoom.y) / zoom.scale };
  zoom.to(2, finger);
  zoom.to(3, finger);
  assert.deepEqual({ x: (finger.x - zoom.x) / zoom.scale, y: (finger.y - zoom.y) / zoom.scale }, before);
  zoom.to(0.2, finger);
  assert.deepEqual([zoom.scale, zoom.x, zoom.y, zoom.isWhole], [1, 0, 0, true]);
  zoom.to(99, finger);
  assert.equal(zoom.scale, 4);
});

test("a picture's edge comes no further into the stage than it must", () => {
  const zoom = new Zoom(), picture = { width: 400, height: 200 };
  zoom.to(2, { x: 0, y: 0 });
  zoom.moveTo(900, -900);
  zoom.keepInside(picture, stage);
  assert.deepEqual([zoom.x, zoom.y], [200, -50]);
  zoom.to(1.2, { x: 0, y: 0 });
  zoom.keepInside(picture, stage);
  // It is not as high as the stage.
  assert.equal(Math.abs(zoom.y), 0);
});

test("buttons lead nearer by half, and back to the whole picture", () => {
  const zoom = new Zoom();
  zoom.to(zoom.nearer, { x: 0, y: 0 });
  assert.equal(zoom.scale, 1.5);
  zoom.to(zoom.nearer, { x: 0, y: 0 });
  assert.equal(zoom.farther, 1.5);
  zoom.to(1.57, { x: 0, y: 0 });
  assert.equal(zoom.farther, 1);
});

test("a swipe is long, and flat", () => {
  assert.equal(swipe(-60, 10), 1);
  assert.equal(swipe(60, -10), -1);
  assert.equal(swipe(50, 0), 0);
  assert.equal(swipe(90, 70), 0);
});

test("two taps are one where they are near each other, in time and place", () => {
  const tap = { at: 1000, x: 10, y: 10 };
  assert.equal(isDoubleTap(null, tap), false);
  assert.equal(isDoubleTap(tap, { at: 1300, x: 20, y: 20 }), true);
  assert.equal(isDoubleTap(tap, { at: 1350, x: 10, y: 10 }), false);
  assert.equal(isDoubleTap(tap, { at: 1100, x: 60, y: 10 }), false);
});

test("a turn of the wheel zooms about as much, counted in pixels and in lines", () => {
  assert.ok(wheelFactor({ deltaY: -100, deltaMode: 0 }) > 1);
  assert.ok(wheelFactor({ deltaY: 100, deltaMode: 0 }) < 1);
  assert.ok(Math.abs(wheelFactor({ deltaY: -100, deltaMode: 0 }) / wheelFactor({ deltaY: -4, deltaMode: 1 }) - 1) < 0.01);
});
