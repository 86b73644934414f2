// Pictures come nearer in steps, or as far as two fingers move apart; what lies in the middle, or between the fingers, stays there.

/** @typedef {{ x: number, y: number }} Place of the part that is seen, in pixels from its upper left corner */

const steps = [1, 1.5, 2, 3, 4, 6];

/**
 * Where an axis is scrolled to when its content has grown.
 * @param {number} scroll
 * @param {number} ratio by which it has grown
 * @param {number} from what is seen here, in pixels from the beginning of what is seen
 * @param {number} [to] comes here
 */
export const scrollAfter = (scroll, ratio, from, to = from) => (scroll + from) * ratio - to;

/**
 * The next step from a zoom between them: `stepAfter(1.7, 1)` is 2.
 * @param {number} factor
 * @param {number} change in steps
 */
export const stepAfter = (factor, change) => {
  const least = .001, larger = steps.filter((step) => step > factor + least), smaller = steps.filter((step) => step < factor - least).reverse();
  const ahead = change > 0 ? larger : smaller;
  return change === 0 || ahead.length === 0 ? factor : ahead[Math.min(Math.abs(change), ahead.length) - 1];
};

export class Zoom {
  /**
   * @param {HTMLElement} box that grows, by its style's `--zoom`
   * @param {HTMLElement} scroller around it
   */
  constructor(box, scroller) {
    this.box = box;
    this.scroller = scroller;
    this.factor = 1;
  }

  /** @param {number} change in steps */
  by(change) { this.set(stepAfter(this.factor, change)); }

  reset() { this.set(1); }

  /**
   * @param {number} wanted 1 to 6
   * @param {Place} [from] what is seen here
   * @param {Place} [to] comes here
   */
  set(wanted, from = { x: this.scroller.clientWidth / 2, y: this.scroller.clientHeight / 2 }, to = from) {
    const { box, scroller } = this, factor = Math.max(1, Math.min(steps[steps.length - 1], wanted)), ratio = factor / this.factor;
    const left = scrollAfter(scroller.scrollLeft, ratio, from.x, to.x), top = scrollAfter(scroller.scrollTop, ratio, from.y, to.y);
    this.factor = factor;
    box.style.setProperty("--zoom", String(factor));
    // What can be scrolled can be scrolled by keys.
    if (factor > 1) scroller.tabIndex = 0; else scroller.removeAttribute("tabindex");
    scroller.scrollLeft = left;
    scroller.scrollTop = top;
  }
}
