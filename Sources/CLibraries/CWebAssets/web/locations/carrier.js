// On every page of the studio: photos of places that have not arrived go on from here.

import { all, get, release, sending } from "./drafts.js";

// What was chosen so long ago, in milliseconds, and was not released: its page was closed in between.
const longestChoice = 60000;

/** @param {string} person */
const carryOn = async (person) => {
  for (const { key, state, changed, chosen, attachments } of await all(person)) {
    const isLeft = state === "draft" && Date.now() - changed > longestChoice && (chosen?.length || attachments.length);
    if (isLeft && await get(key)) await release(key);
  }
  const left = await sending(person);
  if (!left.length) return;
  // Only a page with something to send loads what sends.
  const { outbox } = await import("./outbox.js");
  await Promise.all(left.map(({ key }) => outbox.send(key, () => {})));
};

const { person } = document.body.dataset;
if (person && indexedDB) carryOn(person).catch(() => {});
