import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { mayHave } from "../../../../Sources/CLibraries/CWebAssets/web/shared/outbox/presence.js";

afterEach(() => { delete globalThis.indexedDB; });

test("a browser without the database has no drafts, and one that does not say so may have some", async () => {
  globalThis.indexedDB = { databases: async () => [{ name: "booth-reports", version: 1 }] };
  assert.equal(await mayHave("booth-reports"), true);
  assert.equal(await mayHave("booth-critiques"), false);
  globalThis.indexedDB = {};
  assert.equal(await mayHave("booth-critiques"), true);
  globalThis.indexedDB = { databases: async () => { throw new Error("private"); } };
  assert.equal(await mayHave("booth-critiques"), true);
});

test("the databases have the names that their drafts open", async () => {
  const { readFile } = await import("node:fs/promises");
  for (const [product, name] of [["training", "booth-critiques"], ["reports", "booth-reports"]]) {
    for (const file of ["carrier.js", "drafts.js"]) {
      const text = await readFile(new URL(`../../../../Sources/CLibraries/CWebAssets/web/${product}/${file}`, import.meta.url), "utf8");
      assert.ok(text.includes(`"${name}"`), `${product}/${file}`);
    }
  }
});
