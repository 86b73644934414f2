import assert from "node:assert/strict";
import test from "node:test";
import { formOf, newID } from "../../../Sources/CLibraries/CWebAssets/web/reports/form-import.js";

test("a form's file is read, and has an id in any case", () => {
  assert.deepEqual(formOf('{"id": "fall", "fields": [], "name": "Fall"}'), { id: "fall", fields: [], name: "Fall" });
  for (const id of ['"id": "", ', '"id": " ", ', '"id": 5, ', ""]) {
    assert.match(formOf(`{${id}"fields": []}`).id, /^[0-9a-f]{32}$/, id);
  }
  assert.equal(formOf('\uFEFF{"id": "fall", "fields": []}').id, "fall");
});

test("what is no form is none", () => {
  for (const text of ["", "x", "5", "null", "[]", "{}", '{"fields": {}}', '{"fields": "a"}', "<svg/>"]) assert.equal(formOf(text), null, text);
});

test("each new form has an id of its own", () => assert.notEqual(newID(), newID()));
