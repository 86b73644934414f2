// The home as it is today: it is made with the studio's day, and may have stood open since yesterday. Cards are hidden without leaving it.

import { ask } from "./person.js";
import { isSeen } from "./waiting.js";
import { dataOf, find } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

// A home that was looked at again before is not asked for again, in milliseconds.
const freshFor = 60_000;
let madeAt = Date.now();

/** The reader's own day: `2026-11-29`. */
const today = () => {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

const renew = async () => {
  const home = find(document, "#home", HTMLElement);
  try {
    const answer = await ask("/?today=" + today());
    if (!answer.ok) return;
    const text = await answer.text();
    madeAt = Date.now();
    // A card that the reader is just using stays.
    if (!home.contains(document.activeElement)) home.outerHTML = text;
  } catch {
    // Without a network it stays as it was.
  }
};

/** @type {Promise<void>} */
let pending = Promise.resolve();

/**
 * Changes are sent one after another: each replaces the whole list of hidden cards.
 * @param {string} path
 * @param {URLSearchParams} fields of one of the page's forms
 */
const change = (path, fields) => { pending = pending.then(() => send(path, fields)); return pending; };

/**
 * @param {string} path
 * @param {URLSearchParams} fields
 */
const send = async (path, fields) => {
  const failed = dataOf(document.body, "failed");
  try {
    const answer = await ask(path, { method: "POST", body: fields });
    if (answer.ok) await renew(); else toast(failed, { bad: true });
  } catch {
    toast(failed, { bad: true });
  }
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("#home form")) return;
  event.preventDefault();
  const fields = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  const { hidden = "", undo = "" } = find(document, "#home", HTMLElement).dataset;
  // The button goes with its card.
  find(document, "main", HTMLElement).focus({ preventScroll: true });
  await change(form.action, fields);
  if (form.matches(".home-hide")) toast(hidden, { action: undo, run: () => { change("/home/show", fields); } });
});

if (dataOf(find(document, "#home", HTMLElement), "day") !== today()) renew();
document.addEventListener("visibilitychange", () => { if (isSeen() && Date.now() - madeAt > freshFor) renew(); });
