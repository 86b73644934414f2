// On every page of the studio: critiques that were shared, and have not arrived, go on from here.

import { mayHave } from "../shared/outbox/presence.js";
import { showUnread } from "./unread.js";

/** @typedef {typeof import("./drafts.js")} Drafts */
/** @typedef {import("../shared/outbox/types").Outbox} Outbox */

/** What is not shared for good yet can be taken back on any page of the training. */
class HeldNotice {
  /**
   * @param {HTMLElement} place
   * @param {Drafts} drafts
   */
  constructor(place, drafts) {
    this.place = place;
    this.drafts = drafts;
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
    this.drafts.rememberDraft(first);
    location.assign("/training/new");
  }
}

/**
 * @param {string} person
 * @param {Drafts} drafts
 * @param {HeldNotice | null} notice
 */
const carryOn = async (person, drafts, notice) => {
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
 * @param {Drafts} drafts
 */
const point = async (person, drafts) => {
  const unshared = document.getElementById("training-unshared");
  if (!unshared) return;
  const some = (await drafts.all(person)).filter((draft) => draft.state === "draft" && !draft.answer && drafts.isSomething(draft));
  const open = await Promise.all(some.map(({ key }) => drafts.isOpen(key)));
  unshared.hidden = open.every((isOpen) => isOpen);
};

const { person } = document.body.dataset;
if (person) showUnread(person);

/** @param {string} own the person's mark */
const begin = async (own) => {
  // As drafts.js calls it. Most pages, and all of a first visit, have nothing to send.
  if (!(await mayHave("booth-critiques"))) return;
  const drafts = await import("./drafts.js"), place = document.getElementById("training-held"), notice = place && new HeldNotice(place, drafts);
  await point(own, drafts).catch(() => {});
  await carryOn(own, drafts, notice);
  await point(own, drafts);
};
if (person) begin(person).catch(() => {});
