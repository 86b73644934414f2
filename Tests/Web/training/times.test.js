import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeOf } from "../../../Sources/CLibraries/CWebAssets/web/training/mark-painting.js";
import { timeText } from "../../../Sources/CLibraries/CWebAssets/web/training/times.js";

const now = new Date(2026, 10, 29, 19, 30);
const before = (minutes) => new Date(now.getTime() - minutes * 60000);

test("a time is written as how long ago it was, and after a week as a day", () => {
  const ago = (minutes) => timeText(before(minutes), now, "en", "ago");
  assert.deepEqual([0, 1, 59, 60, 23 * 60, 24 * 60, 6 * 24 * 60].map(ago), ["now", "1 minute ago", "59 minutes ago", "1 hour ago", "23 hours ago", "yesterday", "6 days ago"]);
  assert.equal(ago(8 * 24 * 60), "Nov 21");
  // The clock of this device is behind the studio's.
  assert.equal(ago(-5), "now");
});

test("a day has its year where it is another one", () => {
  assert.equal(timeText(new Date(2026, 0, 2), now, "en-GB", "short"), "2 Jan");
  assert.equal(timeText(new Date(2025, 0, 2), now, "en-GB", "short"), "2 Jan 2025");
  assert.match(timeText(now, now, "en-GB"), /^29 Nov 2026, 19:30$/);
});

test("a number is dark on a bright mark and bright on a dark one", () => {
  assert.deepEqual(["#ff0000", "#0066ff", "#000000", "#ffcc00", "#ffffff"].map(edgeOf), ["#ffffff", "#ffffff", "#ffffff", "#000000", "#000000"]);
});
