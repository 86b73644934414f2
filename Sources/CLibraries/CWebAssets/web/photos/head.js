/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */

// The head goes, and comes again, after so much scrolling in one direction, in points; it goes only where so much lies above the window.
const [turnAfter, goesFrom] = [60, 480];

/** The page's head, which goes on telephones while one scrolls down and is there again as soon as one scrolls up. What is seen stays where it is. */
export class Head {
  /** @param {PhotoBrowser} browser */
  constructor(browser) {
    this.browser = browser;
    this.travelled = 0;
    this.phone = matchMedia("(max-width: 40rem)");
  }

  /** @param {boolean} isAway */
  fold(isAway) {
    const { scroll, grid, timeline } = this.browser;
    if (document.body.classList.contains("photos-down") === isAway) return;
    const before = grid.node.getBoundingClientRect();
    const { isAtTop } = scroll;
    document.body.classList.toggle("photos-down", isAway);
    this.travelled = 0;
    const after = grid.node.getBoundingClientRect();
    scroll.height = after.height;
    if (!isAtTop) scroll.y -= before.top - after.top;
    scroll.settle();
    timeline.drawYears();
    grid.draw();
  }

  /** @param {number} by how far the page was scrolled. */
  follow(by) {
    // While something is selected, the number of it stands there.
    if (!this.phone.matches || this.browser.selection.size) return;
    if (by < 0 !== this.travelled < 0) this.travelled = 0;
    this.travelled += by;
    if (this.travelled < -turnAfter) this.fold(false);
    else if (this.travelled > turnAfter && this.browser.scroll.isBelow(goesFrom) && !document.activeElement?.closest(".photos-head")) this.fold(true);
  }
}
