// Renews an article on the screen from a newer text of it: only parts that differ are replaced, and a reader loses nothing of where they are.

import { find, findAll, require } from "../shared/dom.js";
import { openGallery } from "./gallery.js";
import { showTimes } from "./times.js";

/** @typedef {WeakMap<Element, import("./gallery.js").Gallery | null>} Galleries what handles the pictures of an article, by its element */

/** @param {string} text */
const parse = (text) => {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return require(holder.content.querySelector("article"), "article", HTMLElement);
};
/**
 * What stands beside the pictures is renewed part by part as well.
 * @param {HTMLElement} article
 */
const partsOf = (article) => findAll(article, ":scope > :not(.side), :scope > .side > *", HTMLElement);
/** @param {HTMLElement} part */
const isBeside = (part) => Boolean(part.parentElement?.matches(".side"));
/**
 * By which a part is found again: two texts of an article have no ids for most of them.
 * @param {Element} part
 */
const nameOf = (part) => part.tagName + "." + part.className + "#" + part.id;
/** @param {Element} part */
const focusable = (part) => findAll(part, "a[href], button, summary, input, textarea, select, [tabindex]", HTMLElement);
/** @param {Element | null} article */
const focusTitle = (article) => {
  const title = article?.querySelector("h1");
  if (title) title.focus({ preventScroll: true });
};

/**
 * In the place of another, with what was unfolded and where the focus was.
 * @param {HTMLElement} old
 * @param {HTMLElement} now
 */
const replace = (old, now) => {
  const at = focusable(old).findIndex((part) => part === document.activeElement);
  const unfolded = findAll(old, "details", HTMLDetailsElement).map((part) => part.open);
  // What was new when it was opened stands out until it is closed.
  const fresh = new Set(findAll(old, ".fresh[data-answer]", HTMLElement).map(({ dataset }) => dataset.answer));
  for (const answer of findAll(now, "[data-answer]", HTMLElement)) if (fresh.has(answer.dataset.answer)) answer.classList.add("fresh");
  old.replaceWith(now);
  findAll(now, "details", HTMLDetailsElement).forEach((part, number) => { part.open = Boolean(unfolded[number]); });
  if (at < 0) return;
  const same = focusable(now)[at];
  if (same) same.focus({ preventScroll: true }); else focusTitle(now.closest("article"));
};

/**
 * @param {HTMLElement} shown the article on the screen
 * @param {string} before its text as it came then
 * @param {string} text as it is now
 * @param {Galleries} galleries
 */
export const renew = (shown, before, text, galleries) => {
  const was = new Map(partsOf(parse(before)).map((part) => [nameOf(part), part.outerHTML]));
  const fresh = parse(text), there = new Map(partsOf(shown).map((part) => [nameOf(part), part]));
  for (const { name, value } of [...fresh.attributes]) shown.setAttribute(name, value);
  const side = find(shown, ".side", HTMLElement);
  /** @type {Map<HTMLElement, HTMLElement>} */
  const places = new Map();
  for (const part of partsOf(fresh)) {
    const name = nameOf(part), old = there.get(name), around = isBeside(part) ? side : shown, place = places.get(around);
    there.delete(name);
    let here = part;
    if (!old) { if (place) place.after(part); else around.prepend(part); }
    else if (was.get(name) === part.outerHTML || galleries.get(old)?.renew(part)) here = old;
    else replace(old, part);
    if (here === part && part.matches("[data-gallery]")) {
      // The list of its marks listened to the one before.
      const list = there.get("SECTION.marks#"), own = list && /** @type {HTMLElement} */ (list.cloneNode(true));
      if (list && own) { find(own, ".pins", HTMLElement).replaceChildren(); list.replaceWith(own); there.set("SECTION.marks#", own); }
      galleries.set(part, openGallery(shown, old && galleries.get(old)?.state));
    }
    places.set(around, here);
  }
  for (const part of there.values()) {
    const hadFocus = part.contains(document.activeElement);
    part.remove();
    if (hadFocus) focusTitle(shown);
  }
  showTimes(shown);
};
