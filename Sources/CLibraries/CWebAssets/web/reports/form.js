// A report's form: its answers are stored as they are typed, here and in the studio, and sent as one.

import { initialAnswer, isEmpty, toSubmission } from "./answers.js";
import { create, dataOf, fill, find, findAll, findOptional, require } from "../shared/dom.js";
import { afterPress } from "../shared/press.js";
import * as drafts from "./drafts.js";
import { AnswerInputs, faultLineOf, hintOf, isInput, readAnswer, writeAmount } from "./field-inputs.js";
import { FormFaults } from "./form-faults.js";
import { LaterSharing } from "./draft-sharing-later.js";
import { FormPictures } from "./form-pictures.js";
import { FormProgress } from "./form-progress.js";
import { NoCalculations, NoPosition, NoSchools, NoSmartFields, PlainState, calculates, hasRows } from "./form-questions.js";
import { FormSending } from "./form-sending.js";
import { OpenDraft } from "./open-draft.js";
import * as outbox from "./outbox.js";
import { formerAnswers } from "./submission.js";

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").Field} Field
 * @typedef {import("./types").FieldAnswer} FieldAnswer
 * @typedef {import("./types").Row} Row
 */

// What another tab has changed in a field that is typed in here is looked at again after so many milliseconds.
const restingTime = 1600;
// What this device remembers of how forms are shown.
const oneKey = "booth-reports-one";
const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en", { timeStyle: "short" });

/**
 * What only some forms need.
 * @typedef {object} Parts
 * @property {typeof import("./form-state.js").FormState} [FormState]
 * @property {typeof import("./form-calculations.js").FormCalculations} [FormCalculations]
 * @property {typeof import("./form-rows.js").FormRows} [FormRows]
 * @property {typeof import("./smart-fields.js").SmartFields} [SmartFields]
 * @property {typeof import("./school-choice.js").SchoolChoice} [SchoolChoice]
 * @property {typeof import("./position-input.js").PositionInput} [PositionInput]
 */

/**
 * Loads what a form's fields need; the page names the same, so that it is there with this script.
 * @param {HTMLFormElement} element
 * @param {Field[]} fields
 * @returns {Promise<Parts>}
 */
const loadParts = async (element, fields) => {
  const isCalculated = calculates(fields);
  const parts = await Promise.all([
    isCalculated ? import("./form-state.js") : null,
    isCalculated ? import("./form-calculations.js") : null,
    fields.some(hasRows) ? import("./form-rows.js") : null,
    fields.some((field) => field.smart) ? import("./smart-fields.js") : null,
    element.querySelector("#school-choice") ? import("./school-choice.js") : null,
    element.querySelector("#report-position, [data-locate]") ? import("./position-input.js") : null,
  ]);
  return Object.assign({}, ...parts);
};

export class ReportForm {
  /**
   * @param {HTMLFormElement} element
   * @param {boolean} isPreview in the builder: nothing of it is stored or sent
   * @param {Field[]} fields
   * @param {Parts} parts those that these fields need
   */
  constructor(element, isPreview, fields, parts) {
    this.element = element;
    this.isPreview = isPreview;
    this.token = dataOf(element, "token");
    /** @type {Record<string, string>} */
    this.words = JSON.parse(dataOf(element, "words"));
    this.fields = fields;
    this.byID = new Map(this.fields.map((field) => [field.id, field]));
    this.places = new Map(findAll(element, "[data-field]", HTMLElement).map((place) => [dataOf(place, "field"), place]));
    this.date = find(element, "#date-ask input[name=date]", HTMLInputElement);
    this.said = find(element, "#report-said", HTMLElement);
    /** Where the draft is stored. */
    this.kept = find(element, "#report-kept", HTMLElement);
    this.saved = find(element, "#report-saved", HTMLElement);
    this.draft = new OpenDraft(element, isPreview, { stored: (isStored) => this.showStored(isStored), changed: () => this.sharing.shareSoon() });
    const answers = {
      answer: (/** @type {Field} */ field) => /** @type {import("./types").Answer} */ (toSubmission(field, this.draft.value.answers[field.id])),
      rowCount: (/** @type {Field} */ field) => this.rows.rowsOf(field).length,
      cell: (/** @type {import("./types").RowsField} */ field, /** @type {number} */ row, /** @type {Field} */ column) => /** @type {import("./types").Answer} */ (toSubmission(column, this.rows.rowsOf(field)[row]?.[column.id])),
    };
    // The parts that a form does not have are not asked for anything.
    this.state = parts.FormState ? new parts.FormState(fields, answers)
      : /** @type {import("./form-state.js").FormState} */ (/** @type {unknown} */ (new PlainState()));
    this.inputs = new AnswerInputs(this.words.yes);
    this.faults = new FormFaults(this);
    this.progress = new FormProgress(this);
    this.calculations = parts.FormCalculations ? new parts.FormCalculations(this)
      : /** @type {import("./form-calculations.js").FormCalculations} */ (/** @type {unknown} */ (new NoCalculations()));
    this.rows = /** @type {import("./form-rows.js").FormRows} */ (parts.FormRows && new parts.FormRows(this));
    this.smart = parts.SmartFields ? new parts.SmartFields(this)
      : /** @type {import("./smart-fields.js").SmartFields} */ (/** @type {unknown} */ (new NoSmartFields()));
    this.schools = parts.SchoolChoice ? new parts.SchoolChoice(this)
      : /** @type {import("./school-choice.js").SchoolChoice} */ (/** @type {unknown} */ (new NoSchools()));
    this.position = parts.PositionInput ? new parts.PositionInput(this)
      : /** @type {import("./position-input.js").PositionInput} */ (/** @type {unknown} */ (new NoPosition()));
    this.pictures = new FormPictures(this);
    this.sharing = new LaterSharing(this);
    /**
     * Null until another device has answered otherwise.
     * @type {import("./other-answers.js").OtherAnswers | null}
     */
    this.others = null;
    this.sending = new FormSending(this);
    /**
     * Where one question is shown at a time; null until a person wants that.
     * @type {import("./form-steps.js").FormSteps | null}
     */
    this.steps = null;
    this.listen();
  }

