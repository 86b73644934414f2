// On every page of the studio: critiques that were shared, and have not arrived, go on from here.

import * as drafts from "./drafts.js";
import { showUnread } from "./unread.js";

/** @typedef {import("../shared/outbox/types").Outbox} Outbox */

/** What is not shared for good yet can be taken back on any page of the training. */
class HeldNotice {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Set<string>} */
    this.keys = new Set();
  }

  /**
   * @param {string} key
   * @param {boolean} isHeld
   * @param {Outbox} outbox
   */
  show(key, isHeld, outbox) {
    if (isHeld) this.keys.add(key); else this.keys.delete(key);
    this.place.hidden = !this.keys.size;
    const button = this.place.querySelector("button");
    if (button) button.onclick = () => this.takeBack(outbox);
  }

  /** @param {Outbox} outbox */
  async takeBack(outbox) {
    const [first] = this.keys;
    if (!(await outbox.takeBack(first))) return;
    drafts.rememberDraft(first);
    location.assign("/training/new");
  }
}

const place = document.getElementById("training-held"), notice = place && new HeldNotice(place);

/** @param {string} person */
const carryOn = async (person) => {
  const left = await drafts.sending(person);
  if (!left.length) return;
  // Only a page with something to send loads what sends.
  const { outbox } = await import("./outbox.js");
  await Promise.all(left.map(async ({ key, answer }) => {
    const now = await outbox.send(key, ({ phase }) => { if (!answer) notice?.show(key, phase === "held" || phase === "readying", outbox); })
      .finally(() => notice?.show(key, false, outbox));
    if (answer && now?.phase === "arrived") document.dispatchEvent(new CustomEvent("booth:answered", { detail: key }));
    // It waits for its writer, who hears why where it is opened.
    if (now?.isForbidden) await outbox.reopen(key);
  }));
};

/**
 * Leads to what was begun, where no other page has it open.
 * @param {string} person
 */
const point = async (person) => {
  const unshared = document.getElementById("training-unshared");
  if (!unshared) return;
  const some = (await drafts.all(person)).filter((draft) => draft.state === "draft" && !draft.answer && drafts.isSomething(draft));
  const open = await Promise.all(some.map(({ key }) => drafts.isOpen(key)));
  unshared.hidden = open.every((isOpen) => isOpen);
};

const { person } = document.body.dataset;
if (person) showUnread(person);
if (person) point(person).catch(() => {}).then(() => carryOn(person)).then(() => point(person)).catch(() => {});
