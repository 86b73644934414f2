import "../../node18.js";
import assert from "node:assert/strict";
import test from "node:test";
import { next, start } from "../../../../Sources/CLibraries/CWebAssets/web/shared/outbox/sending.js";

// Runs events one after the other; gives back the last state, and what is to be done after it.
const after = (...events) => events.reduce(([state], event) => next(state, event), [start(), []]);
const begun = { kind: "begin", left: 0 };
const ready = { kind: "prepared" };
const answered = (status, more = {}) => ({ kind: "answered", status, ...more });

test("a draft is held for as long as it can be taken back, and made ready then", () => {
  const [held, effects] = after({ kind: "begin", left: 4000 });
  assert.equal(held.phase, "held");
  assert.deepEqual(effects, [{ do: "hold", milliseconds: 4000 }]);
  const [state, then] = next(held, { kind: "held" });
  assert.equal(state.phase, "readying");
  assert.deepEqual(then, [{ do: "prepare" }]);
});

test("a draft whose time is over is made ready at once, and sent when it is", () => {
  assert.deepEqual(after(begun)[1], [{ do: "prepare" }]);
  const [state, effects] = after(begun, ready);
  assert.equal(state.phase, "asking");
  assert.deepEqual(effects, [{ do: "submit" }]);
});

test("a draft with a file that cannot be read waits for its writer", () => {
  const faults = { "=chosen/1": "pictureFailed" };
  const [state, effects] = after(begun, { kind: "prepared", faults });
  assert.equal(state.phase, "lacking");
  assert.deepEqual(effects, [{ do: "reopen", faults }]);
});

test("files that the studio lacks are uploaded one after the other, each once, and the draft is sent again", () => {
  let [state, effects] = after(begun, ready, answered(202, { missing: ["a", "b", "a"] }));
  assert.deepEqual([state.phase, state.sent, state.total], ["uploading", 0, 2]);
  assert.deepEqual(effects, [{ do: "upload", sha256: "a" }]);
  [state, effects] = next(state, { kind: "stored", sha256: "a" });
  assert.deepEqual([state.phase, state.sent, state.total], ["uploading", 1, 2]);
  assert.deepEqual(effects, [{ do: "upload", sha256: "b" }]);
  [state, effects] = next(state, { kind: "stored", sha256: "b" });
  assert.deepEqual([state.phase, state.sent], ["asking", 2]);
  assert.deepEqual(effects, [{ do: "submit" }]);
});

test("after a break the count of uploads goes on from where it was", () => {
  const [state] = after(begun, ready, answered(202, { missing: ["a", "b", "c"] }), { kind: "stored", sha256: "a" }, { kind: "cut" },
    { kind: "time" }, answered(202, { missing: ["c"] }));
  assert.deepEqual([state.sent, state.total, state.failures], [2, 3, 0]);
});

test("an answer that names no missing file although some are missing is asked for again", () => {
  for (const missing of [undefined, []]) {
    const [state, effects] = after(begun, ready, answered(202, { missing }));
    assert.equal(state.phase, "waiting");
    assert.deepEqual(effects, [{ do: "wait", milliseconds: 1000 }]);
  }
});

test("only 200 says that it has arrived; another success may be a proxy's", () => {
  const [state, effects] = after(begun, ready, answered(200));
  assert.equal(state.phase, "arrived");
  assert.deepEqual(effects, [{ do: "forget" }]);
  for (const status of [201, 204, 299]) assert.equal(after(begun, ready, answered(status))[0].phase, "waiting", String(status));
});

test("a draft whose key is taken gets a key of its own", () => {
  const [state, effects] = after(begun, ready, answered(409));
  assert.equal(state.phase, "taken");
  assert.deepEqual(effects, [{ do: "rename" }]);
});

