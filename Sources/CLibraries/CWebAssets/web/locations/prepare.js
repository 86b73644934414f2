// What the pages of places do, but for the map; also of a part of a page that has come later. What only some have is fetched where it is.

import { prepareForms } from "./forms.js";
import { findAll } from "../shared/dom.js";

/** @param {ParentNode} root */
export const prepare = (root) => {
  prepareForms(root);
  for (const select of findAll(root, "select[data-submits]", HTMLSelectElement)) {
    select.addEventListener("change", () => select.form?.requestSubmit());
  }
  const compared = findAll(root, "[data-compare]", HTMLElement), photos = findAll(root, "form[data-photo]", HTMLFormElement);
  const working = findAll(root, "[data-working]", HTMLElement);
  if (root.querySelector("[data-viewer]")) import("./large-picture.js").then(({ showPicturesLarge }) => showPicturesLarge());
  if (compared.length) import("./comparison.js").then(({ Comparison }) => { for (const element of compared) new Comparison(element).start(); });
  if (photos.length) import("./photo.js").then(({ PhotoForm }) => { for (const form of photos) new PhotoForm(form).start(); });
  if (working.length) import("./progress.js").then(({ followProgress }) => { for (const place of working) followProgress(place); });
};
