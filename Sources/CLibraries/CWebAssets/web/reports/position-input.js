// Where the report is written: typed as `52.5,13.4`, or from the device.

import { normalize } from "./answers.js";
import { stamp } from "./drafts.js";
import { findAll, findOptional, require } from "../shared/dom.js";
import { hintOf } from "./field-inputs.js";

// In milliseconds: for how long the device may look for its position, and how old one may be that it has found before.
const longestSearch = 10000, oldestPosition = 300000;

/**
 * As the studio reads it: what is no place on earth is kept and sent as it was typed, and is said.
 * @param {string} text
 */
export const isPlace = (text) => {
  const found = /^\s*([+-]?\d+(?:\.\d*)?)\s*,\s*([+-]?\d+(?:\.\d*)?)\s*$/.exec(text);
  return found !== null && Math.abs(Number(found[1])) <= 90 && Math.abs(Number(found[2])) <= 180;
};

export class PositionInput {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    /** Null where the form has no use for it. */
    this.input = findOptional(form.element, "#report-position", HTMLInputElement);
    this.hint = findOptional(form.element, "#position-hint", HTMLElement);
    const { input, hint } = this;
    input?.addEventListener("change", () => this.set(input.value.trim()));
    // A page that is left while it is typed has it as well.
    input?.addEventListener("input", () => this.store(input.value.trim()));
    findOptional(form.element, "#report-locate", HTMLElement)?.addEventListener("click", () => {
      if (hint && input) this.locate((text) => { input.value = text; this.set(text); }, hint);
    });
    for (const locator of findAll(form.element, "[data-locate]", HTMLElement)) locator.addEventListener("click", () => this.locateField(locator));
  }

  show() {
    const { input, form: { draft } } = this;
    if (input && input !== document.activeElement) input.value = draft.value.position;
    this.showFault();
  }

  showFault() {
    const { position } = this.form.draft.value;
    if (this.hint) this.hint.textContent = position && !isPlace(position) ? this.form.words.homeWrong : "";
  }

  /** @param {string} text */
  store(text) {
    this.form.draft.change((draft) => {
      draft.position = normalize({ type: "text" }, text);
      stamp(draft, "=position");
    });
  }

  /** @param {string} text */
  set(text) {
    this.store(text);
    this.form.draft.announce({ field: "position" });
    this.showFault();
    // What asked for a position has one now: what comes of it is said when it has come.
    if (isPlace(text)) for (const field of this.form.fields) {
      if (["weather_conditions", "current_location"].includes(field.type) && field.smart) hintOf(this.form.place(field.id)).textContent = "";
    }
    this.form.smart.refreshSoon(true);
  }

  /**
   * @param {(text: string) => void} found
   * @param {HTMLElement} hint
   */
  locate(found, hint) {
    const fail = () => { hint.textContent = this.form.words.positionFailed; };
    hint.textContent = "";
    if (!navigator.geolocation) { fail(); return; }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => found(coords.latitude.toFixed(6) + "," + coords.longitude.toFixed(6)),
      fail, { timeout: longestSearch, maximumAge: oldestPosition, enableHighAccuracy: true });
  }

  /** @param {HTMLElement} locator */
  locateField(locator) {
    const place = require(locator.closest("[data-field]"), "question around a button", HTMLElement), id = place.dataset.field ?? "";
    this.locate((text) => {
      this.form.showAnswer(id, text);
      this.form.draft.change((draft) => {
        draft.answers[id] = text;
        stamp(draft, id);
      });
      this.form.changed(id);
    }, hintOf(place));
  }
}
