import assert from "node:assert/strict";
import test from "node:test";
import { PlainState, calculates, hasRows } from "../../../Sources/CLibraries/CWebAssets/web/reports/form-questions.js";

test("what calculates is told by its conditions, its formulas and those of its columns", () => {
  assert.equal(calculates([]), false);
  assert.equal(calculates([{ id: "a" }, { id: "r", columns: [{ id: "c" }] }]), false);
  assert.equal(calculates([{ id: "a", when: "b" }]), true);
  assert.equal(calculates([{ id: "a", expression: "1" }]), true);
  assert.equal(calculates([{ id: "r", columns: [{ id: "c" }, { id: "d", expression: "c" }] }]), true);
  assert.equal(hasRows({ id: "r", columns: [] }), true);
  assert.equal(hasRows({ id: "a" }), false);
});

test("without calculations every question is asked, and nothing depends on another", () => {
  const state = new PlainState();
  assert.equal(state.isShown("a"), true);
  assert.deepEqual([state.changed("a"), state.conditional, state.calculated, state.calculatedRows], [[], [], [], []]);
});
