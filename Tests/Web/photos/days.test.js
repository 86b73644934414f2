import assert from "node:assert/strict";
import { test } from "node:test";
import { dayText } from "../../../Sources/CLibraries/CWebAssets/web/photos/days.js";

test("a day of a camera's clock is the same in all time zones, and two are a range", () => {
  assert.equal(dayText("2024-07-14", "", "en"), "Jul 14, 2024");
  assert.match(dayText("2024-07-14", "2024-07-16", "en"), /^Jul 14\s–\s16, 2024$/u);
  assert.match(dayText("2023-12-31", "2024-01-01", "de"), /2023.*–.*2024/u);
});

test("a moment's day is the reader's", () => {
  const moment = "2024-07-14T23:30:00Z";
  assert.equal(dayText(moment, "", "en"), new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(new Date(moment)));
});
