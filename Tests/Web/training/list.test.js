import assert from "node:assert/strict";
import { test } from "node:test";
import { windowOf } from "../../../Sources/CLibraries/CWebAssets/web/training/card-window.js";
import { Cards, belongs } from "../../../Sources/CLibraries/CWebAssets/web/training/cards.js";
import { OpenedTexts } from "../../../Sources/CLibraries/CWebAssets/web/training/critique-overlay.js";
import { viewOf } from "../../../Sources/CLibraries/CWebAssets/web/training/view.js";

const card = (id, html = "<li>" + id) => ({ id: String(id), cursor: id + "-x", html: String(html) });
const cards = (ids, next = "") => new Cards({ cards: ids.map((id) => card(id)), next });
const ids = ({ all }) => all.map(({ id }) => id).join(" ");

test("a list that shows one kind has no other one", () => {
  const good = card(1, '<li><span class="kind good">'), bad = card(2, '<li><span class="kind improvement">');
  for (const [show, one, other] of [["all", true, true], ["good", true, false], ["improvement", false, true]]) {
    assert.deepEqual([belongs(good, show), belongs(bad, show)], [one, other], show);
  }
});

test("what comes behind is there once", () => {
  const list = cards([9, 8], "8-x");
  list.append({ cards: [card(8), card(7)], next: "" });
  assert.equal(ids(list), "9 8 7");
  assert.equal(list.next, "");
});

test("new ones wait until they are shown, and come first", () => {
  const list = cards([9, 8], "8-x");
  const { fresh, gone } = list.renew({ cards: [card(11), card(10), card(9)], next: "9-x" }, true);
  assert.deepEqual([fresh.map(({ id }) => id), gone.size], [["11", "10"], 0]);
  assert.equal(ids(list), "9 8");
  list.settle();
  assert.equal(ids(list), "11 10 9 8");
  list.settle();
  assert.equal(ids(list), "11 10 9 8");
});

test("what should stand among the first ones, and does not, is gone; what comes behind them stays", () => {
  const list = cards([9, 8, 7, 6], "6-x");
  const { gone } = list.renew({ cards: [card(9), card(7)], next: "7-x" }, true);
  assert.deepEqual([...gone], ["8"]);
  assert.equal(ids(list), "9 7 6");
});

test("where nothing comes behind the first ones, all else is gone", () => {
  const list = cards([9, 8, 7, 6]);
  const { gone } = list.renew({ cards: [card(9)], next: "" }, true);
  assert.deepEqual([...gone], ["8", "7", "6"]);
  assert.equal(ids(list), "9");
});

test("where the last of the first ones is not known, nothing is known to be gone", () => {
  const list = cards([9, 8], "8-x");
  assert.equal(list.renew({ cards: [card(12), card(11)], next: "11-x" }, true).gone.size, 0);
  assert.equal(ids(list), "9 8");
});

test("a card that differs is taken over where it stands", () => {
  const list = cards([9, 8]);
  const { changed } = list.renew({ cards: [card(9, "<li>seen"), card(8)], next: "" }, true);
  assert.deepEqual(changed, ["9"]);
  assert.equal(list.find("9").html, "<li>seen");
});

test("where the oldest come first, new ones are asked for behind the last", () => {
  const list = cards([1, 2]);
  list.renew({ cards: [card(1), card(2)], next: "" }, false);
  assert.equal(list.next, "2-x");
  assert.deepEqual(list.waiting, []);
});

test("without a network the newest of the device come first, then what is older than all of them", () => {
  const list = cards([9, 7, 5, 4], "4-x");
  list.fallBack([card(10), card(8), card(7), card(6)]);
  assert.equal(ids(list), "10 8 7 6 5 4");
  assert.equal(list.next, "4-x");
  list.remove(new Set(["10", "4"]));
  assert.equal(ids(list), "8 7 6 5");
});

test("cards on the screen have elements, and never more than a hundred and fifty in all", () => {
  const measures = { top: 100, screen: 600, row: 300, columns: 2, nodes: 9, count: 100 };
  assert.deepEqual(windowOf(measures), { from: 0, to: 4, rows: 50 });
  for (let top = 0; top > -20000; top -= 77) {
    const { from, to } = windowOf({ ...measures, top });
    assert.ok((to - from) * 2 * 9 <= 150, `${top}: ${from} to ${to}`);
    const seen = [Math.floor(-top / 300), Math.ceil((600 - top) / 300)];
    assert.ok(from <= Math.min(49, seen[0]) && to >= Math.min(50, seen[1]), `${top}: ${from} to ${to}`);
  }
  assert.deepEqual(windowOf({ ...measures, count: 0 }), { from: 0, to: 0, rows: 0 });
});

test("of critiques that were opened the last thirty remain", () => {
  const opened = new OpenedTexts();
  for (let number = 0; number < 31; number += 1) opened.put(String(number), "text " + number);
  assert.equal(opened.get("0"), undefined);
  opened.put("1", "again");
  opened.put("31", "text 31");
  assert.deepEqual([opened.get("1"), opened.get("2"), opened.get("31")], ["again", undefined, "text 31"]);
});

test("an address names what the list shows; what it does not name stays", () => {
  const shown = { show: "good", order: "oldest", layout: "list" };
  assert.deepEqual(viewOf("", shown), shown);
  assert.deepEqual(viewOf("?show=all", shown), { ...shown, show: "all" });
  assert.deepEqual(viewOf("?sort=newest&view=grid", shown), { show: "good", order: "newest", layout: "grid" });
  assert.deepEqual(viewOf("?show=other&sort=&view=%3Cb%3E", shown), shown);
});

test("other cards take the place of all, in the order of their time, with none behind them", () => {
  const at = (time) => ({ id: "c" + time, cursor: time + "-x", html: "<li>" });
  const list = cards([9, 8], "8-x");
  list.replace([at(10), at(30), at(20)], true);
  assert.deepEqual([ids(list), list.next], ["c30 c20 c10", ""]);
  list.replace([at(10), at(30), at(20)], false);
  assert.equal(ids(list), "c10 c20 c30");
});
