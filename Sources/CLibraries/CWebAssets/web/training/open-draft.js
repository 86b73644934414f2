// The draft that a page has open.

import * as drafts from "./drafts.js";

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").LentPhoto} LentPhoto
 */

/**
 * Whether all of these photos were taken into it.
 * @param {Draft} draft
 * @param {LentPhoto[]} lent
 */
const hasLent = (draft, lent) => lent.every(({ photo }) => draft.lent?.includes(photo));

/**
 * What this tab had, or what no page has open: the newest first. Photos of the photo browser make a draft of their own.
 * @param {string} person
 * @param {string | null} before the key of what this tab had
 * @param {LentPhoto[]} lent
 * @param {(draft: Draft) => boolean} isFor whether the page may go on with it
 */
export const findDraft = async (person, before, lent, isFor) => {
  const all = (await drafts.all(person)).filter(({ state, answer }) => state === "draft" && !answer);
  for (const draft of all) if (draft.key === before && hasLent(draft, lent) && await drafts.claim(draft.key, true)) return draft;
  if (!lent.length) for (const draft of all) if (draft.key !== before && isFor(draft) && await drafts.claim(draft.key)) return draft;
  return null;
};

/** Where the browser keeps nothing it stands on this page alone. */
export class OpenDraft {
  /**
   * @param {string} person
   * @param {string} key
   */
  constructor(person, key) {
    this.key = key;
    this.draft = drafts.empty(person);
  }

  /** @param {string} key of the draft that the page has from now on */
  open(key) {
    this.key = key;
    drafts.rememberDraft(key);
  }

  stored() { return drafts.get(this.key).catch(() => undefined); }

  /** Takes over what other pages, and what makes pictures ready, have written. */
  async read() { this.draft = (await this.stored()) || this.draft; }

  /** @param {(draft: Draft) => Draft | null} how */
  async change(how) {
    this.draft = (await drafts.change(this.key, (found) => how(found || this.draft)).catch(() => this.stored())) || this.draft;
  }
}
