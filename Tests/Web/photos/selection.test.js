import assert from "node:assert/strict";
import { test } from "node:test";
import { reportOf } from "../../../Sources/CLibraries/CWebAssets/web/photos/actions.js";
import { RangeSelection, Selection, swept } from "../../../Sources/CLibraries/CWebAssets/web/photos/selection.js";

/** What a tab keeps. */
const store = (kept = {}) => ({ kept, getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; } });
const made = (numbers = []) => {
  const selection = new Selection(store(), "person-1");
  selection.set(numbers);
  return selection;
};

test("a selection is there again on the next page, for the same person only", () => {
  const tab = store();
  const first = new Selection(tab, "person-1");
  first.add([7, 12]);
  first.toggle(13);
  first.toggle(7);
  assert.equal(first.list, "12,13");
  assert.equal(new Selection(tab, "person-1").list, "12,13");
  assert.equal(new Selection(tab, "person-2").list, "");
});

test("a selection that is too large for the browser is not kept, and the last smaller one stays", () => {
  const tab = store();
  const selection = new Selection(tab, "one");
  selection.set([1]);
  selection.set(Array.from({ length: 50000 }, (_, index) => index));
  assert.equal(selection.size, 50000);
  assert.equal(tab.kept.one, "[1]");
});

test("each change is told once, and taking out gives what was in", () => {
  const selection = made([1, 2, 3]);
  let times = 0;
  selection.changed = () => { times += 1; };
  assert.deepEqual(selection.remove([2, 9]), [2]);
  selection.add([4, 5]);
  selection.clear();
  assert.equal(times, 3);
});

test("what the studio said of the selection is forgotten once nothing is selected", () => {
  const selection = made([1, 2]);
  selection.learn({ outside: 1, common: 2, any: 6 });
  selection.remove([1]);
  assert.equal(selection.outside, 1);
  selection.remove([2]);
  assert.deepEqual([selection.outside, selection.common, selection.any], [0, 0, 0]);
});

const between = async (one, other) => {
  const [from, until] = [Math.min(one, other), Math.max(one, other)];
  return Array.from({ length: until - from + 1 }, (_, index) => 100 + from + index);
};

test("a range that is drawn out and back again keeps what was selected besides", async () => {
  const selection = made([500]);
  const range = new RangeSelection(selection);
  range.begin(5);
  await range.extend(8, between);
  assert.equal(selection.list, "500,105,106,107,108");
  await range.extend(6, between);
  assert.equal(selection.list, "500,105,106");
  await range.extend(4, between);
  assert.equal(selection.list, "500,104,105");
});

test("a range from another anchor stands beside the one before", async () => {
  const selection = made();
  const range = new RangeSelection(selection);
  range.begin(1);
  await range.extend(2, between);
  range.begin(7);
  await range.extend(8, between);
  await range.extend(7, between);
  assert.equal(selection.list, "101,102,107");
});

test("a photo that is selected between two ranges from one anchor stays", async () => {
  const selection = made();
  const range = new RangeSelection(selection);
  range.begin(1);
  await range.extend(3, between);
  selection.toggle(900);
  await range.extend(2, between);
  assert.equal(selection.list, "101,102,103,900");
});

test("of two ranges on their way, the one that was drawn last counts", async () => {
  const selection = made();
  const range = new RangeSelection(selection);
  range.begin(0);
  const answers = [];
  const slow = (one, other) => new Promise((done) => { answers.push(async () => done(await between(one, other))); });
  const [far, near] = [range.extend(9, slow), range.extend(1, slow)];
  await answers[1]();
  await near;
  await answers[0]();
  await far;
  assert.equal(selection.list, "100,101");
});

test("a report says what was done, what was not and why, and no reason for more than three", () => {
  const say = (count, troubles, absent = "") => reportOf({ done: "%1 moved", not: "%1 not moved", count, troubles, absent });
  assert.deepEqual(say(3, []), { text: "3 moved", isGood: true });
  assert.deepEqual(say(0, []), { text: "0 moved", isGood: true });
  assert.deepEqual(say(1, [["a.jpg", "is in use"]]), { text: "1 moved · 1 not moved · a.jpg: is in use", isGood: false });
  assert.deepEqual(say(0, [["a", "x"], ["b", "x"], ["c", "x"], ["d", "x"]]), { text: "4 not moved · a: x · b: x · c: x", isGood: false });
  assert.deepEqual(say(0, [], "2 are gone"), { text: "2 are gone", isGood: false });
});

test("what a finger sweeps over joins the selection, or leaves it where the first one was in it; what it goes back over is as before", () => {
  const before = new Set([1, 5, 9]);
  assert.deepEqual([...swept(before, [4, 5, 6], true)].sort(), [1, 4, 5, 6, 9]);
  assert.deepEqual([...swept(before, [4], true)].sort(), [1, 4, 5, 9]);
  assert.deepEqual([...swept(before, [5, 6, 9], false)], [1]);
  assert.deepEqual([...before], [1, 5, 9]);
});
