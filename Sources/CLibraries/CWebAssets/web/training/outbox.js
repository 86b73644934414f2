// @ts-nocheck
"use strict";
import * as drafts from "./drafts.js";
import { openOutbox } from "../shared/outbox/sending.js";
import { meaning, sendFile, sendValue } from "../shared/outbox/wire.js";

export const most = 6;

// How often each was in vain, by its id.
const vain = new Map();
// Says why it waits, by one of the page's words; what the studio says of it as soon as waiting has not helped.
const later = (entry, say, word, text) => {
  const tries = (vain.get(entry.id) || 0) + 1;
  vain.set(entry.id, tries);
  say({ word, text: word !== "waits" || tries > 3 ? text : "" });
  return { isLater: true };
};
const make = async (entry, bytes, { key, signal, progress, say }) => {
  if (!bytes && !entry.photo) return { fault: "unread" };
  let answer;
  try {
    answer = await sendFile("/training/uploads/" + key + (entry.photo ? "?photo=" + encodeURIComponent(entry.photo) : ""), bytes, { progress, signal });
  } catch { return later(entry, say, "still"); }
  const { status, body } = answer, means = meaning(status);
  if (means === "done" && body.picture) {
    const { id, number, page, at, name, field, photo } = entry;
    return { put: (draft) => draft.attachments.push({ id, number, page, at, name, field, ...(photo && { photo }), picture: body.picture, thumbnail: body.thumbnail }) };
  }
  if (means === "signedOut") return { signedOut: status };
  // Too many at once, or no room for the moment: it waits for its turn, and says so.
  if (means !== "refused" && means !== "gone" && means !== "taken") return later(entry, say, status === 503 ? "waits" : "still", body.error);
  return { fault: "failed", said: body.error };
};
// What was ready is sent anew.
const unready = (draft, names) => {
  const isBack = (one) => !names || names.includes(one.picture);
  const back = draft.attachments.filter(isBack).map(({ picture: _picture, thumbnail: _thumbnail, ...entry }) => entry);
  const chosen = [...back, ...(draft.chosen || [])].sort((one, other) => one.number - other.number);
  return { ...draft, attachments: draft.attachments.filter((one) => !isBack(one)), chosen };
};

export const outbox = openOutbox(drafts, {
  make, most, spare: most, keepsOriginals: true, keepsLeftOut: true,
  attachment: ({ number, picture, thumbnail, name }) => ({ number, picture, thumbnail, name }),
  submit: async (draft) => {
    const { attachments, photographer, kind, notes } = draft.submission;
    const pictures = [...attachments].sort((one, other) => one.number - other.number).map(({ picture, thumbnail, name }) => ({ picture, thumbnail, name }));
    const { status, body } = await sendValue("/training/publish", { key: draft.key, photographer, kind, notes, pictures });
    if (status === 422 && body.missing?.length) {
      await drafts.change(draft.key, (found) => found && { ...unready(found, body.missing), submission: { ...found.submission, attachments: undefined } });
      return { kind: "again" };
    }
    return { kind: "answered", status, said: body.error, address: body.to };
  },
  renamed: (draft) => unready(draft),
});
