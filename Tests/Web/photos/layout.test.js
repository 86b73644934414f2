import assert from "node:assert/strict";
import { test } from "node:test";
import { Layout, labelsOf, measure, placeRows } from "../../../Sources/CLibraries/CWebAssets/web/photos/layout.js";

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

/** Parts of a block: a month for each count. */
const parts = (...counts) => counts.map((count, stretch) => ({ stretch, month: 24300 - stretch, from: 0, index: counts.slice(0, stretch).reduce((sum, own) => sum + own, 0), count }));

test("a month goes on where the last one ends, in the same row, with its name over its first photo", () => {
  const layout = shaped([[24300, 250], [24299, 3], [24298, 40]]);
  const { columns, side, gap, bar } = layout.measures;
  assert.equal(layout.total, 293);
  assert.deepEqual(layout.starts, [0, 250, 253]);
  // A block ends with a full row, so that the next one begins at the left.
  for (const block of layout.blocks.slice(0, -1)) assert.equal(block.count % columns, 0);
  assert.equal(layout.blocks.reduce((sum, block) => sum + block.count, 0), 293);
  const first = layout.place(layout.blocks[0]);
  close(first.height, 40 + layout.blocks[0].count / columns * (side + bar + gap));
  assert.deepEqual(first.boxes[0].slice(0, 2), [4, 40]);
  close(first.boxes[1][0] - first.boxes[0][0], side + gap);
  close(first.boxes[columns][1] - first.boxes[0][1], side + bar + gap);
  assert.deepEqual(first.rows[0].labels, [{ x: 4, width: layout.measures.usable, from: 24300, to: 24300 }]);
  assert.deepEqual(first.rows[1].labels, []);
  const block = layout.blocks[layout.at(250)];
  const { boxes, rows } = layout.place(block);
  const at = 250 - block.ordinal;
  const row = rows.find(({ first: from, count }) => at >= from && at < from + count);
  // Photos of the month before stand beside it, at the same height.
  assert.ok(at > row.first);
  assert.equal(boxes[at - 1][1], boxes[at][1]);
  close(boxes[at][1] - row.top, 40);
  assert.equal(row.labels[0].x, boxes[at][0]);
});

test("months with one photo share rows, and take no more room than the same photos of one month, but for their names", () => {
  const many = shaped(Array.from({ length: 40 }, (_, index) => [24300 - index, 1]), { rows: true }, () => photo(1500));
  const one = shaped([[24300, 40]], { rows: true }, () => photo(1500));
  const [own, other] = [many.place(many.blocks[0]), one.place(one.blocks[0])];
  assert.equal(many.blocks.length, 1);
  assert.equal(own.rows.length, other.rows.length);
  close(own.height - other.height, 40 * (own.rows.length - 1));
  assert.deepEqual(own.boxes.map(([x, , width, height]) => [x, width, height]), other.boxes.map(([x, , width, height]) => [x, width, height]));
});

test("a label has room up to the next one; where that is little, months share one", () => {
  const measures = measure("m", 1000);
  const row = { first: 0, count: 4 };
  const boxes = (xs) => xs.map((x) => [x, 40, 100, 100]);
  assert.deepEqual(labelsOf(parts(1, 1, 1, 1), boxes([4, 254, 504, 754]), row, measures), [
    { x: 4, width: 250, from: 24300, to: 24300 }, { x: 254, width: 250, from: 24299, to: 24299 },
    { x: 504, width: 250, from: 24298, to: 24298 }, { x: 754, width: 242, from: 24297, to: 24297 },
  ]);
  assert.deepEqual(labelsOf(parts(1, 1, 1, 1), boxes([4, 104, 204, 304]), row, measures), [
    { x: 4, width: 200, from: 24300, to: 24299 }, { x: 204, width: 792, from: 24298, to: 24297 },
  ]);
  // Of months that begin elsewhere it says nothing.
  assert.deepEqual(labelsOf(parts(2, 9), boxes([4, 104]), { first: 4, count: 4 }, measures), []);
});

test("a screen has few labels, however small its photos are and however many months they are of", () => {
  for (const step of ["s", "m", "l"]) {
    for (const width of [360, 390, 1280, 3840]) {
      const layout = shaped(Array.from({ length: 300 }, (_, index) => [24300 - index, 1]), { step, width });
      for (const block of layout.blocks) for (const { labels } of layout.place(block).rows) {
        assert.ok(labels.length <= 6, `${step} ${width}: ${labels.length}`);
        for (const label of labels) assert.ok(label.width >= 60, `${step} ${width}: ${label.width}`);
      }
    }
  }
});

test("photos of an order without months have no name above them", () => {
  const layout = shaped([[null, 500]]);
  assert.deepEqual(layout.blocks.flatMap((block) => layout.place(block).rows.flatMap(({ labels }) => labels)), []);
  assert.equal(layout.place(layout.blocks[0]).boxes[0][1], 0);
});

test("a block is as high before it is placed as after", () => {
  const layout = shaped([[24300, 10], [24299, 1], [24298, 1], [24297, 700], [24296, 3]]);
  for (const block of layout.blocks) { const before = layout.height(block); close(layout.place(block).height, before); }
});

test("a telephone has two or three photos beside each other, in rows that are not too high", () => {
  for (const [step, least] of [["s", 2], ["m", 2], ["l", 1]]) {
    const layout = shaped([[24300, 90]], { step, width: 338, rows: true }, (_, index) => photo(index % 3 ? 1500 : 667));
    const { rows } = layout.place(layout.blocks[0]);
    assert.ok(rows.slice(0, -1).every(({ count }) => count >= least), `${step}: ${rows.map(({ count }) => count)}`);
  }
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
    const [stretch, index] = layout.find(ordinal);
    assert.equal(layout.starts[stretch] + index, ordinal);
    assert.ok(index >= 0 && index < layout.months[stretch][1], String(ordinal));
  }
  assert.equal(new Layout([], () => null).at(3), 0);
  assert.equal(new Layout([], () => null).find(3), null);
});

test("rows fill the width with photos in their proportions", () => {
  const ratios = [1.5, 0.67, 1.33, 1.78, 1, 1.5, 0.75, 1.5, 1.5, 0.67, 1.33, 1.78, 1, 1.5, 0.75, 1.5];
  const measures = measure("m", 1000);
  const { boxes, height } = placeRows(ratios, parts(16), measures, 20);
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

test("the only photo of all is no larger than those of full rows", () => {
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
  const layout = shaped([[9, 4], [8, 4], [7, 200]], { rows: true }, (stretch) => stretch < known ? photo(500) : null);
  const before = layout.place(layout.blocks[0]);
  assert.equal(layout.place(layout.blocks[0]), before);
  known = 3;
  // A month that is in other blocks only, or none.
  layout.learn(3);
  assert.equal(layout.place(layout.blocks[0]), before);
  layout.learn(0);
  const after = layout.place(layout.blocks[0]);
  assert.notDeepEqual(after, before);
  layout.learn(1);
  assert.equal(layout.place(layout.blocks[0]), after);
});

test("a million photos are laid out in a few thousand blocks, none of which is placed before it is seen", () => {
  const layout = shaped(Array.from({ length: 240 }, (_, index) => [24288 - index, 4167]));
  assert.ok(layout.blocks.length < 12000);
  assert.ok(layout.blocks.every((block) => block.placed === null));
  assert.ok(layout.blocks.every((block) => layout.height(block) > 0));
});
