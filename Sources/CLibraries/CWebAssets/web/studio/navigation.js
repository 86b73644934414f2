// The menus of the navigation: one is open at a time, and each closes where people expect it to.

import { findAll } from "../shared/dom.js";

const open = () => findAll(document, "details[data-menu][open]", HTMLDetailsElement);

/** `<details data-menu>` closes by Escape, by a click elsewhere, and when the focus leaves it; also one that came to the page later. */
export const closeMenus = () => {
  document.addEventListener("click", ({ target }) => {
    for (const menu of open()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape" || !(target instanceof Node)) return;
    for (const menu of open()) {
      if (!menu.contains(target)) continue;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (!(target instanceof Node) || !(relatedTarget instanceof Node)) return;
    for (const menu of open()) if (menu.contains(target) && !menu.contains(relatedTarget)) menu.open = false;
  });
};
