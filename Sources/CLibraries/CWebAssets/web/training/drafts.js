// Drafts of critiques in this browser, and which page has one open.

import { openStore } from "../shared/outbox/store.js";
import { signalAfter } from "../shared/signals.js";

/** @typedef {import("./types").Draft} Draft */

// 20 letters and digits, as the studio takes them.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const newID = () => [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => signs[byte % signs.length]).join("");

/** @type {unknown} */
const store = openStore("booth-critiques", newID);

export const { isHeld, all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove } =
  /** @type {import("./types").DraftStore} */ (store);

/**
 * @param {string} person
 * @returns {Draft}
 */
export const empty = (person) => ({ user: person, state: "draft", answers: {}, lent: [], numbers: 0, chosen: [], attachments: [], leftOut: [] });

/**
 * Whether something would be lost with it. Who it is for, and which kind it is, are chosen again in a moment.
 * @param {Draft} draft
 */
export const isSomething = ({ answers, attachments, chosen, leftOut }) =>
  attachments.length > 0 || chosen.length > 0 || leftOut.length > 0 || Boolean(answers.notes);

// MARK: Which page has it open

// The page that this tab had before lets go of its draft so soon, in milliseconds.
const longestLeave = 2000;
// Without locks: a draft that was not written for so long, in milliseconds, is open on no page.
const longestPause = 60000;

/**
 * A page says by a lock which draft it has open.
 * @param {string} key
 */
const lockOf = (key) => "booth-training-" + key;

/**
 * Makes it this page's, until that is left. False where it is another page's.
 * @param {string} key
 * @param {boolean} [isSure] it was this tab's: the page that had it lets go of it a moment later
 * @returns {Promise<boolean>}
 */
export const claim = async (key, isSure = false) => {
  if (!navigator.locks) return isSure || Date.now() - ((await get(key).catch(() => undefined))?.changed || 0) > longestPause;
  return new Promise((done) => {
    /** @type {LockOptions} */
    const how = isSure ? { signal: signalAfter(longestLeave) } : { ifAvailable: true };
    navigator.locks.request(lockOf(key), how, (lock) => {
      done(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => done(false));
  });
};

/**
 * @param {string} key
 * @returns {Promise<boolean>}
 */
export const isOpen = async (key) => navigator.locks ? navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null) : false;

// MARK: The last one of this tab

const lastName = "booth-training";

export const lastDraft = () => { try { return sessionStorage.getItem(lastName); } catch { return null; } };

/**
 * Where the browser does not keep it, the draft is found among all drafts.
 * @param {string} key
 */
export const rememberDraft = (key) => { try { sessionStorage.setItem(lastName, key); } catch { /* as said above */ } };
