import assert from "node:assert/strict";
import { test } from "node:test";
import { momentText } from "../../../Sources/CLibraries/CWebAssets/web/photos/moment.js";

test("when a photo was taken is written with its weekday, by the camera's clock", () => {
  assert.match(momentText("2026-05-17T04:26:00", "2026-05-17 04:26:00", "en-GB"), /^Sunday,? 17 May 2026 at 0?4:26$/);
  assert.match(momentText("2026-05-17T04:26:00", "2026-05-17 04:26:00 UTC+5:30", "de"), /^Sonntag, 17\. Mai 2026 um 0?4:26 \(UTC\+5:30\)$/);
});

test("what is no moment stays as the studio writes it", () => assert.equal(momentText("?", "some day", "en"), "some day"));
