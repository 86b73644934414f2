// Sends today's photo of a place. The studio keeps it once, however often it comes, as its draft's key goes with it.

import * as drafts from "./drafts.js";
import { openOutbox } from "../shared/outbox/sending.js";
import { meaning, sendFile } from "../shared/outbox/wire.js";

/**
 * @typedef {import("../shared/outbox/types").ChosenEntry} ChosenEntry
 * @typedef {import("../shared/outbox/types").Made} Made
 * @typedef {import("../shared/outbox/types").MakeOptions} MakeOptions
 */

/**
 * A photo is ready when the studio has it. Its field is the place's id.
 * @param {ChosenEntry} entry
 * @param {Blob | null} bytes
 * @param {MakeOptions} options
 * @returns {Promise<Made>}
 */
const make = async ({ id, field, name }, bytes, { key, signal, progress, say }) => {
  if (!bytes) return { fault: "unread" };
  let answer;
  try {
    answer = await sendFile(`/places/at/${encodeURIComponent(field)}/photo/${key}`, bytes, { progress, signal });
  } catch {
    say({ word: "waits" });
    return { isLater: true };
  }
  const { status, body } = answer, means = meaning(status);
  if (means === "done") return { put: (draft) => draft.attachments.push(/** @type {import("./types").SentPhoto} */ ({ id, field, name, address: body.to ?? "" })) };
  if (means === "signedOut") return { signedOut: status };
  if (means === "refused" || means === "gone" || means === "taken") return { fault: "failed", said: body.error };
  say({ word: "waits" });
  return { isLater: true };
};

export const outbox = openOutbox(drafts, {
  make, most: 1, attachment: (attachment) => attachment,
  submit: async ({ submission }) => {
    const [sent] = /** @type {import("./types").SentPhoto[]} */ (submission?.attachments ?? []);
    return { kind: "answered", status: 200, address: sent?.address };
  },
});
