import { create } from "../shared/dom.js";

/**
 * Opens a dialog over the whole page. Escape closes it, and the focus goes back by itself.
 * @param {Element[]} content
 * @param {string} label
 * @param {() => void} [closed]
 */
export const openOverlay = (content, label, closed) => {
  const dialog = create("dialog", { className: "view" }, ...content);
  dialog.setAttribute("aria-label", label);
  dialog.addEventListener("close", () => { closed?.(); dialog.remove(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
};
