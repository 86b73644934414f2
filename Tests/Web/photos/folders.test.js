import assert from "node:assert/strict";
import { test } from "node:test";
import { leftText } from "../../../Sources/CLibraries/CWebAssets/web/photos/days.js";
import { within } from "../../../Sources/CLibraries/CWebAssets/web/photos/folders.js";

test("a folder's path has its parent's before it; at the top it is whole", () => {
  assert.equal(within("", "/srv"), "/srv");
  assert.equal(within("/srv", "2024"), "/srv/2024");
  assert.equal(within("/", "srv"), "/srv");
});

test("how long a link is good is said in days, and on its last day in hours", () => {
  const now = Date.UTC(2026, 10, 29, 12), left = (moment, language = "en") => leftText(moment, now, language);
  assert.equal(left("2026-12-29T12:00:00Z"), "in 30 days");
  assert.equal(left("2026-11-30T12:00:00Z"), "in 1 day");
  assert.equal(left("2026-11-30T11:59:00Z"), "in 23 hours");
  assert.equal(left("2026-11-29T11:00:00Z"), "in 0 hours");
  assert.equal(left("2026-12-29T12:00:00Z", "de"), "in 30 Tagen");
});
