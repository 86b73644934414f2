// Reports are chosen in the list and deleted together. Boxes to choose them by are shown when a person asks for them.

import { counted, dataOf, find, findAll, findOptional } from "../shared/dom.js";

class ReportChoice {
  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement | null} select shows the boxes
   */
  constructor(form, select) {
    this.form = form;
    this.select = select;
    this.picks = findAll(form, "[data-pick]", HTMLInputElement);
    this.all = find(form, "[data-all]", HTMLElement);
    this.allBox = find(this.all, "input", HTMLInputElement);
    this.bar = find(form, ".chosen-bar", HTMLElement);
    this.count = find(this.bar, "[data-count]", HTMLElement);
    this.button = find(this.bar, "button", HTMLElement);
    this.all.hidden = false;
    if (select) {
      select.hidden = false;
      select.addEventListener("click", () => this.begin(!this.isChoosing));
    }
    this.all.addEventListener("change", () => {
      for (const pick of this.picks) pick.checked = this.allBox.checked;
      this.show();
    });
    form.addEventListener("change", () => this.show());
    form.addEventListener("click", (event) => this.pick(event));
    form.addEventListener("keydown", (event) => {
      const { target } = event;
      if (event.key !== "Delete" || !(target instanceof HTMLInputElement) || !target.matches("[data-pick]")) return;
      event.preventDefault();
      if (!this.picks.some((pick) => pick.checked)) target.checked = true;
      form.requestSubmit();
    });
    // A page that is come back to has what the browser has kept of it.
    addEventListener("pageshow", () => this.show());
  }

  get isChoosing() { return this.form.classList.contains("is-choosing"); }

  /** @param {boolean} isChoosing */
  begin(isChoosing) {
    this.form.classList.toggle("is-choosing", isChoosing);
    const { select } = this;
    if (select) {
      select.textContent = dataOf(select, isChoosing ? "cancel" : "select");
      select.setAttribute("aria-expanded", String(isChoosing));
    }
    if (!isChoosing) for (const pick of this.picks) pick.checked = false;
    this.show();
  }

  /**
   * While reports are chosen, a row is chosen wherever it is pressed.
   * @param {MouseEvent} event
   */
  pick(event) {
    const link = event.target instanceof Element && event.target.closest("a.report-row");
    const box = link && findOptional(link.closest("li") ?? this.form, "[data-pick]", HTMLInputElement);
    if (!box || !this.isChoosing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    box.checked = !box.checked;
    this.show();
  }

  show() {
    const chosen = this.picks.filter((pick) => pick.checked).length;
    if (chosen && !this.isChoosing) { this.begin(true); return; }
    this.count.textContent = chosen ? counted(dataOf(this.count, "words"), chosen) : "";
    this.button.hidden = !chosen;
    this.bar.classList.toggle("is-chosen", chosen > 0);
    this.allBox.checked = chosen === this.picks.length;
    this.allBox.indeterminate = chosen > 0 && chosen < this.picks.length;
  }
}

/** @param {ParentNode} root */
export const choose = (root) => {
  const form = root.querySelector("form.choosing");
  if (form instanceof HTMLFormElement) new ReportChoice(form, findOptional(root, "button[data-select]", HTMLButtonElement)).show();
};
