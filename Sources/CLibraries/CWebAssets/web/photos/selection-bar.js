import { element } from "../shared/dom.js";
import { albumMenu, colourMenu, iconButton, menu, menuItem, saveMenu } from "./menus.js";
import { canShareFiles } from "./share-file.js";

/** @typedef {import("./photo.js").Words} Words */
/** @typedef {import("./actions.js").PhotoActions} PhotoActions */

/**
 * The bar of what is selected: how much, and what can be done with it. On desks it takes the place of the page's head; on phones that has the
 * number, and what can be done lies at the lower edge.
 */
export class SelectionBar {
  /**
   * @param {HTMLElement} home
   * @param {PhotoActions} actions
   * @param {Words} words
   * @param {() => void} cleared is called when the selection was cleared by the bar.
   */
  constructor(home, actions, words, cleared) {
    this.actions = actions;
    this.selection = actions.selection;
    this.words = words;
    this.cleared = cleared;
    this.may = words.may.split(" ");
    this.isOwnAlbum = words.album.startsWith("own-") && this.may.includes("mark");
    this.node = element("div", "photos-bar bar", { role: "toolbar", "aria-label": words.select });
    this.home = home;
    this.count = element("strong", "", { role: "status" });
    const head = element("div", "photos-bar-head");
    head.append(iconButton("x-lg", words.clear, () => this.clear()), this.count);
    this.node.append(head, element("span", "room"));
    this.build();
  }

  build() {
    const { words, actions, node, may } = this;
    if (canShareFiles()) node.append(iconButton("share", words.share, () => actions.shareSelected()));
    node.append(saveMenu(actions, words, may.includes("manage")));
    if (may.includes("mark")) {
      node.append(albumMenu(actions, words));
      node.append(iconButton("star", words.star, () => actions.mark({ star: "1" })), colourMenu(actions, words));
    }
    if (may.includes("manage")) node.append(iconButton("trash", words.trash, () => actions.trashSelected()));
    node.append(menu("three-dots-vertical", words.more, "photos-choices", (list, close) => this.fillMore(list, close)));
  }

  /**
   * What is done less often.
   * @param {HTMLElement} list
   * @param {() => void} close
   */
  fillMore(list, close) {
    const { words, actions, may, isOwnAlbum } = this;
    const { album } = words;
    const add = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) => {
      list.append(menuItem(name, text, () => { close(); act(); }));
    };
    add("check-circle", actions.page.isAlone() ? words.together : words.alone, () => this.toggleAlone());
    add("basket", album === "basket" ? words.fromBasket : words.toBasket, () => actions.toBasket());
    if (isOwnAlbum) add("dash-lg", words.fromAlbum, () => actions.take(album));
    if (isOwnAlbum && this.selection.size === 1) add("image", words.useAsCover, () => actions.setCover(album));
    if (may.includes("mark")) add("star", words.unstar, () => actions.mark({ star: "0" }));
    if (may.includes("teach")) add("mortarboard", words.example, () => actions.teach());
    if (album !== "basket" && !isOwnAlbum) return;
    list.append(element("p", "quiet", { text: words.place }));
    for (const [name, to] of [["chevron-double-left", "first"], ["chevron-left", "earlier"], ["chevron-right", "later"], ["chevron-double-right", "last"]]) {
      list.append(menuItem(name, words[to], () => actions.move(to), true));
    }
  }

  toggleAlone() {
    const { page } = this.actions;
    page.showAlone(page.isAlone() ? null : [...this.selection.numbers]);
  }

  clear() { this.selection.clear(); this.cleared(); }

  /** Shows what is selected by now. */
  show() {
    const { actions, selection, words } = this;
    // It is part of the page only while something is selected: so the page has few elements.
    if (!selection.size) this.node.remove(); else if (!this.node.isConnected) this.home.append(this.node);
    if (!selection.size && actions.page.isAlone()) actions.page.showAlone(null);
    const hidden = selection.outside > 0 ? ", " + words.ofThemHidden.replace("%1", actions.format(selection.outside)) : "";
    this.count.textContent = words.selected.replace("%1", actions.format(selection.size)) + hidden;
  }
}
