import { findAll } from "../shared/dom.js";

/**
 * A day, or two with what is between them, as a language writes them: "14 Jul 2024", "14–16 Jul 2024".
 * @param {string} from `2024-07-14`, a day of the camera's clock, or a moment, `2024-07-14T10:00:00Z`, whose day is the reader's.
 * @param {string} until another day, or nothing
 * @param {string} language
 */
export const dayText = (from, until, language) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: from.includes("T") ? undefined : "UTC" });
  const [first, last] = [new Date(from), new Date(until || from)];
  return until ? format.formatRange(first, last) : format.format(first);
};

/**
 * How long it is until a moment: "in 23 days", and on the last day "in 5 hours".
 * @param {string} moment `2026-12-29T10:00:00Z`
 * @param {number} now in milliseconds since 1970
 * @param {string} language
 */
export const leftText = (moment, now, language) => {
  const hours = Math.max(0, Math.floor((new Date(moment).getTime() - now) / 3_600_000)), format = new Intl.RelativeTimeFormat(language);
  return hours < 24 ? format.format(hours, "hour") : format.format(Math.floor(hours / 24), "day");
};

/**
 * Writes all days of a page as its language does.
 * @param {ParentNode} root
 * @param {string} language
 */
export const writeDays = (root, language) => {
  for (const day of findAll(root, "time.photos-day", HTMLTimeElement)) {
    day.textContent = dayText(day.dateTime, day.dataset.until || "", language);
    if (day.dataset.left !== undefined) day.textContent += ` (${leftText(day.dateTime, Date.now(), language)})`;
  }
};

if (typeof document !== "undefined") writeDays(document, document.documentElement.lang);
