// The menus of the navigation: one is open at a time, and each closes where people expect it to.

import { findAll } from "../shared/dom.js";

/** `<details data-menu>` closes by Escape, by a click elsewhere, and when the focus leaves it. */
export const closeMenus = () => {
  const menus = findAll(document, "details[data-menu]", HTMLDetailsElement);
  if (!menus.length) return;
  document.addEventListener("click", ({ target }) => {
    for (const menu of menus) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  for (const menu of menus) {
    menu.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
    menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
    });
  }
};
