import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { hash, isHEIC, sha256 } from "../../../Sources/CLibraries/CWebAssets/web/reports/pictures.js";

test("SHA-256 by hand is that of others, whatever the length", () => {
  for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 31 + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
});

test("a file is named by its hash", async () => {
  assert.equal(await hash(new Blob(["abc"])), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("pictures of iPhones are told by their first bytes", async () => {
  const file = (brand) => new Blob([new Uint8Array([0, 0, 0, 24]), "ftyp" + brand, "rest"]);
  for (const brand of ["heic", "heix", "hevc", "mif1", "msf1"]) assert.equal(await isHEIC(file(brand)), true, brand);
  for (const brand of ["avif", "qt  "]) assert.equal(await isHEIC(file(brand)), false, brand);
  assert.equal(await isHEIC(new Blob([])), false);
});
