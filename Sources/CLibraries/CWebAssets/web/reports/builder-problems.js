// What is odd about a form: said at its top, and in the cards of its fields.

import { create, fill, find, require } from "../shared/dom.js";

/** @typedef {import("./types").TemplateProblem} TemplateProblem */

export class FormProblems {
  /** @param {import("./builder.js").FormBuilder} builder */
  constructor(builder) {
    this.builder = builder;
    this.box = find(document, "#builder-problems", HTMLElement);
    this.list = find(this.box, "ul", HTMLElement);
    this.remarks = find(document, "#builder-remarks", HTMLElement);
    this.way = find(this.remarks, "a", HTMLElement);
    this.nameInput = find(document, "#b-name", HTMLInputElement);
    this.way.addEventListener("click", (event) => { event.preventDefault(); this.focus(); });
  }

  focus() { this.box.focus(); }

  /**
   * What is missing is not said of a form that was only begun.
   * @param {TemplateProblem[]} all
   */
  show(all) {
    const { builder } = this, found = builder.isTried ? all : [];
    this.list.replaceChildren(...found.map((problem) => this.rowOf(problem)));
    this.box.classList.toggle("bad", found.some(({ broken }) => broken));
    this.box.hidden = this.remarks.hidden = !found.length;
    this.way.textContent = fill(builder.words.remarks, found.length);
    for (const card of builder.cards.all) {
      const isShown = builder.isTried || builder.cards.touched.has(card.field);
      card.showProblems(isShown ? all.filter(({ field }) => field !== null && builder.cards.find(field) === card) : []);
    }
  }

  /** @param {TemplateProblem} problem */
  rowOf({ of, field, words }) {
    const card = field === null ? null : this.builder.cards.find(field);
    if (card) {
      return create("li", {}, this.link(card.opener.id, card.label, () => { card.reveal(); card.more.open = true; card.focus("[data-name]"); }), ": " + words);
    }
    if (of === "noName") {
      const label = require(this.nameInput.labels?.[0], "label of its name", HTMLElement).textContent ?? "";
      return create("li", {}, this.link(this.nameInput.id, label, () => this.nameInput.focus()), ": " + words);
    }
    return create("li", { textContent: (field === null ? "" : field + ": ") + words });
  }

  /**
   * @param {string} id of the element that it leads to
   * @param {string} text
   * @param {() => void} go
   */
  link(id, text, go) {
    const link = create("a", { href: "#" + id, textContent: text });
    link.addEventListener("click", (event) => { event.preventDefault(); go(); });
    return link;
  }
}
