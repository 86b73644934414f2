// The dialog around a critique, on a page of its own and over the list.

import { create } from "../shared/dom.js";

/**
 * Not shown yet. Escape, and a press beside the critique, leave it.
 * @param {() => void} leave
 */
export const createDialog = (leave) => {
  const dialog = create("dialog", { className: "viewer" });
  dialog.setAttribute("aria-labelledby", "critique-title");
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); leave(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) leave(); });
  return dialog;
};
