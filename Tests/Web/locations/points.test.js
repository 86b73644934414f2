import assert from "node:assert/strict";
import { test } from "node:test";
import { readPairs, wholePairs, withMoved, withPoint, writePairs } from "../../../Sources/CLibraries/CWebAssets/web/locations/point-pairs.js";

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