test("a refused draft is opened again with the faults that the studio names", () => {
  const [state, effects] = after(begun, ready, answered(422, { faults: { field: "needed" } }));
  assert.equal(state.phase, "refused");
  assert.deepEqual(effects, [{ do: "reopen", faults: { field: "needed" } }]);
});

test("a refused draft without named faults says whether all of it or one picture is wrong", () => {
  const whole = (status) => after(begun, ready, answered(status))[1];
  assert.deepEqual(whole(413), [{ do: "reopen", why: { fault: "tooLarge" } }]);
  assert.deepEqual(whole(400), [{ do: "reopen", why: { fault: "notTaken" } }]);
  const upload = (status) => after(begun, ready, answered(202, { missing: ["a"] }), answered(status))[1];
  assert.deepEqual(upload(413), [{ do: "reopen", why: { fault: "pictureTooLarge", picture: "a" } }]);
  assert.deepEqual(upload(400), [{ do: "reopen", why: { fault: "pictureLost", picture: "a" } }]);
});

test("a picture that is lost on the device refuses the draft, and is named", () => {
  const [state, effects] = after(begun, ready, answered(202, { missing: ["a", "b"] }), { kind: "stored", sha256: "a" }, { kind: "lost" });
  assert.equal(state.phase, "refused");
  assert.deepEqual(effects, [{ do: "reopen", why: { fault: "pictureLost", picture: "b" } }]);
});

test("a draft of something that is gone is opened again", () => {
  const [state, effects] = after(begun, ready, answered(404));
  assert.equal(state.phase, "gone");
  assert.deepEqual(effects, [{ do: "reopen" }]);
});

test("without a session, or without the right, nothing more is done", () => {
  for (const [status, isForbidden] of [[401, false], [403, true]]) {
    const [state, effects] = after(begun, ready, answered(status));
    assert.deepEqual([state.phase, state.isForbidden, effects], ["signedOut", isForbidden, []]);
  }
});

test("a break waits longer each time, and goes on with sending where all was ready", () => {
  const [first, wait] = after(begun, ready, { kind: "cut" });
  assert.deepEqual(wait, [{ do: "wait", milliseconds: 1000 }]);
  const [again, effects] = next(first, { kind: "time" });
  assert.deepEqual([again.phase, effects], ["asking", [{ do: "submit" }]]);
  assert.deepEqual(next(again, answered(503))[1], [{ do: "wait", milliseconds: 2000 }]);
});

test("a break before all was ready, and lost readiness, go on with making ready", () => {
  for (const [state, effects] of [after(begun, { kind: "cut" }, { kind: "time" }), after(begun, ready, { kind: "again" }, { kind: "time" })]) {
    assert.equal(state.phase, "readying");
    assert.deepEqual(effects, [{ do: "prepare" }]);
  }
});

test("an upload that comes through resets the pause", () => {
  const [state] = after(begun, ready, { kind: "cut" }, { kind: "cut" }, { kind: "time" }, answered(202, { missing: ["a", "b"] }), { kind: "stored", sha256: "a" });
  assert.equal(state.failures, 0);
});

test("a draft that was taken back ends there", () => {
  assert.deepEqual(after(begun, { kind: "takenBack" })[1], []);
});

test("what has ended stays as it is until it begins anew", () => {
  const events = [{ kind: "held" }, ready, answered(200), answered(503), { kind: "stored", sha256: "a" }, { kind: "lost" }, { kind: "again" }, { kind: "cut" }, { kind: "time" }];
  for (const phase of ["arrived", "gone", "refused", "taken", "takenBack", "lacking"]) {
    const ended = { ...start(), phase };
    for (const event of events) assert.deepEqual(next(ended, event), [ended, []], phase + ", " + event.kind);
    assert.equal(next(ended, begun)[0].phase, "readying");
  }
});

test("the end of a pause that is no longer waited for changes nothing", () => {
  const [state] = after(begun, ready);
  assert.deepEqual(next(state, { kind: "time" }), [state, []]);
});
