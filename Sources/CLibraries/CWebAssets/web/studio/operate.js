// The booth's pages: dates as the reader's language writes them.

import { dayText, momentText } from "./days.js";
import { findAll } from "../shared/dom.js";

const { lang } = document.documentElement;
const now = new Date();
const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
for (const time of findAll(document, "time[data-day]", HTMLTimeElement)) time.textContent = dayText(time.dateTime, today, lang);
for (const time of findAll(document, "time[data-time]", HTMLTimeElement)) time.textContent = momentText(time.dateTime, lang);
