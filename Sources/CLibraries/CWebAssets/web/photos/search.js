import { element, find } from "../shared/dom.js";

/** @typedef {import("./photo.js").Words} Words */

// Keys of the grid that do the same while a photo is opened: the words for the key of deletion differ by language.
const alsoOpened = /^(S|1 – 7|B|Delete|Entf|Suppr|Supr|\?)\|/;

/**
 * Keys and what they do, under their titles: `["S|star", "B|into the basket"]`.
 * @param {Words} words
 * @param {boolean} isOpened whether a photo is.
 * @returns {[title: string, lines: string[]][]}
 */
export const keySections = (words, isOpened) => {
  const inGrid = words.keyList.split("\n");
  const films = [["Z", words.whole], ["L", words.play], ["M", words.sound]].filter(([, text]) => text).map((line) => line.join("|"));
  const both = isOpened ? inGrid.filter((line) => alsoOpened.test(line)) : [];
  /** @type {[string, string[]]} */
  const opened = [words.keyOpened, ["← →|" + words.previous + " · " + words.next, ...words.keyListOpened.split("\n"), ...films, ...both]];
  return isOpened ? [opened] : [[words.keyTitle, inGrid], opened];
};

/**
 * @param {Words} words
 * @param {boolean} isOpened
 */
export const keyList = (words, isOpened) => {
  const box = element("div", "photos-key-list");
  for (const [title, lines] of keySections(words, isOpened)) {
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

/**
 * Offers what can be written into the search as buttons, while `box` is open.
 * @param {HTMLDetailsElement} box
 * @param {HTMLInputElement} field
 * @param {Words} words
 * @param {() => void} search
 */
export const offerHints = (box, field, words, search) => {
  const list = find(box, ".photos-hint-list", HTMLElement);
  list.replaceChildren();
  box.addEventListener("toggle", () => {
    list.replaceChildren();
    if (!box.open) return;
    for (const line of words.hints.split("\n")) {
      const [example, meaning] = line.split("|");
      const button = element("button", "plain", { type: "button" });
      button.append(element("code", "", { text: example, dir: "ltr" }), element("span", "", { text: meaning }));
      button.addEventListener("click", () => {
        const { text, from } = withExample(field.value, example);
        field.value = text;
        box.open = false;
        field.focus();
        field.setSelectionRange(from, text.length);
        search();
      });
      list.append(button);
    }
    list.append(keyList(words, false));
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    box.open = false;
    find(box, "summary", HTMLElement).focus();
  });
  document.addEventListener("pointerdown", ({ target }) => { if (box.open && target instanceof Node && !box.contains(target)) box.open = false; });
};
