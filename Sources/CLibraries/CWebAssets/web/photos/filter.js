import { find } from "../shared/dom.js";
import { offerHints } from "./search.js";

/** @typedef {Record<string, string>} Query */
/** @typedef {{ words: Record<string, string>, search: (keepsPlace: boolean) => void, submitted: () => void }} FilterPage */

// The search begins when no letter has been typed for so long, in milliseconds.
const typingPause = 300;

/** What is looked at: the form above the photos. */
export class Filter {
  /** @param {FilterPage} page */
  constructor(page) {
    this.page = page;
    this.form = find(document, ".photos-filter", HTMLFormElement);
    this.field = find(this.form, "[name=q]", HTMLInputElement);
    this.source = find(this.form, "[name=in]", HTMLSelectElement);
    this.order = find(this.form, "[name=order]", HTMLSelectElement);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
  }

  /** What is asked for; the plain order is not named. */
  read() {
    /** @type {Query} */
    const query = {};
    for (const [name, value] of new FormData(this.form)) {
      if (value && !(name === "order" && value === this.order.dataset.plain)) query[name] = String(value);
    }
    return query;
  }

  /**
   * Puts source and order back.
   * @param {Query} query
   */
  restore(query) {
    this.source.value = query.in || "";
    this.order.value = query.order || this.order.dataset.plain || "";
  }

  listen() {
    const { form, page } = this;
    form.addEventListener("input", ({ target }) => {
      const isTyped = target instanceof HTMLInputElement && target.type === "search";
      clearTimeout(this.typing);
      // Another source or order keeps the place.
      this.typing = setTimeout(() => page.search(!isTyped), isTyped ? typingPause : 0);
    });
    form.addEventListener("submit", (event) => { event.preventDefault(); page.search(false); page.submitted(); });
    offerHints(find(document, ".photos-hints", HTMLDetailsElement), this.field, page.words, () => page.search(false));
  }
}
