// What takes longer says how far it is, until it is over.

import { get } from "../shared/ask.js";
import { dataOf } from "../shared/dom.js";

// It is asked again so much later, in milliseconds.
const pause = 700;

/** @param {HTMLElement} place */
export const followProgress = (place) => {
  const look = async () => {
    try {
      const answer = await get(dataOf(place, "working"));
      if (answer.status === 200) {
        const text = await answer.text();
        if (text !== place.textContent) place.textContent = text;
      } else if (answer.status === 204 || answer.status === 401) {
        location.reload();
        return;
      }
    } catch {
      // The studio is away for a moment; the next look may find it.
    }
    setTimeout(look, pause);
  };
  setTimeout(look, pause);
};
