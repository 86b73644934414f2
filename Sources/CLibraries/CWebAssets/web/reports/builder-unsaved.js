// A form that is built and not saved yet stays in this browser.

/**
 * @typedef {import("./types").Template} Template
 * @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store
 */

/** What was changed in a form since it was saved. */
export class UnsavedForm {
  /**
   * @param {() => Store} store throws where the browser keeps nothing.
   * @param {string} person the mark of the person that builds it
   * @param {number | null} base the version that is changed; null: a new form
   * @param {string} id of the form
   */
  constructor(store, person, base, id) {
    this.store = store;
    this.key = "booth-form-" + person + "-" + (base === null ? "new" : id);
  }

  /**
   * What was changed since this version, if anything.
   * @param {number | null} base
   * @returns {Template | null}
   */
  read(base) {
    try {
      const found = JSON.parse(this.store().getItem(this.key) || "null");
      return found && found.base === base ? found.template : null;
    } catch { return null; /* nothing was kept */ }
  }

  /**
   * @param {number | null} base
   * @param {Template} template
   */
  remember(base, template) {
    try { this.store().setItem(this.key, JSON.stringify({ base, template })); } catch { /* then it is on the page alone */ }
  }

  forget() { try { this.store().removeItem(this.key); } catch { /* nothing was kept */ } }
}
