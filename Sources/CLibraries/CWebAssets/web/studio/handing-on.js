// A one-time link is handed on: copied, or given to another app.

import { dataOf, require } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

/** @param {string} id */
const field = (id) => require(document.getElementById(id), "field " + id, HTMLInputElement);

/**
 * Over a connection without TLS browsers have no clipboard for scripts, and only copy what is selected.
 * @param {HTMLInputElement} input
 */
const copy = async (input) => {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(input.value);
    return;
  }
  input.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
};

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.addEventListener("click", async () => {
    const input = field(dataOf(button, "copy"));
    try {
      await copy(input);
      toast(dataOf(button, "done"));
    } catch {
      // The reader copies what is selected.
      input.select();
    }
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  if (!(button instanceof HTMLButtonElement) || !("share" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    // A reader who closes the sheet without choosing an app knows it.
    try { await navigator.share({ url: field(dataOf(button, "share")).value }); } catch { /* nothing was shared */ }
  });
}
