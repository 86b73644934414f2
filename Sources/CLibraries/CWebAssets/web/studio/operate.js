// The booth's pages: dates as the reader's language writes them.

import { findAll } from "../shared/dom.js";

const language = document.documentElement.lang;
const dayMilliseconds = 86_400_000;

/**
 * A date for people: "Today", "Yesterday", "Saturday 28 November", with the year where it is another.
 * @param {string} date `2026-11-28`
 * @param {string} today the reader's day, the same way
 */
export const dayText = (date, today) => {
  const day = new Date(date), away = Math.round((day.getTime() - new Date(today).getTime()) / dayMilliseconds);
  if (away === 0 || away === -1) {
    const text = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(away, "day");
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  }
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", year, timeZone: "UTC" }).format(day);
};

/**
 * A moment after midnight, which belongs to the night before: "Sun 01:20".
 * @param {string} moment `2026-11-29T01:20`, by the booth's clock
 */
export const momentText = (moment) => {
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(new Date(moment.slice(0, 10)));
  return weekday + " " + moment.slice(11);
};

const now = new Date();
const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
for (const time of findAll(document, "time[data-day]", HTMLTimeElement)) time.textContent = dayText(time.dateTime, today);
for (const time of findAll(document, "time[data-time]", HTMLTimeElement)) time.textContent = momentText(time.dateTime);
