// Chooses a folder of the studio's machine as a source of photos.

import { ask } from "./ask.js";
import { element, find, findOptional } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** @typedef {{ path: string, up: string | null, folders: string[] }} Listing a folder and those in it; at the top whole paths. */

/**
 * The path of a folder within another.
 * @param {string} path the other's; empty at the top, where names are whole paths
 * @param {string} name
 */
export const within = (path, name) => path ? path.replace(/\/$/, "") + "/" + name : name;

class FolderChooser {
  /**
   * @param {HTMLButtonElement} opener
   * @param {HTMLFormElement} form
   */
  constructor(opener, form) {
    this.words = opener.dataset;
    this.form = form;
    this.field = find(form, "#folder", HTMLInputElement);
    this.sheet = element("dialog", "sheet photos-folders", { "aria-labelledby": "photos-folders-title" });
    const head = element("div", "head"), close = element("button", "icon-button", { type: "button", "data-close": "", "aria-label": String(this.words.close) });
    close.append(icon("x-lg"));
    head.append(element("h2", "", { text: String(this.words.title), id: "photos-folders-title" }), close);
    this.path = element("p", "quiet", { role: "status", dir: "ltr" });
    this.list = element("div", "photos-folder-list");
    this.use = element("button", "", { type: "button", text: String(this.words.use) });
    this.use.addEventListener("click", () => { this.field.value = this.at; this.sheet.close(); this.form.requestSubmit(); });
    this.sheet.append(head, this.path, this.list, this.use);
    // It closes by its button and by a click beside it.
    this.sheet.addEventListener("click", ({ target }) => {
      if (target === this.sheet || target instanceof Element && target.closest("[data-close]")) this.sheet.close();
    });
    this.sheet.addEventListener("close", () => opener.focus());
    document.body.append(this.sheet);
    this.at = "";
  }

  open() {
    this.sheet.showModal();
    this.show("");
  }

  /**
   * @param {string} name of the icon
   * @param {string} text
   * @param {string} path
   */
  entry(name, text, path) {
    const made = element("button", "menu-item", { type: "button" });
    made.append(icon(name), element("bdi", "", { text }));
    made.addEventListener("click", () => this.show(path));
    return made;
  }

  /** @param {string} path empty: where one begins */
  async show(path) {
    try {
      const answer = await ask("/photos/folders.json" + (path ? "?at=" + encodeURIComponent(path) : ""));
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {Listing} */
      const { path: at, up, folders } = await answer.json();
      this.at = at;
      this.path.textContent = at || String(this.words.places);
      this.use.disabled = !at;
      this.list.replaceChildren(...(up === null ? [] : [this.entry("chevron-up", String(this.words.up), up)]), ...folders.map((name) => this.entry("folder", name, within(at, name))));
      if (!folders.length) this.list.append(element("p", "quiet", { text: String(this.words.none) }));
      this.list.querySelector("button")?.focus();
    } catch { this.path.textContent = String(this.words.failed); }
  }
}

/** @param {HTMLButtonElement} opener */
const begin = (opener) => {
  const form = opener.closest("form");
  if (!form) return;
  opener.hidden = false;
  find(form, "details", HTMLDetailsElement).open = false;
  const chooser = new FolderChooser(opener, form);
  opener.addEventListener("click", () => chooser.open());
};

if (typeof document !== "undefined") {
  const opener = findOptional(document, "#choose-folder", HTMLButtonElement);
  if (opener) begin(opener);
}
