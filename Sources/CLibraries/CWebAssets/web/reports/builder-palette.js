// The kinds of fields that can be added, in a sheet over the fields.

import { makeField } from "./builder-fields.js";
import { dataOf, find, findAll } from "../shared/dom.js";

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
    this.sheet = find(document, "#palette-sheet", HTMLDialogElement);
    this.search = find(document, "#b-search", HTMLInputElement);
    this.none = find(document, "#palette-none", HTMLElement);
    this.opener = find(builder.place, "[data-palette]", HTMLElement);
    this.groups = findAll(this.sheet, ".palette-group", HTMLElement).map((group) => ({ group, kinds: findAll(group, "[data-add]", HTMLElement) }));
    this.listen();
  }

  listen() {
    const { builder, sheet, search } = this;
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

  /**
   * The icon of a kind, for its card; none for a type that the palette does not have.
   * @param {string} type
   */
  icons(type) {
    return this.groups.flatMap(({ kinds }) => kinds).filter((kind) => dataOf(kind, "add") === type).map((kind) => find(kind, "svg", SVGElement).cloneNode(true));
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
  focus() { this.opener.focus(); }
}
