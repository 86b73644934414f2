// @ts-nocheck
import { openGallery, showTimes } from "./gallery.js";

const article = (text) => {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return holder.content.querySelector("article");
};
const key = (part) => part.tagName + "." + part.className + "#" + part.id;
const focusable = (part) => [...part.querySelectorAll("a[href], button, summary, input, textarea, select, [tabindex]")];

// In the place of another, with what was unfolded and where the focus was.
const replace = (old, now) => {
  const at = focusable(old).indexOf(document.activeElement);
  const unfolded = [...old.querySelectorAll("details")].map((part) => part.open);
  old.replaceWith(now);
  now.querySelectorAll("details").forEach((part, number) => { part.open = Boolean(unfolded[number]); });
  if (at >= 0) (focusable(now)[at] || now.closest("article").querySelector("h1")).focus({ preventScroll: true });
};

// `galleries`: what handles the pictures of an article that is on the screen. `before` and `text`: the article as it came then, and now.
export const renew = (shown, before, text, galleries) => {
  const was = new Map([...article(before).children].map((part) => [key(part), part.outerHTML]));
  const fresh = article(text), there = new Map([...shown.children].map((part) => [key(part), part]));
  for (const { name, value } of [...fresh.attributes]) shown.setAttribute(name, value);
  let place = null;
  for (const part of [...fresh.children]) {
    const name = key(part), old = there.get(name);
    there.delete(name);
    let here = part;
    if (!old) { if (place) place.after(part); else shown.prepend(part); }
    else if (was.get(name) === part.outerHTML || galleries.get(old)?.renew(part)) here = old;
    else replace(old, part);
    if (here === part && part.matches("[data-gallery]")) galleries.set(part, openGallery(shown, galleries.get(old)?.state));
    place = here;
  }
  for (const part of there.values()) {
    const hadFocus = part.contains(document.activeElement);
    part.remove();
    if (hadFocus) shown.querySelector("h1").focus({ preventScroll: true });
  }
  showTimes(shown);
};
