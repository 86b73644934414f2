import assert from "node:assert/strict";
import { test } from "node:test";
import {
  duplicateOf, isColumnType, isRows, kindOf, makeColumn, makeField, newID, partsOf, setSetting, settingOf,
} from "../../../Sources/CLibraries/CWebAssets/web/reports/builder-fields.js";
import { isFound } from "../../../Sources/CLibraries/CWebAssets/web/reports/builder-palette.js";
import { UnsavedForm } from "../../../Sources/CLibraries/CWebAssets/web/reports/builder-unsaved.js";

const words = { typeRows: "Rows", "type-text": "Text", "type-select": "List", "type-mileage": "Mileage", "type-toggle": "Yes or no", optionNumber: "Option %1" };

test("a field's id can be written in a calculation, and is none that is taken", () => {
  assert.equal(newID("Job Type", new Set()), "job_type");
  assert.equal(newID("Job Type", new Set(["job_type", "job_type_2"])), "job_type_3");
  assert.equal(newID("2. Größe?", new Set()), "gro_e");
  assert.equal(newID("חתונה", new Set()), "field");
  assert.equal(newID("a".repeat(60), new Set()).length, 40);
});

test("a new field has what its kind needs", () => {
  assert.deepEqual(makeField("text", new Set(["text"]), words),
    { id: "text_2", type: "text", label: "Text", required: false, options: [], placeholder: "", defaultValue: "" });
  assert.deepEqual(makeField("select", new Set(), words).options, ["Option 1", "Option 2"]);
  const { readOnly, smartConfig } = makeField("mileage", new Set(), words);
  assert.deepEqual([readOnly, smartConfig], [true, { calculationType: "mileage", autoUpdate: true, fallbackValue: "" }]);
  assert.equal(makeField("weather_conditions", new Set(), words).readOnly, false);
});

test("a repeated question begins with one column, and its columns have ids of their own", () => {
  const rows = makeField("rows", new Set(), words);
  assert.deepEqual([rows.id, rows.type, rows.label, kindOf(rows, words)], ["rows", "textarea", "Rows", "Rows"]);
  assert.ok(isRows(rows));
  assert.ok(!isRows({ ...rows, columns: [] }));
  const column = makeColumn("text", rows.columns, words);
  assert.equal(column.id, "text_2");
  assert.ok(!("readOnly" in makeColumn("mileage", [], words)));
});

test("a duplicate shares nothing with its field", () => {
  const field = makeField("select", new Set(), words), copy = duplicateOf(field, [field]);
  copy.options.push("3");
  assert.deepEqual([copy.id, field.options], ["select_2", ["Option 1", "Option 2"]]);
});

test("a column is of a simple kind, or a calculation", () => {
  assert.deepEqual(["text", "calculation", "file", "multiselect", "mileage"].map(isColumnType), [true, true, false, false, false]);
});

test("each kind of field has its settings", () => {
  const shown = (field, isColumn = false) => Object.entries(partsOf(field, isColumn)).filter(([, isShown]) => isShown).map(([name]) => name).sort();
  assert.deepEqual(shown({ id: "a", type: "toggle" }), ["defaultValue", "help", "label", "required", "showWhen", "type"]);
  assert.deepEqual(shown({ id: "a", type: "toggle" }, true), ["defaultValue", "help", "label", "required", "type"]);
  assert.deepEqual(shown({ id: "a", type: "textarea", columns: [{ id: "b", type: "text" }] }),
    ["columns", "help", "label", "max", "min", "required", "showWhen"]);
  assert.deepEqual(shown({ id: "a", type: "calculation" }), ["expression", "fallbackValue", "help", "label", "readOnly", "showWhen", "type"]);
  assert.deepEqual(shown({ id: "a", type: "mileage" }, true), ["help", "label", "type", "units"]);
});

test("settings are stored where the studio has them, and left out where they are empty", () => {
  const field = makeField("text", new Set(), words);
  for (const [name, value] of [["help", "All of the class."], ["min", "3"], ["placeholder", "AB"], ["required", true]]) setSetting(field, name, value, words);
  assert.deepEqual([field.help, field.min, field.placeholder, field.required], ["All of the class.", "3", "AB", true]);
  for (const name of ["help", "min", "placeholder", "label"]) setSetting(field, name, "", words);
  assert.deepEqual(field, { id: "text", type: "text", label: "", required: true, options: [], placeholder: "", defaultValue: "" });
  setSetting(field, "options", " Fall \n\nRetake", words);
  assert.deepEqual([field.options, settingOf(field, "options")], [["Fall", "Retake"], "Fall\nRetake"]);
});

test("a smart field's settings go with its kind", () => {
  const field = makeField("text", new Set(), words);
  setSetting(field, "type", "calculation", words);
  setSetting(field, "expression", "number * 2", words);
  assert.deepEqual(field.smartConfig, { calculationType: "calculation", autoUpdate: true, expression: "number * 2" });
  assert.equal(settingOf(field, "expression"), "number * 2");
  setSetting(field, "fallbackValue", "", words);
  setSetting(field, "expression", "", words);
  assert.deepEqual(field.smartConfig, { calculationType: "calculation", autoUpdate: true, fallbackValue: "" });
  field.readOnly = true;
  setSetting(field, "type", "select", words);
  assert.deepEqual([field.smartConfig, field.readOnly, field.options], [undefined, undefined, ["Option 1", "Option 2"]]);
});

test("a kind of field is found by its name and by its type", () => {
  const kind = { name: "Yes or no", type: "toggle" };
  assert.deepEqual(["", "yes", "tog", "list"].map((wanted) => isFound(wanted, kind)), [true, true, true, false]);
});

test("what is not saved comes back for the version that it was changed from, and for no other", () => {
  const kept = new Map();
  const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, value); }, removeItem: (key) => { kept.delete(key); } };
  const unsaved = new UnsavedForm(() => store, "ada", 3, "fall"), template = { id: "fall", fields: [] };
  assert.equal(unsaved.read(3), null);
  unsaved.remember(3, template);
  assert.deepEqual([...kept.keys()], ["booth-form-ada-fall"]);
  assert.deepEqual(unsaved.read(3), template);
  assert.equal(unsaved.read(4), null);
  assert.equal(new UnsavedForm(() => store, "cleo", 3, "fall").read(3), null);
  unsaved.forget();
  assert.equal(unsaved.read(3), null);
  assert.equal(new UnsavedForm(() => store, "ada", null, "x").key, "booth-form-ada-new");
});

test("a browser that keeps nothing is none that fails", () => {
  const unsaved = new UnsavedForm(() => { throw new DOMException("no", "SecurityError"); }, "", null, "x");
  unsaved.remember(null, { id: "x", fields: [] });
  unsaved.forget();
  assert.equal(unsaved.read(null), null);
});
