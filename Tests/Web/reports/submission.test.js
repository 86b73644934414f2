import assert from "node:assert/strict";
import test from "node:test";
import { moment, today } from "../../../Sources/CLibraries/CWebAssets/web/reports/days.js";
import { isPlace } from "../../../Sources/CLibraries/CWebAssets/web/reports/position-input.js";
import { formerAnswers, leftOutUnseen, makeSubmission } from "../../../Sources/CLibraries/CWebAssets/web/reports/submission.js";

const draft = {
  user: "u", template: "t", templateName: "T", version: "3", date: "2024-01-15", begun: { now: 5, offset: 3600 },
  answers: { notes: "light", old: "kept", empty: "", off: false }, typed: {}, sources: { notes: { source: "x", at: "now" } }, labels: { old: "Old question" },
  schools: [{ id: "s1", name: "One" }, { id: "s2", name: "Two" }], attachments: [{ sha256: "a" }], chosen: [{ id: "c" }, { id: "d" }], position: "52.5,13.4", state: "draft",
};
const fields = new Map([["notes", { id: "notes", type: "text" }]]);

test("a report has its answers, and those to questions of before by their labels", () => {
  assert.deepEqual(makeSubmission("k", draft, fields), {
    key: "k", template: "t", version: "3", date: "2024-01-15", answers: { notes: "light" }, former: { old: { label: "Old question", value: "kept" } },
    schools: ["s1", "s2"], schoolNames: ["One", "Two"], pictures: 3, sources: { notes: { source: "x", at: "now" } }, position: "52.5,13.4", now: 5, offset: 3600,
  });
  assert.deepEqual(formerAnswers(draft, fields), [["old", "kept"]]);
});

test("a draft of before has the moment at which it is sent", () => {
  const { now, offset } = makeSubmission("k", { ...draft, begun: undefined }, fields);
  assert.equal(typeof now, "number");
  assert.equal(offset, -new Date(now * 1000).getTimezoneOffset() * 60);
});

test("the day is that of the device's calendar", () => {
  assert.equal(today(new Date(2024, 0, 5, 23, 59)), "2024-01-05");
  assert.equal(moment(new Date(1_700_000_000_500)).now, 1_700_000_000.5);
});

test("a place is on earth", () => {
  for (const text of ["52.5,13.4", " -90 , +180 ", "0.,0"]) assert.equal(isPlace(text), true, text);
  for (const text of ["", "here", "52.5", "91,0", "0,181", "52,5,13,4"]) assert.equal(isPlace(text), false, text);
});

test("a picture that could not be read is seen only if the page has said so", () => {
  const [early, late] = ["early", "late"].map((id) => ({ id, name: id + ".jpg", field: "", fault: "unreadable" }));
  assert.deepEqual(leftOutUnseen({ ...draft, leftOut: [early, late] }, new Set(["early"])), [late]);
  assert.deepEqual(leftOutUnseen({ ...draft, leftOut: undefined }, new Set()), []);
});
