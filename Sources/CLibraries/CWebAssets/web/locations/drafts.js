// Photos of places that are on their way, in this browser.

import { openStore } from "../shared/outbox/store.js";

/** @typedef {import("../shared/outbox/types").Draft} Draft */

const store = openStore("booth-places");
export const { all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove } = store;

/**
 * @param {string} person the mark of the person that sends it
 * @returns {Draft}
 */
export const empty = (person) => ({ user: person, sender: person, state: "draft", chosen: [], attachments: [], leftOut: [] });

/**
 * From now on it is sent, by this page or by a later one.
 * @param {string} key
 */
export const release = (key) => change(key, (found) => found && { ...found, state: "sending", submission: {} });
