// The form that shares a critique: what is typed, what it says, and what can be pressed. It sends nothing.

import { find, findAll, require } from "../shared/dom.js";

/** @typedef {import("./types").Answers} Answers */

// How often the remaining seconds are looked at, in milliseconds: none of them is shown twice as long as another.
const countEvery = 250;

/**
 * Nothing is read out twice.
 * @param {HTMLElement} place
 * @param {string} text
 */
const say = (place, text) => { if (place.textContent !== text) place.textContent = text; };

export class PublishForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.words = form.dataset;
    this.picker = find(form, "#files", HTMLInputElement);
    this.camera = find(form, "#camera", HTMLInputElement);
    this.picked = find(form, "#picked", HTMLElement);
    this.complaint = find(form, "#complaint", HTMLElement);
    this.state = find(form, "#publish-state", HTMLElement);
    this.send = find(form, "#send", HTMLButtonElement);
    this.back = find(form, "#publish-back", HTMLElement);
    this.backButton = find(this.back, "button", HTMLButtonElement);
    this.backTime = find(this.back, "span", HTMLElement);
    this.photographer = find(form, "#photographer", HTMLSelectElement);
    this.notes = find(form, "#notes", HTMLTextAreaElement);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.counting = undefined;
  }

  /** @param {string} [text] */
  complain(text = "") { say(this.complaint, text); }

  /** @param {string} [text] */
  sayState(text = "") { say(this.state, text); }

  // MARK: Answers

  /** @returns {Answers} */
  get answers() {
    const kind = this.form.querySelector("input[name=kind]:checked");
    return { photographer: this.photographer.value, kind: kind instanceof HTMLInputElement ? kind.value : "", notes: this.notes.value };
  }

  /**
   * What was typed before, where nothing is yet.
   * @param {Answers} answers
   */
  fillIn({ photographer, kind, notes }) {
    if (photographer && !this.photographer.value && [...this.photographer.options].some((option) => option.value === photographer)) this.photographer.value = photographer;
    const choice = kind && this.form.querySelector(`input[name=kind][value="${CSS.escape(kind)}"]`);
    if (choice) require(choice, "kind", HTMLInputElement).click();
    if (notes && !this.notes.value) this.notes.value = notes;
  }

  /** Where there is one photographer only, there is nothing to choose. */
  chooseOnly() {
    const [, only, other] = this.photographer.options;
    if (only && !other && !this.photographer.value) this.photographer.value = only.value;
  }

  /**
   * Whether the answers are for the photographer that the page names.
   * @param {Answers | undefined} answers
   */
  isFor(answers) { return !this.photographer.value || !answers?.photographer || answers.photographer === this.photographer.value; }

  // MARK: While it is on its way

  /** @param {boolean} isLocked */
  lock(isLocked) {
    for (const part of findAll(this.form, ".field, fieldset, .composing, .marks", HTMLElement)) part.inert = isLocked;
    this.picker.disabled = this.camera.disabled = isLocked;
    if (isLocked) this.send.setAttribute("aria-disabled", "true"); else this.send.removeAttribute("aria-disabled");
  }

  /**
   * Until it is on its way for good it can be taken back. The focus goes to the button that there is.
   * @param {boolean} isOffered
   * @param {() => number} left how many milliseconds remain
   */
  offerBack(isOffered, left) {
    clearInterval(this.counting);
    if (this.back.hidden === isOffered) {
      const had = document.activeElement;
      this.back.hidden = !isOffered;
      if (had === this.backButton) this.send.focus(); else if (isOffered && had === this.send) this.backButton.focus();
    }
    const count = () => {
      const rest = Math.ceil(left() / 1000);
      this.backTime.textContent = rest ? ` (${rest})` : "";
    };
    if (isOffered) this.counting = setInterval(count, countEvery);
    count();
  }
}
