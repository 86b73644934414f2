import assert from "node:assert/strict";
import test from "node:test";
import { agree, canonical, findNewer, isAgreed, mergeParts, partOf, putPart, uniteLists } from "../../../Sources/CLibraries/CWebAssets/web/reports/draft-parts.js";

const makeDraft = (more = {}) => ({
  user: "u", template: "t", templateName: "T", version: "1", date: "2024-01-15", answers: {}, typed: {}, sources: {}, schools: [], attachments: [],
  position: "", state: "draft", agrees: true, ...more,
});
const answer = (value, more = {}) => ({ value, typed: false, source: null, ...more });
const merge = (draft, parts, { automatic = [], sent = [] } = {}) => mergeParts(draft, findNewer(draft, parts), {
  isAutomatic: (part) => automatic.includes(part), wasSent: (part) => sent.includes(part),
});
const picture = (sha256) => ({ sha256, size: 1, type: "image/jpeg", name: sha256, field: "" });

test("a part is put as it was read", () => {
  const draft = makeDraft({ answers: { a: "1" }, typed: { a: true }, sources: { a: { source: "x", at: "now" } }, others: { a: ["2"] }, schools: [{ id: "s", name: "S" }], position: "1,2" });
  const other = makeDraft();
  for (const part of ["a", "=schools", "=position", "=pictures", "=date"]) putPart(other, part, structuredClone(partOf(draft, part)));
  assert.deepEqual(other, draft);
  putPart(other, "a", answer(null));
  assert.deepEqual([other.answers, other.typed, other.others], [{}, {}, {}]);
});

test("a value is the same in whichever order its members come", () => {
  assert.equal(canonical({ b: [1, { d: 1, c: 2 }], a: null }), canonical({ a: null, b: [1, { c: 2, d: 1 }] }));
  assert.notEqual(canonical([1, 2]), canonical([2, 1]));
  assert.equal(canonical(undefined), "null");
});

test("an answer of another device is taken where nothing was written here", () => {
  const draft = makeDraft({ stamps: {}, agreed: {} });
  assert.equal(merge(draft, { a: { at: 4, value: answer("theirs") } }), false);
  assert.deepEqual([draft.answers.a, draft.stamps.a, draft.clock, draft.agreed.a.at], ["theirs", 4, 4, 4]);
  assert.deepEqual(findNewer(draft, { a: { at: 4, value: answer("theirs") } }), []);
});

test("what was written on two devices stands beside each other", () => {
  const draft = makeDraft({ answers: { a: "mine" }, stamps: { a: 3 }, agreed: { a: { at: 1 } }, clock: 3 });
  assert.equal(merge(draft, { a: { at: 7, value: answer("theirs") } }), true, "the studio is to hear of it");
  assert.deepEqual([draft.answers.a, draft.others.a, draft.stamps.a, draft.agreed.a.at], ["mine", ["theirs"], 8, 7]);
});

test("the same answer on two devices is one", () => {
  const draft = makeDraft({ answers: { a: "same" }, stamps: { a: 3 }, agreed: {}, clock: 3 });
  assert.equal(merge(draft, { a: { at: 2, value: answer("same") } }), false);
  assert.deepEqual([draft.answers.a, draft.others, draft.stamps.a], ["same", undefined, 2]);
});

test("typed text goes before what is empty and before what was filled in", () => {
  const typed = makeDraft({ answers: { a: "mine" }, typed: { a: true }, stamps: { a: 3 }, agreed: {}, clock: 3 });
  merge(typed, { a: { at: 9, value: answer("filled in") } }, { automatic: ["a"] });
  assert.deepEqual([typed.answers.a, typed.others], ["mine", undefined]);
  const filledIn = makeDraft({ answers: { a: "filled in" }, stamps: { a: 3 }, agreed: {}, clock: 3 });
  merge(filledIn, { a: { at: 9, value: answer("theirs", { typed: true }) } }, { automatic: ["a"] });
  assert.deepEqual([filledIn.answers.a, filledIn.typed.a], ["theirs", true]);
});

test("of two answers that were filled in the newer counts", () => {
  for (const [own, kept] of [[3, "theirs"], [12, "mine"]]) {
    const draft = makeDraft({ answers: { a: "mine" }, stamps: { a: own }, agreed: {}, clock: own });
    merge(draft, { a: { at: 9, value: answer("theirs") } }, { automatic: ["a"] });
    assert.equal(draft.answers.a, kept, `${own}`);
  }
});

test("what was sent from here, and whose answer was lost, is not another device's", () => {
  const draft = makeDraft({ answers: { a: "longer text" }, stamps: { a: 5 }, agreed: {}, clock: 5 });
  assert.equal(merge(draft, { a: { at: 4, value: answer("long") } }, { sent: ["a"] }), true);
  assert.deepEqual([draft.answers.a, draft.others, draft.agreed.a.at, draft.stamps.a], ["longer text", undefined, 4, 5]);
});

test("lists that two devices add to lose nothing", () => {
  const draft = makeDraft({ attachments: [picture("both"), picture("mine")], stamps: { "=pictures": 3 }, clock: 3 });
  agree(draft, "=pictures", { at: 1, value: [picture("both"), picture("removed here")] });
  const theirs = [picture("both"), picture("removed here"), picture("theirs")];
  assert.deepEqual(uniteLists(draft, "=pictures", theirs).map((one) => one.sha256), ["both", "theirs", "mine"]);
  assert.equal(merge(draft, { "=pictures": { at: 4, value: theirs } }), true);
  assert.deepEqual(draft.attachments.map((one) => one.sha256), ["both", "theirs", "mine"]);
  assert.ok(draft.stamps["=pictures"] > 4, "the studio hears of it");
});

test("what was removed on another device is removed here", () => {
  const draft = makeDraft({ schools: [{ id: "a", name: "A" }, { id: "b", name: "B" }], stamps: { "=schools": 1 }, clock: 1 });
  agree(draft, "=schools", { at: 1, value: draft.schools });
  assert.equal(merge(draft, { "=schools": { at: 2, value: [{ id: "b", name: "B" }] } }), false);
  assert.deepEqual(draft.schools, [{ id: "b", name: "B" }]);
});

test("of drafts of earlier versions the newer answer counts", () => {
  const draft = makeDraft({ agrees: undefined, answers: { a: "mine", b: "mine" }, stamps: { a: 3, b: 9 }, clock: 9 });
  assert.equal(isAgreed(draft, "a"), false);
  merge(draft, { a: { at: 5, value: answer("theirs") }, b: { at: 5, value: answer("theirs") } });
  assert.deepEqual(draft.answers, { a: "theirs", b: "mine" });
});
