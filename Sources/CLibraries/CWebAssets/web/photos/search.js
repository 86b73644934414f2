import { element, find } from "../shared/dom.js";
import { closeBeside, openSheet } from "./filter.js";
import { icon } from "../shared/icons.js";

/** @typedef {import("./photo.js").Words} Words */

// Keys of the grid that do the same while a photo is opened: the words for the key of deletion differ by language.
const alsoOpened = /^(S|1 – 7|B|Delete|Entf|Suppr|Supr|\?)\|/;

/**
 * Keys and what they do, under their titles: `["S|star", "B|into the basket"]`.
 * @param {Words} words
 * @param {boolean} isOpened whether a photo is.
 * @param {boolean} [hasFilm] whether it has a film, or any may have one.
 * @returns {[title: string, lines: string[]][]}
 */
export const keySections = (words, isOpened, hasFilm = true) => {
  const inGrid = words.keyList.split("\n");
  const films = [["Z", words.whole], ...(hasFilm ? [["L", words.play], ["M", words.sound]] : [])].filter(([, text]) => text).map((line) => line.join("|"));
  const both = isOpened ? inGrid.filter((line) => alsoOpened.test(line)) : [];
  /** @type {[string, string[]]} */
  const opened = [words.keyOpened, ["← →|" + words.previous + " · " + words.next, ...words.keyListOpened.split("\n"), ...films, ...both]];
  return isOpened ? [opened] : [[words.keyTitle, inGrid], opened];
};

/**
 * @param {Words} words
 * @param {boolean} isOpened
 * @param {boolean} [hasFilm]
 */
export const keyList = (words, isOpened, hasFilm = true) => {
  const box = element("div", "photos-key-list");
  for (const [title, lines] of keySections(words, isOpened, hasFilm)) {
    const list = element("dl");
    for (const line of lines) {
      const [key, meaning] = line.split("|");
      const name = element("dt");
      name.append(element("kbd", "", { text: key }));
      list.append(name, element("dd", "", { text: meaning }));
    }
    box.append(element("p", "photos-key-title", { text: title }), list);
  }
  return box;
};

/**
 * What a field contains after an example was added, and which part of that is to be replaced: of `camera:x` the `x`.
 * @param {string} own what it contained
 * @param {string} example
 * @returns {{ text: string, from: number }}
 */
export const withExample = (own, example) => {
  const text = (own.trim() ? own.trim() + " " : "") + example;
  return { text, from: text.length - example.length + (example.includes(":") ? example.indexOf(":") + 1 : 0) };
};

/** What can be written into the search, and what keys do: a sheet, opened from the menu and by a key. */
export class Tips {
  /**
   * @param {HTMLInputElement} field
   * @param {Words} words
   * @param {() => void} search
   */
  constructor(field, words, search) {
    this.field = field;
    this.words = words;
    this.search = search;
    this.sheet = element("dialog", "sheet photos-hints", { "aria-labelledby": "photos-hints-title" });
    const head = element("div", "head");
    const close = element("button", "icon-button", { type: "button", "data-close": "", "aria-label": words.close });
    close.append(icon("x-lg"));
    head.append(element("h2", "", { text: words.tips, id: "photos-hints-title" }), close);
    this.list = element("div", "photos-hint-list");
    this.sheet.append(head, this.list);
    closeBeside(this.sheet);
    const ways = find(document, ".photos-ways", HTMLElement);
    const open = element("button", "menu-item", { type: "button" });
    open.append(icon("question-circle"), words.tips);
    open.addEventListener("click", () => { find(ways, "details", HTMLDetailsElement).open = false; this.open(); });
    const entry = element("li");
    entry.append(open);
    find(ways, ".menu", HTMLElement).append(entry);
  }

  open() {
    const { words } = this;
    this.list.replaceChildren(...words.hints.split("\n").map((line) => {
      const [example, meaning] = line.split("|");
      const button = element("button", "menu-item", { type: "button" });
      button.append(element("code", "", { text: example, dir: "ltr" }), element("span", "", { text: meaning }));
      button.addEventListener("click", () => this.take(example));
      return button;
    }), keyList(words, false));
    openSheet(this.sheet, document.body);
  }

  toggle() { if (this.sheet.open) this.sheet.close(); else this.open(); }

  /** @param {string} example */
  take(example) {
    const { field } = this;
    const { text, from } = withExample(field.value, example);
    field.value = text;
    this.sheet.close();
    field.focus();
    field.setSelectionRange(from, text.length);
    this.search();
  }
}
