import assert from "node:assert/strict";
import { test } from "node:test";
import { Layout, measure, placeRows } from "../../../Sources/CLibraries/CWebAssets/web/photos/layout.js";

const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-6, `${one} is not ${other}`);
const photo = (ratio) => [1, "a", ratio, "", 0, 0, null, "a.jpg"];
const shaped = (months, options = {}, item = () => null) => {
  const layout = new Layout(months, item);
  layout.shape({ step: "m", width: 1000, rows: false, names: true, ...options });
  return layout;
};

test("squares fill the width at each size, and are at most a fifth smaller or larger than it says", () => {
  for (const step of ["s", "m", "l"]) {
    for (let width = 340; width < 4000; width += 13) {
      const { columns, side, gap, usable, size } = measure(step, width);
      if (step === "l" && width < 640) continue;
      close(columns * side + (columns - 1) * gap, usable);
      assert.ok(side >= 0.8 * size - 1e-9 && side <= 1.2 * size + 1e-9, `${step} ${width}: ${side}`);
    }
  }
});

test("a window without width has one column and no fault", () => {
  const { columns, side } = measure("m", 0);
  assert.equal(columns, 1);
  assert.equal(side, 0);
});

test("squares keep their size where a window is a little too narrow for two", () => {
  const { columns, side } = measure("l", 400);
  assert.deepEqual([columns, side], [1, 256]);
});

test("a month begins with its name and is followed by the next without a hole", () => {
  const layout = shaped([[24300, 250], [24299, 3]]);
  const { columns, side, gap, bar } = layout.measures;
  assert.equal(layout.total, 253);
  assert.deepEqual(layout.starts, [0, 250]);
  const [first, second, ...others] = layout.blocks;
  assert.equal(first.head, 40);
  assert.equal(second.head, 0);
  assert.equal(others.at(-1).head, 40);
  // A block of squares ends with a full row, so that the next one begins at the left.
  assert.equal(first.count % columns, 0);
  assert.equal(layout.blocks.reduce((sum, block) => sum + block.count, 0), 253);
  const { boxes, height } = layout.place(first);
  close(height, 40 + first.count / columns * (side + bar + gap));
  assert.deepEqual(boxes[0].slice(0, 2), [4, 40]);
  close(boxes[1][0] - boxes[0][0], side + gap);
  close(boxes[columns][1] - boxes[0][1], side + bar + gap);
});

test("photos of an order without months have no name above them", () => {
  assert.deepEqual(shaped([[null, 500]]).blocks.map((block) => block.head).filter(Boolean), []);
});

test("names take room only where they are shown", () => {
  const [named, plain] = [shaped([[null, 10]]), shaped([[null, 10]], { names: false })];
  close(named.height(named.blocks[0]) - plain.height(plain.blocks[0]), 20 * Math.ceil(10 / named.measures.columns));
});

test("each photo is found in the block that has it", () => {
  const layout = shaped([[5, 1], [4, 1000], [3, 96], [2, 97]]);
  for (let ordinal = 0; ordinal < layout.total; ordinal += 1) {
    const block = layout.blocks[layout.at(ordinal)];
    assert.ok(ordinal >= block.ordinal && ordinal < block.ordinal + block.count, String(ordinal));
  }
  assert.equal(new Layout([], () => null).at(3), 0);
});

test("rows fill the width with photos in their proportions", () => {
  const ratios = [1.5, 0.67, 1.33, 1.78, 1, 1.5, 0.75, 1.5, 1.5, 0.67, 1.33, 1.78, 1, 1.5, 0.75, 1.5];
  const measures = measure("m", 1000);
  const { boxes, height } = placeRows(ratios, 40, measures, 20);
  assert.equal(boxes.length, ratios.length);
  const rows = new Map();
  boxes.forEach((box, index) => {
    close(box[2] / (box[3] - 20), ratios[index]);
    rows.set(box[1], [...(rows.get(box[1]) ?? []), box]);
  });
  assert.ok(rows.size > 1);
  for (const [top, row] of rows) {
    const last = row.at(-1);
    close(last[0] + last[2], measures.inset + measures.usable);
    assert.ok(top + last[3] + measures.gap <= height + 1e-6);
    assert.ok(last[3] - 20 > 0.5 * measures.row && last[3] - 20 <= 1.5 * measures.row);
  }
});

test("the only photo of a month is no larger than those of full rows", () => {
  const layout = shaped([[9, 1]], { rows: true }, () => photo(1500));
  const [[, , width, height]] = layout.place(layout.blocks[0]).boxes;
  close(height, 170 + 20);
  close(width, 255);
});

test("a panorama and a strip keep a usable height and width in their row", () => {
  const layout = shaped([[9, 2]], { rows: true }, (_, index) => photo([10000, 100][index]));
  const [wide, narrow] = layout.place(layout.blocks[0]).boxes;
  close(wide[2] / (wide[3] - 20), 4);
  close(narrow[2] / (narrow[3] - 20), 0.4);
});

test("rows are placed anew once the proportions of their photos are known, and then no more", () => {
  let known = 0;
  const layout = shaped([[9, 4], [8, 4]], { rows: true }, (_, index) => index < known ? photo(500) : null);
  const before = layout.place(layout.blocks[0]);
  assert.equal(layout.place(layout.blocks[0]), before);
  known = 4;
  layout.learn(1);
  assert.equal(layout.place(layout.blocks[0]), before);
  layout.learn(0);
  const after = layout.place(layout.blocks[0]);
  assert.notDeepEqual(after, before);
  layout.learn(0);
  assert.equal(layout.place(layout.blocks[0]), after);
});

test("a million photos are laid out in a few thousand blocks, none of which is placed before it is seen", () => {
  const layout = shaped(Array.from({ length: 240 }, (_, index) => [24288 - index, 4167]));
  assert.ok(layout.blocks.length < 12000);
  assert.ok(layout.blocks.every((block) => block.placed === null));
  assert.ok(layout.blocks.every((block) => layout.height(block) > 0));
});
