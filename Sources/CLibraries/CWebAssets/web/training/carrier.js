// @ts-nocheck
"use strict";
import * as drafts from "./drafts.js";

const { person } = document.body.dataset;
// What is not shared for good yet can be taken back on any page of the training.
const place = document.getElementById("training-held"), held = new Set();
const hold = (key, phase, outbox) => {
  if (phase === "held" || phase === "readying") held.add(key); else held.delete(key);
  if (!place) return;
  place.hidden = !held.size;
  place.querySelector("button").onclick = async () => {
    const [first] = held;
    if (!(await outbox.takeBack(first))) return;
    try { sessionStorage.setItem("booth-training", first); } catch { /* then it is found among all drafts */ }
    location.assign("/training/new");
  };
};
const carry = async () => {
  const left = await drafts.sending(person);
  if (!left.length) return;
  const { outbox } = await import("./outbox.js");
  await Promise.all(left.map(async ({ key }) => {
    const now = await outbox.send(key, ({ phase }) => hold(key, phase, outbox)).finally(() => hold(key, "", outbox));
    // It waits for its writer, who hears why where it is opened.
    if (now?.isForbidden) await outbox.reopen(key);
  }));
};
const point = async () => {
  const unshared = document.getElementById("training-unshared");
  if (!unshared) return;
  const isSomething = ({ answers, attachments, chosen, leftOut }) => attachments.length || chosen.length || leftOut.length || answers.notes;
  const some = (await drafts.all(person)).filter((draft) => draft.state === "draft" && isSomething(draft));
  const open = await Promise.all(some.map(({ key }) => drafts.isOpen(key)));
  unshared.hidden = open.every((isOpen) => isOpen);
};
if (person) point().catch(() => {}).then(carry).then(point).catch(() => {});
