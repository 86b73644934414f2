import assert from "node:assert/strict";
import { test } from "node:test";

const heard = {};
globalThis.addEventListener = (kind, listener) => { heard[kind] = listener; };
const { afterPress } = await import("../../../Sources/CLibraries/CWebAssets/web/shared/press.js");
const later = () => new Promise((resolve) => { setTimeout(resolve, 5); });

test("what would move the page waits for the click of what is pressed, and runs once", async () => {
  const seen = [];
  afterPress(() => seen.push("at once"));
  heard.pointerdown();
  heard.mousedown();
  afterPress(() => seen.push("after"));
  heard.pointerup();
  heard.mouseup();
  seen.push("click");
  await later();
  assert.deepEqual(seen, ["at once", "click", "after"]);
});

test("a finger's mouse events come after it was lifted: both are one press", async () => {
  const seen = [];
  heard.pointerdown();
  heard.pointerup();
  heard.mousedown();
  afterPress(() => seen.push("after"));
  await later();
  assert.deepEqual(seen, []);
  heard.mouseup();
  seen.push("click");
  await later();
  assert.deepEqual(seen, ["click", "after"]);
});

test("a press that scrolls, or ends elsewhere, holds nothing back", async () => {
  for (const end of ["pointercancel", "dragend", "blur"]) {
    const seen = [];
    heard.pointerdown();
    afterPress(() => seen.push(end));
    heard[end]();
    await later();
    assert.deepEqual(seen, [end]);
  }
});
