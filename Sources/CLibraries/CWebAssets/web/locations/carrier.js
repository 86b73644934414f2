// On every page of the studio: photos of places that have not arrived go on from here.

import { mayHave } from "../shared/outbox/presence.js";

// What was chosen so long ago, in milliseconds, and was not released: its page was closed in between.
const longestChoice = 60000;

/** @param {string} person */
const carryOn = async (person) => {
  // As drafts.js calls it. Most pages, and all of a first visit, have nothing to send.
  if (!(await mayHave("booth-places"))) return;
  const { all, get, release, sending } = await import("./drafts.js");
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
