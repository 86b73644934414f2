import assert from "node:assert/strict";
import { test } from "node:test";
import { canDecide, readCondition, writeCondition } from "../../../Sources/CLibraries/CWebAssets/web/reports/builder-condition.js";

/** @param {string} type @param {string} id */
const field = (type, id = "a") => ({ id, type, label: "A" });

test("a condition from the lists is a formula, and comes back from it", () => {
  for (const [type, sign, value, formula] of /** @type {[string, "=" | "<>", string, string][]} */ ([
    ["select", "=", "Fall", "a = 'Fall'"], ["radio", "<>", "it's", "a <> 'it''s'"], ["toggle", "=", "true", "a = true"],
    ["number", "<>", "2.5", "a <> 2.5"], ["number", "=", "many", "a = 'many'"], ["text", "=", "12", "a = '12'"],
    ["multiselect", "=", "Fall", "contains(a, 'Fall')"], ["multiselect", "<>", "Fall", "not contains(a, 'Fall')"],
  ])) {
    assert.equal(writeCondition({ id: "a", sign, value }, field(type)), formula);
    assert.deepEqual(readCondition(formula), { id: "a", sign, value });
  }
});

test("an id that a formula cannot say plainly is in braces", () => {
  for (const id of ["job type", "2nd", "not", "Yes"]) {
    const formula = writeCondition({ id, sign: "=", value: "x" }, field("select", id));
    assert.equal(formula, `{${id}} = 'x'`);
    assert.deepEqual(readCondition(formula), { id, sign: "=", value: "x" });
  }
});

test("nothing chosen is no condition", () => {
  assert.equal(writeCondition({ id: "", sign: "=", value: "x" }, undefined), "");
  assert.equal(writeCondition({ id: "a", sign: "=", value: "" }, field("select")), "");
  assert.deepEqual(readCondition("  "), { id: "", sign: "=", value: "" });
});

test("a condition that says more than the lists stays a formula", () => {
  for (const formula of ["a = 'x' or b = 'y'", "a > 2", "length(a) = 3", "a", "not a", "a = b", "contains(a, b)", "a = 'x"]) {
    assert.equal(readCondition(formula), null, formula);
  }
});

test("rows and pictures decide nothing", () => {
  assert.deepEqual(["text", "file", "toggle"].map((type) => canDecide(field(type))), [true, false, true]);
  assert.equal(canDecide({ ...field("textarea"), columns: [field("text", "b")] }), false);
});
