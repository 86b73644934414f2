// A report is sent: it is looked over, can be taken back for some seconds, and says how far it is.

import * as drafts from "./drafts.js";
import { fill, find, findOptional } from "../shared/dom.js";
import { hasRows } from "./form-questions.js";
import * as outbox from "./outbox.js";
import { leftOutUnseen, makeSubmission } from "./submission.js";

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").SendingState} SendingState
 */

// How often the seconds are counted down, in milliseconds.
const countingTime = 250;

export class FormSending {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    const { element } = form;
    this.state = find(element, "#report-state", HTMLElement);
    this.button = find(element, "button[type=submit]", HTMLButtonElement);
    // A form in the builder has none.
    this.back = findOptional(element, "#report-back", HTMLElement);
    this.backButton = this.back && find(this.back, "button", HTMLElement);
    this.backTime = this.back && find(this.back, "#report-back-time", HTMLElement);
    this.counting = 0;
    this.isSubmitting = false;
    this.backButton?.addEventListener("click", async () => {
      if (await outbox.takeBack(form.draft.key)) await form.draft.announce({ field: "sending" }); else this.offerBack(false);
    });
    element.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (form.isPreview || this.isSubmitting || this.isBusy) return;
      this.isSubmitting = true;
      try { await this.submit(); } finally { this.isSubmitting = false; }
    });
    findOptional(element, "#report-discard", HTMLElement)?.addEventListener("click", () => this.discard());
  }

  get isBusy() { return this.form.element.getAttribute("aria-busy") === "true"; }

  /** @param {boolean} isLocked */
  lock(isLocked) {
    const { element } = this.form;
    for (const section of element.querySelectorAll(".section")) if (section instanceof HTMLElement) section.inert = isLocked;
    this.button.disabled = isLocked;
    element.setAttribute("aria-busy", String(isLocked));
  }

  // MARK: Looking it over

  findFaults() {
    const { draft, faults, fields, rows, schools, state } = this.form;
    /** @type {Record<string, string>} */
    const found = {};
    if (!draft.value.date) found.date = "notDate";
    if (schools.isChoosing) found["=school"] = "schoolNotAdded";
    for (const field of fields) {
      const fault = faults.of(field) || (draft.value.others?.[field.id] && state.isShown(field.id) ? "chooseOther" : "");
      const cell = fault === "lookAtRows" && hasRows(field) ? rows.firstFault(field) : null;
      if (cell) found[`${field.id}.${cell.place + 1}.${cell.column.id}`] = cell.fault;
      else if (fault) found[field.id] = fault;
    }
    return found;
  }

  async submit() {
    const { draft, faults, pictures, smart } = this.form;
    // What could not be read by now stands on the page, and was seen by who presses; what comes from here on was not.
    const told = new Set((draft.value.leftOut || []).map(({ id }) => id));
    // What was chosen a moment ago is of it as well.
    await pictures.taking;
    pictures.outbox();
    const found = this.findFaults();
    faults.showAll(found);
    if (Object.keys(found).length) return;
    // What follows from the newest answers is known before they go, where the studio can be asked.
    await smart.refreshed();
    await draft.change(() => {});
    // A full device, or one that stores nothing, sends what stands on the page.
    const after = await drafts.change(draft.key, (stored) => this.toSend(stored || draft.value, outbox.seconds, told)).catch(() => drafts.get(draft.key));
    draft.value = after || draft.value;
    draft.announce({ field: "sending" });
    this.showOnItsWay();
    this.backButton?.focus();
  }

  /**
   * The draft as it is sent; false where another tab has begun to send it.
   * @param {Draft} draft
   * @param {number} seconds for which it can be taken back
   * @param {Set<string>} told of the pictures that were left out, the ids of those that the page said so of
   * @returns {Draft | false}
   */
  toSend(draft, seconds, told) {
    if (draft.state === "sending") return false;
    return {
      ...draft, state: "sending", due: Date.now() + seconds * 1000, sender: document.body.dataset.person,
      // What was not seen waits for an answer.
      leftOut: leftOutUnseen(draft, told),
      submission: makeSubmission(this.form.draft.key, draft, this.form.byID),
    };
  }

  // MARK: On its way

  /** @param {SendingState} state */
  phaseWords({ phase, sent, total }) {
    const { draft, words } = this.form;
    if (phase === "uploading") return fill(words.uploading, sent, total);
    if (phase === "readying" && draft.value.chosen?.length) return fill(words.preparingPictures, draft.value.chosen.length);
    return words[phase] || words.sending;
  }

  /** How many pictures it waits for. */
  showPreparing() {
    const { draft, element, words } = this.form;
    if (element.dataset.phase === "readying" && draft.value.chosen?.length) this.state.textContent = fill(words.preparingPictures, draft.value.chosen.length);
  }

  showOnItsWay() {
    const { draft, element, words } = this.form;
    this.lock(true);
    delete element.dataset.phase;
    this.state.textContent = words.sending;
    this.offerBack(outbox.left(draft.value) > 0);
    outbox.send(draft.key, (now) => {
      element.dataset.phase = now.phase;
      this.state.textContent = this.phaseWords(now);
      this.offerBack(["held", "readying"].includes(now.phase));
    }).then((now) => this.end(now));
  }

  /** @param {SendingState | null} now null: another page has sent it, or taken it back */
  async end(now) {
    const { draft, faults, sharing } = this.form;
    this.offerBack(false);
    if (!now || now.phase === "takenBack") { await this.returnToWriter(); return; }
    if (now.phase === "arrived") {
      await draft.announce({ gone: true });
      // The list, with it on top.
      location.assign((now.address || "/reports").replace("/reports/report/", "/reports?sent="));
      return;
    }
    if (now.phase === "taken") {
      // A report of its own from here on.
      await draft.announce({ gone: true });
      draft.setKey(now.key);
      sharing.forget();
    }
    if (now.phase === "signedOut") { location.assign("/sign-in?to=" + encodeURIComponent(location.pathname + location.search)); return; }
    draft.value = (await drafts.get(draft.key).catch(() => null)) || draft.value;
    this.lock(false);
    sharing.shareSoon();
    faults.showAll(now.faults || {});
  }

  async returnToWriter() {
    const { draft, sharing, words } = this.form;
    const found = await drafts.get(draft.key).catch(() => null);
    // Sent in another tab, or thrown away there.
    if (!found) { location.assign("/reports"); return; }
    if (found.state === "sending") { this.showOnItsWay(); return; }
    this.state.textContent = words.takenBack;
    this.lock(false);
    await this.form.adopt(found);
    sharing.shareSoon();
    this.button.focus();
  }

  // MARK: Taking it back

  /**
   * Until it is on its way for good it can be taken back.
   * @param {boolean} isOffered
   */
  offerBack(isOffered) {
    const { back } = this;
    clearInterval(this.counting);
    if (!back) return;
    if (back.hidden === isOffered) {
      const hadFocus = back.contains(document.activeElement);
      back.hidden = !isOffered;
      if (hadFocus) this.button.focus();
    }
    const count = () => {
      const rest = Math.ceil(outbox.left(this.form.draft.value) / 1000);
      if (this.backTime) this.backTime.textContent = rest ? ` (${rest})` : "";
      // Another tab sends it: from here it is not known whether it still waits for pictures.
      if (!rest && isOffered && !this.form.element.dataset.phase) this.offerBack(false);
    };
    if (isOffered) this.counting = setInterval(count, countingTime);
    count();
  }

  async discard() {
    const { draft, sharing } = this.form;
    if (draft.key) {
      draft.isDiscarded = true;
      sharing.stop();
      await draft.writing;
      // A full device lets go of it, if nothing else.
      await drafts.discard(draft.key, draft.value.user).catch(() => drafts.remove(draft.key).catch(() => {}));
      await draft.announce({ gone: true });
    }
    location.assign("/reports");
  }
}
