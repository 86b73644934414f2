// What a page shows of reports, in the reader's terms: days and moments by their language and clock, and pictures.

import { find, findAll, require } from "../shared/dom.js";

const language = document.documentElement.lang || "en";
const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const momentFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/**
 * `2024-01-15` is the same day in each zone.
 * @param {ParentNode} root
 */
const showTimes = (root) => {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const written = time.getAttribute("datetime") ?? "", isDay = written.length === 10;
    const date = new Date(isDay ? written + "T00:00:00Z" : written);
    if (Number.isNaN(date.valueOf())) continue;
    time.textContent = (isDay ? dayFormat : momentFormat).format(date);
    time.removeAttribute("dir");
  }
};

/**
 * Exports have times as the reader's clock has them.
 * @param {ParentNode} root
 */
const addZoneToLinks = (root) => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  for (const link of findAll(root, "a[data-zoned]", HTMLAnchorElement)) {
    const address = new URL(link.href);
    address.searchParams.set("zone", zone);
    link.href = address.href;
  }
};

/**
 * A file of which no picture can be made stands there by its name, and can be downloaded. Where only the network or the studio is away
 * nothing is said of the file.
 * @param {HTMLImageElement} image
 */
const nameInstead = async (image) => {
  try {
    const answer = await fetch(image.src, { credentials: "same-origin" });
    if (answer.ok || answer.status >= 500) return;
  } catch { return; }
  const item = require(image.closest("li"), "li around a picture", HTMLElement);
  find(item, ".unshown", HTMLElement).hidden = false;
  image.closest("a")?.remove();
};

/** @param {ParentNode} root */
export const showReading = (root) => {
  showTimes(root);
  addZoneToLinks(root);
  for (const image of findAll(root, ".pictures img", HTMLImageElement)) {
    image.addEventListener("error", () => nameInstead(image), { once: true });
    if (image.complete && !image.naturalWidth) nameInstead(image);
  }
};
