import assert from "node:assert/strict";
import { test } from "node:test";
import { UploadQueue, pathOf } from "../../../Sources/CLibraries/CWebAssets/web/photos/upload-queue.js";

/** @param {string} name */
const file = (name) => /** @type {File} */ (/** @type {unknown} */ ({ name, lastModified: 1700000000999 }));

/**
 * A queue whose answers are given: a status, or null where the connection breaks.
 * @param {Record<string, (number | null)[]>} answers by the file's name
 */
const made = (answers) => {
  /** @type {string[]} */
  const sent = [];
  /** @type {number[]} */
  const rests = [];
  let most = 0, open = 0;
  const queue = new UploadQueue({
    send: async (_, { name }) => {
      open += 1;
      most = Math.max(most, open);
      sent.push(name);
      await Promise.resolve();
      open -= 1;
      const status = answers[name].shift();
      if (!status) throw new Error("broken");
      return { status, body: status === 422 ? { words: "The file is text." } : {} };
    },
    rest: async (milliseconds) => { rests.push(milliseconds); },
    changed: () => {}, say: (status) => "said " + status,
  });
  return { queue, sent, rests, most: () => most };
};

test("a file is sent with its name and the second of its last change", () => {
  assert.equal(pathOf({ name: "a b&c.jpg", lastModified: 1700000000999 }), "/photos/upload?name=a+b%26c.jpg&modified=1700000000");
  assert.equal(pathOf({ name: "a", lastModified: -5 }), "/photos/upload?name=a&modified=0");
});

test("files go one after the other", async () => {
  const { queue, sent, most } = made({ a: [200], b: [200], c: [200] });
  await queue.add([file("a"), file("b"), file("c")]);
  assert.deepEqual([sent, most(), queue.count("done"), queue.isOver], [["a", "b", "c"], 1, 3, true]);
});

test("a broken connection, a busy studio and a proxy's answer are followed by another try, after longer and longer pauses", async () => {
  const { queue, sent, rests } = made({ a: [null, 503, 502, 200], b: [200] });
  await queue.add([file("a"), file("b")]);
  assert.deepEqual(sent, ["a", "a", "a", "a", "b"]);
  assert.deepEqual(rests, [500, 1000, 2000]);
  assert.equal(queue.count("done"), 2);
});

test("a refusal says why and lets the others go on; it is sent again when a person asks", async () => {
  const { queue, sent } = made({ a: [422, 200], b: [507], c: [200] });
  await queue.add([file("a"), file("b"), file("c")]);
  assert.deepEqual(queue.uploads.map(({ state, said }) => [state, said]), [["failed", "The file is text."], ["failed", "said 507"], ["done", ""]]);
  await queue.again(queue.uploads[0]);
  assert.deepEqual([sent, queue.uploads[0].state, queue.count("failed")], [["a", "b", "c", "a"], "done", 1]);
});

test("what is cancelled is sent no more, and what failed stays said", async () => {
  const { queue, sent } = made({ a: [422], b: [200], c: [200] });
  const { send } = queue.way;
  queue.way.send = async (...all) => {
    const answer = await send(...all);
    if (sent.at(-1) === "b") queue.cancel();
    return answer;
  };
  await queue.add([file("a"), file("b"), file("c")]);
  assert.deepEqual(sent, ["a", "b"]);
  assert.deepEqual(queue.uploads.map(({ state }) => state), ["failed"]);
});
