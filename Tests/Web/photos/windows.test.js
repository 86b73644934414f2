import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Windows, windowKeys } from "../../../Sources/CLibraries/CWebAssets/web/photos/windows.js";
import { timeouts } from "../node18.js";

/** Requests of the page: each is answered by the test, or given up by the page. */
let requests = [];

beforeEach(() => {
  requests = [];
  timeouts.enable();
  mock.method(globalThis, "fetch", (path, { signal }) => new Promise((done, fail) => {
    const [name, query] = path.split("?");
    const request = { name, query: Object.fromEntries(new URLSearchParams(query)), isAborted: false };
    request.answer = async (photos, status = 200) => { done(new Response(JSON.stringify(photos), { status })); await turn(); await turn(); };
    signal.addEventListener("abort", () => { request.isAborted = true; fail(new DOMException("given up", "AbortError")); });
    requests.push(request);
  }));
});
afterEach(() => { timeouts.reset(); mock.restoreAll(); });

const photo = (number) => [number, "s", 1500, "", 0, 0, null, `IMG_${number}.jpg`];
const photos = ({ query }, first = 0) => Array.from({ length: Number(query.count) }, (_, index) => photo(first + Number(query.from) + index));
const made = (months, list) => {
  const told = [];
  const windows = new Windows(months, { in: "pictures" }, (stretch, fault) => { told.push([stretch, fault]); }, list);
  return { windows, told };
};

test("photos that cross the edge of a window are in both", () => {
  assert.deepEqual([...windowKeys([[0, 40, 20]])], ["0/0", "0/1"]);
  assert.deepEqual([...windowKeys([[0, 50, 50]])], ["0/1"]);
  assert.deepEqual([...windowKeys([[3, 0, 1], [3, 49, 2], [4, 0, 10]])], ["3/0", "3/1", "4/0"]);
  assert.deepEqual([...windowKeys([])], []);
});

test("what is on the screen comes first, and what lies beside it after its thumbnails were asked for", async () => {
  const { windows, told } = made([[24300, 400]]);
  windows.want([[0, 60, 30]], [[0, 0, 150]]);
  assert.deepEqual(requests.map(({ name, query }) => [name, query]), [["/photos/window.json", { in: "pictures", month: "24300", from: "50", count: "50" }]]);
  await requests[0].answer(photos(requests[0]));
  assert.deepEqual(told, [[0, null]]);
  assert.equal(windows.item(0, 61)[0], 61);
  assert.equal(windows.item(0, 10), undefined);
  // The page draws, which asks for thumbnails; a moment later it is told to ask for more.
  windows.want([[0, 60, 30]], [[0, 0, 150]]);
  assert.equal(requests.length, 1);
  timeouts.tick(250);
  assert.deepEqual(told.at(-1), [-1, null]);
  windows.want([[0, 60, 30]], [[0, 0, 150]]);
  assert.deepEqual(requests.slice(1).map(({ query }) => query.from), ["0", "100"]);
});

test("the last window of a month asks for no more than there is", () => {
  const { windows } = made([[24300, 120]]);
  windows.want([[0, 110, 5]], []);
  assert.deepEqual([requests[0].query.from, requests[0].query.count], ["100", "20"]);
});

test("an order without months asks for none, and what is shown alone asks by its numbers", () => {
  const all = made([[null, 60]]);
  all.windows.want([[0, 0, 10]], []);
  assert.equal(requests[0].query.month, undefined);
  const alone = made([[null, 60]], Array.from({ length: 60 }, (_, index) => 1000 + index));
  alone.windows.want([[0, 55, 2]], []);
  assert.equal(requests[1].query.numbers, "1050,1051,1052,1053,1054,1055,1056,1057,1058,1059");
});

test("what has gone out of sight is given up, which is no fault", async () => {
  const { windows, told } = made([[24300, 4000]]);
  windows.want([[0, 0, 20]], []);
  windows.want([[0, 3000, 20]], []);
  await turn();
  assert.deepEqual(requests.map(({ isAborted }) => isAborted), [true, false]);
  assert.deepEqual(told, []);
});

test("a window that did not come is told, and asked for again when it is wanted again", async () => {
  const { windows, told } = made([[24300, 10]]);
  windows.want([[0, 0, 10]], []);
  await requests[0].answer([], 503);
  assert.equal(told.length, 1);
  assert.equal(told[0][1].message, "503");
  windows.want([[0, 0, 10]], []);
  assert.equal(requests.length, 2);
});

test("after a change what was known is shown in its month's new place until it comes anew", async () => {
  const before = made([[24300, 10], [24299, 10]]);
  before.windows.want([[0, 0, 10], [1, 0, 10]], []);
  for (const request of requests) await request.answer(photos(request, request.query.month === "24300" ? 100 : 200));
  assert.ok(before.windows.isFresh(1, 3));
  const now = made([[24301, 5], [24299, 10]]).windows;
  now.inherit(before.windows);
  assert.equal(now.item(1, 3)[0], 203);
  assert.equal(now.item(0, 3), undefined);
  assert.ok(!now.isFresh(1, 3));
  now.want([[1, 0, 10]], []);
  assert.equal(requests.length, 3);
});

test("of very many windows the oldest are forgotten", async () => {
  const { windows } = made([[24300, 100000]]);
  for (let part = 0; part < 130; part += 1) windows.keep("0/" + part, [photo(part)]);
  assert.equal(windows.windows.size, 120);
  assert.equal(windows.item(0, 0), undefined);
  assert.ok(!windows.isFresh(0, 0));
  assert.equal(windows.item(0, 129 * 50)[0], 129);
});
