// What makes pictures ready and sends reports is loaded when a form is first touched: by then it is drawn.

/** @typedef {typeof import("./outbox.js")} Outbox */

/** @type {Promise<Outbox> | null} */
let loading = null;
/** @type {Outbox | null} */
let loaded = null;

/** @returns {Promise<Outbox>} rejected where it could not be loaded; the next call tries again */
export const loadOutbox = () => loading ??= import("./outbox.js").then(
  (outbox) => loaded = outbox, (error) => { loading = null; throw error; });

/** What is loaded by now; null before. */
export const outboxNow = () => loaded;
