import assert from "node:assert/strict";
import { test } from "node:test";
import { enlarged, magnification, magnifierPlace } from "../../../Sources/CLibraries/CWebAssets/web/locations/magnifier.js";
import { inverse, matrixOf, moved, readPairs, wholePairs, withMoved, withPair, withPoint, writePairs } from "../../../Sources/CLibraries/CWebAssets/web/locations/point-pairs.js";

const at = (x, y) => ({ x, y });

test("a point in the one picture and a point in the other are a pair, in either order", () => {
  let pairs = withPoint([], "old", at(.1, .2), 6);
  assert.equal(wholePairs(pairs).length, 0);
  pairs = withPoint(pairs, "now", at(.3, .4), 6);
  pairs = withPoint(pairs, "now", at(.5, .6), 6);
  pairs = withPoint(pairs, "old", at(.7, .8), 6);
  assert.deepEqual(pairs, [{ old: at(.1, .2), now: at(.3, .4) }, { now: at(.5, .6), old: at(.7, .8) }]);
});

test("a second point in the same picture takes the place of the first, so that only one pair is ever open", () => {
  const pairs = withPoint(withPoint([], "old", at(.1, .1), 6), "old", at(.2, .2), 6);
  assert.deepEqual(pairs, [{ old: at(.2, .2) }]);
});

test("there are no more pairs than are taken, and a point stays within its picture", () => {
  const one = [{ old: at(0, 0), now: at(1, 1) }];
  assert.equal(withPoint(one, "old", at(.5, .5), 1), one);
  assert.deepEqual(withMoved(one, 0, "now", at(1.2, -3)), [{ old: at(0, 0), now: at(1, 0) }]);
});

test("whole pairs are written, and read again; what is no pair is left out", () => {
  const pairs = [{ old: at(.25, .5), now: at(.125, 1) }, { old: at(0, 0) }];
  assert.equal(writePairs(pairs), "0.250000 0.500000 0.125000 1.000000");
  assert.deepEqual(readPairs(writePairs(pairs) + "\n\n1 2 3\n0 0 0 1.5\nx"), [pairs[0]]);
});

test("a confirmed match stands before a pair that still lacks a point, so that at most the last one is open", () => {
  const open = [{ old: at(0, 0), now: at(1, 1) }, { old: at(.5, .5) }], match = { old: at(.2, .2), now: at(.3, .3), isOffered: true };
  assert.deepEqual(withPair(open, match, 6), [open[0], match, open[1]]);
  assert.equal(withPair(open, match, 2), open);
});

test("a point stays a confirmed match while it is moved", () => {
  assert.equal(withMoved([{ old: at(0, 0), now: at(1, 1), isOffered: true }], 0, "old", at(.1, .1))[0].isOffered, true);
});

test("a transform takes a spot there, and its inverse back", () => {
  const transform = [1.1, .05, .02, -.03, .9, .1, .08, -.04, 1], back = inverse(transform);
  const there = moved(transform, at(.3, .7)), again = moved(back, there);
  assert.ok(Math.abs(again.x - .3) < 1e-9 && Math.abs(again.y - .7) < 1e-9 && there.x !== .3);
  assert.equal(inverse([1, 2, 0, 2, 4, 0, 0, 0, 1]), null);
});

test("CSS's matrix brings pixels of one element to pixels of the other, as the transform does with fractions", () => {
  const transform = [1.1, .05, .02, -.03, .9, .1, .08, -.04, 1], from = { width: 300, height: 200 }, to = { width: 640, height: 480 };
  const m = /\((.*)\)/.exec(matrixOf(transform, from, to))[1].split(", ").map(Number);
  const [x, y] = [.25 * 300, .75 * 200], w = m[3] * x + m[7] * y + m[15];
  const there = moved(transform, at(.25, .75));
  assert.ok(Math.abs((m[0] * x + m[4] * y + m[12]) / w - there.x * 640) < 1e-4);
  assert.ok(Math.abs((m[1] * x + m[5] * y + m[13]) / w - there.y * 480) < 1e-4);
});

test("the magnifier stands above the finger, beside it where there is no room above, and always within the window", () => {
  const room = { width: 390, height: 844 };
  assert.deepEqual(magnifierPlace({ x: 200, y: 400 }, room), { x: 134, y: 232 });
  assert.deepEqual(magnifierPlace({ x: 2, y: 400 }, room), { x: 4, y: 232 });
  for (const [x, y] of [[20, 20], [370, 20], [200, 90], [389, 171]]) {
    const place = magnifierPlace({ x, y }, room);
    assert.ok(place.x >= 4 && place.y >= 4 && place.x + 132 <= 386, `${x} ${y}`);
    assert.ok(x < place.x || x > place.x + 132 || y > place.y + 132, `the finger at ${x}, ${y} covers it`);
  }
});

test("the magnifier has the spot in its middle, several times as large as the page has it", () => {
  const { width, height, left, top } = enlarged(at(.25, .5), { width: 400, height: 300 });
  assert.ok(magnification >= 3 && magnification <= 4);
  assert.deepEqual([width, height], [400 * magnification, 300 * magnification]);
  assert.deepEqual([left + .25 * width, top + .5 * height], [66, 66]);
});
