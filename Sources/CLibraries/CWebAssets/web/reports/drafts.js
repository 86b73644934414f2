// @ts-nocheck
"use strict";
import { openStore } from "../shared/outbox/store.js";

export { newKey, stamp } from "../shared/outbox/store.js";
export const { isHeld, all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove, discarded, discard } = openStore("booth-reports");
