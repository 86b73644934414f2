// Opens critiques over a list. What shows them is loaded when one is about to be opened.

/**
 * @typedef {import("./critique-overlay.js").CritiqueOverlay} CritiqueOverlay
 * @typedef {ConstructorParameters<typeof import("./critique-overlay.js").CritiqueOverlay>} Parts
 */

/**
 * The styles of what a list does not show. Resolves also where they do not come: a critique is readable without them.
 * @returns {Promise<void>}
 */
const addStyles = () => new Promise((done) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("./viewer.css", import.meta.url).href;
  link.addEventListener("load", () => done());
  link.addEventListener("error", () => done());
  document.head.append(link);
});

export class CritiqueOpener {
  /**
   * @param {Parts[0]} ask
   * @param {Parts[1]} follow
   */
  constructor(ask, follow) {
    this.ask = ask;
    this.follow = follow;
    /** @type {CritiqueOverlay | null} */
    this.overlay = null;
    /** @type {Promise<CritiqueOverlay> | null} */
    this.loading = null;
    /** What is loaded too late is not opened any more. */
    this.turn = 0;
  }

  get id() { return this.overlay?.id || ""; }

  get path() { return this.overlay?.path || ""; }

  /** @returns {Promise<CritiqueOverlay>} */
  load() {
    return this.loading ??= Promise.all([import("./critique-overlay.js"), addStyles()]).then(([{ CritiqueOverlay }]) => {
      this.overlay = new CritiqueOverlay(this.ask, this.follow);
      return this.overlay;
    }).catch((error) => { this.loading = null; throw error; });
  }

  /**
   * @param {string} path
   * @param {string} id
   */
  async open(path, id) {
    const turn = ++this.turn;
    try {
      const overlay = this.overlay || await this.load();
      if (turn === this.turn) await overlay.open(path, id);
    } catch { if (turn === this.turn) location.assign(path); }
  }

  close() {
    this.turn += 1;
    this.overlay?.close();
  }

  /** @param {Set<string>} ids of those that are no longer there */
  forget(ids) { this.overlay?.forget(ids); }

  /** @param {Set<string>} ids */
  isOneOf(ids) { return Boolean(this.overlay?.isOneOf(ids)); }
}
