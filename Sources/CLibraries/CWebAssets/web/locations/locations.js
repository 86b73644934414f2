// What the pages of places do, but for the map.

import { Comparison } from "./comparison.js";
import { FileForm } from "./file-form.js";
import { offerPosition } from "./here.js";
import { showPicturesLarge } from "./large-picture.js";
import { followProgress } from "./progress.js";
import { findAll } from "../shared/dom.js";

for (const element of findAll(document, "[data-scripted]", HTMLElement)) element.hidden = false;
offerPosition();
showPicturesLarge();
for (const element of findAll(document, "[data-compare]", HTMLElement)) new Comparison(element).start();
for (const form of findAll(document, "form[data-send]", HTMLFormElement)) new FileForm(form).start();
for (const place of findAll(document, "[data-working]", HTMLElement)) followProgress(place);
