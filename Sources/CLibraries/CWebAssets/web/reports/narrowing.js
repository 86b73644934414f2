// The form that narrows the list of reports: its days, and an address that says only what is not usual.

import { require } from "../shared/dom.js";
import { today } from "./days.js";

/** What a field has where the reports are not narrowed by it. */
const usual = [["order", "date"], ["whose", "all"], ["when", "all"]];

class Narrowing {
  /** @param {HTMLInputElement} today */
  constructor(today) {
    this.today = today;
    this.form = require(today.form, "form.narrowed", HTMLFormElement);
    this.when = require(document.getElementById("when"), "#when", HTMLSelectElement);
    const from = require(document.getElementById("from"), "#from", HTMLInputElement), to = require(document.getElementById("to"), "#to", HTMLInputElement);
    this.bounds = [from, to];
    this.when.addEventListener("change", () => {
      if (this.when.value !== "between") for (const bound of this.bounds) bound.value = "";
      else {
        require(from.closest("details"), "details around #from", HTMLDetailsElement).open = true;
        from.focus();
      }
      this.follow();
    });
    for (const bound of this.bounds) bound.addEventListener("change", () => {
      if (bound.value) this.when.value = "between";
      this.follow();
    });
    this.form.addEventListener("submit", () => this.leaveOutUsual());
  }

  follow() { this.today.disabled = this.when.value === "all" || this.when.value === "between"; }

  /** Disabled fields are not part of the address; they are so until it is made. */
  leaveOutUsual() {
    const fields = /** @type {HTMLInputElement[]} */ ([...this.form.elements]);
    for (const field of fields) {
      if ((field.name && !field.value) || usual.some(([name, value]) => field.name === name && field.value === value)) field.disabled = true;
    }
    setTimeout(() => { for (const field of fields) if (field !== this.today) field.disabled = false; }, 0);
  }
}

// What is of today is of the reader's.
for (const link of document.querySelectorAll("a[data-dated]")) {
  if (!(link instanceof HTMLAnchorElement) || !/[?&]today=/.test(link.href)) continue;
  const address = new URL(link.href);
  address.searchParams.set("today", today());
  link.href = address.href;
}

const field = document.querySelector("form.narrowed input[name=today]");
if (field instanceof HTMLInputElement) {
  // The reader's calendar says what today is.
  field.value = today();
  new Narrowing(field).follow();
}
