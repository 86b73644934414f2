import { element, find } from "../shared/dom.js";

/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */
/** @typedef {{ step: import("./layout.js").Step, rows: boolean, fit: boolean, names: boolean }} Options */

const storageKey = "booth-photos-display";
/** @type {Options} */
const plain = { step: "m", rows: true, fit: false, names: false };

/** How photos are shown, which the browser remembers, and the menu for it. */
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
    for (const [step, text] of /** @type {const} */ ([["s", words.small], ["m", words.medium], ["l", words.large]])) {
      this.offer(text, () => options.step === step, () => { options.step = step; });
    }
    this.offer(words.squares, () => !options.rows, () => { options.rows = false; });
    this.offer(words.rows, () => options.rows, () => { options.rows = true; });
    this.offer(words.fit, () => options.fit, () => { options.fit = !options.fit; });
    this.offer(words.names, () => options.names, () => { options.names = !options.names; });
    this.menu = element("details", "photos-tools");
    this.summary = element("summary", "", { text: words.tool });
    this.menu.append(this.summary, this.panel);
    this.selecting = element("button", "plain", { text: words.select, type: "button", "aria-pressed": "false" });
    /** Whether a click selects, and does not open. */
    this.isSelecting = false;
    this.listen();
    find(document, ".photos-head", HTMLElement).append(this.selecting, this.menu);
    this.show();
  }

  listen() {
    const { menu } = this;
    this.selecting.addEventListener("click", () => this.setSelecting(!this.isSelecting));
    document.addEventListener("pointerdown", ({ target }) => { if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false; });
    menu.addEventListener("keydown", (event) => { if (event.key === "Escape") { menu.open = false; this.summary.focus(); } });
  }

  /**
   * @param {string} text
   * @param {() => boolean} isOn
   * @param {() => void} change
   */
  offer(text, isOn, change) {
    const button = element("button", "plain", { text, type: "button" });
    button.addEventListener("click", () => {
      const top = this.browser.scroll.topOrdinal();
      change();
      localStorage.setItem(storageKey, JSON.stringify(this.options));
      this.browser.reshape(top);
      this.show();
    });
    this.choices.push({ button, isOn });
    this.panel.append(button);
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
    this.selecting.setAttribute("aria-pressed", String(isOn));
  }
}
