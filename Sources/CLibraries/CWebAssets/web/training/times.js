// Times on a page: the studio writes them in UTC, here they become the reader's own.

import { findAll } from "../shared/dom.js";

/** @type {Intl.DateTimeFormat | null} */
let format = null;

/** @param {ParentNode} root */
export const showTimes = (root) => {
  format ??= new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of findAll(root, "time[datetime]:not([data-own])", HTMLTimeElement)) {
    const date = new Date(time.dateTime);
    if (!isNaN(Number(date))) { time.textContent = format.format(date); time.dataset.own = "1"; }
  }
};
