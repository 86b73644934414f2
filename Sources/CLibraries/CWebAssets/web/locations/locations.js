// What the pages of places do, but for the map. What only some of them have is fetched where it is.

import { prepareForms } from "./forms.js";
import { findAll } from "../shared/dom.js";

prepareForms(document);
for (const select of findAll(document, "select[data-submits]", HTMLSelectElement)) {
  select.addEventListener("change", () => select.form?.requestSubmit());
}
const compared = findAll(document, "[data-compare]", HTMLElement), photos = findAll(document, "form[data-photo]", HTMLFormElement);
const working = findAll(document, "[data-working]", HTMLElement);
if (document.querySelector("[data-viewer]")) import("./large-picture.js").then(({ showPicturesLarge }) => showPicturesLarge());
if (compared.length) import("./comparison.js").then(({ Comparison }) => { for (const element of compared) new Comparison(element).start(); });
if (photos.length) import("./photo.js").then(({ PhotoForm }) => { for (const form of photos) new PhotoForm(form).start(); });
if (working.length) import("./progress.js").then(({ followProgress }) => { for (const place of working) followProgress(place); });
