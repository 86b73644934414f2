import "../../node18.js";
import assert from "node:assert/strict";
import test from "node:test";
import { meaning, pause, wellFormed } from "../../../../Sources/CLibraries/CWebAssets/web/shared/outbox/wire.js";

test("the status of an answer says what becomes of what was sent", () => {
  const means = {
    done: [200, 201, 202, 204, 299], signedOut: [401, 403], gone: [404], taken: [409], refused: [400, 413, 422], full: [507],
    again: [0, 301, 408, 429, 500, 502, 503, 504],
  };
  for (const [meant, statuses] of Object.entries(means)) {
    for (const status of statuses) assert.equal(meaning(status), meant, String(status));
  }
});

test("each failure in a row doubles the pause, up to half a minute", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 1000].map(pause), [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
});

test("half a sign is sent as a replacement, whole signs as they are", () => {
  assert.equal(JSON.stringify({ notes: "a\ud83d!", list: ["\udc00"], whole: "\u{1F600}", number: 7 }, wellFormed),
    JSON.stringify({ notes: "a\ufffd!", list: ["\ufffd"], whole: "\u{1F600}", number: 7 }));
});
