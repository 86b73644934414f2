// Sends reports, and makes their pictures ready.

import * as drafts from "./drafts.js";
import * as pictures from "./pictures.js";
import { openOutbox } from "../shared/outbox/sending.js";
import { sendValue } from "../shared/outbox/wire.js";

/**
 * @typedef {import("./types").Attachment} Attachment
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").SendingState} SendingState
 */

/**
 * Makes a chosen picture ready; without bytes it could not be read to its end.
 * @param {{ name: string, field: string }} entry
 * @param {Blob | null} bytes
 */
const make = async (entry, bytes) => {
  if (!bytes) return { fault: "unreadPicture" };
  if (bytes.size === 0) return { fault: "emptyFile" };
  /** @type {Blob} */
  let blob;
  /** @type {string} */
  let sha256;
  try {
    blob = await pictures.prepare(bytes);
    sha256 = await pictures.hash(blob);
  } catch {
    return { fault: await pictures.isHEIC(bytes).catch(() => false) ? "heicFailed" : "pictureFailed" };
  }
  /** @param {Draft} draft */
  const put = (draft) => {
    if (draft.attachments.some((other) => other.sha256 === sha256 && other.field === entry.field)) return;
    draft.attachments.push({ sha256, size: blob.size, type: "image/jpeg", name: entry.name, field: entry.field });
    drafts.stamp(draft, "=pictures");
  };
  return { put, name: sha256, blob };
};

/** @type {unknown} */
const opened = openOutbox(drafts, {
  make,
  /** @param {Attachment} attachment */
  attachment: ({ sha256, size, type, name, field }) => ({ sha256, size, type, name, field }),
  /** @param {Draft} draft */
  submit: async (draft) => {
    const { status, body } = await sendValue("/reports/send", draft.submission);
    return { kind: "answered", status, missing: body.missing, faults: body.faults, address: body.address };
  },
  /** @param {string} sha256 */
  uploads: (sha256) => "/reports/attachment/" + sha256,
});
const outbox = /** @type {import("./types").Outbox} */ (opened);
export const { isReading, left, listen, prepare, seconds, take, takeBack } = outbox;

/**
 * What is wrong, by the fields' ids; of a picture by `=picture/` and its hash, of the report as a whole by `=report`.
 * @param {{ fault: string, picture?: string }} why
 * @returns {Record<string, string>}
 */
const faultsOf = ({ fault, picture }) => picture ? { ["=picture/" + picture]: fault } : { "=report": fault === "tooLarge" ? "reportTooLarge" : fault };

/**
 * Null: it is not to be sent.
 * @param {string} key
 * @param {(state: SendingState) => void} report
 */
export const send = async (key, report) => {
  const state = await outbox.send(key, report);
  return state?.why ? { ...state, faults: faultsOf(state.why) } : state;
};
