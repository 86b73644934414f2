import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { PhotoActions } from "../../../Sources/CLibraries/CWebAssets/web/photos/actions.js";
import { isStarred, toggledStar, toggledTag, withMarks } from "../../../Sources/CLibraries/CWebAssets/web/photos/photo.js";
import { Windows } from "../../../Sources/CLibraries/CWebAssets/web/photos/windows.js";

/** Requests of the page: each is answered by the test. */
let requests = [];
/** Questions of the page for what has changed: each is answered by the test. */
let renewals = [];
let learned = [];
let said = [];
let actions;

beforeEach(() => {
  [requests, renewals, learned, said] = [[], [], [], []];
  mock.method(globalThis, "fetch", (path, { body }) => new Promise((done, fail) => {
    const { token, ...fields } = Object.fromEntries(body);
    assert.equal(token, "secret");
    requests.push({
      path, fields,
      answer: async (value = { absent: 0 }) => { done(new Response(JSON.stringify(value))); await turn(); await turn(); },
      fail: async () => { fail(new TypeError("no network")); await turn(); await turn(); },
    });
  }));
  const selection = { list: "7,12" };
  actions = new PhotoActions(selection, { token: "secret", failed: "That did not work." }, {
    say: (text) => { said.push(text); },
    renew: () => new Promise((done) => { renewals.push(async () => { done(); await turn(); }); }),
    learn: (numbers, fields) => { learned.push([[...numbers], fields]); },
  });
});
afterEach(() => { mock.restoreAll(); });

const photo = (number, bits = 0, tags = 0) => [number, "0a1b", 1500, "", bits, tags, null, `IMG_${number}.jpg`];
const press = (fieldsFor, own) => actions.mark(fieldsFor(actions.marking.expected(own)), String(own[0]));
const expectedOf = (own) => { const known = actions.marking.expected(own); return [isStarred(known), known[5]]; };

test("a photo after a change has its star and tags, and everything else as before", () => {
  const own = [7, "0a1b", 1500, "345", 8, 5, null, "IMG_7.jpg", "why"];
  assert.deepEqual(withMarks(own, { star: "1" }), [7, "0a1b", 1500, "345", 9, 5, null, "IMG_7.jpg", "why"]);
  assert.deepEqual(withMarks(own, { add: "2" })[5], 7);
  assert.deepEqual(withMarks(own, { take: "4" })[5], 1);
  assert.deepEqual(withMarks(photo(7, 9), { star: "0" }), photo(7, 8));
  assert.deepEqual(toggledStar(photo(7, 9)), { star: "0" });
});

test("a key that is pressed while the last one is saved is saved after it", async () => {
  const own = photo(7);
  const star = press(toggledStar, own), tag = press((known) => toggledTag(known[5], 2), own);
  await turn();
  assert.deepEqual(requests.map(({ fields }) => fields), [{ photos: "7", star: "1" }]);
  await requests[0].answer();
  assert.deepEqual(requests.slice(1).map(({ path, fields }) => [path, fields]), [["/photos/mark", { photos: "7", add: "2" }]]);
  await requests[1].answer();
  assert.deepEqual(await Promise.all([star, tag]), [true, true]);
});

test("the next key goes by what was pressed, not by what the page's photos still have", async () => {
  const own = photo(7);
  for (const _ of [1, 2, 3]) press((known) => toggledTag(known[5], 2), own);
  press(toggledStar, own);
  assert.deepEqual(expectedOf(own), [true, 2]);
  assert.deepEqual(expectedOf(photo(8)), [false, 0]);
  await turn();
  for (let at = 0; at < 4; at++) await requests[at].answer();
  const sent = requests.map(({ fields }) => Object.entries(fields).filter(([name]) => name !== "photos").join());
  assert.deepEqual(sent, ["add,2", "take,2", "add,2", "star,1"]);
});

test("what was pressed counts until the page has asked for what has changed, and its photos have it then", async () => {
  const own = photo(7);
  press((known) => toggledTag(known[5], 2), own);
  press((known) => toggledTag(known[5], 2), own);
  await turn();
  await requests[0].answer();
  await requests[1].answer();
  // Two questions are on their way. The later one may be answered first.
  assert.equal(renewals.length, 2);
  await renewals[1]();
  assert.deepEqual(expectedOf(own), [false, 0]);
  assert.deepEqual(learned, []);
  await renewals[0]();
  assert.deepEqual(learned, [[[7], { add: "2" }], [[7], { take: "2" }]]);
  assert.deepEqual(actions.marking.changes, []);
});

test("a save that fails is said, is not expected any longer, and holds up none after it", async () => {
  const own = photo(7);
  const star = press(toggledStar, own), tag = press((known) => toggledTag(known[5], 4), own);
  await turn();
  await requests[0].fail();
  assert.deepEqual(said, ["That did not work."]);
  assert.deepEqual(expectedOf(own), [false, 4]);
  await requests[1].answer();
  assert.deepEqual(await Promise.all([star, tag]), [false, true]);
  for (const renewed of renewals) await renewed();
  assert.deepEqual(learned, [[[7], { add: "4" }]]);
});

test("a star that was pressed before Delete is saved before the photo is moved to the bin", async () => {
  const own = photo(7);
  press(toggledStar, own);
  actions.trash("7");
  await turn();
  assert.deepEqual(requests.map(({ path }) => path), ["/photos/mark"]);
  await requests[0].answer();
  assert.deepEqual(requests.slice(1).map(({ path, fields }) => [path, fields]), [["/photos/trash", { photos: "7" }]]);
});

test("a star for a photo that was moved to the bin here is refused in silence, and for another missing photo in words", async () => {
  mock.method(actions, "format", String);
  actions.words.notThere = "%1 not there";
  actions.trash("7");
  await turn();
  const star = press(toggledStar, photo(7)), both = actions.mark({ add: "2" });
  await turn();
  await requests[1].answer({ absent: 1 });
  assert.equal(await star, false);
  assert.deepEqual([said, expectedOf(photo(7))], [[], [false, 2]]);
  await requests[2].answer({ absent: 2 });
  assert.equal(await both, false);
  assert.deepEqual(said, ["1 not there"]);
});

test("all selected photos are changed at once", async () => {
  actions.mark({ star: "1" });
  assert.deepEqual([7, 12, 13].map((number) => expectedOf(photo(number))[0]), [true, true, false]);
  await turn();
  assert.deepEqual(requests[0].fields, { photos: "7,12", star: "1" });
});

test("photos that are shown until they come anew have what was saved", () => {
  const windows = new Windows([[24300, 60]], {}, () => {});
  windows.keep("0/0", [photo(7), photo(8)]);
  windows.keep("0/1", [photo(9)]);
  windows.mark(new Set([8, 9]), { star: "1" });
  assert.deepEqual([windows.item(0, 0), windows.item(0, 1), windows.item(0, 50)].map(isStarred), [false, true, true]);
});
