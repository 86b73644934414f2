// The page that shares a critique.

import { dataOf, find } from "../shared/dom.js";
import { Choosing } from "./choosing.js";
import * as drafts from "./drafts.js";
import { takeFormer } from "./former-drafts.js";
import { askToLeave, leave } from "./leaving.js";
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
    const source = {
      bytes: (/** @type {import("./types").PictureEntry} */ entry) => outbox.bytesAsChosen(this.open.key, entry),
      addressOf: (/** @type {string} */ name) => `/training/pictures/${this.open.key}/${name}`,
    };
    this.rows = new PublishRows(this.form.picked, this.words, {
      ...source,
      leave: ({ id }) => {
        outbox.leave(this.open.key, id);
        this.form.complain();
        this.form.picker.focus();
      },
      choose: (entry) => {
        this.stage?.show(this.entryOf(entry.id));
        this.rows.pointOut(entry.id);
      },
    });
    /** @type {import("./compose-stage.js").Source} */
    this.source = { ...source, bytes: async (entry) => this.rows.files.get(entry.id) || source.bytes(entry) };
    /**
     * What marks are drawn on comes with the first picture.
     * @type {import("./compose-stage.js").ComposeStage | null}
     */
    this.stage = null;
    /** @type {Promise<void> | null} */
    this.staging = null;
    this.isPublishing = false;
    /** How much of what was typed and drawn is not written yet. */
    this.unwritten = 0;
    this.areMarksDue = false;
    // What is typed is written, what is chosen taken in, and what is stored read, each one after the other.
    this.writing = Promise.resolve();
    this.reading = Promise.resolve();
    this.begun = Promise.resolve();
    this.taking = this.begun;
  }

  start() {
    const { form, picker, camera, backButton } = this.form;
    const own = new Set([find(form, "#photographer", HTMLElement), this.form.notes]);
    form.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLElement && (own.has(target) || target.getAttribute("name") === "kind")) this.keepAnswers();
    });
    form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    outbox.listen((news) => this.learn(news));
    this.choosing = new Choosing(form, [picker, camera], (some) => {
      this.form.complain();
      this.taking = this.taking.then(() => this.take(some)).catch(() => this.form.complain(this.words.failed));
    });
    backButton.addEventListener("click", async () => { if (!(await outbox.takeBack(this.open.key))) this.offerBack(false); });
    // What stands on this page alone, as it is just being written, or the browser has no room for it or keeps nothing.
    askToLeave(() => outbox.isReading() || drafts.isHeld(this.open.key) || this.unwritten > 0);
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
    this.form.chooseOnly();
    this.show();
    const fresh = lent.filter(({ photo }) => !this.open.draft.lent?.includes(photo));
    if (fresh.length) {
      await this.open.change((draft) => ({ ...draft, lent: [...(draft.lent || []), ...fresh.map(({ photo }) => photo)] }));
      await this.take(fresh);
    } else if (found) outbox.prepare(this.open.key);
  }

  // MARK: What is typed and chosen

  /** @param {(draft: import("./types").Draft) => import("./types").Draft} how */
  write(how) {
    this.unwritten += 1;
    this.writing = this.writing.then(() => this.open.change((draft) => {
      const next = how(draft);
      return draft.state === "sending" ? null : next;
    })).finally(() => { this.unwritten -= 1; });
  }

  keepAnswers() { this.write((draft) => ({ ...draft, answers: this.form.answers })); }

  /** However much is drawn meanwhile, it is written once. */
  keepMarks() {
    if (this.areMarksDue) return;
    this.areMarksDue = true;
    this.write((draft) => {
      this.areMarksDue = false;
      return { ...draft, marks: this.marks };
    });
  }

  get marks() { return this.stage ? this.stage.all : this.open.draft.marks || {}; }

  /** Without it pictures are shared all the same, with the marks that they had. */
  loadStage() {
    this.staging ??= import("./compose-stage.js").then(({ ComposeStage }) => {
      const { form } = this.form;
      this.stage = new ComposeStage(find(form, ".composing", HTMLElement), find(form, ".marks", HTMLElement), this.source, {
        changed: () => this.keepMarks(), say: (text) => this.form.complain(text),
      });
      this.stage.fillIn(this.open.draft.marks);
      this.show();
    }).catch(() => { this.staging = null; });
  }

  /** @param {string} id */
  entryOf(id) { return shownPictures(this.open.draft).find((entry) => entry.id === id); }

  show() {
    const entries = shownPictures(this.open.draft);
    this.rows.show(entries);
    const fit = entries.filter((entry) => !("fault" in entry));
    this.stage?.renew(fit, (id) => this.rows.pointOut(id));
    if (fit.length && !this.stage) this.loadStage();
  }

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
      : { ...draft, state: "sending", due: Date.now() + outbox.seconds * 1000, sender: this.person, answers, submission: { ...answers, marks: this.marks } });
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
      leave();
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
