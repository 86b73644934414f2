// Which cards of a long list have elements: those on the screen, and some above and below.

import { create, find, findAll } from "../shared/dom.js";
import { showTimes } from "./times.js";

/**
 * @typedef {import("./types").Card} Card
 * @typedef {import("./types").CardsPart} CardsPart
 * @typedef {import("./cards.js").Cards} Cards
 * @typedef {object} Measures
 * @property {number} top the list's, from the screen's, in CSS pixels
 * @property {number} screen its height
 * @property {number} row the height of a row, with the gap below it
 * @property {number} columns
 * @property {number} nodes of one card
 * @property {number} count how many cards there are
 */

// All cards together have at most so many elements: more make old telephones slow.
const mostNodes = 150;
// So many rows above and below the screen at most: more are never seen before they are made.
const mostBeside = 3;
// A card's height, in CSS pixels, and its elements, before one is there to be measured.
const usualHeight = 300, usualNodes = 9;
// More are asked for when so many rows from the end are reached.
const rowsBeforeEnd = 4;

/**
 * The rows that have elements, from `from` to before `to`, and how many there are.
 * @param {Measures} measures
 */
export const windowOf = ({ top, screen, row, columns, nodes, count }) => {
  const seen = Math.ceil(screen / row) + 1, all = Math.floor(mostNodes / columns / nodes);
  const margin = Math.min(mostBeside, Math.max(0, all - seen)) * row / 2;
  const rows = Math.ceil(count / columns);
  const from = Math.min(Math.max(0, Math.floor((-top - margin) / row)), Math.max(0, rows - 1));
  const to = Math.min(rows, Math.max(from + 1, Math.ceil((screen - top + margin) / row)));
  return { from, to, rows };
};

/** @param {string} text */
const parse = (text) => {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return holder.content;
};
/** @param {Element} list */
const cardsIn = (list) => /** @type {HTMLElement[]} */ ([...list.children])
  .map((item) => ({ id: String(item.dataset.id), cursor: String(item.dataset.cursor), html: item.outerHTML }));

/**
 * The list as the page came with it.
 * @param {HTMLElement} list
 * @returns {CardsPart}
 */
export const readCards = (list) => ({ cards: cardsIn(list), next: list.dataset.next || "" });

/**
 * A part of the list as the studio answers it, with how many there are of each kind.
 * @param {string} text
 * @returns {CardsPart & { counts: Element | null }}
 */
export const parseCards = (text) => {
  const content = parse(text), list = content.querySelector("ol");
  return { ...(list ? readCards(list) : { cards: [], next: "" }), counts: content.querySelector(".counts") };
};

const createSpace = () => {
  const space = create("li", { className: "space", hidden: true });
  space.setAttribute("aria-hidden", "true");
  return space;
};

export class CardWindow {
  /**
   * @param {HTMLElement} feed
   * @param {HTMLElement} list
   * @param {Cards} cards
   * @param {() => void} loadMore
   */
  constructor(feed, list, cards, loadMore) {
    this.feed = feed;
    this.list = list;
    this.cards = cards;
    this.loadMore = loadMore;
    this.more = document.querySelector("main .more");
    /** A drawing is due, with the next frame. */
    this.isDue = false;
    this.before = createSpace();
    this.after = createSpace();
    list.prepend(this.before);
    list.append(this.after);
    this.items = new Map(findAll(list, "li[data-id]", HTMLElement).map((item) => [String(item.dataset.id), item]));
    /**
     * Elements of which the card has changed. Those that the page came with are made anew: their times are the studio's.
     * @type {WeakSet<Element>}
     */
    this.old = new WeakSet(this.items.values());
    addEventListener("scroll", () => this.draw(), { passive: true });
    addEventListener("resize", () => this.draw());
  }

  /** @param {string[]} ids of cards that have changed */
  markOld(ids) {
    for (const id of ids) {
      const item = this.items.get(id);
      if (item) this.old.add(item);
    }
  }

  /** @param {string} id */
  focus(id) {
    const link = this.list.querySelector(`li[data-id="${CSS.escape(id)}"] a`);
    if (link instanceof HTMLElement) link.focus({ preventScroll: true });
  }

  focusFirst() {
    const link = this.list.querySelector("li[data-id] a");
    if (link instanceof HTMLElement) link.focus({ preventScroll: true });
  }

  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => { this.isDue = false; this.render(); });
  }

  render() {
    const all = this.cards.all, { columns, gap, ...measures } = this.measure();
    const { from, to, rows } = windowOf({ columns, ...measures });
    this.showCards(all.slice(from * columns, to * columns), from * columns);
    for (const [space, count] of /** @type {[HTMLElement, number][]} */ ([[this.before, from], [this.after, rows - to]])) {
      space.hidden = count <= 0;
      space.style.height = Math.max(0, count * measures.row - gap) + "px";
    }
    if (this.more instanceof HTMLElement) this.more.hidden = true;
    if (this.cards.next && to >= rows - rowsBeforeEnd) this.loadMore();
    const nothing = this.feed.querySelector(".nothing");
    if (nothing && all.length) nothing.remove();
  }

  measure() {
    const style = getComputedStyle(this.list), gap = parseFloat(style.rowGap) || 0, first = this.list.querySelector("li[data-id]");
    return {
      gap, columns: style.gridTemplateColumns.split(" ").length, row: (first ? first.getBoundingClientRect().height : usualHeight) + gap,
      nodes: first ? first.querySelectorAll("*").length + 1 : usualNodes,
      top: this.list.getBoundingClientRect().top, screen: innerHeight, count: this.cards.all.length,
    };
  }

  /**
   * @param {Card[]} shown
   * @param {number} place of the first one
   */
  showCards(shown, place) {
    const ids = new Set(shown.map((card) => card.id));
    for (const [id, item] of this.items) if (!ids.has(id)) { item.remove(); this.items.delete(id); }
    /** @type {HTMLElement} */
    let before = this.before;
    shown.forEach((card, at) => {
      const item = this.itemOf(card);
      if (before.nextElementSibling !== item) before.after(item);
      item.setAttribute("aria-posinset", String(place + at + 1));
      item.setAttribute("aria-setsize", String(this.cards.next ? -1 : this.cards.all.length));
      before = item;
    });
  }

  /** @param {Card} card */
  itemOf(card) {
    const item = this.items.get(card.id);
    if (item && !this.old.has(item)) return item;
    const fresh = this.make(card), hadFocus = item?.contains(document.activeElement);
    item?.replaceWith(fresh);
    this.items.set(card.id, fresh);
    if (hadFocus) find(fresh, "a", HTMLElement).focus({ preventScroll: true });
    return fresh;
  }

  /** @param {Card} card */
  make({ html }) {
    const item = find(parse(html), "li", HTMLElement);
    showTimes(item);
    for (const image of findAll(item, "img", HTMLImageElement)) image.addEventListener("error", () => {
      image.replaceWith(create("span", { className: "gone", textContent: this.feed.dataset.unavailable }));
    });
    return item;
  }
}
