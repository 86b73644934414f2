/**
 * Makes an element: `element("button", "plain", { text: "Clear", type: "button" })`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {Record<string, string>} [attributes] `text` is what it contains.
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const element = (name, className = "", attributes = {}) => {
  const { text, ...others } = attributes;
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(others)) made.setAttribute(key, value);
  return made;
};

/**
 * An element that the page always has. Throws where it is missing.
 * @template {HTMLElement} Type
 * @param {string} selector
 * @param {new () => Type} type
 * @param {ParentNode} [parent]
 * @returns {Type}
 */
export const find = (selector, type, parent = document) => {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} at ${selector}`);
  return found;
};
