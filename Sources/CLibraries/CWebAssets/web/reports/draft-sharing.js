// The draft in the studio, so that it can be gone on with on another device.

import { moment } from "./days.js";
import * as drafts from "./drafts.js";
import { get, post } from "../shared/ask.js";
import { sendFile } from "../shared/outbox/wire.js";

// What compares drafts is needed when there is one to share.
const loadParts = () => import("./draft-parts.js");

/**
 * @typedef {typeof import("./draft-parts.js")} DraftParts
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").SharedPart} SharedPart
 */

// In milliseconds after a change, so that keys that follow each other are sent once.
const settlingTime = 1500;

export class DraftSharing {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    /**
     * The stamps of what the studio has, by the parts.
     * @type {Map<string, number>}
     */
    this.shared = new Map();
    /**
     * What was sent of each part, by its stamps: its answer may have been lost.
     * @type {Map<string, Map<number, string>>}
     */
    this.posted = new Map();
    this.timer = 0;
    this.isSharing = false;
    this.isTooLarge = false;
  }

  shareSoon() {
    const { draft, isPreview } = this.form;
    if (isPreview || this.isTooLarge || draft.isDiscarded || !draft.key) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (this.isSharing || draft.value.state === "sending") { this.shareSoon(); return; }
      this.isSharing = true;
      try { await this.share(); } catch { /* without a network it is on this device, and is shared at the next change */ }
      this.isSharing = false;
    }, settlingTime);
  }

  stop() { clearTimeout(this.timer); }

  /** The draft has another key: the studio has nothing of it. */
  forget() { this.shared.clear(); }

  async share() {
    const of = await loadParts(), { draft, said, sending, token, words } = this.form, parts = this.changedParts(of);
    const { template, version, templateName, begun, labels } = draft.value;
    const answer = await post("/reports/draft", token, {
      key: draft.key, template, version: Number(version), templateName, begun: begun || moment(), labels: labels || {}, parts,
    });
    if (answer.status === 413 || answer.status === 422) { this.isTooLarge = true; return; }
    if (answer.status === 410) { said.textContent = words.sentElsewhere; sending.lock(true); return; }
    if (!answer.ok) return;
    const found = await answer.json();
    for (const [part, { at }] of Object.entries(parts)) this.shared.set(part, at);
    const taken = Object.entries(parts).filter(([part]) => of.isAgreed(draft.value, part) && !found.parts?.[part]);
    if (taken.length) await draft.change((draft) => { for (const [part, shared] of taken) of.agree(draft, part, shared); }, true);
    await this.merge(found.parts || {}, of);
    if (draft.isStored) this.form.kept.textContent = words.keptStudio;
    for (const sha256 of found.missing || []) {
      const blob = await drafts.file(draft.key, sha256);
      if (blob) await sendFile("/reports/attachment/" + sha256, blob);
    }
  }

  /**
   * The parts that have changed since the studio has taken them.
   * @param {DraftParts} of
   */
  changedParts(of) {
    const draft = this.form.draft.value;
    /** @type {Record<string, SharedPart>} */
    const parts = {};
    for (const [part, at] of Object.entries(draft.stamps || {})) {
      if (this.shared.get(part) === at) continue;
      parts[part] = { at, value: of.partOf(draft, part) };
      // The studio takes it only in place of the one that it was made from.
      if (of.isAgreed(draft, part)) parts[part].after = draft.agreed?.[part]?.at || 0;
      let posted = this.posted.get(part);
      if (!posted) this.posted.set(part, posted = new Map());
      posted.set(at, of.canonical(parts[part].value));
    }
    return parts;
  }

  /**
   * What was changed on another device.
   * @param {Record<string, SharedPart>} parts
   * @param {DraftParts} of
   */
  async merge(parts, of) {
    const { draft } = this.form, all = of.findNewer(draft.value, parts), newer = all.filter(([part]) => !draft.isTyping(part));
    // What is being typed is not taken from under the fingers; it is looked at again when they rest.
    if (newer.length < all.length) this.shareSoon();
    if (!newer.length) return;
    const context = {
      isAutomatic: (/** @type {string} */ part) => Boolean(this.form.byID.get(part)?.auto),
      wasSent: (/** @type {string} */ part, /** @type {SharedPart} */ { at, value }) => this.posted.get(part)?.get(at) === of.canonical(value),
    };
    let isToShare = false;
    for (const [part, { at }] of newer) this.shared.set(part, at);
    await draft.change((draft) => { isToShare = of.mergeParts(draft, newer, context) || isToShare; });
    await draft.announce({ field: "merged" });
    await this.form.adopt(draft.value);
    if (isToShare) this.shareSoon();
  }

  /**
   * A draft that was begun on another device; null where the studio has none.
   * @returns {Promise<Draft | null>}
   */
  async fetchDraft() {
    const of = await loadParts(), { draft } = this.form;
    const answer = await get("/reports/draft/" + draft.key);
    if (!answer.ok) return null;
    const found = await answer.json();
    /** @type {Record<string, SharedPart>} */
    const parts = found.parts;
    /** @type {Draft & { stamps: Record<string, number>, clock: number }} */
    const made = {
      ...draft.value, agrees: true, version: String(found.version), templateName: found.templateName, begun: found.begun || draft.value.begun,
      labels: found.labels || {}, stamps: {}, clock: 0,
    };
    for (const [part, { at, value }] of Object.entries(parts)) {
      of.putPart(made, part, value);
      of.agree(made, part, { at, value });
      made.stamps[part] = at;
      made.clock = Math.max(made.clock, at);
      this.shared.set(part, at);
    }
    await drafts.change(draft.key, () => made);
    return made;
  }
}
