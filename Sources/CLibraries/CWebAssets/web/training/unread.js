// How much of the training was not looked at: a number in the navigation of every page.

import { get } from "../shared/ask.js";
import { create } from "../shared/dom.js";

const name = "booth-training-unread";
// What was asked so long ago, in milliseconds, is asked again.
const patience = 60000;
// The page comes first: this is asked so much later, in milliseconds.
const after = 1500;

/** @param {number} count */
const show = (count) => {
  for (const link of document.querySelectorAll('.sections a[href="/training"]')) {
    link.querySelector(".number")?.remove();
    if (count) link.append(" ", create("span", { className: "number", textContent: count > 99 ? "99+" : String(count) }));
  }
};

/**
 * What a page of this tab has heard lately.
 * @param {string} person
 */
const heard = (person) => {
  try {
    const { of, at, count } = JSON.parse(sessionStorage.getItem(name) || "{}");
    return of === person && Date.now() - at < patience ? Number(count) : null;
  } catch { return null; }
};

/** @param {string} person */
const ask = async (person) => {
  const answer = await get("/training/unread");
  if (!answer.ok) return;
  const { count } = await answer.json();
  try { sessionStorage.setItem(name, JSON.stringify({ of: person, at: Date.now(), count })); } catch { /* asked again on the next page */ }
  show(count);
};

/** @param {string} person */
export const showUnread = (person) => {
  if (!document.querySelector('.sections a[href="/training"]')) return;
  const before = heard(person);
  if (before !== null) show(before);
  // On its own pages it changes by what is looked at.
  if (before === null || location.pathname.startsWith("/training")) setTimeout(() => ask(person).catch(() => {}), after);
};
