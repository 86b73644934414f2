import assert from "node:assert/strict";
import test from "node:test";
import { matches } from "../../../Sources/CLibraries/CWebAssets/web/reports/patterns.js";

// Patterns as the studio gives them.
const one = (low, high = low) => [[[low.codePointAt(0), high.codePointAt(0)]], false];
const row = (...parts) => ({ r: parts }), choice = (...parts) => ({ c: parts }), many = (part, least, most = null) => ({ m: part, least, most });
const any = [[], true];

test("a pattern is held to the whole text", () => {
  const plate = row(many(one("A", "Z"), 2, 2), one("-"), many(one("0", "9"), 4, 4));
  const cases = [
    [plate, "AB-1234", true], [plate, "AB-12345", false], [plate, "ab-1234", false], [plate, " AB-1234", false],
    [choice(one("a"), row(one("b"), one("c"))), "bc", true], [choice(one("a"), row(one("b"), one("c"))), "ac", false],
    [many(one("x"), 2), "x", false], [many(one("x"), 2), "xxxx", true], [many(one("x"), 2, 3), "xxxx", false],
    [row(many(row(one("a"), one("b")), 0), many(one("c"), 0, 1)), "ababc", true], [row(), "", true], [row(), "a", false],
    [any, "😀", true], [any, "ab", false], [[[[48, 57]], true], "a", true], [[[[48, 57]], true], "1", false],
  ];
  for (const [pattern, text, isSo] of cases) assert.equal(matches(pattern, text), isSo, `${JSON.stringify(pattern)} ${text}`);
});

test("a pattern within a pattern ends", () => {
  const nested = row(many(many(one("a"), 0), 0), one("b"));
  assert.equal(matches(nested, "a".repeat(400)), false);
  assert.equal(matches(nested, "a".repeat(400) + "b"), true);
});

test("a longer text than any answer to a pattern matches none", () => {
  assert.equal(matches(many(one("x"), 0), "x".repeat(500)), true);
  assert.equal(matches(many(one("x"), 0), "x".repeat(501)), false);
});
