/**
 * When a photo was taken, as a language writes it: "Sunday 17 May 2026 at 04:26".
 * @param {string} moment of the camera's clock, `2026-05-17T04:26:00`
 * @param {string} value the same for people without scripts, with the zone where one is known: `2026-05-17 04:26:00 UTC+2`
 * @param {string} language
 */
export const momentText = (moment, value, language) => {
  const date = new Date(moment + "Z"), zone = value.match(/ (UTC\S*)$/)?.[1];
  if (isNaN(date.getTime())) return value;
  const format = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return format.format(date) + (zone ? ` (${zone})` : "");
};
