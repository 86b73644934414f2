// Icons of shared/icons.svg, and of the file of the same name in the folder that alone shows them. CWebAssets/icons.list names them.

import { folders } from "./icon-folders.js";

const svg = "http://www.w3.org/2000/svg";

/**
 * An icon that screen readers pass over: what holds it has a name of its own. `button.append(icon("trash"))`.
 * @param {string} name as bootstrap-icons calls it
 * @returns {SVGSVGElement}
 */
export const icon = (name) => {
  const made = document.createElementNS(svg, "svg"), use = document.createElementNS(svg, "use");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  use.setAttribute("href", new URL(`../${folders[name] ?? "shared"}/icons.svg`, import.meta.url).pathname + "#" + name);
  made.append(use);
  return made;
};
