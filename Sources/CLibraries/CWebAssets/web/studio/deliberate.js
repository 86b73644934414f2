// Forms that only their button sends (`data-deliberate`). What goes for good, or to others, goes by its button: Enter in a field, and "Go" on
// a telephone's keyboard, lead to the next field, and from the last one to the button.

// Inputs that are buttons, or open a window, have a meaning of their own for Enter.
const buttonTypes = ["button", "submit", "reset", "image", "file"];

/**
 * @param {unknown} element
 * @returns {element is HTMLInputElement & { form: HTMLFormElement }}
 */
const isField = (element) => element instanceof HTMLInputElement && Boolean(element.form?.matches("[data-deliberate]"))
  && !buttonTypes.includes(element.type);

/**
 * @param {unknown} element
 * @returns {element is HTMLButtonElement}
 */
const isSender = (element) => element instanceof HTMLButtonElement && Boolean(element.form?.matches("[data-deliberate]"))
  && element.matches("button[type=submit], button:not([type])");

/**
 * Whether Enter leads from a field to an element behind it.
 * @param {Element} element
 * @param {HTMLInputElement} field
 */
const isNext = (element, field) => {
  if (element.closest("[inert]") || !element.checkVisibility()) return false;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return !element.readOnly && !element.disabled && !(element.type === "radio" && element.name === field.name);
  }
  return (element instanceof HTMLSelectElement || isSender(element)) && !element.disabled;
};

/** @param {HTMLInputElement & { form: HTMLFormElement }} field */
const goOn = (field) => {
  const all = [...field.form.elements], next = all.slice(all.indexOf(field) + 1).find((element) => isNext(element, field));
  if (next instanceof HTMLElement) next.focus();
};

export const keepDeliberate = () => {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
    if (isField(target)) {
      event.preventDefault();
      if (!event.repeat) goOn(target);
    }
    // A key that is held down presses nothing that it has just come to.
    if (event.repeat && isSender(target)) event.preventDefault();
  });
  // Where a keyboard sends without a key, the browser clicks the button by itself.
  document.addEventListener("click", (event) => {
    const { target } = event, { activeElement } = document;
    if (event.detail !== 0 || !isSender(target) || !isField(activeElement) || activeElement.form !== target.form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    goOn(activeElement);
  }, true);
};
