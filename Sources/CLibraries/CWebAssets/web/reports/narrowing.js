// The form that narrows the list of reports: its days, and an address that says only what is not usual.

import { ask } from "../studio/person.js";
import { find, require } from "../shared/dom.js";
import { choose } from "./choosing.js";
import { today } from "./days.js";
import { showReading } from "./shown.js";

/** What a field has where the reports are not narrowed by it. */
const usual = [["order", "date"], ["whose", "all"], ["when", "all"]];

// How long after the last key the list is searched, in milliseconds.
const settlingTime = 250;

/**
 * What is of today is of the reader's.
 * @param {ParentNode} root
 */
const dateLinks = (root) => {
  for (const link of root.querySelectorAll("a[data-dated]")) {
    if (!(link instanceof HTMLAnchorElement) || !/[?&]today=/.test(link.href)) continue;
    const address = new URL(link.href);
    address.searchParams.set("today", today());
    link.href = address.href;
  }
};

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
    this.form.addEventListener("submit", () => { clearTimeout(this.timer); this.leaveOutUsual(); });
    const search = find(this.form, "input[name=q]", HTMLInputElement);
    this.timer = 0;
    /** The number of the newest search. */
    this.asked = 0;
    search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), settlingTime);
    });
    // What is found follows what is typed; without scripts it is asked for.
    find(this.form, ".search-row button", HTMLButtonElement).hidden = true;
  }

  /** The list's address, without what is usual. */
  get address() {
    const fields = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(this.form)]));
    for (const [name, value] of [...fields]) if (!value || usual.some(([other, text]) => name === other && value === text)) fields.delete(name);
    const text = String(fields);
    return "/reports" + (text ? "?" + text : "");
  }

  /** Shows what is found; where the studio cannot be asked, the list stays, and Enter loads the page. */
  async search() {
    const number = ++this.asked, { address } = this;
    /** @type {string} */
    let text;
    try {
      const answer = await ask(address);
      if (!answer.ok) return;
      text = await answer.text();
    } catch { return; }
    if (number !== this.asked) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const id of ["report-filters", "report-found"]) {
      const place = require(document.getElementById(id), "#" + id, HTMLElement);
      place.replaceChildren(...require(page.getElementById(id), "#" + id, HTMLElement).childNodes);
      showReading(place);
      dateLinks(place);
      choose(place);
    }
    history.replaceState(history.state, "", address);
    const found = document.querySelector("#report-found :is(.totals, .empty h2)");
    require(document.getElementById("report-told"), "#report-told", HTMLElement).textContent = found?.textContent ?? "";
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

dateLinks(document);
const field = document.querySelector("form.narrowed input[name=today]");
if (field instanceof HTMLInputElement) {
  // The reader's calendar says what today is.
  field.value = today();
  new Narrowing(field).follow();
}
