import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

// A classic script, which cannot be imported: it runs as a page's does, on a page that has only dates.
const script = readFileSync(new URL("../../../Sources/CLibraries/CWebAssets/web/gallery/gallery.js", import.meta.url), "utf8");
const shown = (lang, ...times) => {
  const elements = times.map((dateTime) => ({ dateTime, textContent: "as it was" }));
  const document = {
    body: { dataset: {} }, documentElement: { lang, dir: "" },
    querySelector: () => null,
    querySelectorAll: (selector) => selector === "time[datetime]" ? elements : [],
  };
  runInNewContext(script, { document, window: {}, Intl, Date });
  return elements.map(({ textContent }) => textContent);
};
const local = (day, hour, minute) => new Date(2025, 1, day, hour, minute).toISOString();

test("a guest reads dates in the page's language and the own time, as the server writes them", () => {
  assert.deepEqual(shown("en", local(1, 18, 20), local(12, 9, 5)), ["1 February 2025, 18:20", "12 February 2025, 09:05"]);
  assert.deepEqual(shown("de", local(1, 18, 20)), ["1. Februar 2025, 18:20"]);
  assert.deepEqual(shown("fr", local(1, 0, 0)), ["1 février 2025, 00:00"]);
});

test("digits of an Arabic page are those of the server's dates", () => {
  assert.match(shown("ar", local(1, 18, 20))[0], /^\D*1 .*2025\D*, 18:20$/);
});

test("what is no date stays as it is", () => {
  assert.deepEqual(shown("en", "soon"), ["as it was"]);
});

test("cards of one day have their times below one heading", () => {
  const headings = [];
  const card = (dateTime) => {
    const item = { before: (heading) => headings.push(heading) };
    return { dateTime, textContent: "", closest: () => item };
  };
  const times = [local(1, 18, 20), local(1, 18, 5), local(12, 9, 5)].map(card);
  const made = () => ({ className: "", textContent: "", children: [], append(...more) { this.children.push(...more); } });
  const document = {
    body: { dataset: {} }, documentElement: { lang: "en", dir: "" }, createElement: made, querySelector: () => null,
    querySelectorAll: (selector) => selector === "time[datetime]" ? times : [],
  };
  runInNewContext(script, { document, window: {}, Intl, Date });
  assert.deepEqual(times.map(({ textContent }) => textContent), ["18:20", "18:05", "09:05"]);
  assert.deepEqual(headings.map(({ children: [words] }) => words.textContent), ["1 February 2025", "12 February 2025"]);
});
