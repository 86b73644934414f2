import assert from "node:assert/strict";
import { test } from "node:test";
import { classes, colours, fallback, parse, properties, scale, scope } from "./rules.js";

const tokens = parse(":root { --space-2: .5rem; --text-90: .9rem; --round: 12px; --quick: .15s; --ink: light-dark(#000, #fff); }");

test("a sheet is read as blocks in blocks, with lines; comments and what stands in strings do not count", () => {
  const sheet = parse('/* a { b: c } */\n:where(.a) {\n  i { x: url("data:;{}"); y: "}" }\n  @media (min-width: 1px) { b:hover { z: 1 } }\n}\n');
  assert.deepEqual(sheet.blocks.map(({ prelude, line }) => [prelude, line]), [[":where(.a)", 2]]);
  const [first, second] = sheet.blocks[0].blocks;
  assert.deepEqual(first.declarations.map(({ name, value, line }) => [name, value, line]), [["x", 'url("data:;{}")', 3], ["y", '"}"', 3]]);
  assert.deepEqual(second.blocks[0].prelude, "b:hover");
});

test("a colour outside of the tokens is found, whatever way it is written", () => {
  for (const value of ["#fff", "1px solid #1c1b19", "rgb(0 0 0 / .5)", "0 0 1px red", "hsl(1 2% 3%)", "light-dark(#000, var(--a))"]) {
    assert.equal(colours("a.css", parse(`.a { border: ${value}; }`), false).length, 1, value);
    assert.equal(colours("a.css", parse(`.a { border: ${value}; }`), true).length, 1, value);
    assert.equal(colours("a.css", parse(`:root { --a: ${value}; }`), true).length, 0, value);
    assert.equal(colours("a.css", parse(`:root { --a: ${value}; }`), false).length, 1, value);
  }
});

test("names, keywords, selectors and pictures are no colours", () => {
  const sheet = parse('#fade .red { color: currentColor; background: transparent url("data:,%23fff red") var(--red-1); content: "red" }');
  assert.deepEqual(colours("a.css", sheet, false), []);
});

test("a value of the scale is written as its name, for what it is the scale of", () => {
  const wrong = ["padding: .5rem", "margin: 0 .5rem", "padding: max(.5rem, 1px)", "font-size: .9rem", "font: .9rem/1 serif", "border-radius: 12px 0", "transition: opacity .15s"];
  for (const one of wrong) assert.equal(scale("a.css", parse(`.a { ${one}; }`), tokens).length, 1, one);
  const right = ["padding: var(--space-2)", "margin: -.5rem", "width: .5rem", "height: 12px", "padding: .55rem", "padding: 1.5rem", "line-height: .9rem"];
  for (const one of right) assert.deepEqual(scale("a.css", parse(`.a { ${one}; }`), tokens), [], one);
});

test("every selector of a product's sheet names its root, and no rule stands in another", () => {
  const right = [":where(.photos) .a, :where(.photos):has(#a, #b) > i { b: c } @keyframes turn { to { rotate: 1turn } }",
    "@media print { [dir=\"rtl\"] :where(.photos).down .a { b: c } }", ".photos .a:is(.b, .c) { d: e }"];
  for (const one of right) assert.deepEqual(scope("a.css", parse(one), "photos"), [], one);
  const wrong = [".a { b: c }", ":where(.reports) .a { b: c }", ".photos .a, .b { c: d }", "@media print { .a { b: c } }", ":root { --a: 1 }",
    ".photos-bar { a: b }", ":where(.photos) { .a { b: c } }", "a: b;"];
  for (const one of wrong) assert.equal(scope("a.css", parse(one), "photos").length, 1, one);
});

test("each colour of day and night has its colour by day for older browsers", () => {
  const day = (text) => fallback("a.css", parse(`:root { --a: light-dark(#111, #eee); --b: #222; } @supports not (color: light-dark(#000, #fff)) { :root { ${text} } }`));
  assert.deepEqual(day("color-scheme: light; --a: #111;"), []);
  assert.match(day("")[0], /--a: without light-dark\(\) it is to be #111/);
  assert.match(day("--a: #eee;")[0], /it is to be #111/);
  assert.match(day("--a: #111; --b: #222;")[0], /--b: has no colour by day/);
});

test("a custom property that nothing defines, or nothing uses, is found", () => {
  const of = (text, scripts = "", given = "") => properties([["a.css", parse(text)]], scripts, given);
  assert.match(of(".a { b: var(--c) }")[0], /a\.css:1: var\(--c\): nothing defines it/);
  assert.match(of(":root { --c: 1px }")[0], /--c: nothing uses it/);
  assert.deepEqual(of(":root { --c: 1px } .a { b: max(1px, var(--c, 2px)) }"), []);
  assert.deepEqual(of(".a { b: var(--c) }", 'x.setProperty("--c", y)'), []);
  assert.match(of("", 'x.setProperty("--c", y)')[0], /a script sets it/);
  assert.deepEqual(of(":root { --c-1: 1px; --d: 2px }", 'colour("--c-" + n) + colour("--d")'), []);
  assert.deepEqual(of(".a { b: var(--c) }", "", "--c: \\(x);"), []);
  assert.match(of("", "", "--c: \\(x);")[0], /--c: nothing uses it/);
  assert.match(of('@property --c { syntax: "*" }')[0], /nothing defines it/);
});

test("a class or an id that no page has is found", () => {
  const pages = '<p class="\\(isGood ? "good" : "bad")" id="said">';
  assert.deepEqual(classes("a.css", parse(":where(.good) { #said > p.bad:not(.good), .leaflet-bar { a: .5rem } }"), pages), []);
  assert.match(classes("a.css", parse(".good .gone { a: b }"), pages)[0], /no page has “gone”/);
  assert.match(classes("a.css", parse(".isGone { a: b }"), "if isGone {")[0], /no page has “isGone”/);
  assert.equal(classes("a.css", parse("@media (min-width: 1.5rem) { #gone { a: b } }"), pages).length, 1);
});
