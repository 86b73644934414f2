/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/**
 * Today by the device's calendar: `2024-01-15`.
 * @param {Date} now
 */
export const today = (now = new Date()) => `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;

/**
 * The day and the hour at which a report is begun, by the device's clock: midnight, another zone and the change of the hour between
 * beginning and sending change nothing.
 * @param {Date} now
 * @returns {import("./types").Moment}
 */
export const moment = (now = new Date()) => ({ now: now.getTime() / 1000, offset: -now.getTimezoneOffset() * 60 });
