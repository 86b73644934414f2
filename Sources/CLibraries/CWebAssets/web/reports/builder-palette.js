// The kinds of fields that can be added: beside the fields where there is room, else in a sheet over them.

import { makeField } from "./builder-fields.js";
import { dataOf, find, findAll } from "../shared/dom.js";

// As the style sheet has it.
const roomBeside = "(min-width: 64rem)";

/**
 * Whether a kind is found by a search.
 * @param {string} wanted
 * @param {{ name: string, type: string }} kind `name` as a person reads it
 */
export const isFound = (wanted, { name, type }) => wanted === "" || name.toLowerCase().includes(wanted) || type.includes(wanted);

export class Palette {
  /** @param {import("./builder.js").FormBuilder} builder */
  constructor(builder) {
    this.builder = builder;
    this.element = find(document, "#builder-palette", HTMLElement);
    this.sheet = find(document, "#palette-sheet", HTMLDialogElement);
    this.search = find(document, "#b-search", HTMLInputElement);
    this.none = find(document, "#palette-none", HTMLElement);
    this.opener = find(builder.place, "[data-palette]", HTMLElement);
    this.groups = findAll(this.element, ".palette-group", HTMLElement).map((group) => ({ group, kinds: findAll(group, "[data-add]", HTMLElement) }));
    this.wide = matchMedia(roomBeside);
    this.settle();
    this.listen();
  }

  listen() {
    const { builder, sheet, search } = this;
    this.wide.addEventListener("change", () => this.settle());
    search.addEventListener("input", () => this.filter(search.value.trim().toLowerCase()));
    this.opener.addEventListener("click", () => {
      search.value = "";
      this.filter("");
      sheet.showModal();
      search.focus();
    });
    find(sheet, "[data-close]", HTMLElement).addEventListener("click", () => sheet.close());
    // Beside the sheet is outside.
    sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
    for (const button of this.groups.flatMap(({ kinds }) => kinds)) {
      button.addEventListener("click", () => {
        if (sheet.open) sheet.close();
        builder.cards.add(makeField(dataOf(button, "add"), builder.takenIDs(), builder.words));
      });
    }
  }

  /** Where it belongs at this width. */
  settle() {
    if (this.wide.matches) {
      this.sheet.close();
      find(this.builder.place, ".builder-work", HTMLElement).before(this.element);
    } else this.sheet.append(this.element);
  }

  /** @param {string} wanted in small letters */
  filter(wanted) {
    let isAnyFound = false;
    for (const { group, kinds } of this.groups) {
      for (const button of kinds) button.hidden = !isFound(wanted, { name: button.textContent ?? "", type: dataOf(button, "add") });
      group.hidden = kinds.every((button) => button.hidden);
      isAnyFound ||= !group.hidden;
    }
    this.none.hidden = isAnyFound;
  }

  /** Where fields come from, when there is none left. */
  focus() { if (this.wide.matches) this.search.focus(); else this.opener.focus(); }
}
