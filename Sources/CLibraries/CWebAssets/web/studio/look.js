// The appearance applies as soon as it is chosen.

import { ask } from "./person.js";
import { dataOf, find, findOptional } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

const form = findOptional(document, "[data-look-form]", HTMLFormElement);
if (form) {
  const select = find(form, "select", HTMLSelectElement);
  find(form, "button", HTMLButtonElement).hidden = true;
  select.addEventListener("change", async () => {
    const { dataset } = document.documentElement, before = dataset.look;
    if (select.value) dataset.look = select.value; else delete dataset.look;
    try {
      const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
      const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(fields) });
      if (!answer.ok) throw new Error(String(answer.status));
      for (const option of select.options) option.defaultSelected = option.selected;
      toast(dataOf(form, "done"));
    } catch {
      if (before) dataset.look = before; else delete dataset.look;
      toast(dataOf(document.body, "failed"), { bad: true });
    }
  });
}

// The language too: its page comes again in it.
const chosen = findOptional(document, "form[data-at-once]", HTMLFormElement);
if (chosen) {
  find(chosen, "button", HTMLButtonElement).hidden = true;
  find(chosen, "select", HTMLSelectElement).addEventListener("change", () => chosen.requestSubmit());
}
