// Drafts of reports in this browser.

import { openStore } from "../shared/outbox/store.js";

export { newKey, stamp } from "../shared/outbox/store.js";

/** @type {unknown} */
const store = openStore("booth-reports");

export const { isHeld, all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove, discarded, discard } =
  /** @type {import("./types").DraftStore} */ (store);
