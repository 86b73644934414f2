// A form that is sent leads to a new page, and what was filled in beside it and not sent would be gone with this one: it is asked about
// first. Ticks alone are a choice, of which nothing was written; signing out waits for nothing.

import { create, dataOf } from "../shared/dom.js";

/**
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field
 * @typedef {Pick<HTMLOptionElement, "selected" | "defaultSelected">} Choice
 */

/**
 * Whether another choice was made than the page came with. Where it came with none, a list shows its first.
 * @param {Choice[]} options
 * @param {boolean} isMultiple
 */
export const isOtherChoice = (options, isMultiple) => {
  const first = options.find((option) => option.defaultSelected) || options[0];
  return options.some((option) => option.selected !== (isMultiple ? option.defaultSelected : option === first));
};

/** @param {Element} element @returns {element is Field} */
const isField = (element) => element.matches("input, select, textarea");

/** @param {Field} field */
const isTick = ({ type }) => ["checkbox", "radio"].includes(type);

/** @param {Field} field */
const isChanged = (field) => {
  if (field.disabled || field.type === "hidden" || field.matches(":autofill")) return false;
  if (field instanceof HTMLSelectElement) return isOtherChoice([...field.options], field.multiple);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field.type === "file") return Boolean(field.files?.length);
  return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};

/** @param {HTMLFormElement} form */
const isUnsent = (form) => {
  const fields = [...form.elements].filter(isField).filter((field) => field.type !== "hidden");
  return form.method === "post" && fields.some((field) => field.type !== "checkbox") && fields.some(isChanged);
};

/**
 * Asks whether what was filled in is left out.
 * @param {HTMLFormElement} form
 * @param {() => void} goOn is called when it is.
 */
const askAbout = (form, goOn) => {
  form.querySelector(":scope > .unsent")?.remove();
  const line = create("p", { textContent: dataOf(document.body, "unsent") });
  const leave = create("button", { type: "button", className: "plain", textContent: dataOf(document.body, "leaveOut") });
  const place = create("div", { className: "notice bad unsent", tabIndex: -1 }, line, leave);
  place.setAttribute("role", "group");
  line.setAttribute("role", "alert");
  leave.addEventListener("click", () => { place.remove(); form.reset(); goOn(); });
  form.append(place);
  for (let around = form.closest("details"); around; around = around.parentElement?.closest("details") ?? null) around.open = true;
  place.focus();
  place.scrollIntoView({ block: "nearest" });
};

export const askAboutUnsent = () => {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === "dialog" || form.getAttribute("action") === "/sign-out") return;
    const other = [...document.forms].find((one) => one !== form && isUnsent(one));
    if (!other) return;
    event.preventDefault();
    askAbout(other, () => form.requestSubmit(submitter));
  });
};
