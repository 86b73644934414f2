import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Pictures, sizeToFill, waitAfter } from "../../../Sources/CLibraries/CWebAssets/web/photos/pictures.js";
import { timeouts } from "../node18.js";

let requests = [];
let now = 0;

beforeEach(() => {
  requests = [];
  now = 1000;
  timeouts.enable();
  mock.method(performance, "now", () => now);
  mock.method(globalThis, "fetch", (path, { signal }) => new Promise((done, fail) => {
    const request = { path, isAborted: false };
    request.answer = async (body, init) => { done(new Response(body, init)); for (let times = 0; times < 5; times += 1) await turn(); };
    request.break = async () => { fail(new TypeError("no network")); await turn(); await turn(); };
    signal.addEventListener("abort", () => { request.isAborted = true; fail(new DOMException("given up", "AbortError")); });
    requests.push(request);
  }));
});
afterEach(() => { timeouts.reset(); mock.restoreAll(); });

const wishes = (...keys) => keys.map((key) => [key, "/photos/picture/" + key + "/256.jpg", 0]);
const made = () => {
  const told = [];
  return { pictures: new Pictures((key) => told.push(key)), told };
};
const pass = (milliseconds) => { now += milliseconds; timeouts.tick(milliseconds); };

test("six are asked for at a time, in the order given, with their urgency", async () => {
  const { pictures, told } = made();
  pictures.want([["a", "/a.jpg", 0], ["b", "/b.jpg", 1], ["c", "/c.jpg", 2], ...wishes("d", "e", "f", "g", "h")]);
  assert.deepEqual(requests.map(({ path }) => path).slice(0, 3), ["/a.jpg", "/b.jpg?p=1", "/c.jpg?p=2"]);
  assert.equal(requests.length, 6);
  await requests[1].answer("bytes");
  assert.deepEqual(told, ["b"]);
  assert.match(pictures.get("b"), /^blob:/);
  assert.equal(requests.length, 7);
});

test("what is wanted no longer is given up, and what is here is not asked for again", async () => {
  const { pictures } = made();
  pictures.want(wishes("a", "b"));
  await requests[0].answer("bytes");
  pictures.want(wishes("a", "c"));
  await turn();
  assert.deepEqual(requests.map(({ path, isAborted }) => [path.split("/")[3], isAborted]), [["a", false], ["b", true], ["c", false]]);
});

test("a photo that has no picture is told with the reason, and not asked for again", async () => {
  const { pictures, told } = made();
  pictures.want(wishes("a"));
  await requests[0].answer("is empty", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  assert.deepEqual(told, ["a"]);
  assert.equal(pictures.failed.get("a"), "is empty");
  pictures.want(wishes("a"));
  assert.equal(requests.length, 1);
});

test("of a whole page that says that there is no picture, no word is taken", async () => {
  const { pictures } = made();
  pictures.want(wishes("a"));
  await requests[0].answer("<!doctype html>", { status: 404, headers: { "Content-Type": "text/html" } });
  assert.equal(pictures.failed.get("a"), "");
});

test("what did not come is asked for again after a while that grows to a minute", async () => {
  const { pictures, told } = made();
  pictures.want(wishes("a"));
  await requests[0].break();
  pass(2900);
  assert.equal(requests.length, 1);
  pass(200);
  assert.equal(requests.length, 2);
  await requests[1].answer("", { status: 503 });
  pass(5900);
  assert.equal(requests.length, 2);
  pass(200);
  assert.equal(requests.length, 3);
  assert.deepEqual(told, []);
  assert.deepEqual([1, 2, 3, 4, 5, 6, 60].map(waitAfter), [3000, 6000, 12000, 24000, 48000, 60000, 60000]);
});

test("a picture of a source that is away is asked for again when its source is back", async () => {
  const { pictures } = made();
  pictures.want(wishes("a"));
  await requests[0].answer("", { status: 503, headers: { "X-Booth-Away": "1" } });
  pass(600000);
  assert.equal(requests.length, 1);
  pictures.wake();
  assert.equal(requests.length, 2);
});

test("a picture of a source that is away is asked for again when it comes into view again, but not all the time", async () => {
  const { pictures } = made();
  pictures.want(wishes("a"));
  await requests[0].answer("", { status: 503, headers: { "X-Booth-Away": "1" } });
  pictures.want([]);
  pictures.want(wishes("a"));
  assert.equal(requests.length, 1);
  pass(10001);
  pictures.want([]);
  pictures.want(wishes("a"));
  assert.equal(requests.length, 2);
});

test("of very many pictures the ones that were not looked at longest are let go", async () => {
  const { pictures } = made();
  for (let number = 0; number < 600; number += 1) await pictures.keep("p" + number, new Blob(["x"]));
  assert.ok(pictures.get("p0"));
  await pictures.keep("more", new Blob(["x"]));
  assert.ok(pictures.get("p0"));
  assert.equal(pictures.get("p1"), undefined);
  assert.equal(pictures.addresses.size, 600);
});

test("a painted picture fills its box and is no larger than it is", () => {
  assert.deepEqual(sizeToFill({ width: 256, height: 171 }, [64, 64]), [96, 64]);
  assert.deepEqual(sizeToFill({ width: 171, height: 256 }, [64, 64]), [64, 96]);
  assert.deepEqual(sizeToFill({ width: 100, height: 50 }, [64, 64]), [100, 50]);
  assert.deepEqual(sizeToFill({ width: 1000, height: 1 }, [10, 0.5]), [500, 1]);
});
