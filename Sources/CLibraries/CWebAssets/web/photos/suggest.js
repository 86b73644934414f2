import { ask } from "./ask.js";
import { element, find } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** @typedef {import("./photo.js").Words} Words */
/** @typedef {{ icon: string, text: string, detail: string, term: string, path?: string }} Suggestion what is shown, and what is searched for, or the page that is opened. */
/** @typedef {[name: string, count: number][]} Counted */

/**
 * What there is to be suggested.
 * @typedef {object} SuggestPage
 * @property {() => [month: number, name: string][]} months that have photos, the newest first
 * @property {() => string[]} sources their names
 * @property {() => void} search searches for what the field has.
 */

// So many are shown at once.
const most = 8;
// A list is shown once a person has typed nothing for so long, in milliseconds.
const pause = 120;

/** @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Where the word that is being typed begins: behind the last blank that is not within quotation marks.
 * @param {string} text
 */
export const partStart = (text) => {
  let [start, isQuoted] = [0, false];
  for (const [at, letter] of [...text].map((letter, place) => /** @type {[number, string]} */ ([place, letter]))) {
    if (letter === "\"") isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(letter)) start = at + 1;
  }
  return start;
};

/**
 * A value as the search reads it: in quotation marks where there are blanks in it.
 * @param {string} value
 */
export const quoted = (value) => /\s/.test(value) ? `"${value.replaceAll("\"", "")}"` : value.replaceAll("\"", "");

/**
 * What fits the word that is being typed: whose text, or a word of it, or term begins so; the first few, in their order, those whose whole text begins so first.
 * @param {Suggestion[]} all
 * @param {string} part
 */
export const fitting = (all, part) => {
  const typed = folded(part.replaceAll("\"", ""));
  if (!typed) return [];
  /** @param {Suggestion} one */
  const rank = ({ text, term }) => {
    const [own, written] = [folded(text), folded(term)];
    if (written === typed) return 0;
    if (own.startsWith(typed) || written.startsWith(typed)) return 2;
    return own.split(/[\s/_-]+/).some((word) => word.startsWith(typed)) || written.replaceAll("\"", "").split(":")[1]?.startsWith(typed) ? 1 : 0;
  };
  return all.map((one) => /** @type {const} */ ([rank(one), one])).filter(([fit]) => fit).sort(([one], [other]) => other - one).slice(0, most).map(([, one]) => one);
};

/**
 * The search after a suggestion was taken: the term stands for the word that was being typed.
 * @param {string} text
 * @param {string} term one that ends in a colon waits for its value.
 */
export const taken = (text, term) => text.slice(0, partStart(text)) + term + (term.endsWith(":") ? "" : " ");

/**
 * All that can be suggested: months and years, own albums, which are opened, sources, cameras, folders, kinds of files, stars and colours, and what can stand before a colon.
 * @param {Words} words
 * @param {[month: number, name: string][]} months
 * @param {string[]} sources
 * @param {{ cameras: Counted, folders: Counted, formats: Counted, albums?: [album: string, title: string, count: number][] }} terms
 * @returns {Suggestion[]}
 */
export const allSuggestions = (words, months, sources, { cameras, folders, formats, albums = [] }) => {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const years = [...new Set(months.map(([month]) => Math.floor(month / 12)))];
  const colours = ["red", "orange", "yellow", "green", "blue", "purple", "gray"];
  const hints = words.hints.split("\n").map((line) => line.split("|")).filter(([example]) => example.includes(":"));
  const last = (/** @type {string} */ path) => path.split("/").filter(Boolean).at(-1) ?? "";
  return [
    { icon: "star", text: words.star, detail: "star", term: "star" },
    ...years.map((year) => ({ icon: "clock", text: String(year), detail: "", term: String(year) })),
    ...months.map(([month, name]) => ({ icon: "clock", text: name, detail: "", term: `${Math.floor(month / 12)}-${two(month % 12 + 1)}` })),
    ...albums.map(([album, title]) => ({ icon: "images", text: title, detail: words.albums || "", term: "", path: "/photos?album=" + encodeURIComponent(album) })),
    ...sources.map((name) => ({ icon: "hdd", text: name, detail: "in:", term: "in:" + quoted(name) })),
    ...cameras.map(([name]) => ({ icon: "camera", text: name, detail: "camera:", term: "camera:" + quoted(name.toLowerCase()) })),
    ...folders.filter(([path]) => last(path)).map(([path]) => ({ icon: "folder", text: last(path), detail: path === last(path) ? "" : path, term: `"${last(path).replaceAll("\"", "")}"` })),
    ...["raw", "video", "photo", ...formats.map(([name]) => name.toLowerCase())].map((name) => ({ icon: name === "video" ? "film" : "image", text: name.toUpperCase(), detail: "type:", term: "type:" + name })),
    ...colours.map((colour, place) => ({ icon: "tag", text: words.colours.split("|")[place] ?? colour, detail: "tag:", term: "tag:" + colour })),
    ...hints.map(([example, meaning]) => ({ icon: "search", text: example.slice(0, example.indexOf(":") + 1), detail: meaning, term: example.slice(0, example.indexOf(":") + 1) })),
  ];
};

