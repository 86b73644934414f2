// Answers of another device to the same questions: each stands beside its question until its writer has chosen.

import { putOthers } from "./draft-parts.js";
import { stamp } from "./drafts.js";
import { create, makeButton } from "../shared/dom.js";
import { faultLineOf, focusableIn } from "./field-inputs.js";

/** @typedef {import("./types").Field} Field */

export class OtherAnswers {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
  }

  show() { for (const field of this.form.fields) this.showBeside(field); }

  /** @param {Field} field */
  showBeside(field) {
    const { draft, inputs, words } = this.form, place = this.form.place(field.id);
    const texts = (draft.value.others?.[field.id] || []).map((answer) => inputs.text(answer));
    /** @type {HTMLElement | null} */
    let list = place.querySelector(":scope > .others");
    if (!list && !texts.length) return;
    if (!list) {
      list = create("div", { className: "others" });
      list.setAttribute("role", "group");
      list.setAttribute("aria-label", words.otherDevice);
      faultLineOf(place).before(list);
    }
    list.hidden = !texts.length;
    if (list.dataset.shown === JSON.stringify(texts)) return;
    list.dataset.shown = JSON.stringify(texts);
    const said = create("p", { textContent: words.otherDevice });
    said.setAttribute("role", "alert");
    list.replaceChildren(...(texts.length ? [said] : []), ...texts.map((text, number) => this.makeRow(field, text, number)));
  }

  /**
   * @param {Field} field
   * @param {string} text
   * @param {number} number
   */
  makeRow(field, text, number) {
    const { words } = this.form;
    return create("div", {}, create("blockquote", { dir: "auto", textContent: text }), create("div", { className: "beside" },
      makeButton(words.takeOther, words.takeOther + ": " + text, () => this.choose(field, number, true)),
      makeButton(words.keepMine, words.keepMine + ": " + text, () => this.choose(field, number, false))));
  }

  /**
   * @param {Field} field
   * @param {number} number
   * @param {boolean} isTaken
   */
  choose(field, number, isTaken) {
    const { id } = field, { draft, faults } = this.form, others = draft.value.others?.[id] || [], answer = others[number];
    draft.change((draft) => {
      if (isTaken) {
        draft.answers[id] = answer;
        if (field.auto) draft.typed[id] = true;
      }
      putOthers(draft, id, others.filter((_, other) => other !== number));
      stamp(draft, id);
    });
    if (isTaken) this.form.showAnswer(id, answer);
    draft.announce({ field: id });
    this.form.changed(id);
    this.show();
    faults.show(id, "");
    faults.settled(id);
    focusableIn(this.form.place(id))?.focus();
  }
}
