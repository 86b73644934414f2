// The draft of an open form: it is stored in this browser with each change, and other tabs that have it open hear of it.

import * as drafts from "./drafts.js";
import { moment, today } from "./days.js";
import { dataOf } from "../shared/dom.js";

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {(draft: Draft) => void} Change
 * @typedef {{ key: string, tab: string, hello?: boolean, seen?: boolean, gone?: boolean, field?: string }} TabMessage
 */

// So long after a key the field counts as being typed in, in milliseconds.
const typingTime = 1500;

/** A form in the builder is neither stored nor heard of. */
const noChannel = { postMessage: () => {}, onmessage: null };

/** @param {HTMLFormElement} form @returns {Draft} */
const beginDraft = (form) => ({
  user: dataOf(form, "user"), template: dataOf(form, "template"), templateName: dataOf(form, "name"), version: dataOf(form, "version"),
  date: today(), begun: moment(), answers: {}, typed: {}, sources: {}, labels: {}, schools: [], attachments: [], position: "", state: "draft", agrees: true,
});

export class OpenDraft {
  /**
   * @param {HTMLFormElement} form
   * @param {boolean} isPreview
   * @param {object} events
   * @param {(isStored: boolean) => void} events.stored after each change: whether the browser has taken it
   * @param {() => void} events.changed the studio is to hear of it
   */
  constructor(form, isPreview, events) {
    this.isPreview = isPreview;
    this.events = events;
    this.value = beginDraft(form);
    this.address = new URL(location.href);
    const key = this.address.searchParams.get("draft") || "";
    /** Empty as long as nothing was written. */
    this.key = !isPreview && /^[0-9a-f]{32}$/.test(key) ? key : "";
    this.tab = drafts.newKey();
    /** @type {Pick<BroadcastChannel, "postMessage" | "onmessage">} */
    this.channel = isPreview ? noChannel : new BroadcastChannel("booth-reports");
    /** The browser takes what is stored. */
    this.isStored = true;
    this.isDiscarded = false;
    /** Until everything is stored. */
    this.writing = Promise.resolve();
    /** @type {Change[]} */
    this.waiting = [];
    this.isNews = false;
    /** Where a person has typed last, and when. */
    this.typed = { id: "", at: 0 };
  }

  /**
   * Changes the draft and stores it. Writes come one after the other, and changes that come while one is made go together. What is stored
   * is what another tab has stored, with this one's changes.
   * @param {Change} change
   * @param {boolean} isQuiet the studio need not hear of it
   */
  change(change, isQuiet = false) {
    change(this.value);
    if (this.isPreview || this.isDiscarded) return this.writing;
    if (!this.key) this.setKey(drafts.newKey());
    this.waiting.push(change);
    this.isNews ||= !isQuiet;
    if (this.waiting.length > 1) return this.writing;
    const whole = this.value;
    this.writing = this.writing.then(() => this.write(whole));
    return this.writing;
  }

  /**
   * What fills itself in is stored with what a person has written: a form that is only looked at leaves no draft.
   * @param {Change} change
   */
  fillIn(change) { if (this.key) this.change(change); else change(this.value); }

  /** @param {Draft} whole */
  async write(whole) {
    const changes = this.waiting, isNews = this.isNews;
    this.waiting = [];
    this.isNews = false;
    let isStored = true;
    try {
      await drafts.change(this.key, (found) => {
        if (found?.state === "sending") return null;
        if (!found) return whole;
        for (const change of changes) change(found);
        return found;
      });
    } catch { isStored = false; }
    this.events.stored(isStored);
    this.isStored = isStored;
    if (isNews) this.events.changed();
  }

  /** @param {string} key */
  setKey(key) {
    this.key = key;
    this.address.searchParams.set("draft", key);
    history.replaceState(null, "", this.address);
  }

  /**
   * Tells other tabs what has changed, when it is stored: they read it then.
   * @param {Partial<TabMessage>} message
   */
  announce(message) { return this.writing.then(() => this.channel.postMessage({ key: this.key, tab: this.tab, ...message })); }

  /** @param {string} id */
  isTyping(id) { return id === this.typed.id && Date.now() - this.typed.at < typingTime; }
}
