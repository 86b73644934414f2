// Requests of a page to the studio: `X-Booth-Part` says that they are of a page, and are answered with a status and not with the sign-in page.

import { signalAfter } from "./signals.js";

// A small answer that takes longer, in milliseconds, does not come any more.
const usualTime = 30000;

/**
 * A part of a page, or data, as it is now.
 * @param {string} path
 */
export const get = (path) => fetch(path, { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });

/**
 * @param {string} path
 * @param {string} token the page's
 * @param {unknown} value sent as JSON
 * @param {number | null} milliseconds after which it is given up; null: it may take as long as it needs
 */
export const post = (path, token, value, milliseconds = usualTime) => fetch(path, {
  method: "POST", credentials: "same-origin", cache: "no-store", signal: milliseconds === null ? null : signalAfter(milliseconds), body: JSON.stringify(value),
  headers: { "Content-Type": "application/json", "X-Booth-Token": token, "X-Booth-Part": "1" },
});
