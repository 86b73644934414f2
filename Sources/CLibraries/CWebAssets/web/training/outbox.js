// Shares critiques, and sends their pictures before.

import * as drafts from "./drafts.js";
import { most, picturesOf, withoutReady } from "./publication.js";
import { openOutbox } from "../shared/outbox/sending.js";
import { meaning, sendFile, sendValue } from "../shared/outbox/wire.js";

/**
 * @typedef {import("./types").Attachment} Attachment
 * @typedef {import("./types").Chosen} Chosen
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").SentPicture} SentPicture
 * @typedef {import("../shared/outbox/types").Made} Made
 * @typedef {import("../shared/outbox/types").MakeOptions} MakeOptions
 */

// After so many attempts waiting has not helped, and what the studio says of it is shown.
const quietTries = 3;
/**
 * How often each was in vain, by its id.
 * @type {Map<string, number>}
 */
const vain = new Map();

/**
 * Says why it waits.
 * @param {{ id: string }} entry
 * @param {MakeOptions["say"]} say
 * @param {"still" | "waits"} word one of the page's
 * @param {string} [text] what the studio says
 * @returns {Made}
 */
const later = (entry, say, word, text) => {
  const tries = (vain.get(entry.id) || 0) + 1;
  vain.set(entry.id, tries);
  say({ word, text: word !== "waits" || tries > quietTries ? text : "" });
  return { isLater: true };
};

/**
 * A picture is ready when the studio has it. One that it has already, of the photo browser, is sent without bytes.
 * @param {Chosen} entry
 * @param {Blob | null} bytes
 * @param {MakeOptions} options
 * @returns {Promise<Made>}
 */
const make = async (entry, bytes, { key, signal, progress, say }) => {
  if (!bytes && !entry.photo) return { fault: "unread" };
  let answer;
  try {
    answer = await sendFile("/training/uploads/" + key + (entry.photo ? "?photo=" + encodeURIComponent(entry.photo) : ""), bytes, { progress, signal });
  } catch { return later(entry, say, "still"); }
  const { status, body } = answer, means = meaning(status);
  if (means === "done" && body.picture) {
    const { id, number, page, at, name, field, photo } = entry;
    const attachment = { id, number, page, at, name, field, ...(photo && { photo }), picture: body.picture, thumbnail: body.thumbnail };
    return { put: (draft) => draft.attachments.push(attachment) };
  }
  if (means === "signedOut") return { signedOut: status };
  // Too many at once, or no room for the moment: it waits for its turn, and says so.
  if (means !== "refused" && means !== "gone" && means !== "taken") return later(entry, say, status === 503 ? "waits" : "still", body.error);
  return { fault: "failed", said: body.error };
};

/** @type {unknown} */
const options = {
  make, most, spare: most, keepsOriginals: true, keepsLeftOut: true,
  /**
   * @param {Attachment} attachment
   * @returns {SentPicture}
   */
  attachment: ({ id, number, picture, thumbnail, name }) => ({ id, number, picture, thumbnail, name }),
  /** @param {import("./types").Draft & { key: string, submission: import("./types").Submission }} draft */
  submit: async (draft) => {
    if (draft.answer) {
      const { critique, text, isDone } = draft.answer;
      const { status, body } = await sendValue(`/training/critiques/${encodeURIComponent(critique)}/answers`, { key: draft.key, text, isDone });
      return { kind: "answered", status, said: body.error, address: body.to };
    }
    const { photographer, kind, notes } = draft.submission;
    const { status, body } = await sendValue("/training/publish", { key: draft.key, photographer, kind, notes, pictures: picturesOf(draft.submission) });
    if (status === 422 && body.missing?.length) {
      await drafts.change(draft.key, (found) => found && { ...withoutReady(found, body.missing), submission: { ...found.submission, attachments: undefined } });
      return { kind: "again" };
    }
    return { kind: "answered", status, said: body.error, address: body.to };
  },
  /** @param {Draft} draft */
  renamed: (draft) => withoutReady(draft),
};

export const outbox = openOutbox(drafts, /** @type {import("../shared/outbox/types").OutboxOptions} */ (options));