  // MARK: Fields

  /** @param {string} id */
  field(id) {
    const field = this.byID.get(id);
    if (!field) throw new Error(`the form has no field ${id}`);
    return field;
  }

  /** @param {string} id */
  place(id) { return require(this.places.get(id), `question ${id}`, HTMLElement); }

  /** The answers as they stand. */
  answers() { return this.draft.value.answers; }

  /**
   * @param {string} id
   * @param {FieldAnswer} answer
   */
  showAnswer(id, answer) {
    const field = this.field(id), place = this.place(id);
    if (field.type === "file") return;
    const isSeen = hasRows(field) ? this.rows.show(field, answer) : this.inputs.show(place, field, answer);
    // What the field cannot show, as its kind has changed, stands beside it.
    if (!isSeen && this.inputs.text(answer)) hintOf(place).textContent = fill(this.words.formerAnswer, this.inputs.text(answer));
  }

  /** @param {boolean} isStored */
  showStored(isStored) {
    const text = isStored ? this.words.keptHere : this.words.notKept;
    if (!isStored || this.kept.textContent !== text) this.kept.textContent = text;
    this.showSaved(isStored, clock.format(Date.now()));
  }

  /**
   * In the line that stays in sight: "Saved 12:04". What a screen reader says of it stands under the form.
   * @param {boolean} isStored
   * @param {string} time empty where it is not known
   */
  showSaved(isStored, time) {
    const { saved, words } = this;
    saved.hidden = false;
    saved.classList.toggle("bad", !isStored);
    find(saved, "[data-saved]", HTMLElement).textContent = isStored ? fill(words.savedAt, time).trim() : words.notSaved;
  }

  // MARK: Changes

  listen() {
    const { draft, element } = this;
    draft.channel.onmessage = ({ data }) => this.hear(data);
    element.addEventListener("input", ({ target }) => { if (isInput(target)) this.typed(target); });
    element.addEventListener("focusout", ({ target, relatedTarget }) => {
      if (target instanceof Element) afterPress(() => this.left(target, relatedTarget));
    });
    findOptional(element, "[data-move]", HTMLElement)?.addEventListener("click", (event) => this.moveToVersion(event));
    if (this.isPreview) return;
    for (const kind of ["pointerdown", "focusin"]) element.addEventListener(kind, () => { this.pictures.outbox(); }, { once: true });
    addEventListener("online", () => {
      if (draft.value.state === "sending") return;
      this.smart.refreshSoon(Boolean(draft.value.position));
      this.sharing.shareSoon();
    });
    // What is in this page alone goes with it.
    addEventListener("beforeunload", (event) => {
      if (draft.key && !draft.isDiscarded && (outbox.isReading() || drafts.isHeld(draft.key))) event.preventDefault();
    });
  }

