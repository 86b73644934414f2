import assert from "node:assert/strict";
import { test } from "node:test";
import { canShareFiles, jpegName, shareFiles } from "../../../Sources/CLibraries/CWebAssets/web/photos/share-file.js";

/** With a browser that answers so. */
const browser = async (share, body, status = 200) => {
  const [fetched, before] = [globalThis.fetch, Object.getOwnPropertyDescriptor(globalThis, "navigator")];
  globalThis.fetch = async () => new Response(status === 200 ? new Blob(["x"]) : null, { status });
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { canShare: ({ files }) => files.length > 0, share } });
  try { await body(); } finally { globalThis.fetch = fetched; Object.defineProperty(globalThis, "navigator", before ?? { configurable: true, value: undefined }); }
};
const refusal = (name) => Object.assign(new Error(name), { name });
const one = [{ address: "/a.jpg", name: "a.jpg" }];

test("the file itself is shared, with its name and type", async () => {
  const shared = [];
  await browser(async ({ files }) => { shared.push(...files); }, async () => {
    assert.ok(canShareFiles());
    await shareFiles(one, () => assert.fail());
  });
  assert.deepEqual(shared.map(({ name, type, size }) => [name, type, size]), [["a.jpg", "image/jpeg", 1]]);
});

test("a person who closes the sheet has not failed; where the press is too long ago another is asked for; a lost file fails", async () => {
  await browser(async () => { throw refusal("AbortError"); }, () => shareFiles(one, () => assert.fail()));
  let tries = 0;
  await browser(async () => { tries += 1; if (tries === 1) throw refusal("NotAllowedError"); }, async () => {
    let again = null;
    await shareFiles(one, (share) => { again = share; });
    await again();
  });
  assert.equal(tries, 2);
  await browser(async () => {}, () => assert.rejects(shareFiles(one, () => assert.fail())), 404);
});

test("a JPEG has a JPEG's name", () => {
  assert.deepEqual(["IMG_1.CR2", "a.b.heic", "plain"].map(jpegName), ["IMG_1.jpg", "a.b.jpg", "plain.jpg"]);
});
