import assert from "node:assert/strict";
import { test } from "node:test";
import { allSuggestions, fitting, partStart, quoted, taken } from "../../../Sources/CLibraries/CWebAssets/web/photos/suggest.js";

const words = { star: "Star", colours: "Rot|Orange|Gelb|Grün|Blau|Violett|Grau", hints: "beach|words\ncamera:nikon|taken by a camera\nnear:1,2|near a place" };
const terms = { cameras: [["Canon EOS R5", 3], ["NIKON Z 6", 1]], folders: [["2023/Trip to Rome", 9], ["Été", 2]], formats: [["JPEG", 9], ["RAW-CR2", 1]] };
const months = [[2024 * 12 + 6, "July 2024"], [2023 * 12, "January 2023"]];
const all = allSuggestions(words, months, ["My holidays"], terms);
const albums = [["own-a1", "Roman holidays", 9]];
const found = (part) => fitting(all, part).map(({ term }) => term);

test("the word that is being typed begins behind the last blank outside of quotation marks", () => {
  for (const [text, at] of [["", 0], ["bea", 0], ["beach ca", 6], ["\"old to", 0], ["beach \"old to", 6], ["camera:\"eos r", 0], ["a ", 2]]) assert.equal(partStart(text), at, text);
});

test("what begins as the typed word, or a word of which does, is suggested as a term of the search", () => {
  assert.deepEqual(found("jul"), ["2024-07"]);
  assert.deepEqual(found("eos"), ["camera:\"canon eos r5\""]);
  assert.deepEqual(found("ROME"), ["\"Trip to Rome\""]);
  assert.deepEqual(found("ete"), ["\"Été\""]);
  assert.deepEqual(found("hol"), ["in:\"My holidays\""]);
  assert.deepEqual(found("grü"), ["tag:green"]);
  assert.deepEqual(found("sta"), ["star"]);
  assert.deepEqual(found("raw"), ["type:raw", "type:raw-cr2"]);
  assert.deepEqual(found("202"), ["2024", "2023", "2024-07", "2023-01", "\"Trip to Rome\""].filter((term) => !term.startsWith("\"")));
  assert.deepEqual(found("nea"), ["near:"]);
});

test("a term that is typed already, nothing, and what nothing begins with suggest nothing; never more than eight", () => {
  assert.deepEqual([found("star"), found(""), found("zzz")], [[], [], []]);
  const many = Array.from({ length: 40 }, (_, at) => ({ icon: "folder", text: `trip ${at}`, detail: "", term: `"trip ${at}"` }));
  assert.equal(fitting(many, "trip").length, 8);
});

test("a suggestion takes the place of the word that was being typed; what ends in a colon waits for its value", () => {
  assert.equal(taken("beach ca", "camera:\"canon eos r5\""), "beach camera:\"canon eos r5\" ");
  assert.equal(taken("ne", "near:"), "near:");
  assert.equal(quoted("a \"b\" c"), "\"a b c\"");
});

test("an album is suggested by its title, and is opened", () => {
  const some = allSuggestions(words, months, ["My holidays"], { ...terms, albums });
  assert.deepEqual(fitting(some, "roman").map(({ text, path }) => [text, path]), [["Roman holidays", "/photos?album=own-a1"]]);
  assert.deepEqual(fitting(some, "hol").map(({ text }) => text), ["Roman holidays", "My holidays"]);
});
