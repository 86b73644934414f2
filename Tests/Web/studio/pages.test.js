import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Connection } from "../../../Sources/CLibraries/CWebAssets/web/studio/connection.js";
import { ask, comeBack, keptFor } from "../../../Sources/CLibraries/CWebAssets/web/studio/person.js";
import { isOtherChoice } from "../../../Sources/CLibraries/CWebAssets/web/studio/unsent.js";
import { timeouts } from "../node18.js";

let page;
let reloads = 0;

beforeEach(() => {
  reloads = 0;
  page = { body: { dataset: { signedIn: "", person: "ada" } }, documentElement: { hidden: false } };
  globalThis.document = page;
  globalThis.location = { reload: () => { reloads++; } };
  globalThis.self = globalThis;
});
afterEach(() => {
  mock.restoreAll();
  timeouts.reset();
  for (const name of ["document", "location", "self", "caches"]) delete globalThis[name];
});

const answering = (status, person) => mock.method(globalThis, "fetch", async () => new Response("", { status, headers: person ? { "X-Booth-Person": person } : {} }));
const offline = () => mock.method(globalThis, "fetch", async () => { throw new TypeError("no network"); });
const keeping = (text, until) => {
  const note = new Response(text, { headers: until ? { "X-Booth-Until": String(until) } : {} });
  globalThis.caches = { open: async () => ({ match: async () => note?.clone() }) };
};

test("a page asks as a part of a page, and stays where the same person is signed in", async () => {
  const asked = answering(200, "ada");
  assert.equal((await ask("/booth/state", { method: "POST", headers: { "X-Booth-Past": "1" } })).status, 200);
  const [path, options] = asked.mock.calls[0].arguments;
  assert.deepEqual([path, options.method, options.headers], ["/booth/state", "POST", { "X-Booth-Part": "1", "X-Booth-Past": "1" }]);
  assert.deepEqual([reloads, page.documentElement.hidden], [0, false]);
});

test("a page goes where another person is signed in, and leads to the door where none is", async () => {
  answering(200, "cleo");
  await ask("/session");
  assert.deepEqual([reloads, page.documentElement.hidden], [1, true]);
  page.documentElement.hidden = false;
  answering(401);
  await ask("/session");
  assert.deepEqual([reloads, page.documentElement.hidden], [2, false]);
});

test("a page for no person belongs to everyone", async () => {
  delete page.body.dataset.signedIn;
  answering(200, "cleo");
  await ask("/session");
  assert.equal(reloads, 0);
  assert.equal(await comeBack(), true);
});

test("a page from the history is shown to its own person only", async () => {
  answering(200, "ada");
  assert.deepEqual([await comeBack(), page.documentElement.hidden, reloads], [true, false, 0]);
  answering(200, "cleo");
  assert.deepEqual([await comeBack(), page.documentElement.hidden, reloads], [false, true, 1]);
});

test("without a network the service worker's note says whose pages are shown, until the session's end", async () => {
  offline();
  assert.equal(await comeBack(), false);
  keeping("ada");
  assert.equal(await comeBack(), true);
  keeping("cleo");
  assert.equal(await comeBack(), false);
  keeping("ada", Date.now() - 1000);
  assert.deepEqual([await keptFor(), await comeBack()], [undefined, false]);
  keeping("ada", Date.now() + 60000);
  assert.deepEqual([await keptFor(), await comeBack()], ["ada", true]);
});

test("that the studio is away is said until it is back, and that it is back for a moment", () => {
  timeouts.enable();
  const place = { hidden: true, textContent: "" }, connection = new Connection(place, { lost: "Away.", back: "Back." });
  connection.tellBack();
  assert.deepEqual([place.hidden, place.textContent], [true, ""]);
  connection.tellLost();
  assert.deepEqual([place.hidden, place.textContent], [false, "Away."]);
  connection.tellBack();
  assert.deepEqual([place.hidden, place.textContent], [false, "Back."]);
  connection.tellLost();
  timeouts.tick(3000);
  assert.deepEqual([place.hidden, place.textContent], [false, "Away."]);
  connection.tellOffline("As of Monday.");
  assert.equal(place.textContent, "As of Monday.");
  connection.tellBack();
  timeouts.tick(3000);
  assert.equal(place.hidden, true);
});

test("a list has another choice where it is not the page's own, or else its first", () => {
  const option = (selected, defaultSelected = false) => ({ selected, defaultSelected });
  assert.equal(isOtherChoice([option(true), option(false)], false), false);
  assert.equal(isOtherChoice([option(false), option(true)], false), true);
  assert.equal(isOtherChoice([option(false), option(true, true)], false), false);
  assert.equal(isOtherChoice([option(true), option(false, true)], false), true);
  assert.equal(isOtherChoice([option(false), option(false)], true), false);
  assert.equal(isOtherChoice([option(true), option(true, true)], true), true);
  assert.equal(isOtherChoice([], false), false);
});
