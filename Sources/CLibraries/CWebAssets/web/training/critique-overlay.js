// A critique over the list: from what the page or the device has of it at once, and as it is now as soon as the studio has said it.

import { find } from "../shared/dom.js";
import { createDialog } from "./critique-dialog.js";
import { followCritique } from "./critique-news.js";
import { openGallery } from "./gallery.js";
import { forget, keepWhole, kept } from "./kept.js";
import { openSheet } from "./notes-sheet.js";
import { renew } from "./renewal.js";
import { openThread } from "./thread.js";
import { showTimes } from "./times.js";

// So many that were opened on this page remain with it: what the device has kept is behind whatever else it keeps just now.
const mostOpened = 30;

/** The last ones that were opened, by their ids. */
export class OpenedTexts {
  constructor() {
    /** @type {Map<string, string>} */
    this.texts = new Map();
  }

  /** @param {string} id */
  get(id) { return this.texts.get(id); }

  /** @param {string} id */
  delete(id) { this.texts.delete(id); }

  /**
   * @param {string} id
   * @param {string} text
   */
  put(id, text) {
    this.texts.delete(id);
    this.texts.set(id, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > mostOpened) this.texts.delete(oldest);
  }
}

export class CritiqueOverlay {
  /**
   * @param {(path: string) => Promise<Response>} ask
   * @param {{ closed: (id: string) => void, gone: () => void }} follow what happens then
   */
  constructor(ask, follow) {
    this.ask = ask;
    this.follow = follow;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    /** The critique that is open, or will be in a moment; empty where there is none. */
    this.id = "";
    this.path = "";
    /** The article as it came last. */
    this.text = "";
    this.opened = new OpenedTexts();
    /** @type {import("./thread.js").Thread | null} */
    this.thread = null;
    /** @type {import("./renewal.js").Galleries} */
    this.galleries = new WeakMap();
    /** Ends the news of the critique that is open. */
    this.unfollow = () => {};
  }

  /** @param {Set<string>} ids of those that are no longer there */
  forget(ids) { for (const id of ids) this.opened.delete(id); }

  /** @param {Set<string>} ids */
  isOneOf(ids) { return this.dialog !== null && ids.has(this.id); }

  /**
   * @param {string} path
   * @param {string} id
   */
  async open(path, id) {
    // An address of its own, as what is kept of it for the time without a network is no whole page.
    const address = path + "?part=1";
    const before = this.opened.get(id) || await kept(address);
    this.unfollow();
    this.dialog?.remove();
    this.dialog = null;
    [this.id, this.path] = [id, path];
    if (before) this.show(before);
    try {
      await this.renew(id, address, before);
      keepWhole(this.article);
    } catch { if (!before && this.id === id) location.assign(path); }
    if (this.id === id && this.dialog) this.unfollow = followCritique(id, () => this.renew(id, address, this.text));
  }

  /**
   * @param {string} id
   * @param {string} address
   * @param {string | null} before the text that is shown
   */
  async renew(id, address, before) {
    const answer = await this.ask(address);
    if (this.id !== id) return;
    if (answer.status === 404) { this.opened.delete(id); forget(new Set([id])); this.follow.gone(); return; }
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    this.opened.put(id, text);
    if (this.id === id && text !== before) this.show(text);
  }

  close() {
    this.unfollow();
    if (!this.dialog) return;
    this.dialog.close();
    this.dialog.remove();
    this.dialog = null;
    const id = this.id;
    this.id = "";
    this.follow.closed(id);
  }

  /** @returns {HTMLElement | null} */
  get article() { return this.dialog && this.dialog.querySelector("article"); }

  /** @param {string} text */
  show(text) {
    const before = this.text, { article } = this;
    this.text = text;
    if (!article) { this.create(text); return; }
    const form = article.querySelector("form.answer");
    renew(article, before, text, this.galleries);
    if (form?.isConnected) this.thread?.show(); else this.thread = openThread(article);
  }

  /** @param {string} text */
  create(text) {
    const dialog = this.dialog = createDialog(() => history.back());
    dialog.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest(".close")) { event.preventDefault(); history.back(); }
    });
    document.body.append(dialog);
    dialog.innerHTML = text;
    dialog.showModal();
    showTimes(dialog);
    const article = find(dialog, "article", HTMLElement), gallery = article.querySelector("[data-gallery]");
    openSheet(article);
    this.thread = openThread(article);
    if (gallery) this.galleries.set(gallery, openGallery(article));
    find(dialog, "h1", HTMLElement).focus({ preventScroll: true });
  }
}
