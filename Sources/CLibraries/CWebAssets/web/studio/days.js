// Dates and times of sessions, as the reader's language writes them.

const dayMilliseconds = 86_400_000;

/**
 * A date for people: "Today", "Yesterday", "Sat, 28 Nov", with the year where it is another one.
 * @param {string} date `2026-11-28`
 * @param {string} today the reader's day, the same way
 * @param {string} language
 */
export const dayText = (date, today, language) => {
  const day = new Date(date), away = Math.round((day.getTime() - new Date(today).getTime()) / dayMilliseconds);
  if (away === 0 || away === -1) {
    const text = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(away, "day");
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  }
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", year, timeZone: "UTC" }).format(day);
};

/**
 * A time after midnight, which belongs to the night before: "Sun 01:20".
 * @param {string} moment `2026-11-29T01:20`, by the booth's clock
 * @param {string} language
 */
export const momentText = (moment, language) => {
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }).format(new Date(moment.slice(0, 10)));
  return weekday + " " + moment.slice(11);
};
