import { element } from "../shared/dom.js";
import { albumMenu, button, colourMenu, orderMenu, saveMenu } from "./menus.js";

/** @typedef {import("./photo.js").Words} Words */
/** @typedef {import("./actions.js").PhotoActions} PhotoActions */

/** The bar below the photos: how many are selected, and what can be done with them. */
export class SelectionBar {
  /**
   * @param {HTMLElement} root
   * @param {PhotoActions} actions
   * @param {Words} words
   * @param {() => void} cleared is called when the selection was cleared by the bar.
   */
  constructor(root, actions, words, cleared) {
    this.actions = actions;
    this.selection = actions.selection;
    this.words = words;
    this.cleared = cleared;
    this.node = element("div", "photos-bar", { role: "toolbar", "aria-label": words.select });
    this.node.hidden = true;
    this.count = element("strong", "", { role: "status" });
    this.only = button(words.alone, () => this.toggleAlone());
    root.append(this.node);
    this.build();
  }

  build() {
    const { words, actions, node } = this;
    const { album } = words;
    const may = words.may.split(" ");
    const isOwnAlbum = album.startsWith("own-") && may.includes("mark");
    node.append(this.count, button(words.clear, () => this.clear()), this.only);
    node.append(button(album === "basket" ? words.fromBasket : words.toBasket, () => actions.toBasket()));
    if (may.includes("mark")) {
      if (isOwnAlbum) node.append(button(words.fromAlbum, () => actions.take(album)));
      node.append(albumMenu(actions, words));
    }
    if (album === "basket" || isOwnAlbum) node.append(orderMenu(actions, words));
    if (may.includes("mark")) {
      node.append(button("★ " + words.star, () => actions.mark({ star: "1" })), button(words.unstar, () => actions.mark({ star: "0" })));
      node.append(colourMenu(actions, words));
    }
    node.append(saveMenu(actions, words, may.includes("manage")));
    if (may.includes("teach")) node.append(button(words.example, () => actions.teach()));
    if (may.includes("manage")) node.append(button(words.trash, () => actions.trashSelected(), "danger"));
  }

  toggleAlone() {
    const { page } = this.actions;
    page.showAlone(page.isAlone() ? null : [...this.selection.numbers]);
  }

  clear() { this.selection.clear(); this.cleared(); }

  /** Shows what is selected by now. */
  show() {
    const { actions, selection, words } = this;
    this.node.hidden = selection.size === 0;
    if (!selection.size && actions.page.isAlone()) actions.page.showAlone(null);
    const hidden = selection.outside > 0 ? ", " + words.ofThemHidden.replace("%1", actions.format(selection.outside)) : "";
    this.count.textContent = words.selected.replace("%1", actions.format(selection.size)) + hidden;
    this.only.textContent = actions.page.isAlone() ? words.together : words.alone;
  }
}
