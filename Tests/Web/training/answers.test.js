import { timeouts } from "../node18.js";
import assert from "node:assert/strict";
import { test } from "node:test";

// A page whose browser keeps nothing: what is written stays with it.
globalThis.indexedDB = { open() { throw new Error("the browser keeps nothing"); } };
globalThis.document = { querySelector: () => ({ dataset: { token: "token" } }) };
globalThis.navigator ??= {};
// An open channel would keep Node from ending.
delete globalThis.BroadcastChannel;
globalThis.addEventListener = globalThis.removeEventListener = () => {};
const drafts = await import("../../../Sources/CLibraries/CWebAssets/web/training/drafts.js");
const { outbox } = await import("../../../Sources/CLibraries/CWebAssets/web/training/outbox.js");

const written = async (text, isDone) => {
  const key = drafts.newID();
  const draft = { ...drafts.empty("dana"), state: "sending", sender: "dana", answer: { critique: "C 1", text, isDone }, submission: {} };
  await drafts.change(key, () => draft).catch(() => {});
  return key;
};

/** The studio says one after the other of these; nothing: the line is cut. */
const studio = (...statuses) => {
  const asked = [];
  globalThis.fetch = async (path, { body }) => {
    asked.push([path, JSON.parse(body)]);
    const status = statuses[asked.length - 1];
    if (!status) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(status === 200 ? { to: "/there" } : { error: "not like this" }), { status, headers: { "Content-Type": "application/json" } });
  };
  return asked;
};

/** Time passes until it is done. */
const done = async (work) => {
  timeouts.enable();
  const ticking = setInterval(() => timeouts.tick(1000), 1);
  try { return await work; } finally {
    clearInterval(ticking);
    timeouts.reset();
  }
};

test("an answer is sent until it has arrived, under one key, to its critique, and is held no longer", async () => {
  const asked = studio(0, 503, 200), key = await written("I will", false), phases = [];
  const now = await done(outbox.send(key, ({ phase }) => phases.push(phase)));
  assert.equal(now.phase, "arrived");
  assert.equal(asked.length, 3);
  for (const [path, value] of asked) {
    assert.equal(path, "/training/critiques/C%201/answers");
    assert.deepEqual(value, { key, text: "I will", isDone: false });
  }
  assert.ok(!phases.includes("held") && phases.includes("waiting"), phases.join());
  assert.equal(await drafts.get(key).catch(() => undefined), undefined);
});

test("an answer that is refused says why, and is given back to its writer", async () => {
  const asked = studio(422), key = await written("", true), now = await done(outbox.send(key, () => {}));
  assert.deepEqual([now.phase, now.said, asked.length], ["refused", "not like this", 1]);
  const draft = await drafts.get(key);
  assert.deepEqual([draft.state, draft.answer.isDone], ["draft", true]);
});
