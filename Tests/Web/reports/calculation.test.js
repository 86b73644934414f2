import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { calculate, fromAnswer, fromJSON, toAnswer } from "../../../Sources/CLibraries/CWebAssets/web/reports/calculation.js";
import { CalculationFault, parse } from "../../../Sources/CLibraries/CWebAssets/web/reports/expressions.js";
import { describe, listValue, numberValue, readDate, readTime, textValue } from "../../../Sources/CLibraries/CWebAssets/web/reports/values.js";

// The table that the studio's own calculations are held to.
const table = JSON.parse(readFileSync(new URL("../../ReportsTests/Reports/Cases/calculations.json", import.meta.url), "utf8"));

const lookup = (id) => Object.hasOwn(table.values, id) ? fromJSON(table.values[id]) : undefined;

test("the browser calculates as the studio does", () => {
  assert.ok(table.cases.length >= 340);
  for (const { expression, gives } of table.cases) {
    let found;
    try { found = describe(calculate(expression, lookup)); } catch (fault) {
      assert.ok(fault instanceof CalculationFault, `${expression}: ${fault.stack}`);
      found = fault.message;
    }
    assert.equal(found, gives, expression);
  }
});

test("a fault names what it is about", () => {
  assert.throws(() => parse("round(1) + nowhere(2)"), { kind: "unknown-function", at: 11, what: "nowhere" });
  assert.throws(() => calculate("1 + missing", () => undefined), { kind: "unknown-field", at: 4, what: "missing" });
  const cycle = () => { throw new CalculationFault("cycle", 0, "a → b → a"); };
  assert.throws(() => calculate("1 + b", cycle), { kind: "cycle", at: 4, what: "a → b → a" });
});

test("what is no fault of a calculation is not taken for one", () => {
  assert.throws(() => calculate("a", () => { throw new TypeError("ours"); }), TypeError);
});

test("answers are read by their field's type", () => {
  const cases = [
    ["number", " 2.50 ", "number 2.5"], ["currency", "12", "number 12"], ["photo_count", "7", "number 7"], ["mileage", "24.8 miles", "number 24.8"],
    ["mileage", "some", "text some"], ["date", "2024-01-15", "date 2024-01-15"], ["date_auto", "1/5/24", "date 2024-01-05"],
    ["date", "2024-01-15T08:00", "date 2024-01-15"], ["date", "31.12.2024", "text 31.12.2024"], ["time", "2:30 PM", "time 14:30"],
    ["time_auto", "08:15", "time 08:15"], ["text", "12", "text 12"], ["text", "  ", "blank"], ["toggle", false, "truth no"],
    ["number", 1.5, "number 1.5"], ["number", "1?", "text 1?"], ["multiselect", ["a", ""], "list [text a, blank]"], ["text", null, "blank"], ["text", undefined, "blank"],
  ];
  for (const [type, answer, gives] of cases) assert.equal(describe(fromAnswer(type, answer)), gives, `${type} ${answer}`);
});

test("values are stored as answers are", () => {
  assert.equal(toAnswer(numberValue(24_800_000_000_000n)), 24.8);
  assert.equal(toAnswer(readDate("2024-02-29")), "2024-02-29");
  assert.equal(toAnswer(readTime("8:05")), "08:05");
  assert.equal(toAnswer({ kind: "truth", value: true }), true);
  assert.equal(toAnswer({ kind: "blank" }), "");
  assert.deepEqual(toAnswer(listValue([textValue("a"), numberValue(10n ** 12n)])), ["a", "1"]);
});

test("a day that the calendar has not is none", () => {
  for (const text of ["2023-02-29", "1969-12-31", "2024-13-01", "2024-1-1", ""]) assert.equal(readDate(text), null, text);
  for (const text of ["24:00", "8:60", "13:00 PM", "0:30 am", "8"]) assert.equal(readTime(text), null, text);
});
