// @ts-nocheck
"use strict";
import * as drafts from "./drafts.js";
import * as pictures from "./pictures.js";
import { openOutbox } from "../shared/outbox/sending.js";
import { sendValue } from "../shared/outbox/wire.js";

const make = async (entry, bytes) => {
  if (!bytes) return { fault: "unreadPicture" };
  if (bytes.size === 0) return { fault: "emptyFile" };
  let blob, sha256;
  try {
    blob = await pictures.prepare(bytes);
    sha256 = await pictures.hash(blob);
  } catch {
    return { fault: await pictures.isHEIC(bytes).catch(() => false) ? "heicFailed" : "pictureFailed" };
  }
  const put = (draft) => {
    if (draft.attachments.some((other) => other.sha256 === sha256 && other.field === entry.field)) return;
    draft.attachments.push({ sha256, size: blob.size, type: "image/jpeg", name: entry.name, field: entry.field });
    drafts.stamp(draft, "=pictures");
  };
  return { put, name: sha256, blob };
};

const outbox = openOutbox(drafts, {
  make,
  attachment: ({ sha256, size, type, name, field }) => ({ sha256, size, type, name, field }),
  submit: async (draft) => {
    const { status, body } = await sendValue("/reports/send", draft.submission);
    return { kind: "answered", status, missing: body.missing, faults: body.faults, address: body.address };
  },
  uploads: (sha256) => "/reports/attachment/" + sha256,
});
export const { isReading, left, listen, prepare, seconds, take, takeBack } = outbox;

// What is wrong, by the fields' ids; of a picture by `=picture/` and its hash, of the report as a whole by `=report`.
const faultsOf = ({ fault, picture }) => picture ? { ["=picture/" + picture]: fault } : { "=report": fault === "tooLarge" ? "reportTooLarge" : fault };
export const send = async (key, tell) => {
  const state = await outbox.send(key, tell);
  return state?.why ? { ...state, faults: faultsOf(state.why) } : state;
};
