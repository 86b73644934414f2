// Reports are chosen in the list and deleted together.

import { dataOf, fill, find, findAll } from "../shared/dom.js";

class ReportChoice {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.picks = findAll(form, "[data-pick]", HTMLInputElement);
    this.all = find(form, "[data-all]", HTMLElement);
    this.allBox = find(this.all, "input", HTMLInputElement);
    this.bar = find(form, ".chosen-bar", HTMLElement);
    this.count = find(this.bar, "[data-count]", HTMLElement);
    this.button = find(this.bar, "button", HTMLElement);
    this.all.hidden = false;
    this.all.addEventListener("change", () => {
      for (const pick of this.picks) pick.checked = this.allBox.checked;
      this.show();
    });
    form.addEventListener("change", () => this.show());
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

  show() {
    const chosen = this.picks.filter((pick) => pick.checked).length;
    this.count.textContent = chosen ? fill(dataOf(this.count, "words"), chosen) : "";
    this.button.hidden = !chosen;
    this.bar.classList.toggle("is-chosen", chosen > 0);
    this.allBox.checked = chosen === this.picks.length;
    this.allBox.indeterminate = chosen > 0 && chosen < this.picks.length;
  }
}

const form = document.querySelector("form.choosing");
if (form instanceof HTMLFormElement) new ReportChoice(form).show();
