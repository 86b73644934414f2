// Pictures come nearer in steps; what lies in the middle stays there.

const steps = [1, 1.5, 2, 3, 4, 6];

/**
 * Where an axis is scrolled to when its content has grown.
 * @param {number} scroll
 * @param {number} length that is seen
 * @param {number} ratio by which it has grown
 */
export const scrollAfter = (scroll, length, ratio) => (scroll + length / 2) * ratio - length / 2;

export class Zoom {
  /**
   * @param {HTMLElement} box that grows, by its style's `--zoom`
   * @param {HTMLElement} scroller around it
   */
  constructor(box, scroller) {
    this.box = box;
    this.scroller = scroller;
    this.step = 0;
  }

  /** @param {number} change in steps */
  by(change) { this.set(this.step + change); }

  reset() { this.set(0); }

  /** @param {number} step */
  set(step) {
    const { box, scroller } = this, before = steps[this.step];
    this.step = Math.max(0, Math.min(steps.length - 1, step));
    const zoom = steps[this.step], ratio = zoom / before;
    const left = scrollAfter(scroller.scrollLeft, scroller.clientWidth, ratio), top = scrollAfter(scroller.scrollTop, scroller.clientHeight, ratio);
    box.style.setProperty("--zoom", String(zoom));
    // What can be scrolled can be scrolled by keys.
    if (zoom > 1) scroller.tabIndex = 0; else scroller.removeAttribute("tabindex");
    scroller.scrollLeft = left;
    scroller.scrollTop = top;
  }
}
