import assert from "node:assert/strict";
import test from "node:test";
import { FormState } from "../../../Sources/CLibraries/CWebAssets/web/reports/form-state.js";
import { describe } from "../../../Sources/CLibraries/CWebAssets/web/reports/values.js";

const field = (id, type, more = {}) => ({ id, label: id, type, required: false, auto: false, smart: false, update: false, ...more });

// A form with its answers, which counts how often each answer is read.
const open = (fields, answers) => {
  const reads = {};
  const rows = (one) => Array.isArray(answers[one.id]) ? answers[one.id] : [];
  const note = (key) => { reads[key] = (reads[key] ?? 0) + 1; };
  const state = new FormState(fields, {
    answer: (one) => { note(one.id); return answers[one.id]; },
    rowCount: (one) => rows(one).length,
    cell: (one, row, column) => { note(`${one.id}.${column.id}#${row}`); return rows(one)[row]?.[column.id]; },
  });
  return { state, reads };
};
const worth = ({ value, fault }) => fault ? `${fault.kind} ${fault.what}`.trim() : describe(value);

test("a field is asked where its condition is met", () => {
  const answers = { kind: "Single" };
  const { state } = open([field("kind", "select"), field("team", "text", { when: "kind = 'Team'" }), field("odd", "text", { when: "nowhere > 1" })], answers);
  assert.equal(state.isShown("team"), false);
  assert.equal(state.isShown("kind"), true);
  assert.equal(state.isShown("odd"), true, "a condition that cannot be read hides nothing");
  answers.kind = "Team";
  assert.deepEqual(state.changed("kind"), ["kind", "?team"]);
  assert.equal(state.isShown("team"), true);
});

test("what is not asked counts as blank", () => {
  const fields = [field("kind", "select"), field("size", "number", { when: "kind = 'Team'" }), field("sum", "calculation", { expression: "if(isblank(size), 0, size) + 1" })];
  const answers = { kind: "Single", size: "4" }, { state } = open(fields, answers);
  assert.equal(worth(state.value("sum")), "number 1");
  answers.kind = "Team";
  assert.deepEqual(new Set(state.changed("kind")), new Set(["kind", "?size", "size", "sum"]));
  assert.equal(worth(state.value("sum")), "number 5");
});

test("only what depends on a change is calculated anew", () => {
  const fields = [field("a", "number"), field("b", "number"), field("twice", "calculation", { expression: "a * 2" }), field("other", "calculation", { expression: "b + 1" })];
  const answers = { a: "1", b: "1" }, { state, reads } = open(fields, answers);
  for (const id of ["twice", "other", "twice", "other"]) state.value(id);
  assert.deepEqual(reads, { a: 1, b: 1 });
  answers.a = "5";
  assert.deepEqual(new Set(state.changed("a")), new Set(["a", "twice"]));
  assert.equal(worth(state.value("twice")), "number 10");
  assert.equal(worth(state.value("other")), "number 2");
  assert.deepEqual(reads, { a: 2, b: 1 });
});

test("rows are calculated each for itself and added up", () => {
  const way = field("way", "textarea", { columns: [field("from", "number"), field("to", "number"), field("miles", "calculation", { expression: "to - from" })] });
  const answers = { way: [{ from: "1", to: "4" }, { from: "4", to: "6" }] };
  const { state } = open([way, field("all", "calculation", { expression: "sum(way.miles)" }), field("count", "calculation", { expression: "count(way)" })], answers);
  assert.equal(worth(state.value("all")), "number 5");
  assert.equal(worth(state.value("count")), "number 2");
  assert.equal(worth(state.cell(way, 1, way.columns[2])), "number 2");
  answers.way[1].to = "10";
  const outdated = state.changed("way", 1, "to");
  assert.ok(outdated.includes("way.miles#1") && outdated.includes("all") && !outdated.includes("way.miles#0") && !outdated.includes("count"), String(outdated));
  assert.equal(worth(state.value("all")), "number 9");
  answers.way.pop();
  state.changed("way");
  assert.equal(worth(state.value("all")), "number 3");
  assert.equal(worth(state.value("count")), "number 1");
});

test("fields that ask for each other are a fault, and not endless", () => {
  const fields = [field("a", "calculation", { expression: "b + 1" }), field("b", "calculation", { expression: "a + 1" }), field("self", "text", { when: "self = 'x'" })];
  const { state } = open(fields, {});
  assert.equal(worth(state.value("a")), "cycle a → b → a");
  assert.equal(state.isShown("self"), false, "to its own condition it is blank");
  const chain = [...Array(70).keys()].map((number) => field(`f${number}`, "calculation", { expression: number === 69 ? "1" : `f${number + 1}` }));
  assert.equal(worth(open(chain, {}).state.value("f0")), "too-complicated");
});

test("a column of the row goes before a field of the form", () => {
  const rows = field("rows", "textarea", { columns: [field("a", "number"), field("b", "calculation", { expression: "a + c" })] });
  const { state } = open([rows, field("a", "number"), field("c", "number")], { a: "100", c: "1", rows: [{ a: "2" }] });
  assert.equal(worth(state.cell(rows, 0, rows.columns[1])), "number 3");
});
