import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// A page in English; the module reads its language when it is loaded.
globalThis.document = { documentElement: { lang: "en" } };
const answers = await import("../../../Sources/CLibraries/CWebAssets/web/reports/answers.js");
const { readings } = await import("../../../Sources/CLibraries/CWebAssets/web/reports/written-numbers.js");

const cases = (name) => JSON.parse(readFileSync(new URL(`../../ReportsTests/Reports/Cases/${name}.json`, import.meta.url), "utf8"));

test("numbers of either convention are read as the studio reads them", () => {
  const table = cases("numbers").cases;
  assert.ok(table.length >= 130);
  for (const { text, decimal, amount, gives } of table) {
    assert.deepEqual(readings(text, amount ?? false, decimal ?? ""), gives === null ? [] : [gives].flat(), `${text} with ${decimal}`);
  }
});

test("a number is stored with a point, and what may be two numbers with a question mark", () => {
  const cases = [
    ["number", "1,234.5", "1234.5"], ["number", " 12 ", "12"], ["number", "1,234", "1,234?"], ["number", "1,5", "1.5"], ["number", "twelve", "twelve"],
    ["currency", "$ 1,234.50", "1234.50"], ["currency", "1,234", "1234"], ["currency", "1.234", "1.234?"], ["mileage", "24,8 miles", "24.8 miles"], ["mileage", "24.8", "24.8"],
    ["text", "1,5", "1,5"], ["text", "half \uD83D", "half \uFFFD"],
  ];
  for (const [type, typed, stored] of cases) assert.equal(answers.normalize({ type }, typed), stored, `${type} ${typed}`);
  assert.deepEqual(answers.ambiguousReadings({ type: "number" }, "1,234?"), ["1234", "1.2340"]);
  assert.deepEqual(answers.ambiguousReadings({ type: "number" }, "1234"), []);
  assert.deepEqual(answers.ambiguousReadings({ type: "text" }, "really?"), []);
});

test("an answer is shown as the reader's language writes it", () => {
  const cases = [
    ["currency", "1234.5", "1,234.50"], ["currency", 3, "3.00"], ["number", "1234.5", "1234.5"], ["number", "1.234", "1.2340"],
    ["mileage", "82.0 miles", "82.0 miles"], ["number", "1,234?", "1,234"], ["number", "twelve", "twelve"], ["text", "1.5", "1.5"],
  ];
  for (const [type, stored, shown] of cases) assert.equal(answers.display({ type }, stored), shown, `${type} ${stored}`);
});

test("what a field begins with is a number with a point", () => {
  assert.equal(answers.initialAnswer({ type: "number", value: "1.234" }), "1.234");
  assert.equal(answers.initialAnswer({ type: "number", value: "1,5" }), "1.5");
  assert.equal(answers.initialAnswer({ type: "text", value: "1,5" }), "1,5");
  assert.equal(answers.initialAnswer({ type: "toggle", value: false }), false);
});

const field = (type, more = {}) => ({ id: "f", label: "F", type, required: false, auto: false, smart: false, update: false, ...more });
const bounds = (kind, least, most) => ({ bounds: { kind, least, most, min: "", max: "" } });

test("what is wrong with an answer is named", () => {
  const cases = [
    [field("text", { required: true }), "  ", "missing"], [field("text"), "", ""], [field("text"), "x".repeat(20001), "tooLong"],
    [field("email"), "anna@example.org", ""], [field("email"), "anna@example", "notEmail"], [field("email"), 5, "wrongKind"],
    [field("phone"), "(555) 123-4567", ""], [field("phone"), "123", "notPhone"], [field("number"), "12", ""], [field("number"), "twelve", "notNumber"],
    [field("number"), "1,234?", "twoNumbers"], [field("currency"), "x", "notAmount"], [field("date"), "2024-01-15", ""], [field("date"), "soon", "notDate"],
    [field("time"), "08:15", ""], [field("time"), "8", "notTime"], [field("mileage"), "24.8 yards", "otherUnit"], [field("mileage"), "24.8 miles", ""],
    [field("text", { pattern: [[[97, 122]], false] }), " a ", ""], [field("text", { pattern: [[[97, 122]], false] }), "A", "notPattern"],
    [field("textarea", { pattern: [[[97, 122]], false] }), " a ", "notPattern"],
    [field("number", bounds("number", "1", "10")), "0.5", "tooLow"], [field("number", bounds("number", "1", "10")), "10", ""],
    [field("number", bounds("number", null, "10")), 10.5, "tooHigh"], [field("date", bounds("date", "19737", null)), "2024-01-14", "tooLow"],
    [field("text", bounds("length", "3", "3")), "ab", "tooShort"], [field("text", bounds("length", "3", "3")), "a😀b", ""],
    [field("text", bounds("length", null, "3")), "abcd", "overLength"], [field("multiselect", bounds("count", "2", null)), ["a"], "tooFew"],
    [field("multiselect", bounds("count", null, "1")), ["a", "b"], "tooMany"],
  ];
  for (const [asked, answer, fault] of cases) assert.equal(answers.findFault(asked, answer), fault, `${asked.type} ${answer}`);
});

test("of rows only what the form asks is sent", () => {
  const rows = field("textarea", { columns: [field("text", { id: "a" }), field("text", { id: "b" })] });
  assert.deepEqual(answers.toSubmission(rows, [{ a: "1", former: "x" }, { b: "2", a: undefined }]), [{ a: "1" }, { b: "2" }]);
  assert.equal(answers.toSubmission(rows, "before it had rows"), "before it had rows");
  assert.deepEqual(answers.toSubmission(field("multiselect"), ["a"]), ["a"]);
});
