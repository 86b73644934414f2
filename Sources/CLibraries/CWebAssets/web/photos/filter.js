import { element, find, findAll } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { keepMessage } from "./messages.js";

/** @typedef {Record<string, string>} Query */
/** @typedef {{ words: Record<string, string>, search: (keepsPlace: boolean) => void, submitted: () => void }} FilterPage */

// The search begins when no letter has been typed for so long, in milliseconds.
const typingPause = 300;

/**
 * Where a term stands in a search as a word of its own.
 * @param {string} term
 */
const patternOf = (term) => new RegExp(`(^|\\s)${term.replace(/[^\w]/g, "\\$&")}(?=\\s|$)`, "i");

/**
 * Whether a search has a term: `star` is one of `beach star`, and none of `starfish`.
 * @param {string} text
 * @param {string} term
 */
export const hasTerm = (text, term) => patternOf(term).test(text);

/**
 * The search without the term, where it has it; else with it.
 * @param {string} text
 * @param {string} term
 */
export const toggledTerm = (text, term) =>
  (hasTerm(text, term) ? text.replace(patternOf(term), " ").replace(/\s+/g, " ") : `${text.trim()} ${term}`).trim();

/**
 * A sheet closes by its button and by a click beside it.
 * @param {HTMLDialogElement} sheet
 */
export const closeBeside = (sheet) => {
  sheet.addEventListener("click", ({ target }) => {
    if (target === sheet || target instanceof Element && target.closest("[data-close]")) sheet.close();
  });
};

/**
 * A sheet is part of the page only while it is open: so the page has few elements.
 * @param {HTMLDialogElement} sheet
 * @param {HTMLElement} home
 */
export const openSheet = (sheet, home) => {
  home.append(sheet);
  sheet.addEventListener("close", () => {
    if (sheet.open) return;
    keepMessage();
    sheet.remove();
  }, { once: true });
  sheet.showModal();
};

/** What is looked at: the search above the photos, and the sheet that narrows them down. */
export class Filter {
  /** @param {FilterPage} page */
  constructor(page) {
    this.page = page;
    this.form = find(document, ".photos-filter", HTMLFormElement);
    this.field = find(this.form, "[name=q]", HTMLInputElement);
    this.sheet = find(this.form, ".photos-filters", HTMLDialogElement);
    this.plain = this.sheet.dataset.plain || "";
    this.chips = findAll(this.sheet, ".chip[data-value]", HTMLButtonElement);
    this.terms = findAll(this.sheet, ".chip[data-term]", HTMLButtonElement);
    /** @type {Map<string, HTMLInputElement>} */
    this.inputs = new Map(["in", "order"].map((name) => {
      const input = element("input", "", { type: "hidden", name });
      input.value = this.chips.find((chip) => this.nameOf(chip) === name && chip.getAttribute("aria-pressed") === "true")?.dataset.value || "";
      this.form.append(input);
      return [name, input];
    }));
    this.button = element("button", "icon-button", { type: "button", "aria-label": page.words.filters, title: page.words.filters, "aria-haspopup": "dialog" });
    this.count = element("span", "number");
    this.button.append(icon("sliders"), this.count);
    find(document, ".photos-ways", HTMLElement).prepend(this.button);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
    this.sheet.remove();
    this.show();
  }

  /** @param {HTMLElement} chip */
  nameOf(chip) { return chip.parentElement?.dataset.name || ""; }

  /** What is asked for; the plain order is not named. */
  read() {
    /** @type {Query} */
    const query = {};
    for (const [name, value] of new FormData(this.form)) {
      if (value && !(name === "order" && value === this.plain)) query[name] = String(value);
    }
    return query;
  }

  /**
   * Puts source and order back.
   * @param {Query} query
   */
  restore(query) {
    this.set("in", query.in || "");
    this.set("order", query.order || this.plain);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    const input = this.inputs.get(name);
    if (input) input.value = value;
    this.show();
  }

  /** Shows what is chosen, and on the button how much that is. */
  show() {
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(this.inputs.get(this.nameOf(chip))?.value === chip.dataset.value));
    for (const chip of this.terms) chip.setAttribute("aria-pressed", String(hasTerm(this.field.value, chip.dataset.term || "")));
    const { in: source, order } = this.read();
    const count = [source, order].filter(Boolean).length + this.terms.filter((chip) => chip.getAttribute("aria-pressed") === "true").length;
    this.count.hidden = !count;
    this.count.textContent = String(count);
  }

  listen() {
    const { form, page, field, sheet } = this;
    form.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => { this.show(); page.search(false); }, typingPause);
    });
    form.addEventListener("submit", (event) => { event.preventDefault(); this.show(); page.search(false); page.submitted(); });
    this.button.addEventListener("click", () => openSheet(sheet, form));
    closeBeside(sheet);
    for (const chip of this.chips) {
      // Another source or order keeps the place.
      chip.addEventListener("click", () => { this.set(this.nameOf(chip), chip.dataset.value || ""); page.search(true); });
    }
    for (const chip of this.terms) {
      chip.addEventListener("click", () => { field.value = toggledTerm(field.value, chip.dataset.term || ""); this.show(); page.search(false); });
    }
  }
}
