import "../../node18.js";
import assert from "node:assert/strict";
import test from "node:test";
import { newKey, openStore, stamp } from "../../../../Sources/CLibraries/CWebAssets/web/shared/outbox/store.js";

test("a key has 32 hexadecimal digits, and no two are alike", () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  assert.equal(keys.size, 100);
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});

test("each change of a part gets the next number of its draft", () => {
  const draft = {};
  stamp(draft, "notes");
  stamp(draft, "=pictures");
  stamp(draft, "notes");
  assert.deepEqual(draft, { clock: 3, stamps: { notes: 3, "=pictures": 2 } });
});

test("where the browser keeps nothing, a changed draft stays with its page", async () => {
  globalThis.indexedDB = { open() { throw new Error("the browser keeps nothing"); } };
  const store = openStore("test");
  await assert.rejects(store.change("key", () => ({ user: "a", state: "draft", attachments: [] })), /keeps nothing/);
  assert.equal(store.isHeld("key"), true);
  assert.equal((await store.get("key"))?.user, "a");
  store.holdFile("key", "name", new Blob(["bytes"]));
  assert.equal(await (await store.file("key", "name"))?.text(), "bytes");
  const fresh = await store.rename("key");
  assert.equal((await store.get(fresh))?.state, "draft");
  assert.equal(await (await store.file(fresh, "name"))?.text(), "bytes");
  assert.equal(store.isHeld("key"), false);
});
