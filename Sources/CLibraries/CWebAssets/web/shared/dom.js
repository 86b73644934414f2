// Elements that the studio's pages always have, and new ones.

/**
 * @template {Element} Kind
 * @param {Element | null | undefined} found
 * @param {string} name for people, where it is missing
 * @param {abstract new () => Kind} type
 * @returns {Kind}
 */
export const require = (found, name, type) => {
  if (!(found instanceof type)) throw new Error(`this page has no ${name} that is a ${type.name}: was it made by another version of the studio?`);
  return found;
};

/**
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {abstract new () => Kind} type
 */
export const find = (root, selector, type) => require(root.querySelector(selector), selector, type);

/**
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {abstract new () => Kind} type
 */
export const findOptional = (root, selector, type) => {
  const found = root.querySelector(selector);
  return found && require(found, selector, type);
};

/**
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {abstract new () => Kind} type
 */
export const findAll = (root, selector, type) => [...root.querySelectorAll(selector)].map((found) => require(found, selector, type));

/**
 * What the page says in `data-…`.
 * @param {HTMLElement} element
 * @param {string} name as in `dataset`
 */
export const dataOf = (element, name) => {
  const found = element.dataset[name];
  if (found === undefined) throw new Error(`the page says nothing of ${name}: was it made by another version of the studio?`);
  return found;
};

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {(Node | string)[]} children
 */
export const create = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/**
 * Like `create`, but by attributes, as those of a screen reader are: `element("button", "plain", { text: "Clear", "aria-label": "Clear the search" })`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {Record<string, string>} [attributes] `text` is what it contains.
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const element = (tag, className = "", attributes = {}) => {
  const { text, ...others } = attributes;
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(others)) made.setAttribute(key, value);
  return made;
};

/**
 * A small button of a list.
 * @param {string} text
 * @param {string} label what a screen reader says in its place
 * @param {() => void} act
 */
export const makeButton = (text, label, act) => {
  const button = create("button", { type: "button", className: "plain small", textContent: text });
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  return button;
};

/**
 * `fill("%1 of %2", 3, 5)` is `3 of 5`.
 * @param {string} text
 * @param {(string | number)[]} values
 */
export const fill = (text, ...values) => text.replace(/%(\d)/g, (_, digit) => String(values[digit - 1]));

// A text with a number has a form for each kind of number that its language knows, in this order.
const numberForms = ["one", "two", "few", "many", "other"];

/**
 * As `WordTable.counted` of the pages: `counted("%1 photo|%1 photos", 3)` is `3 photos`.
 * @param {string} text
 * @param {number} number
 * @param {string | number} [written] the number as the page writes it
 */
export const counted = (text, number, written = number) => {
  const forms = text.split("|"), language = document.documentElement.lang || "en";
  if (forms.length === 1) return fill(text, written);
  const known = { 2: ["one", "other"], 3: ["one", "two", "other"], 5: numberForms }[forms.length] ?? numberForms;
  const place = known.indexOf(new Intl.PluralRules(language).select(number));
  return fill(forms[place < 0 ? forms.length - 1 : place], written);
};