  /** One question at a time, where this device is to show forms so; a page without storage begins with all of them. */
  async offerSteps() {
    const button = findOptional(document, "#report-one", HTMLButtonElement);
    if (!button || this.isPreview) return;
    const turn = async (/** @type {boolean} */ isOn) => {
      if (!this.steps) {
        const { FormSteps } = await import("./form-steps.js");
        this.steps ??= new FormSteps(this);
      }
      button.setAttribute("aria-pressed", String(isOn));
      this.steps.turn(isOn);
    };
    button.addEventListener("click", async () => {
      const isOn = button.getAttribute("aria-pressed") !== "true";
      await turn(isOn);
      try { if (isOn) localStorage.setItem(oneKey, "1"); else localStorage.removeItem(oneKey); } catch { /* until the page is left */ }
    });
    let isWanted = false;
    try { isWanted = localStorage.getItem(oneKey) === "1"; } catch { /* as it is for a new device */ }
    if (isWanted) await turn(true);
  }

  /** @param {import("./field-inputs.js").Input} input */
  typed(input) {
    const { draft, faults } = this;
    if (input === this.date) {
      const date = input.value;
      draft.change((value) => { value.date = date; });
      draft.announce({ field: "date" });
      return;
    }
    const place = input.closest("[data-field]"), id = place instanceof HTMLElement ? place.dataset.field : "";
    if (!id || input.type === "file") return;
    const field = this.field(id);
    draft.typed = { id, at: Date.now() };
    faults.settled("=report");
    if (hasRows(field)) { this.rows.typed(field, input); return; }
    const answer = readAnswer(this.place(id), field);
    // What a person has typed no answer of the studio's takes away; a field that is emptied is to be filled in.
    const isTyped = field.auto && !isEmpty(answer);
    draft.change((value) => {
      value.answers[id] = answer;
      if (isTyped) value.typed[id] = true; else delete value.typed[id];
      drafts.stamp(value, id);
    });
    draft.announce({ field: id });
    this.changed(id);
    const fault = faults.of(field);
    if (faultLineOf(this.place(id)).textContent) faults.show(id, fault);
    if (!fault) faults.settled(id);
  }

  /**
   * An input or a button was left: what is wrong is said when the whole question is.
   * @param {Element} target
   * @param {EventTarget | null} next
   */
  left(target, next) {
    const place = target.closest("[data-field]"), input = isInput(target) ? target : null;
    if (!(place instanceof HTMLElement) || input?.type === "file") return;
    const field = this.field(dataOf(place, "field")), cell = target.closest("[data-column]");
    if (cell instanceof HTMLElement && hasRows(field)) {
      if (input) writeAmount(this.rows.columnOf(field, cell), input);
      this.rows.left(field, cell);
      return;
    }
    if (input) writeAmount(field, input);
    if (!(next instanceof Node && place.contains(next))) this.faults.show(field.id, this.faults.of(field));
  }

  /**
   * An answer has changed, or one cell of it: what depends on it is shown anew.
   * @param {string} id
   * @param {number} [row]
   * @param {string} [column]
   */
  changed(id, row, column) {
    this.calculations.showChanged(this.state.changed(id, row, column));
    this.progress.show([this.field(id)]);
  }

  /** Any answer may have changed. */
  showCalculations() {
    for (const field of this.fields) this.state.changed(field.id);
    this.calculations.showAll();
    this.progress.show(this.fields);
  }

  // MARK: Other tabs

  /** @param {import("./open-draft.js").TabMessage} message */
  async hear(message) {
    const { draft } = this;
    if (message.key !== draft.key || message.tab === draft.tab || !draft.key) return;
    this.said.textContent = this.words.otherTab;
    if (message.hello) { draft.channel.postMessage({ key: draft.key, tab: draft.tab, seen: true }); return; }
    if (message.seen) return;
    await draft.writing;
    const found = await drafts.get(draft.key);
    if (!found) { if (message.gone) location.assign("/reports"); return; }
    // A tab that waits for the sending hears of its end by itself.
    if (this.sending.isBusy) return;
    // Sent in the other tab: this one changes it no more, and shows how far it is.
    if (found.state === "sending") {
      draft.value = found;
      this.sending.showOnItsWay();
      return;
    }
    // What is being typed is not taken from under the fingers; it is looked at again when they rest.
    if (draft.isTyping(draft.typed.id)) setTimeout(async () => {
      await draft.writing;
      const rested = await drafts.get(draft.key);
      if (rested) await this.adopt(rested);
    }, restingTime);
    await this.adopt(found);
  }

  /**
   * Shows a draft in place of what stands here.
   * @param {Draft} found
   */
  async adopt(found) {
    const { draft } = this;
    draft.value = found;
    for (const field of this.fields) if (!draft.isTyping(field.id)) this.showAnswer(field.id, found.answers[field.id]);
    this.date.value = found.date;
    this.position.show();
    this.schools.showChosen();
    this.schools.showChoice();
    await this.pictures.show();
    this.pictures.showLeftOut();
    await this.showOthers();
    this.showCalculations();
  }

