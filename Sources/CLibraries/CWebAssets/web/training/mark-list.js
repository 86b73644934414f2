// The marks of a picture as a list: each can be chosen, also by those who see no picture.

import { create, element } from "../shared/dom.js";
import { edgeOf } from "./mark-painting.js";

/**
 * @typedef {import("./types").Mark} Mark
 * @typedef {Record<string, string | undefined>} Words `pin`, `arrow`, `rectangle`, `pen`
 */

export class MarkList {
  /**
   * @param {HTMLElement} list
   * @param {Words} words
   * @param {(id: string) => void} choose
   */
  constructor(list, words, choose) {
    this.list = list;
    this.words = words;
    /** @type {Map<string, { item: HTMLLIElement, button: HTMLButtonElement, sign: HTMLElement, note: HTMLElement }>} */
    this.rows = new Map();
    list.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-mark]") : null;
      if (row instanceof HTMLElement) choose(String(row.dataset.mark));
    });
  }

  /** @param {Mark} mark */
  make({ id }) {
    const button = element("button", "mark", { type: "button" }), item = create("li", {}, button);
    const sign = create("span", { className: "sign" }), note = create("span", { className: "said", dir: "auto" });
    button.append(sign, " ", note);
    item.dataset.mark = id;
    const row = { item, button, sign, note };
    this.rows.set(id, row);
    return row;
  }

  /**
   * @param {Mark[]} marks
   * @param {string} chosen
   */
  show(marks, chosen) {
    const ids = new Set(marks.map(({ id }) => id));
    for (const [id, { item }] of this.rows) if (!ids.has(id)) { item.remove(); this.rows.delete(id); }
    let number = 0;
    marks.forEach((mark, at) => {
      const { item, button, sign, note } = this.rows.get(mark.id) || this.make(mark);
      // The number and the colour that the mark has on the picture.
      const isPin = mark.shape === "pin", label = isPin ? String(++number) : "", text = isPin ? mark.note || "–" : this.words[mark.shape] || "";
      item.className = isPin ? "" : "line";
      if (sign.textContent !== label) sign.textContent = label;
      [sign.style.backgroundColor, sign.style.color] = [mark.colour, edgeOf(mark.colour)];
      if (note.textContent !== text) note.textContent = text;
      button.setAttribute("aria-pressed", String(mark.id === chosen));
      if (this.list.children[at] !== item) this.list.insertBefore(item, this.list.children[at] || null);
    });
    this.list.hidden = !marks.length;
  }

  /** @param {string} id */
  focus(id) { this.rows.get(id)?.button.focus({ preventScroll: true }); }
}
