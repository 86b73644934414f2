// The sharing of a form's draft, which is loaded when there is a draft to share.

/** @typedef {import("./draft-sharing.js").DraftSharing} DraftSharing */

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
