// Icons of the sprite beside this file, shared/icons.svg. CWebAssets/icons.list names those that it has.

const sprite = new URL("icons.svg", import.meta.url).pathname;
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
  use.setAttribute("href", `${sprite}#${name}`);
  made.append(use);
  return made;
};
