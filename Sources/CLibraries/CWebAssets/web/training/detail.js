// A critique on a page of its own.

import { dataOf, find } from "../shared/dom.js";
import { get } from "../shared/ask.js";
import { createDialog } from "./critique-dialog.js";
import { followCritique } from "./critique-news.js";
import { openGallery } from "./gallery.js";
import { checkKept, keepWhole } from "./kept.js";
import { leave as letGo, mayLeave } from "./leaving.js";
import { openSheet } from "./notes-sheet.js";
import { renew } from "./renewal.js";
import { openThread } from "./thread.js";
import { showTimes } from "./times.js";

/** @param {HTMLElement} article */
const open = (article) => {
  // As the studio has sent it: what comes later is compared with it.
  let shown = article.outerHTML;
  showTimes(document);
  const id = dataOf(article, "critique");
  const leave = async () => {
    if (!(await mayLeave())) return;
    letGo();
    location.assign(dataOf(article, "back"));
  };
  const viewer = createDialog(leave);
  article.before(viewer);
  viewer.append(article);
  viewer.showModal();
  const root = article.querySelector("[data-gallery]");
  /** @type {import("./renewal.js").Galleries} */
  const galleries = new WeakMap();
  if (root) galleries.set(root, openGallery(article));
  openSheet(article);
  let thread = openThread(article);
  find(article, "h1", HTMLElement).focus({ preventScroll: true });
  keepWhole(article);
  followCritique(id, async () => {
    const answer = await get(location.pathname + "?part=1");
    if (answer.status === 404) { leave(); return; }
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text(), form = article.querySelector("form.answer");
    if (text === shown) return;
    renew(article, shown, text, galleries);
    shown = text;
    if (form?.isConnected) thread?.show(); else thread = openThread(article);
  });
  document.addEventListener("booth:back", async () => {
    try { if ((await checkKept(id)).has(id)) leave(); } catch { /* without a network again */ }
  });
};

open(find(document, "article.critique", HTMLElement));