  /** Answers of other devices, where there are any. */
  async showOthers() {
    if (!this.others) {
      if (!Object.keys(this.draft.value.others || {}).length) return;
      const { OtherAnswers } = await import("./other-answers.js");
      this.others ??= new OtherAnswers(this);
    }
    this.others.show();
  }

  // MARK: Versions of the form

  /** @param {Event} event */
  async moveToVersion(event) {
    const { draft } = this, version = event.target instanceof HTMLElement ? event.target.dataset.move ?? "" : "";
    const labels = Object.fromEntries(this.fields.map((field) => [field.id, field.label]));
    await draft.change((value) => {
      value.labels = { ...value.labels, ...labels };
      value.version = version;
    });
    location.assign(draft.address.pathname + (draft.key ? "?draft=" + draft.key : ""));
  }

  /** Answers to questions that this version does not ask. */
  showFormer() {
    const place = findOptional(this.element, "#report-former", HTMLElement), { value } = this.draft;
    if (!place) return;
    const rows = formerAnswers(value, this.byID).flatMap(([id, answer]) =>
      [create("dt", { textContent: value.labels?.[id] || id }), create("dd", { textContent: this.inputs.text(answer) })]);
    find(place, "dl", HTMLElement).replaceChildren(...rows);
    place.hidden = !rows.length;
  }

  // MARK: Beginning

  /**
   * Reads the draft that the address names, and shows it.
   * @param {Record<string, FieldAnswer>} tried answers to begin with, of a preview
   */
  async begin(tried) {
    const { draft, element } = this;
    if (draft.key) await this.readDraft();
    // Its pictures may be made ready in another tab, or it is on its way.
    if (draft.key) this.pictures.outbox();
    // A draft stays on the version of the form that it was begun on.
    if (draft.key && String(draft.value.version) !== element.dataset.version) {
      if (element.dataset.asked !== String(draft.value.version)) {
        location.replace(`${draft.address.pathname}?draft=${draft.key}&version=${encodeURIComponent(draft.value.version)}`);
        return;
      }
      await draft.change((value) => { value.version = dataOf(element, "version"); });
    }
    if (this.isPreview) {
      const own = Object.entries(tried).filter(([id]) => this.byID.has(id) && !this.field(id).expression);
      draft.value.answers = Object.fromEntries(own);
    }
    draft.value.typed ??= {};
    draft.value.sources ??= {};
    this.showBeginning();
    await this.pictures.show();
    this.pictures.showLeftOut();
    await this.showOthers();
    if (draft.value.chosen?.length) this.pictures.outbox().prepare(draft.key);
    this.calculations.showAll();
    this.progress.show(this.fields);
    this.showFormer();
    this.position.showFault();
    if (draft.key) {
      this.kept.textContent = this.words.keptHere;
      this.showSaved(true, "");
      draft.channel.postMessage({ key: draft.key, tab: draft.tab, hello: true });
    }
    await this.offerSteps();
    element.dataset.ready = "1";
    if (draft.value.state === "sending") { this.sending.showOnItsWay(); return; }
    this.smart.refreshSoon(Boolean(draft.value.position));
    this.sharing.shareSoon();
  }

  async readDraft() {
    const { draft } = this;
    try {
      const found = await drafts.get(draft.key) || await this.sharing.fetchDraft().catch(() => null);
      if (found && found.user === draft.value.user) draft.value = found; else draft.key = "";
    } catch {
      draft.key = "";
      draft.isStored = false;
      this.kept.textContent = this.words.notKept;
    }
  }

  showBeginning() {
    const { value } = this.draft;
    this.date.value = value.date;
    for (const field of this.fields) {
      if (value.answers[field.id] === undefined && field.value !== undefined && !field.smart) value.answers[field.id] = initialAnswer(field);
      if (value.answers[field.id] !== undefined || field.columns) this.showAnswer(field.id, value.answers[field.id]);
    }
    if (this.position.input) this.position.input.value = value.position;
    this.schools.showChosen();
    this.schools.showChoice();
  }
}

/**
 * @param {HTMLFormElement} element
 * @param {boolean} isPreview
 * @param {Record<string, FieldAnswer>} tried answers to begin with, of a preview
 */
export const openForm = async (element, isPreview = false, tried = {}) => {
  /** @type {Field[]} */
  const fields = JSON.parse(dataOf(element, "fields"));
  const form = new ReportForm(element, isPreview, fields, await loadParts(element, fields));
  form.begin(tried);
  return form;
};

for (const element of findAll(document, "form.report:not([data-preview])", HTMLFormElement)) openForm(element);
