// What a part of a page needs that has come: forms that send files, and buttons that know where the reader is.

import { FileForm } from "./file-form.js";
import { offerPosition } from "./here.js";
import { findAll } from "../shared/dom.js";

/** @param {ParentNode} root */
export const prepareForms = (root) => {
  for (const element of findAll(root, "[data-scripted]", HTMLElement)) element.hidden = false;
  offerPosition(root);
  for (const form of findAll(root, "form[data-send]", HTMLFormElement)) new FileForm(form).start();
};
