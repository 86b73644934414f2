// What is known of a list of critiques. A calculation: nothing is asked for, nothing is shown.

/**
 * @typedef {import("./types").Card} Card
 * @typedef {import("./types").CardsPart} CardsPart
 */

/** @param {Card[]} cards */
const idsOf = (cards) => new Set(cards.map(({ id }) => id));

/**
 * Whether a critique belongs into a list that shows `all`, `good` or `improvement`. Only its HTML says of which kind it is.
 * @param {Card} card
 * @param {string | undefined} show
 */
export const belongs = ({ html }, show) => show === "all" || (show === "good") === html.includes('class="kind good"');

export class Cards {
  /** @param {CardsPart} part the beginning of the list */
  constructor({ cards, next }) {
    this.all = cards;
    /** The cursor behind which there are more; empty where there are none. */
    this.next = next;
    /**
     * New ones, which are not shown yet: what is read would move.
     * @type {Card[]}
     */
    this.waiting = [];
  }

  /** @param {string} id */
  find(id) { return this.all.find((card) => card.id === id); }

  /**
   * What comes behind.
   * @param {CardsPart} part
   */
  append({ cards, next }) {
    const known = idsOf(this.all);
    this.all.push(...cards.filter(({ id }) => !known.has(id)));
    this.next = next;
  }

  /** What was waiting is shown. */
  settle() {
    this.all.unshift(...this.waiting);
    this.waiting = [];
  }

  /**
   * Other ones in their place, with none behind them.
   * @param {Card[]} cards
   * @param {boolean} isNewest the newest come first
   */
  replace(cards, isNewest) {
    const timeOf = (/** @type {Card} */ { cursor }) => Number.parseInt(cursor);
    this.all = [...cards].sort((one, other) => (timeOf(other) - timeOf(one)) * (isNewest ? 1 : -1));
    this.next = "";
  }

  /** @param {Set<string>} ids */
  remove(ids) { this.all = this.all.filter(({ id }) => !ids.has(id)); }

  /**
   * Without a network: the newest that the device has, and of those that stand here what is older than all of them.
   * @param {Card[]} newest
   */
  fallBack(newest) {
    const known = idsOf(newest), oldest = Number.parseInt(newest.at(-1)?.cursor ?? "");
    this.all = [...newest, ...this.all.filter(({ id, cursor }) => !known.has(id) && Number.parseInt(cursor) < oldest)];
    this.next = this.all.at(-1)?.cursor || "";
  }

  /**
   * The beginning of the list as it is now. What should stand among these, and does not, is gone; where nothing comes behind them, all else is.
   * @param {CardsPart} part
   * @param {boolean} isNewest the newest come first
   * @returns {{ gone: Set<string>, changed: string[], fresh: Card[] }} what is no longer in the list, what differs, what is new
   */
  renew(part, isNewest) {
    const there = new Map(part.cards.map((card) => [card.id, card])), known = idsOf(this.all);
    const last = part.cards.at(-1);
    const end = part.next ? this.all.findIndex(({ id }) => id === last?.id) : this.all.length - 1;
    const before = this.all;
    this.all = before.filter(({ id }, at) => at > end || there.has(id));
    const gone = idsOf(before.filter((card) => !this.all.includes(card)));
    const changed = this.all.filter((card) => card.html !== (there.get(card.id)?.html ?? card.html));
    for (const card of changed) card.html = there.get(card.id)?.html ?? card.html;
    const fresh = part.cards.filter(({ id }) => !known.has(id));
    // Where the oldest come first, new ones are at the end: behind the last that is known.
    if (!isNewest && !this.next) this.next = this.all.at(-1)?.cursor || "";
    if (isNewest && fresh.length) this.waiting = fresh;
    return { gone, changed: changed.map(({ id }) => id), fresh };
  }
}
