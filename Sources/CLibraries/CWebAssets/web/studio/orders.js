// Forms by which a booth is told something: they are sent without leaving the page.

import { ask } from "./person.js";
import { create, dataOf } from "../shared/dom.js";

// What became of an order stands there for so long, in milliseconds.
const saidShown = 15000;

/** @param {{ place: HTMLElement, done: () => void }} page `place`: where it is said what became of an order */
export const sendOrders = ({ place, done }) => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /**
   * @param {string} text
   * @param {boolean} isGood
   */
  const tell = (text, isGood) => {
    place.replaceChildren(create("div", { className: "notice " + (isGood ? "good" : "bad") }, create("p", { textContent: text })));
    clearTimeout(timer);
    timer = setTimeout(() => place.replaceChildren(), saidShown);
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("form[data-order]")) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    const failed = dataOf(document.body, "failed");
    tell(dataOf(document.body, "sent"), true);
    try {
      const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
      const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(fields) });
      if (answer.status === 403) { location.reload(); return; }
      /** @type {{ said: string, ok: boolean } | null} */
      const result = answer.ok ? await answer.json() : null;
      if (result) tell(result.said, result.ok); else tell(failed, false);
    } catch {
      tell(failed, false);
    }
    delete form.dataset.busy;
    done();
  });
};
