import { element, find } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** @typedef {[words: string, detail: string]} Notice what the page says, and what follows in the studio's own language. */

/**
 * Shows notices above the photos, where they are not there already. Notices with a button stay closed until something else is to be said.
 * @param {string} id of their place on the page
 * @param {Notice[]} notices
 * @param {string} [close] words of the button that closes them
 */
export const showNotices = (id, notices, close = "") => {
  const place = find(document, "#" + id, HTMLElement);
  const said = notices.map(([words, detail]) => [words, detail].filter(Boolean).join(" ")).join("\n");
  if (place.dataset.said === said) return;
  place.dataset.said = said;
  const closed = id + "-" + (document.body.dataset.person || "");
  const isClosed = close && said && sessionStorage.getItem(closed) === said;
  if (!isClosed) sessionStorage.removeItem(closed);
  place.replaceChildren(...(isClosed ? [] : notices).map(([words, detail]) => {
    const line = element("p", "notice bad");
    line.textContent = words + " ";
    if (detail) line.append(element("span", "", { text: detail, lang: "en", dir: "ltr" }));
    if (close) {
      const button = element("button", "icon-button", { type: "button", title: close, "aria-label": close });
      button.append(icon("x-lg"));
      button.addEventListener("click", () => { sessionStorage.setItem(closed, said); place.replaceChildren(); });
      line.append(button);
    }
    return line;
  }));
};
