// The pictures of a form that shares a critique: a row for each, with what is said of it.

import { create, element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/**
 * @typedef {import("./types").PictureEntry} PictureEntry
 * @typedef {import("../shared/outbox/types").Said} Said
 * @typedef {{ said?: Said, fraction?: number }} Progress what was heard last of a picture on its way
 * @typedef {Record<string, string | undefined>} Words
 */

// How large a small picture is, in CSS pixels: as the style sheet has it.
const side = 64;

/**
 * What is said of one: the words, whether something is wrong, and how much of it is sent.
 * @param {PictureEntry} entry
 * @param {Progress} progress
 * @param {Words} words
 */
export const standing = (entry, { said, fraction }, words) => {
  if ("picture" in entry) return { text: words.ready || "", isWrong: false, isDone: true };
  if ("fault" in entry) return { text: entry.said || { unread: words.unread, storageFull: words.full }[entry.fault] || words.failed || "", isWrong: true, isDone: false };
  const text = said ? said.text || words[said.word] : fraction !== undefined ? words.sending?.replace("%1", String(Math.round(100 * fraction))) : words.waits;
  return { text: text || "", isWrong: false, isDone: false };
};

export class PublishRow {
  /**
   * @param {PictureEntry} entry
   * @param {Words} words
   * @param {{ remove: () => void, choose: () => void }} act
   */
  constructor(entry, words, { remove, choose }) {
    this.image = create("img", { alt: "", width: side, height: side });
    // A photo that the studio has already, and one of a kind that this browser does not show, is seen when it is ready.
    this.image.classList.add("missing");
    this.image.addEventListener("load", () => {
      if (this.image.src.startsWith("blob:")) URL.revokeObjectURL(this.image.src);
      this.image.classList.remove("missing");
    });
    this.image.addEventListener("error", () => this.image.classList.add("missing"));
    this.state = element("span", "quiet", { role: "status" });
    this.bar = create("progress", { max: 1, value: 0 });
    this.bar.setAttribute("aria-label", entry.name);
    const button = element("button", "icon-button remove", { type: "button", "aria-label": `${words.remove}: ${entry.name}` });
    button.append(icon("x-lg"));
    const text = create("span", {}, create("bdi", { textContent: entry.name }), create("br"), this.state);
    this.chooser = element("button", "picture", { type: "button", "aria-label": `${words.mark}: ${entry.name}` });
    this.chooser.append(this.image);
    this.chooser.addEventListener("click", choose);
    this.item = create("li", {}, this.chooser, text, this.bar, button);
    button.addEventListener("click", () => { this.item.remove(); remove(); });
  }

  /** @param {Blob | undefined} file as it was chosen */
  showFile(file) { if (file && !this.image.getAttribute("src")) this.image.src = URL.createObjectURL(file); }

  /** @param {string} address of the small picture that the studio has made */
  showReady(address) { if (!this.image.naturalWidth) this.image.src = address; }

  /** @param {{ text: string, isWrong: boolean, isDone: boolean }} standing */
  say({ text, isWrong, isDone }) {
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.className = isWrong ? "wrong" : "quiet";
    this.bar.hidden = isWrong || isDone;
    this.chooser.disabled = isWrong;
  }
}

/** The rows, in the order of the draft. */
export class PublishRows {
  /**
   * @param {HTMLElement} list
   * @param {Words} words
   * @param {{ bytes: (entry: PictureEntry) => Promise<Blob | undefined>, addressOf: (thumbnail: string) => string, leave: (entry: PictureEntry) => void,
   *   choose: (entry: PictureEntry) => void }} draft
   */
  constructor(list, words, draft) {
    this.list = list;
    this.words = words;
    this.draft = draft;
    /** @type {Map<string, PublishRow>} */
    this.rows = new Map();
    /**
     * Files of this page, by their entries' ids: they are seen at once.
     * @type {Map<string, Blob>}
     */
    this.files = new Map();
    /** @type {Map<string, Progress>} */
    this.progress = new Map();
  }

  /** @param {PictureEntry} entry */
  make(entry) {
    const row = new PublishRow(entry, this.words, {
      remove: () => {
        this.files.delete(entry.id);
        this.draft.leave(entry);
      },
      choose: () => this.draft.choose(entry),
    });
    const own = this.files.get(entry.id);
    if (own) row.showFile(own); else if (!("photo" in entry && entry.photo)) this.draft.bytes(entry).then((file) => row.showFile(file));
    this.rows.set(entry.id, row);
    return row;
  }

  /** @param {PictureEntry[]} entries */
  show(entries) {
    const ids = new Set(entries.map(({ id }) => id));
    for (const [id, { item }] of this.rows) if (!ids.has(id)) { item.remove(); this.rows.delete(id); this.files.delete(id); this.progress.delete(id); }
    /** @type {HTMLElement | null} */
    let before = null;
    for (const entry of entries) {
      const row = this.rows.get(entry.id) || this.make(entry);
      if (before) { if (before.nextElementSibling !== row.item) before.after(row.item); }
      else if (this.list.firstElementChild !== row.item) this.list.prepend(row.item);
      before = row.item;
      const progress = this.progress.get(entry.id) || {};
      row.say(standing(entry, progress, this.words));
      if ("picture" in entry) row.showReady(this.draft.addressOf(entry.thumbnail));
      else if (!("fault" in entry) && progress.fraction !== undefined) row.bar.value = progress.fraction;
    }
  }

  /** @param {string} id of the picture that is shown large */
  pointOut(id) {
    for (const [other, { chooser }] of this.rows) if (other === id) chooser.setAttribute("aria-current", "true"); else chooser.removeAttribute("aria-current");
  }
}
