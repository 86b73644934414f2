// What the role that is chosen in a field is for. Without scripts all of them are told.

import { dataOf, findAll, require } from "../shared/dom.js";

for (const list of findAll(document, "[data-roles]", HTMLElement)) {
  const field = require(document.getElementById(dataOf(list, "roles")), "field of roles", HTMLSelectElement);
  const show = () => { for (const role of findAll(list, "[data-role]", HTMLElement)) role.hidden = role.dataset.role !== field.value; };
  field.addEventListener("change", show);
  show();
}