/** What fits while a person types, below the search: a list that the arrow keys walk, as of a combobox (WAI-ARIA). */
export class Suggestions {
  /**
   * @param {HTMLInputElement} field
   * @param {Words} words
   * @param {SuggestPage} page
   */
  constructor(field, words, page) {
    this.field = field;
    this.words = words;
    this.page = page;
    this.list = element("ul", "photos-suggestions menu", { id: "photos-suggestions", role: "listbox", "aria-label": words.search });
    /** @type {Suggestion[]} */
    this.shown = [];
    this.at = -1;
    /** @type {Promise<{ cameras: Counted, folders: Counted, formats: Counted, albums?: [string, string, number][] }> | undefined} */
    this.terms = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "photos-suggestions" })) field.setAttribute(name, value);
    field.addEventListener("input", (event) => this.type(event));
    field.addEventListener("keydown", (event) => this.press(event));
    field.addEventListener("blur", () => this.close());
    // The field keeps the focus.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", ({ target }) => {
      const item = target instanceof Element ? target.closest("li") : null;
      if (item) this.take([...this.list.children].indexOf(item));
    });
  }

  /** Asks once for what only the studio knows; without an answer the rest is suggested. */
  learn() {
    this.terms ??= (async () => {
      try {
        const [answer, albums] = await Promise.all([ask("/photos/terms.json"), ask("/photos/albums.json")]);
        if (answer.ok) return { ...await answer.json(), albums: albums.ok ? await albums.json() : [] };
      } catch { /* the next time */ }
      this.terms = undefined;
      return { cameras: [], folders: [], formats: [] };
    })();
    return this.terms;
  }

  /** @param {Event} event of the field */
  type(event) {
    // What is pasted or filled in is whole.
    if (!(event instanceof InputEvent) || !event.inputType.startsWith("insertText") && !event.inputType.startsWith("delete")) { this.close(); return; }
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.show(), pause);
  }

  async show() {
    const { field, page } = this;
    const text = field.value;
    const terms = await this.learn();
    if (!terms || field.value !== text || document.activeElement !== field) return;
    // A suggestion that was marked while this list was made stays marked.
    const marked = this.shown[this.at];
    this.shown = fitting(allSuggestions(this.words, page.months(), page.sources(), terms), text.slice(partStart(text)));
    this.at = marked ? this.shown.findIndex(({ term, path }) => term === marked.term && path === marked.path) : -1;
    if (!this.shown.length) { this.close(); return; }
    this.list.replaceChildren(...this.shown.map(({ icon: name, text: label, detail }, place) => {
      const item = element("li", "menu-item", { role: "option", id: "photos-suggestion-" + place, "aria-selected": "false" });
      const own = element("bdi", "", { text: label });
      item.append(icon(name), own);
      if (detail) item.append(element("span", "quiet", { text: detail }));
      return item;
    }));
    find(document, ".photos-search", HTMLElement).append(this.list);
    field.setAttribute("aria-expanded", "true");
    this.mark();
  }

  close() {
    clearTimeout(this.soon);
    this.shown = [];
    this.list.remove();
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  mark() {
    for (const [place, item] of [...this.list.children].entries()) item.setAttribute("aria-selected", String(place === this.at));
    if (this.at < 0) this.field.removeAttribute("aria-activedescendant"); else this.field.setAttribute("aria-activedescendant", "photos-suggestion-" + this.at);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { shown } = this;
    if (event.key === "Enter") clearTimeout(this.soon);
    if (!shown.length || event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      // Before the first and behind the last is what was typed.
      this.at = (this.at + 1 + step + shown.length + 1) % (shown.length + 1) - 1;
      this.mark();
    } else if (event.key === "Enter") {
      if (this.at >= 0) { event.preventDefault(); this.take(this.at); } else this.close();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }

  /** @param {number} place */
  take(place) {
    const { field, shown } = this;
    if (!shown[place]) return;
    const { term, path } = shown[place];
    if (path) { location.assign(path); return; }
    field.value = taken(field.value, term);
    this.close();
    field.focus();
    if (!term.endsWith(":")) this.page.search(); else this.show();
  }
}
