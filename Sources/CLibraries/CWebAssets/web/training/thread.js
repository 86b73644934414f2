// Answers to a critique: written here, sent once, also where the network comes back only later and on another page.

import { create, dataOf, element, find } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import * as drafts from "./drafts.js";

/**
 * @typedef {import("./types").AnswerDraft} AnswerDraft
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("../shared/outbox/types").SendingReport} SendingReport
 */

export class Thread {
  /**
   * @param {HTMLElement} article
   * @param {HTMLFormElement} form
   */
  constructor(article, form) {
    this.article = article;
    this.form = form;
    this.critique = dataOf(article, "critique");
    this.person = String(document.body.dataset.person);
    this.words = form.dataset;
    this.text = find(form, "textarea", HTMLTextAreaElement);
    this.complaint = find(form, ".complaint", HTMLElement);
    /**
     * What was written here, by its key: on its way, or there since the page was made.
     * @type {Map<string, { answer: AnswerDraft, isSent: boolean }>}
     */
    this.own = new Map();
    form.hidden = false;
    form.addEventListener("submit", (event) => { event.preventDefault(); this.write(false); });
    form.querySelector('[data-do="done"]')?.addEventListener("click", () => this.write(true));
    document.addEventListener("booth:answered", (event) => this.arrived(/** @type {CustomEvent<string>} */ (event).detail));
    this.begin().catch(() => {});
  }

  /** What an earlier page has left in the browser: on its way, or refused. */
  async begin() {
    for (const { key, state, answer } of await drafts.all(this.person)) {
      if (answer?.critique !== this.critique) continue;
      if (state === "sending") this.own.set(key, { answer, isSent: false });
      else if (!this.text.value) { this.text.value = answer.text; await drafts.remove(key); }
    }
    this.show();
  }

  /** @param {string} text */
  complain(text) { this.complaint.textContent = text; }

  /** @param {boolean} isDone */
  write(isDone) {
    const text = this.text.value.trim();
    this.complain("");
    if (!text && !isDone) { this.complain(dataOf(this.form, "none")); this.text.focus(); return; }
    this.text.value = "";
    this.send({ critique: this.critique, text, isDone }).catch(() => this.complain(dataOf(this.form, "failed")));
  }

  /** @param {AnswerDraft} answer */
  async send(answer) {
    const key = drafts.newID();
    this.own.set(key, { answer, isSent: false });
    this.show();
    /** @type {Draft} */
    const draft = { ...drafts.empty(this.person), state: "sending", sender: this.person, answer, submission: {} };
    await drafts.change(key, () => draft).catch(() => {});
    const { outbox } = await import("./outbox.js");
    await this.ended(key, await outbox.send(key, () => {}));
  }

  /**
   * @param {string} key
   * @param {SendingReport | null} now
   */
  async ended(key, now) {
    // Sent by another page.
    if (now?.phase === "arrived" || (!now && !(await drafts.get(key).catch(() => undefined)))) { this.arrived(key); return; }
    if (!now || (now.phase === "signedOut" && !now.isForbidden)) return;
    // It is written once more: nothing of it is lost.
    const { answer } = this.own.get(key) || {};
    this.own.delete(key);
    await drafts.remove(now.key || key).catch(() => {});
    if (answer && !this.text.value) this.text.value = answer.text;
    this.complain(now.said || dataOf(this.form, "failed"));
    this.show();
  }

  /** @param {string} key */
  arrived(key) {
    const own = this.own.get(key);
    if (!own) return;
    own.isSent = true;
    this.show();
  }

  /** Those of this page stand behind what the studio has said; the list may be a new one. */
  show() {
    const list = this.article.querySelector(".answers");
    if (!list) return;
    for (const item of list.querySelectorAll("[data-own]")) item.remove();
    for (const [key, { answer, isSent }] of this.own) {
      if (list.querySelector(`[data-answer="${key}"]`)) continue;
      const state = element("span", "quiet", { role: "status", text: dataOf(this.form, isSent ? "sent" : "waits") });
      const item = create("li", {}, create("p", { className: "who" }, create("strong", {}, create("bdi", { textContent: this.words.name })), " ", state));
      item.dataset.own = key;
      if (answer.isDone) {
        const badge = create("span", { className: "badge good" });
        badge.append(icon("check-lg"), dataOf(this.form, "done"));
        item.append(create("p", {}, badge));
      }
      if (answer.text) item.append(create("p", { className: "said", dir: "auto", textContent: answer.text }));
      list.append(item);
    }
  }
}

/**
 * Null for who may not answer.
 * @param {HTMLElement} article
 */
export const openThread = (article) => {
  const form = article.querySelector("form.answer");
  return form instanceof HTMLFormElement ? new Thread(article, form) : null;
};
