// The list beside the map: what is looked at in the one is marked in the other.

import { findAll } from "../shared/dom.js";

/** @param {HTMLAnchorElement} card */
const idOf = (card) => decodeURIComponent(card.pathname.split("/").at(-1) ?? "");

/**
 * @param {import("./map-pins.js").Pins} pins
 * @param {HTMLElement} split
 */
export const linkList = (pins, split) => {
  const cards = new Map(findAll(split, "a.place", HTMLAnchorElement).map((card) => [idOf(card), card]));
  for (const [id, card] of cards) {
    for (const kind of ["pointerenter", "focus"]) card.addEventListener(kind, () => pins.mark(id, true));
    for (const kind of ["pointerleave", "blur"]) card.addEventListener(kind, () => pins.mark(id, false));
  }
  pins.told = (id, isLookedAt, isOpened) => {
    const card = cards.get(id);
    card?.classList.toggle("looked-at", isLookedAt);
    if (isLookedAt && isOpened) card?.scrollIntoView({ block: "nearest" });
  };
};
