// Buttons that are an icon.

import { create } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/**
 * @param {string} name the icon's
 * @param {string} label for screen readers, and as a hint under a pointer
 * @param {() => void} act
 */
export const makeIconButton = (name, label, act) => {
  const button = create("button", { type: "button", className: "icon-button", title: label }, icon(name));
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  return button;
};
