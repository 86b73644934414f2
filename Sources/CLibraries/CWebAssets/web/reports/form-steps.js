// One question at a time: the others are there, and are not shown.

import { dataOf, fill, find, findAll } from "../shared/dom.js";
import { focusableIn } from "./field-inputs.js";

/** A key that leads on from these would be missed in them. */
const keepsEnter = (/** @type {EventTarget | null} */ target) =>
  !(target instanceof HTMLInputElement) || ["checkbox", "radio", "file", "button", "submit"].includes(target.type);

export class FormSteps {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    const { element } = form;
    this.bar = find(element, "#report-steps", HTMLElement);
    this.back = find(this.bar, "[data-back]", HTMLButtonElement);
    this.next = find(this.bar, "[data-next]", HTMLButtonElement);
    this.text = find(this.bar, "[data-step]", HTMLElement);
    this.isOn = false;
    /**
     * The question that is shown.
     * @type {HTMLElement | null}
     */
    this.now = null;
    this.back.addEventListener("click", () => this.step(-1));
    this.next.addEventListener("click", () => this.step(1));
    // What an answer brings or takes away is counted when it has been shown.
    element.addEventListener("input", () => queueMicrotask(() => this.count()));
    element.addEventListener("keydown", (event) => {
      if (!this.isOn || event.key !== "Enter" || event.isComposing || keepsEnter(event.target) || this.isLast) return;
      event.preventDefault();
      this.step(1);
    });
  }

  /** The questions that are asked, each with its rows. */
  get asks() {
    return findAll(this.form.element, ".section > .ask, .tens > .ask", HTMLElement).filter((ask) => !ask.hidden);
  }

  get isLast() {
    const { asks } = this;
    return this.now === asks[asks.length - 1];
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.form.element.toggleAttribute("data-one", isOn);
    this.bar.hidden = !isOn;
    const { asks } = this, open = asks.find((ask) => this.isOpen(ask));
    this.show(isOn ? open ?? asks[0] ?? null : null);
  }

  /**
   * Whether a question waits for an answer.
   * @param {HTMLElement} ask
   */
  isOpen(ask) {
    const { byID, progress } = this.form, field = byID.get(ask.dataset.field ?? "");
    return Boolean(field && !field.auto && !progress.isDone(field));
  }

  /** @param {HTMLElement | null} ask */
  show(ask) {
    this.now?.removeAttribute("data-now");
    this.now = ask;
    ask?.setAttribute("data-now", "");
    this.count();
  }

  count() {
    const { sending } = this.form;
    if (!this.isOn || !this.now) {
      sending.button.hidden = false;
      return;
    }
    const { asks, isLast } = this, place = asks.indexOf(this.now);
    this.back.disabled = place <= 0;
    this.next.hidden = isLast;
    sending.button.hidden = !isLast;
    const text = fill(dataOf(this.bar, "words"), place + 1, asks.length);
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  /** @param {number} by */
  step(by) {
    const { asks } = this, to = this.now && asks[asks.indexOf(this.now) + by];
    if (!to) return;
    this.show(to);
    this.form.element.scrollIntoView({ block: "start" });
    focusableIn(to)?.focus({ preventScroll: true });
  }

  /**
   * Shows the question around what is to be focused.
   * @param {Element} target
   */
  reveal(target) {
    if (!this.isOn) return;
    const ask = this.asks.find((one) => one.contains(target));
    if (ask) this.show(ask);
  }
}
