import assert from "node:assert/strict";
import test from "node:test";
import { PaperSharing, sharesFiles } from "../../../Sources/CLibraries/CWebAssets/web/reports/sharing.js";

const button = () => ({ dataset: { shareFile: "Adams 2024-01-15 ben.pdf", ready: "ready", failed: "failed" }, setAttribute() {}, removeAttribute() {} });

test("only a browser that shares PDF files is asked to", () => {
  const set = (canShare) => Object.defineProperty(globalThis, "navigator", { configurable: true, value: { canShare } });
  set(undefined);
  assert.equal(sharesFiles(), false);
  set(() => false);
  assert.equal(sharesFiles(), false);
  set(({ files }) => files[0].type === "application/pdf");
  assert.equal(sharesFiles(), true);
});

test("the file is fetched once, under the name that people know it by; a failed one is fetched again", async () => {
  let asked = 0;
  globalThis.fetch = async () => { asked += 1; return asked === 1 ? { ok: false, status: 503 } : { ok: true, blob: async () => new Blob(["%PDF-"]) }; };
  const sharing = new PaperSharing(button(), { href: "/reports/pdf/a" });
  await assert.rejects(sharing.fetched());
  const [one, other] = await Promise.all([sharing.fetched(), sharing.fetched()]);
  assert.equal(asked, 2);
  assert.equal(one, other);
  assert.deepEqual([one.name, one.type, one.size], ["Adams 2024-01-15 ben.pdf", "application/pdf", 5]);
});
