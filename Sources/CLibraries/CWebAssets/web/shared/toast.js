// A message that leaves by itself: what was done, and a way to undo it.

import { create, makeButton } from "./dom.js";

// How long a message stays, in seconds. WCAG 2.2.1 asks for time to read it; with an action, people first have to decide.
const shown = 6, shownWithAction = 10;

/** @type {HTMLElement | null} */
let place = null;
/** @type {(() => void) | null} */
let leave = null;

/** Where messages stand: over everything that is open, so also in an open dialog. */
const stage = () => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (!place) {
    place = create("div", { className: "toasts" });
    place.setAttribute("role", "status");
  }
  if (place.parentElement !== top) top.append(place);
  return place;
};

/**
 * Shows a message at the lower edge; the one before leaves. It stays while the pointer or the focus is on it.
 * `toast("3 photos moved to the bin", { action: "Undo", run: restore })`.
 * @param {string} text
 * @param {{ action?: string, run?: () => void, seconds?: number, bad?: boolean }} [options] `action` is the button's text, and `run` what it does
 * @returns {() => void} removes the message
 */
export const toast = (text, options = {}) => {
  const { action, run, seconds, bad } = options;
  leave?.();
  const words = create("p", {}, text), box = create("div", { className: bad ? "toast bad" : "toast" }, words);
  let timer = 0;
  const remove = () => { clearTimeout(timer); box.remove(); if (leave === remove) leave = null; };
  const begin = () => { clearTimeout(timer); timer = setTimeout(remove, (seconds ?? (action ? shownWithAction : shown)) * 1000); };
  if (action) {
    const button = makeButton(action, "", () => { remove(); run?.(); });
    box.append(button);
  }
  for (const stay of ["pointerenter", "focusin"]) box.addEventListener(stay, () => clearTimeout(timer));
  for (const go of ["pointerleave", "focusout"]) box.addEventListener(go, begin);
  stage().append(box);
  leave = remove;
  begin();
  return remove;
};
