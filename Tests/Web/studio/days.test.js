import assert from "node:assert/strict";
import { test } from "node:test";
import { dayText, momentText } from "../../../Sources/CLibraries/CWebAssets/web/studio/days.js";

test("a day is called today and yesterday, by its date before, and by its year in another one", () => {
  assert.equal(dayText("2026-11-29", "2026-11-29", "en"), "Today");
  assert.equal(dayText("2026-11-28", "2026-11-29", "en"), "Yesterday");
  assert.equal(dayText("2026-11-28", "2026-11-29", "de"), "Gestern");
  assert.match(dayText("2026-11-21", "2026-11-29", "en"), /^Sat, Nov 21$/);
  assert.match(dayText("2025-12-31", "2026-01-02", "en"), /2025/);
  assert.equal(dayText("2025-12-31", "2026-01-01", "en"), "Yesterday");
  assert.doesNotMatch(dayText("2026-11-30", "2026-11-29", "en"), /Today|Yesterday/, "a clock that is ahead");
});

test("a time after midnight has its own weekday", () => {
  assert.equal(momentText("2026-11-29T01:20", "en"), "Sun 01:20");
  assert.equal(momentText("2026-11-29T01:20", "de"), "So 01:20");
});
