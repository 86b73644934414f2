import { tagOfKey, toggledStar, toggledTag } from "./photo.js";

/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */
/** @typedef {import("./photo.js").Photo} Photo */

// Where keys have another meaning: while a person writes, in an open menu. Enter and the space bar also belong to what can be pressed.
const writing = "input, select, textarea, [contenteditable]";
const others = writing + ", [role=slider], dialog, details[open]";
const pressed = "a, button, summary, input, select, textarea, [role=slider], dialog, details[open]";

/** Keys of the whole page: they act on the grid also while it has no focus. */
export class Keyboard {
  /** @param {PhotoBrowser} browser */
  constructor(browser) {
    this.browser = browser;
    this.may = browser.words.may;
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("keydown", (event) => this.pressAnywhere(event));
  }

  /**
   * Whether a key belongs to another element. A photo that has just been closed can have the focus for a moment yet.
   * @param {KeyboardEvent} event
   */
  isOthers({ target, key }) {
    if (target === this.browser.grid.node || !(target instanceof Element) || target.closest("dialog:not([open])")) return false;
    return Boolean(target.closest(key === "Enter" || key === " " ? pressed : others));
  }

  /**
   * Where a key leads.
   * @param {string} key
   * @returns {number | null} null: it is none that leads to a photo.
   */
  targetOf(key) {
    const { grid, layout, isRight } = this.browser;
    const { current, shownCount: page } = grid;
    const ahead = isRight ? -1 : 1;
    switch (key) {
      case "ArrowLeft": return current - ahead;
      case "ArrowRight": return current + ahead;
      case "ArrowUp": return layout.beside(current, -1);
      case "ArrowDown": return layout.beside(current, 1);
      case "PageUp": return current - page;
      case "PageDown": return current + page;
      case "Home": return 0;
      case "End": return layout.total - 1;
      default: return null;
    }
  }

  /** @param {KeyboardEvent} event */
  async press(event) {
    const { browser, may } = this;
    const { grid, layout, selection, actions } = browser;
    if (event.defaultPrevented || event.isComposing || browser.isOpened || this.isOthers(event) || !layout.total) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const tag = tagOfKey(event.key);
    const target = this.targetOf(event.key);
    if (target !== null) await this.go(event, target);
    else if (event.key === "Enter") { event.preventDefault(); browser.open(grid.current); }
    else if (event.key === " ") { event.preventDefault(); browser.toggle(grid.current); }
    else if (event.key === "Escape") browser.bar.clear();
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.add(await browser.numbersBetween(0, layout.total - 1));
    } else if (event.key === "b" && isPlain) {
      if (selection.size) actions.toBasket(); else browser.withPhoto(grid.current, (photo) => { actions.toBasket(String(photo[0])); });
    } else if (event.key === "Delete" && may.includes("manage") && selection.size) actions.trashSelected();
    else if (tag && may.includes("mark") && isPlain) this.mark((photo) => toggledTag(photo[5], tag));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} target
   */
  async go(event, target) {
    const { grid, selection, range } = this.browser;
    event.preventDefault();
    if (document.activeElement !== grid.node) grid.node.focus({ preventScroll: true });
    if (event.shiftKey && selection.size === 0 && range.start !== range.anchor) range.anchor = grid.current;
    this.browser.setCurrent(target);
    if (event.shiftKey) await this.browser.extend(grid.current); else if (!event.ctrlKey && !event.metaKey) range.begin(grid.current);
  }

  /**
   * Marks the current photo, and with it all selected where it is one of them.
   * @param {(photo: Photo) => import("./photo.js").MarkFields} fieldsFor
   */
  mark(fieldsFor) {
    const { browser } = this;
    const { selection, actions } = browser;
    browser.withPhoto(browser.grid.current, (photo) => {
      actions.mark(fieldsFor(actions.marking.expected(photo)), selection.has(photo[0]) ? selection.list : String(photo[0]));
    });
  }

  /**
   * Keys that do something without any photo, or also where the time line has the focus.
   * @param {KeyboardEvent} event
   */
  pressAnywhere(event) {
    const { browser, may } = this;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || browser.isOpened) return;
    if (event.target instanceof Element && event.target.closest(writing + ", dialog:not(.photos-hints)")) return;
    if (event.key === "?") {
      event.preventDefault();
      browser.tips.toggle();
    } else if (event.key === "s" && may.includes("mark") && !browser.tips.sheet.open) this.mark(toggledStar);
  }
}
