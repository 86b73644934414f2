// What a form loads later: the outbox when it is first touched, as by then it is drawn; the sharing of the draft when there is one to share.

/**
 * @typedef {typeof import("./outbox.js")} Outbox
 * @typedef {import("./draft-sharing.js").DraftSharing} DraftSharing
 */

/** @type {Promise<Outbox> | null} */
let loading = null;
/** @type {Outbox | null} */
let loaded = null;

/** @returns {Promise<Outbox>} rejected where it could not be loaded; the next call tries again */
export const loadOutbox = () => loading ??= import("./outbox.js").then(
  (outbox) => loaded = outbox, (error) => { loading = null; throw error; });

/** What is loaded by now; null before. */
export const outboxNow = () => loaded;

/** The draft in the studio. */
export class LaterSharing {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    /** @type {DraftSharing | null} */
    this.sharing = null;
    /** @type {Promise<DraftSharing> | null} */
    this.loading = null;
  }

  /** @returns {Promise<DraftSharing>} rejected without a network; the next change tries again */
  load() {
    return this.loading ??= import("./draft-sharing.js").then(
      ({ DraftSharing }) => this.sharing = new DraftSharing(this.form), (error) => { this.loading = null; throw error; });
  }

  shareSoon() {
    const { draft, isPreview } = this.form;
    if (isPreview || draft.isDiscarded || !draft.key) return;
    if (this.sharing) this.sharing.shareSoon(); else this.load().then((sharing) => sharing.shareSoon(), () => {});
  }

  stop() { this.sharing?.stop(); }
  forget() { this.sharing?.forget(); }

  /** @returns {Promise<import("./types").Draft | null>} null where the studio has none */
  async fetchDraft() { return (await this.load()).fetchDraft(); }
}
