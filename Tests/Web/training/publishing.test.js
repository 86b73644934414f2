import "../node18.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { empty, isSomething, newID } from "../../../Sources/CLibraries/CWebAssets/web/training/drafts.js";
import { byForm, toChosen } from "../../../Sources/CLibraries/CWebAssets/web/training/former-drafts.js";
import { inOrder, most, picturesOf, shownPictures, withLarge, withoutReady } from "../../../Sources/CLibraries/CWebAssets/web/training/publication.js";
import { standing } from "../../../Sources/CLibraries/CWebAssets/web/training/publish-rows.js";

const chosen = (number) => ({ id: "c" + number, number, page: "p", at: 5, name: number + ".jpg", field: "" });
const ready = (number) => ({ ...chosen(number), picture: "picture" + number, thumbnail: "small" + number });
const left = (number) => ({ id: "l" + number, number, name: number + ".txt", field: "", fault: "failed" });
const numbers = (entries) => entries.map(({ number }) => number);

test("a key has 20 letters and digits, as Firestore's", () => {
  for (let count = 0; count < 50; count += 1) assert.match(newID(), /^[A-Za-z0-9]{20}$/);
});

test("a draft is something as soon as it has a picture or notes", () => {
  const draft = empty("mia");
  assert.equal(isSomething(draft), false);
  assert.equal(isSomething({ ...draft, answers: { photographer: "dana", kind: "improvement", notes: "" } }), false);
  for (const some of [{ answers: { notes: "closer" } }, { chosen: [chosen(1)] }, { attachments: [ready(1)] }, { leftOut: [left(1)] }]) {
    assert.equal(isSomething({ ...draft, ...some }), true, JSON.stringify(some));
  }
});

test("pictures are shared in the order in which they were chosen, whichever is ready first", () => {
  const attachments = [3, 1, 2].map(ready);
  assert.deepEqual(picturesOf({ attachments }), [1, 2, 3].map((number) => ({ picture: "picture" + number, thumbnail: "small" + number, name: number + ".jpg" })));
  assert.deepEqual(numbers(attachments), [3, 1, 2]);
  assert.deepEqual(numbers(inOrder([left(2), chosen(10), ready(1)])), [1, 2, 10]);
});

test("what was drawn on a picture is shared with it, and with no other", () => {
  const attachments = [2, 1].map(ready), pin = { id: "k", shape: "pin", points: [0.5, 0.5], colour: "#ff0000", note: "here" };
  const sent = picturesOf({ attachments, marks: { c2: [pin], c1: [], gone: [pin] } });
  assert.deepEqual(sent.map(({ name, marks }) => [name, marks]), [["1.jpg", undefined], ["2.jpg", [pin]]]);
  // On its way since before there were marks in drafts.
  assert.deepEqual(picturesOf({ attachments: [{ ...ready(1), id: undefined }], marks: { c1: [pin] } })[0].marks, undefined);
});

test("of what is on its way so many are shown as there is room for", () => {
  const draft = { ...empty("mia"), attachments: [ready(2), ready(4)], leftOut: [left(3)], chosen: [1, 5, 6, 7, 8].map(chosen) };
  assert.equal(most, 6);
  assert.deepEqual(numbers(shownPictures(draft)), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(numbers(shownPictures({ ...draft, attachments: [11, 12, 13, 14, 15, 16].map(ready) })), [3, 11, 12, 13, 14, 15, 16]);
});

test("what the studio has lost is sent anew, in its place; what it has remains", () => {
  const draft = { ...empty("mia"), attachments: [ready(1), ready(3)], chosen: [chosen(2), chosen(4)] };
  const after = withoutReady(draft, ["picture3"]);
  assert.deepEqual(after.attachments, [ready(1)]);
  assert.deepEqual(after.chosen, [chosen(2), chosen(3), chosen(4)]);
  assert.deepEqual(numbers(withoutReady(draft).chosen), [1, 2, 3, 4]);
  assert.deepEqual(withoutReady(draft).attachments, []);
});

test("files that are too large stand behind what was chosen before, with a reason", () => {
  const after = withLarge({ ...empty("mia"), numbers: 2, leftOut: [left(1)] }, ["film.tif", "scan.tif"], "too large");
  assert.deepEqual(after.leftOut.map(({ id, number, said }) => [id, number, said]), [["l1", 1, undefined], ["large-3", 3, "too large"], ["large-4", 4, "too large"]]);
  assert.equal(after.numbers, 4);
});

test("a row says how far its picture is, in the page's words", () => {
  const words = { ready: "ready", failed: "failed", unread: "unread", full: "full", waits: "waits", sending: "%1 %", still: "no network", forbidden: "may not" };
  const say = (entry, progress = {}) => standing(entry, progress, words).text;
  assert.deepEqual(standing(ready(1), { fraction: 0.5 }, words), { text: "ready", isWrong: false, isDone: true });
  assert.equal(say(chosen(1)), "waits");
  assert.equal(say(chosen(1), { fraction: 0.256 }), "26 %");
  assert.equal(say(chosen(1), { said: { word: "still" } }), "no network");
  assert.equal(say(chosen(1), { said: { word: "waits", text: "Come back later" } }), "Come back later");
  assert.deepEqual(standing(left(1), {}, words), { text: "failed", isWrong: true, isDone: false });
  assert.equal(say({ ...left(1), fault: "storageFull" }), "full");
  assert.equal(say({ ...left(1), said: "No picture" }), "No picture");
});

test("pictures of an earlier version become a person's drafts, one for each form", () => {
  const former = (id, person) => ({ id, form: id.split("/")[0], person, at: 7, name: id + ".jpg", blob: null });
  const forms = byForm([former("A/0000", "mia"), former("A/0001", "mia"), former("B/0000", "zoe"), former("C/0000", "mia")], "mia");
  assert.deepEqual([...forms.keys()], ["A", "C"]);
  assert.deepEqual(toChosen(forms.get("A"))[1], { id: "former-0001", number: 2, page: "former", at: 7, name: "A/0001.jpg", field: "" });
});
