// A form is taken in from a file, as another studio or the command wrote it: chosen, or dropped anywhere on the page.

import { post } from "../shared/ask.js";
import { create, dataOf, find, require } from "../shared/dom.js";

/** 128 bits by chance, as the studio gives forms. */
export const newID = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The form in a file's text: one with an id, which the studio needs; null where it is none.
 * @param {string} text
 * @returns {Record<string, unknown> | null}
 */
export const formOf = (text) => {
  try {
    const found = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof found !== "object" || !found || !Array.isArray(found.fields)) return null;
    return { ...found, id: typeof found.id === "string" && found.id.trim() ? found.id : newID() };
  } catch { return null; }
};

export class FormImport {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.said = find(place, "#import-said", HTMLElement);
    this.input = find(place, "#import-file", HTMLInputElement);
    this.token = dataOf(place, "token");
    /** @type {Record<string, string>} */
    this.words = JSON.parse(dataOf(place, "words"));
  }

  listen() {
    const { input, place } = this;
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = "";
      if (file) this.take(file);
    });
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      place.classList.add("over");
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) place.classList.remove("over"); });
    addEventListener("drop", (event) => {
      const file = event.dataTransfer?.files[0];
      place.classList.remove("over");
      if (!file) return;
      event.preventDefault();
      this.take(file);
    });
  }

  /**
   * @param {string} text
   * @param {Node[]} more
   */
  say(text, ...more) { this.said.replaceChildren(create("p", { className: "notice bad", textContent: text }), ...more); }

  /** @param {File} file */
  async take(file) {
    const form = formOf(await file.text());
    if (form) await this.save(form); else this.say(this.words.importUnreadable);
  }

  /** @param {Record<string, unknown>} form */
  async save(form) {
    this.said.replaceChildren();
    try {
      const answer = await post("/reports/forms/save", this.token, { template: form });
      if (answer.ok) { location.assign("/reports/forms/edit/" + encodeURIComponent((await answer.json()).id)); return; }
      if (answer.status === 409) {
        const copy = create("button", { type: "button", className: "secondary", textContent: this.words.importCopy });
        copy.addEventListener("click", () => this.save({ ...form, id: newID() }));
        this.say(this.words.importThere, copy);
        return;
      }
      if (answer.status !== 422) throw new Error(String(answer.status));
      /** @type {{ problems: import("./types").TemplateProblem[] }} */
      const { problems } = await answer.json();
      const rows = problems.filter((one) => one.broken).map((one) => create("li", { textContent: (one.field ? one.field + ": " : "") + one.words }));
      this.say(this.words.importRefused, create("ul", {}, ...rows));
    } catch { this.say(this.words.importFailed); }
  }
}

if (globalThis.document) new FormImport(require(document.getElementById("import"), "#import", HTMLElement)).listen();
