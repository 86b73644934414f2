// A critique on a page of its own.

import { dataOf, find } from "../shared/dom.js";
import { createDialog } from "./critique-dialog.js";
import { openGallery } from "./gallery.js";
import { checkKept, keepWhole } from "./kept.js";
import { leave as letGo, mayLeave } from "./leaving.js";
import { openSheet } from "./notes-sheet.js";
import { openThread } from "./thread.js";
import { showTimes } from "./times.js";

/** @param {HTMLElement} article */
const open = (article) => {
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
  openGallery(article);
  openSheet(article);
  openThread(article);
  find(article, "h1", HTMLElement).focus({ preventScroll: true });
  keepWhole(article);
  document.addEventListener("booth:back", async () => {
    try { if ((await checkKept(id)).has(id)) leave(); } catch { /* without a network again */ }
  });
};

showTimes(document);
open(find(document, "article.critique", HTMLElement));
