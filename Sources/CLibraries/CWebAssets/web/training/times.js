// Times on a page: the studio writes them in UTC, here they become the reader's own.

import { findAll } from "../shared/dom.js";

// How long ago a time was is written anew so often, in milliseconds.
const agoEvery = 20000;
const minute = 60000, hour = 60 * minute, day = 24 * hour;
// What is older than this is written as a date.
const longAgo = 7 * day;

/**
 * `29 Nov 2026, 19:31`; as `short` `29 Nov`, with the year if it is another one; as `ago` `2 minutes ago`, and after a week as `short`.
 * @param {Date} date
 * @param {Date} now
 * @param {string} language
 * @param {string} [style] `short` or `ago`
 */
export const timeText = (date, now, language, style = "") => {
  const past = Math.max(0, now.getTime() - date.getTime());
  if (style === "ago" && past < longAgo) {
    const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    if (past < minute) return relative.format(0, "second");
    if (past < hour) return relative.format(-Math.floor(past / minute), "minute");
    if (past < day) return relative.format(-Math.floor(past / hour), "hour");
    return relative.format(-Math.floor(past / day), "day");
  }
  if (!style) return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(date);
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year }).format(date);
};

/** @param {HTMLTimeElement} time */
const show = (time) => {
  const date = new Date(time.dateTime), { lang } = document.documentElement;
  if (isNaN(Number(date))) return;
  const text = timeText(date, new Date(), lang, time.dataset.style);
  if (time.textContent !== text) time.textContent = text;
  if (time.dataset.style && !time.title) time.title = timeText(date, date, lang);
  time.dataset.local = "1";
};

/** @type {ReturnType<typeof setInterval> | undefined} */
let renewing;

/** @param {ParentNode} root */
export const showTimes = (root) => {
  for (const time of findAll(root, "time[datetime]:not([data-local])", HTMLTimeElement)) show(time);
  if (!renewing && root.querySelector("[data-style=ago]")) renewing = setInterval(() => {
    for (const time of findAll(document, "time[data-style=ago]", HTMLTimeElement)) show(time);
  }, agoEvery);
};
