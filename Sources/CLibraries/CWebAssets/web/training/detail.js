// @ts-nocheck
import { openGallery, showTimes } from "./gallery.js";
import { checkKept, keepWhole } from "./kept.js";

showTimes(document);
const article = document.querySelector("article.critique");
if (article) {
  const viewer = document.createElement("dialog");
  viewer.className = "viewer";
  viewer.setAttribute("aria-labelledby", "critique-title");
  article.before(viewer);
  viewer.append(article);
  const leave = () => location.assign(article.dataset.back);
  viewer.addEventListener("cancel", (event) => { event.preventDefault(); leave(); });
  viewer.addEventListener("click", (event) => { if (event.target === viewer) leave(); });
  viewer.showModal();
  openGallery(article);
  article.querySelector("h1").focus({ preventScroll: true });
  keepWhole(article);
  document.addEventListener("booth:back", async () => {
    try { if ((await checkKept(article.dataset.critique)).has(article.dataset.critique)) leave(); } catch { /* Away again. */ }
  });
}
