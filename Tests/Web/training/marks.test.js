import "../node18.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowHead, distance, frameOf, isDrawn, moved, placed, pointAt } from "../../../Sources/CLibraries/CWebAssets/web/training/mark-geometry.js";
import { PictureMarks } from "../../../Sources/CLibraries/CWebAssets/web/training/picture-marks.js";

const mark = (id, shape = "pen") => ({ id, shape, points: [0, 0, 1, 1], colour: "#ff0000", note: "" });
const ids = (marks) => marks.map(({ id }) => id);

test("a mark lies on its picture, which is in the middle of the stage", () => {
  const frame = frameOf({ width: 400, height: 200 }, { width: 400, height: 300 });
  assert.deepEqual(frame, { left: 0, top: 50, width: 400, height: 200 });
  assert.deepEqual(placed([0, 0, 0.5, 0.5, 1, 1], frame), [{ x: 0, y: 50 }, { x: 200, y: 150 }, { x: 400, y: 250 }]);
});

test("a finger's place on a picture is the same however near and wherever it is", () => {
  const frame = frameOf({ width: 400, height: 200 }, { width: 400, height: 300 });
  assert.deepEqual(pointAt({ clientX: 110, clientY: 170 }, { left: 10, top: 20 }, frame, 1), [0.25, 0.5]);
  // Twice as near, and moved by 100 to the left.
  assert.deepEqual(pointAt({ clientX: 100, clientY: 320 }, { left: -100, top: 20 }, frame, 2), [0.25, 0.5]);
});

test("beside the picture is its edge, and places have four digits", () => {
  const frame = { left: 0, top: 0, width: 300, height: 300 };
  assert.deepEqual(pointAt({ clientX: -5, clientY: 900 }, { left: 0, top: 0 }, frame, 1), [0, 1]);
  assert.deepEqual(pointAt({ clientX: 100, clientY: 200 }, { left: 0, top: 0 }, frame, 1), [0.3333, 0.6667]);
});

test("a touch draws nothing, a short line does", () => {
  assert.equal(isDrawn([0.5, 0.5, 0.502, 0.502]), false);
  assert.equal(isDrawn([0.5, 0.5, 0.5, 0.51]), true);
  assert.equal(isDrawn([0.5, 0.5, 0.6, 0.5, 0.5, 0.5]), true);
});

test("an arrow's head lies behind its point, on both sides of its line", () => {
  const [one, other] = arrowHead({ x: 0, y: 0 }, { x: 100, y: 0 });
  assert.ok(one.x < 100 && Math.abs(one.x - other.x) < 1e-9, String(one.x));
  assert.ok(one.y > 0 && Math.abs(one.y + other.y) < 1e-9, String(one.y));
  assert.ok(Math.abs(Math.hypot(100 - one.x, one.y) - 16) < 1e-9);
});

test("a finger is as far from a mark as from its nearest line, and from a pin's middle", () => {
  const points = [{ x: 0, y: 0 }, { x: 100, y: 0 }];
  assert.equal(distance("arrow", points, { x: 50, y: 7 }), 7);
  assert.equal(distance("arrow", points, { x: 104, y: 3 }), 5);
  assert.equal(distance("pin", [{ x: 3, y: 4 }], { x: 0, y: 0 }), 5);
  assert.equal(distance("pen", [...points, { x: 100, y: 50 }], { x: 98, y: 25 }), 2);
  // Within a rectangle, far from its lines.
  assert.equal(distance("rectangle", [{ x: 0, y: 0 }, { x: 100, y: 60 }], { x: 50, y: 30 }), 30);
  assert.equal(distance("rectangle", [{ x: 0, y: 0 }, { x: 100, y: 60 }], { x: 0, y: 30 }), 0);
});

test("a mark that is moved keeps its shape, and stays on its picture", () => {
  assert.deepEqual(moved([0.1, 0.2, 0.3, 0.4], 0.1, -0.1), [0.2, 0.1, 0.4, 0.3]);
  assert.deepEqual(moved([0.1, 0.2, 0.3, 0.4], 5, -5), [0.8, 0, 1, 0.2]);
  assert.deepEqual(moved([0.5, 0.5], -0.01, 0), [0.49, 0.5]);
});

test("what is drawn and taken away again is no change; what was there before is", () => {
  const marks = new PictureMarks([mark("a")]);
  assert.notEqual(marks.add({ shape: "pin", points: [0, 0], colour: "#000000", note: "here" }), "");
  assert.equal(marks.hasChanged, true);
  marks.undo();
  assert.equal(marks.hasChanged, false);
  // What was not drawn here is not undone.
  assert.equal(marks.undo(), false);
  marks.remove("a");
  assert.deepEqual(marks.changes, { add: [], remove: ["a"] });
  assert.equal(marks.undo(), true);
  assert.deepEqual(ids(marks.all), ["a"]);
  assert.equal(marks.hasChanged, false);
});

test("a mark that is moved or renamed is sent under its own id, and undone as a whole", () => {
  const marks = new PictureMarks([mark("a"), mark("b")]);
  for (const note of ["h", "he", "her", "here"]) marks.change("a", { note });
  marks.settle();
  marks.change("a", { points: [0.5, 0.5, 1, 1] });
  assert.deepEqual(marks.changes, { add: [{ ...mark("a"), note: "here", points: [0.5, 0.5, 1, 1] }], remove: [] });
  marks.undo();
  assert.deepEqual(marks.all[0].points, [0, 0, 1, 1]);
  assert.equal(marks.all[0].note, "here");
  marks.undo();
  assert.equal(marks.hasChanged, false);
  // Moved back by hand is no change either.
  marks.change("b", { points: [0.1, 0, 1, 1] });
  marks.change("b", { points: [0, 0, 1, 1] });
  assert.equal(marks.hasChanged, false);
});

test("what was moved here stays moved when others' marks come; what they have deleted meanwhile is kept with its change", () => {
  const marks = new PictureMarks([mark("a"), mark("b")]);
  marks.change("a", { note: "mine" });
  marks.take([mark("c"), mark("a")]);
  assert.deepEqual(marks.all.map(({ id, note }) => [id, note]), [["c", ""], ["a", "mine"]]);
  marks.take([mark("c")]);
  assert.deepEqual(ids(marks.changes.add), ["a"]);
});

test("a picture has at most a hundred marks, each with an id that the studio takes", () => {
  const marks = new PictureMarks([]);
  for (let count = 0; count < 100; count += 1) assert.notEqual(marks.add(mark("")), "");
  assert.equal(marks.add(mark("")), "");
  assert.equal(new Set(ids(marks.all)).size, 100);
  for (const { id } of marks.all) assert.match(id, /^[0-9a-z]{12}$/);
});

test("others' marks come, those that are taken away here do not come back, and own ones stay at the end", () => {
  const marks = new PictureMarks([mark("a"), mark("b")]);
  marks.remove("b");
  marks.add(mark(""));
  const own = marks.all[1].id;
  marks.take([mark("b"), mark("a"), mark("c")]);
  assert.deepEqual(ids(marks.all), ["a", "c", own]);
});

test("what was taken away while it was being saved is still to be taken away", () => {
  const marks = new PictureMarks([mark("a")]);
  marks.add(mark(""));
  marks.add(mark(""));
  const sent = marks.changes, [, first, second] = ids(marks.all);
  marks.undo();
  marks.saved(sent);
  assert.deepEqual(marks.changes, { add: [], remove: [second] });
  marks.take([mark("a"), mark(first), mark(second)]);
  assert.deepEqual(ids(marks.all), ["a", first]);
  marks.saved(marks.changes);
  assert.equal(marks.hasChanged, false);
});
