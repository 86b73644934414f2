// Keeps a critique that is open new: what is said to it, and whether it was seen, stands there without the page being asked for again.

import { ListNews } from "./list-news.js";

/**
 * @param {string} id the critique's
 * @param {() => Promise<void>} renew throws where the studio does not answer
 * @returns {() => void} ends it
 */
export const followCritique = (id, renew) => {
  const news = new ListNews("/training/events?critique=" + encodeURIComponent(id), renew, () => {});
  news.listen();
  // A form that leaves the page may delete the critique: it is not asked for meanwhile.
  document.addEventListener("submit", (event) => { if (!event.defaultPrevented) news.end(); }, { signal: news.ending.signal });
  return () => news.end();
};
