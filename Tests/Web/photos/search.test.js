import assert from "node:assert/strict";
import { test } from "node:test";
import { hasTerm, toggledTerm } from "../../../Sources/CLibraries/CWebAssets/web/photos/filter.js";
import { keySections, withExample } from "../../../Sources/CLibraries/CWebAssets/web/photos/search.js";

const words = {
  keyTitle: "In the grid", keyOpened: "A photo is opened", keyList: "S|star\n1 – 7|tags\nSpace|select\nEntf|into the bin\n?|these keys",
  keyListOpened: "+ −|zoom", previous: "the one before", next: "the next", whole: "own size", play: "film",
};

test("keys of the grid come before those of an opened photo", () => {
  assert.deepEqual(keySections(words, false), [
    ["In the grid", ["S|star", "1 – 7|tags", "Space|select", "Entf|into the bin", "?|these keys"]],
    ["A photo is opened", ["← →|the one before · the next", "+ −|zoom", "Z|own size", "L|film"]],
  ]);
});

test("over an opened photo stand its keys, and those of the grid that do the same there", () => {
  assert.deepEqual(keySections(words, true), [
    ["A photo is opened", ["← →|the one before · the next", "+ −|zoom", "Z|own size", "L|film", "S|star", "1 – 7|tags", "Entf|into the bin", "?|these keys"]],
  ]);
});

test("an example follows what was written, and what is to be replaced is marked", () => {
  assert.deepEqual(withExample("", "camera:x"), { text: "camera:x", from: 7 });
  assert.deepEqual(withExample(" beach ", "is:starred"), { text: "beach is:starred", from: 9 });
  assert.deepEqual(withExample("beach", "sunset"), { text: "beach sunset", from: 6 });
});

test("a term of the filters is a word of the search: added, found, and taken out again", () => {
  assert.equal(toggledTerm("", "star"), "star");
  assert.equal(toggledTerm("beach ", "tag:red"), "beach tag:red");
  assert.equal(toggledTerm("beach tag:red 2024", "tag:red"), "beach 2024");
  assert.equal(toggledTerm("star", "star"), "");
  assert.ok(hasTerm("Beach STAR", "star"));
  assert.ok(!hasTerm("starfish", "star") && !hasTerm("tag:redwood", "tag:red") && !hasTerm("-star", "star"));
});
