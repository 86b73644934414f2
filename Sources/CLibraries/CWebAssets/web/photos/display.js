import { element, find } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */
/** @typedef {{ step: import("./layout.js").Step, rows: boolean, fit: boolean, names: boolean }} Options */

const storageKey = "booth-photos-display";
/** @type {Options} */
const plain = { step: "m", rows: true, fit: false, names: false };

/** How photos are shown, which the browser remembers: chosen in the sheet of the filters. */
export class Display {
  /** @param {PhotoBrowser} browser */
  constructor(browser) {
    const { words } = browser;
    this.browser = browser;
    /** @type {Options} */
    this.options = { ...plain, ...JSON.parse(localStorage.getItem(storageKey) || "{}") };
    /** @type {{ button: HTMLButtonElement, isOn: () => boolean }[]} */
    this.choices = [];
    this.panel = element("div", "photos-panel");
    const { options } = this;
    const sizes = this.group(words.size);
    for (const [step, text] of /** @type {const} */ ([["s", words.small], ["m", words.medium], ["l", words.large]])) {
      this.offer(sizes, text, () => options.step === step, () => { options.step = step; });
    }
    const layouts = this.group(words.layout);
    this.offer(layouts, words.squares, () => !options.rows, () => { options.rows = false; });
    this.offer(layouts, words.rows, () => options.rows, () => { options.rows = true; });
    this.offer(layouts, words.fit, () => options.fit, () => { options.fit = !options.fit; });
    this.offer(layouts, words.names, () => options.names, () => { options.names = !options.names; });
    browser.filter.sheet.append(this.panel);
    const ways = find(document, ".photos-ways", HTMLElement);
    const inBar = element("button", "icon-button wide", { type: "button", "aria-label": words.select, title: words.select });
    inBar.append(icon("check-circle"));
    browser.filter.button.after(inBar);
    const inMenu = element("button", "menu-item narrow", { type: "button" });
    inMenu.append(icon("check-circle"), words.select);
    const entry = element("li");
    entry.append(inMenu);
    find(ways, ".menu", HTMLElement).prepend(entry);
    /** Where one begins to select: in the bar, and on telephones in the menu. */
    this.selecting = [inBar, inMenu];
    /** Whether a click selects, and does not open. */
    this.isSelecting = false;
    for (const button of this.selecting) {
      button.addEventListener("click", () => {
        find(ways, "details", HTMLDetailsElement).open = false;
        this.setSelecting(!this.isSelecting);
      });
    }
    this.setSelecting(false);
    this.show();
  }

  /** @param {string} title */
  group(title) {
    const set = element("fieldset");
    const chips = element("div", "chips");
    set.append(element("legend", "", { text: title }), chips);
    this.panel.append(set);
    return chips;
  }

  /**
   * @param {HTMLElement} group
   * @param {string} text
   * @param {() => boolean} isOn
   * @param {() => void} change
   */
  offer(group, text, isOn, change) {
    const button = element("button", "chip", { text, type: "button" });
    button.addEventListener("click", () => {
      const top = this.browser.scroll.topOrdinal();
      change();
      localStorage.setItem(storageKey, JSON.stringify(this.options));
      this.browser.reshape(top);
      this.show();
    });
    this.choices.push({ button, isOn });
    group.append(button);
  }

  /** Shows what is chosen. */
  show() {
    const { root } = this.browser;
    for (const { button, isOn } of this.choices) button.setAttribute("aria-pressed", String(isOn()));
    root.classList.toggle("fit", this.options.fit && !this.options.rows);
    root.classList.toggle("named", this.options.names);
    root.dataset.step = this.options.step;
  }

  /** @param {boolean} isOn */
  setSelecting(isOn) {
    this.isSelecting = isOn;
    this.browser.root.classList.toggle("selecting", isOn);
    for (const button of this.selecting) button.setAttribute("aria-pressed", String(isOn));
  }
}
