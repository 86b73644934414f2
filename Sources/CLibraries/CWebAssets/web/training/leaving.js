// What is not saved is not left by a slip: the page asks first. A phone's browser may leave a page without asking, so links ask here.

import { find } from "../shared/dom.js";

/** @type {Set<() => boolean>} */
const unsaved = new Set();
let isLeaving = false;

const isUnsaved = () => !isLeaving && [...unsaved].some((one) => one());

/** @type {HTMLDialogElement | null} */
let open = null;

/**
 * Resolves with whether it is left: at once where nothing would be lost.
 * @returns {Promise<boolean>}
 */
export const mayLeave = () => {
  const template = document.getElementById("leaving");
  if (!isUnsaved() || !(template instanceof HTMLTemplateElement)) return Promise.resolve(true);
  if (open?.open) return Promise.resolve(false);
  document.body.append(template.content.cloneNode(true));
  const dialog = open = find(document, "body > dialog:last-of-type", HTMLDialogElement);
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      if (open === dialog) open = null;
      dialog.remove();
      done(dialog.returnValue === "leave");
    }, { once: true });
    dialog.showModal();
    find(dialog, "button[value=stay]", HTMLButtonElement).focus();
  });
};

/** @param {MouseEvent} event */
const click = async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.hasAttribute("download") || link.target || link.getAttribute("href")?.startsWith("#") || !isUnsaved()) return;
  event.preventDefault();
  if (!(await mayLeave())) return;
  isLeaving = true;
  location.assign(link.href);
};

/** @param {BeforeUnloadEvent} event */
const unload = (event) => { if (isUnsaved()) event.preventDefault(); };

/** @param {() => boolean} isSomething whether something would be lost */
export const askToLeave = (isSomething) => {
  if (!unsaved.size) {
    addEventListener("beforeunload", unload);
    document.addEventListener("click", click);
  }
  unsaved.add(isSomething);
};

/** What was asked about is given up, or on its way. */
export const leave = () => { isLeaving = true; };
