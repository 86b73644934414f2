// The page that shares a critique.

import { dataOf, find } from "../shared/dom.js";
import * as drafts from "./drafts.js";
import { takeFormer } from "./former-drafts.js";
import { OpenDraft, findDraft } from "./open-draft.js";
import { outbox } from "./outbox.js";
import { most, shownPictures, withLarge } from "./publication.js";
import { PublishForm } from "./publish-form.js";
import { PublishRows } from "./publish-rows.js";

/**
 * @typedef {import("./types").LentPhoto} LentPhoto
 * @typedef {import("../shared/outbox/types").News} News
 * @typedef {import("../shared/outbox/types").SendingReport} SendingReport
 */

class PublishPage {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.person = String(document.body.dataset.person);
    this.form = new PublishForm(form);
    this.words = form.dataset;
    this.open = new OpenDraft(this.person, dataOf(form, "key"));
    this.rows = new PublishRows(this.form.picked, this.words, {
      bytes: (entry) => outbox.bytesAsChosen(this.open.key, entry),
      addressOf: (thumbnail) => `/training/pictures/${this.open.key}/${thumbnail}`,
      leave: ({ id }) => {
        outbox.leave(this.open.key, id);
        this.form.complain();
        this.form.picker.focus();
      },
    });
    this.isPublishing = false;
    /** It is shared: nothing of the page would be lost. */
    this.isDone = false;
    // What is typed is written, what is chosen taken in, and what is stored read, each one after the other.
    this.writing = Promise.resolve();
    this.reading = Promise.resolve();
    this.begun = Promise.resolve();
    this.taking = this.begun;
  }

  start() {
    const { form, picker, backButton } = this.form;
    form.addEventListener("input", (event) => { if (event.target !== picker) this.keepAnswers(); });
    form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    outbox.listen((news) => this.learn(news));
    picker.addEventListener("change", () => {
      this.form.complain();
      const some = [...(picker.files || [])];
      picker.value = "";
      if (some.length) this.taking = this.taking.then(() => this.take(some)).catch(() => this.form.complain(this.words.failed));
    });
    backButton.addEventListener("click", async () => { if (!(await outbox.takeBack(this.open.key))) this.offerBack(false); });
    // What stands on this page alone, as the browser has no room for it or keeps nothing, is not left by a slip.
    addEventListener("beforeunload", (event) => { if (!this.isDone && (outbox.isReading() || drafts.isHeld(this.open.key))) event.preventDefault(); });
    this.begun = this.begin().catch(() => {});
    this.taking = this.begun;
  }

  // MARK: Beginning

  async begin() {
    const before = drafts.lastDraft();
    /** @type {LentPhoto[]} */
    const lent = JSON.parse(this.words.photos || "[]");
    await takeFormer(this.person, before).catch(() => {});
    const found = await findDraft(this.person, before, lent, ({ answers }) => this.form.isFor(answers)).catch(() => null);
    if (found) this.open.draft = found; else await drafts.claim(this.open.key, true);
    this.open.open(found ? found.key : this.open.key);
    if (found) this.form.fillIn(found.answers || {});
    this.show();
    const fresh = lent.filter(({ photo }) => !this.open.draft.lent?.includes(photo));
    if (fresh.length) {
      await this.open.change((draft) => ({ ...draft, lent: [...(draft.lent || []), ...fresh.map(({ photo }) => photo)] }));
      await this.take(fresh);
    } else if (found) outbox.prepare(this.open.key);
  }

  // MARK: What is typed and chosen

  keepAnswers() {
    this.writing = this.writing.then(() => this.open.change((draft) => draft.state === "sending" ? null : { ...draft, answers: this.form.answers }));
  }

  show() { this.rows.show(shownPictures(this.open.draft)); }

  renew() {
    this.reading = this.reading.then(async () => { await this.open.read(); this.show(); });
    return this.reading;
  }

  /** @param {News} news */
  learn({ key, entry, fraction, said, left, isFull, isSignedOut }) {
    if (key !== this.open.key) return;
    const { progress } = this.rows;
    if (isFull) this.form.complain(this.words.many);
    if (isSignedOut) { progress.set(entry.id, { said: { word: "forbidden" } }); this.form.complain(this.words.forbidden); }
    if (said) progress.set(entry.id, { said });
    if (fraction !== undefined) { progress.set(entry.id, { fraction }); this.show(); return; }
    // Its turn has come: nothing has changed yet.
    if (left !== undefined && !progress.has(entry.id)) return;
    this.renew();
  }

  /** @param {(File | LentPhoto)[]} some */
  async take(some) {
    await this.open.change((draft) => draft);
    const isLarge = (/** @type {File | LentPhoto} */ file) => "size" in file && file.size > Number(this.words.largest);
    const large = some.filter(isLarge), fit = some.filter((file) => !isLarge(file));
    const { isFull, isLate, entries } = await outbox.take(this.open.key, fit, "", most, (file) => file.name);
    entries.forEach((entry, place) => {
      const file = fit[place];
      if (!entry.photo && file instanceof Blob) this.rows.files.set(entry.id, file);
    });
    if (large.length) await this.open.change((draft) => withLarge(draft, large.map(({ name }) => name), String(this.words.large)));
    if (isFull || isLate) this.form.complain(this.words.many);
    await this.renew();
  }

  // MARK: Sharing

  /** @param {boolean} isOffered */
  offerBack(isOffered) { this.form.offerBack(isOffered, () => outbox.left(this.open.draft)); }

  async submit() {
    if (this.isPublishing) return;
    this.isPublishing = true;
    this.form.complain();
    this.form.sayState();
    this.form.lock(true);
    const isAway = await this.publish().catch(() => { this.form.complain(this.words.failed); return false; });
    if (!isAway) { this.isPublishing = false; this.form.lock(false); }
  }

  /** Whether another page is on its way. */
  async publish() {
    const { form, open, words } = this;
    await this.begun;
    await this.taking;
    await this.writing;
    await open.read();
    const { attachments, chosen, leftOut } = open.draft;
    if (!attachments.length && !chosen.length && !leftOut.length) { form.complain(words.none); form.picker.focus(); return false; }
    if (leftOut.length) { form.complain(words.wrong); return false; }
    const answers = form.answers;
    await open.change((draft) => draft.state === "sending" ? null
      : { ...draft, state: "sending", due: Date.now() + outbox.seconds * 1000, sender: this.person, answers, submission: { ...answers } });
    const now = await outbox.send(open.key, (report) => this.onItsWay(report)).finally(() => this.offerBack(false));
    return this.ended(now);
  }

  /** @param {SendingReport} report */
  onItsWay({ phase }) {
    const { form, words } = this;
    this.offerBack(phase === "held" || phase === "readying");
    form.sayState(phase === "held" ? words.held : "");
    if (phase === "waiting") form.complain(words.still); else if (form.complaint.textContent === words.still) form.complain();
  }

  /** @param {string} address */
  leave(address) { location.assign(address); return true; }

  /**
   * What follows from how it ended: whether another page is on its way.
   * @param {SendingReport | null} now
   */
  async ended(now) {
    const { form, open, words } = this;
    // Shared in another tab, or taken back there.
    const isThere = Boolean(await open.stored());
    if (now?.phase === "arrived" || (!isThere && !now?.key)) {
      this.isDone = true;
      return this.leave((now?.phase === "arrived" && now.address) || "/training");
    }
    // Signed in again, any page goes on with it.
    if (now?.phase === "signedOut" && !now.isForbidden) return this.leave("/sign-in?to=" + encodeURIComponent(location.pathname));
    if (now?.phase === "signedOut") { await outbox.reopen(open.key).catch(() => {}); form.complain(words.forbidden); }
    form.sayState(now?.phase === "takenBack" || (isThere && !now) ? words.takenBack : "");
    if (now?.phase === "lacking") form.complain(words.wrong);
    if (now && ["refused", "gone", "taken"].includes(now.phase)) form.complain(now.said || words.failed);
    if (now?.phase === "taken" && now.key) { open.open(now.key); await drafts.claim(now.key, true); outbox.prepare(now.key); }
    await this.renew();
    return false;
  }
}

new PublishPage(find(document, "#publish", HTMLFormElement)).start();
