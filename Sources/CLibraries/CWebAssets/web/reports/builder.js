// Builds a form: its fields are made and ordered, looked at by the studio while they are typed, tried out, and saved.

import { FieldCards } from "./builder-cards.js";
import { Palette } from "./builder-palette.js";
import { FormProblems } from "./builder-problems.js";
import { UnsavedForm } from "./builder-unsaved.js";
import { isInput } from "./field-inputs.js";
import { post } from "../shared/ask.js";
import { dataOf, fill, find, findAll, findOptional, require } from "../shared/dom.js";

/**
 * @typedef {import("./types").Template} Template
 * @typedef {import("./types").TemplateProblem} TemplateProblem
 * @typedef {{ status: number, json: { id?: string, version?: number, html?: string, problems?: TemplateProblem[] } }} Answer status 0: none came.
 */

// The studio looks at a form when nothing was typed for so long, in milliseconds.
const lookPause = 400;

export class FormBuilder {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Record<string, string>} */
    this.words = JSON.parse(dataOf(place, "words"));
    this.token = dataOf(place, "token");
    /** @type {string[]} */
    this.reserved = JSON.parse(dataOf(place, "reserved"));
    /** The version that is changed; null: a new form. */
    this.base = place.dataset.base ? Number(place.dataset.base) : null;
    /** @type {Template} */
    this.template = JSON.parse(dataOf(place, "template"));
    /** Saving was tried: what is missing is said from then on, and of a form that was saved before. */
    this.isTried = this.base !== null;
    this.said = find(document, "#builder-said", HTMLElement);
    this.restored = find(document, "#builder-restored", HTMLElement);
    this.preview = find(document, "#builder-preview", HTMLElement);
    this.saveButton = find(place, "[data-save]", HTMLButtonElement);
    this.settings = findAll(place, "[data-of]", HTMLElement).filter(isInput);
    /** @type {import("./form.js").ReportForm | null} */
    this.form = null;
    /** Counts looks: only the last one is shown. */
    this.looks = 0;
    /** The preview shows an earlier form, as it was out of sight. */
    this.isOutdated = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;

    this.unsaved = new UnsavedForm(() => sessionStorage, document.body.dataset.person || "", this.base, this.template.id);
    const changed = this.unsaved.read(this.base);
    if (changed) {
      this.template = changed;
      this.restored.hidden = false;
      this.say(this.words.unsaved);
    }
    this.problems = new FormProblems(this);
    this.palette = new Palette(this);
    this.cards = new FieldCards(this);
    this.listen();
  }

  start() {
    this.showSettings();
    this.cards.show();
    this.look();
    this.place.dataset.ready = "1";
  }

  listen() {
    const { place } = this;
    find(place, "[data-forget]", HTMLElement).addEventListener("click", () => { this.unsaved.forget(); location.reload(); });
    place.addEventListener("input", ({ target }) => { if (isInput(target) && target.dataset.of) this.typed(target, target.dataset.of); });
    this.saveButton.addEventListener("click", () => this.save());
    // On a phone one of two is seen.
    const ways = findAll(place, "[data-show]", HTMLElement);
    for (const button of ways) {
      button.addEventListener("click", () => {
        place.dataset.shows = button.dataset.show;
        for (const other of ways) other.setAttribute("aria-pressed", String(other === button));
      });
    }
    // It comes into sight by its button, or when the window becomes wide enough for both.
    new ResizeObserver(() => { if (this.isOutdated && this.showsPreview) this.look(); }).observe(require(this.preview.parentElement, "section of the preview", HTMLElement));
  }

  get showsPreview() { return this.preview.checkVisibility?.() ?? this.preview.getClientRects().length > 0; }

  /** @param {string} text */
  say(text) { this.said.textContent = text; }

  /** What every report has is no field's id. */
  takenIDs() { return new Set([...this.template.fields.map(({ id }) => id), ...this.reserved]); }

  // MARK: The form's own settings

  showSettings() {
    for (const input of this.settings) {
      const value = this.template[dataOf(input, "of")];
      if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = value === true; else input.value = String(value ?? "");
    }
  }

  /**
   * @param {import("./field-inputs.js").Input} input
   * @param {string} name
   */
  typed(input, name) {
    if (name === "description" && !input.value) delete this.template.description;
    else this.template[name] = input instanceof HTMLInputElement && input.type === "checkbox" ? input.checked : input.value;
    this.changed();
  }

  changed() {
    this.say(this.words.unsaved);
    this.unsaved.remember(this.base, this.template);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), lookPause);
  }

  // MARK: The studio

  /**
   * @param {string} path
   * @param {unknown} value
   * @returns {Promise<Answer>}
   */
  async post(path, value) {
    const answer = await post(path, this.token, value);
    return { status: answer.status, json: (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : {} };
  }

  /** Has the studio say what is odd, and draw the form. */
  async look() {
    const own = ++this.looks, preview = this.showsPreview;
    this.isOutdated = !preview;
    try {
      const { status, json } = await this.post("/reports/forms/check", { template: this.template, preview });
      if (own !== this.looks || status !== 200) return;
      this.problems.show(json.problems || []);
      if (preview) await this.tryOut(json.html || "");
    } catch { /* the next change asks again */ }
    this.place.dataset.looked = String(own);
  }

  /** @param {string} html */
  async tryOut(html) {
    const answers = this.form?.answers() || {};
    this.form = null;
    this.preview.innerHTML = html;
    const element = findOptional(this.preview, "form.report", HTMLFormElement);
    // What was tried out in it stays, where the field is still there.
    if (!element) return;
    // On a phone the preview is seldom looked at: what draws it comes with it.
    const { openForm } = await import("./form.js");
    if (this.preview.contains(element)) this.form = await openForm(element, true, answers);
  }

  async save() {
    this.saveButton.disabled = true;
    this.isTried = true;
    // A look that is on its way says nothing new.
    clearTimeout(this.timer);
    this.looks++;
    /** @type {Answer} */
    let answer;
    try { answer = await this.post("/reports/forms/save", { template: this.template, base: this.base }); } catch { answer = { status: 0, json: {} }; }
    this.saveButton.disabled = false;
    if (answer.status === 200) this.saved(answer);
    else if (answer.status === 422) {
      this.problems.show(answer.json.problems || []);
      // The first that could not work is open when one comes to it.
      const first = (answer.json.problems || []).find(({ broken, field }) => broken && field !== null);
      if (first?.field) this.cards.find(first.field)?.reveal();
      this.problems.focus();
      this.say(this.words.notSaved);
    } else this.say(answer.status === 409 ? this.words.changedMeanwhile : this.words.saveFailed);
  }

  /** @param {Answer} answer */
  saved({ json }) {
    this.base = json.version ?? null;
    this.unsaved.forget();
    this.say(fill(this.words.savedForm, String(this.base)));
    this.look();
    this.restored.hidden = true;
    if (location.pathname.endsWith("/new")) history.replaceState(null, "", "/reports/forms/edit/" + encodeURIComponent(String(json.id)));
  }
}

new FormBuilder(find(document, ".builder", HTMLElement)).start();
