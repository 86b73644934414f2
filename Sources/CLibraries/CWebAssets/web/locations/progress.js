// What takes longer says how far it is, until it is over. What has come of it is shown in its place on the page, without loading it anew.

import { prepare } from "./prepare.js";
import { get } from "../shared/ask.js";
import { dataOf } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

// It is asked again so much later, in milliseconds.
const pause = 700;

/** @param {HTMLElement} place */
export const followProgress = (place) => {
  const look = async () => {
    try {
      const answer = await get(dataOf(place, "working"));
      if (answer.status === 401) { location.reload(); return; }
      const isOver = answer.status === 204, stage = answer.headers.get("X-Booth-Stage");
      if (answer.status === 200) {
        const text = await answer.text();
        if (text !== place.textContent) place.textContent = text;
      }
      // While both are compared over the whole window, they stay.
      const isNews = isOver || (stage !== null && stage !== place.dataset.stage);
      if (isNews && !document.querySelector("dialog[open]") && await showNews(place)) return;
    } catch {
      // The studio is away for a moment; the next look may find it.
    }
    setTimeout(look, pause);
  };
  setTimeout(look, pause);
};

/**
 * The page as it is now, where `place` is a part of something that can be shown anew; else the whole page.
 * @param {HTMLElement} place
 */
const showNews = async (place) => {
  const live = place.closest("[data-refreshed]"), answer = live ? await get(location.pathname + location.search) : null;
  if (answer && !answer.ok) return false;
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html"), next = page?.querySelector("[data-refreshed]");
  if (!live || !next) { location.reload(); return true; }
  const before = live.querySelector("[data-result]")?.textContent, after = next.querySelector("[data-result]")?.textContent;
  live.replaceWith(next);
  prepare(next);
  if (after && after !== before) toast(after);
  return true;
};
