// A report as a PDF, handed to another app of the device: only where its browser shares files.

import { dataOf, find, findOptional } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

/**
 * Whether a browser shares PDF files: those on phones mostly do, over TLS.
 * @returns {boolean}
 */
export const sharesFiles = () => {
  const sample = new File([""], "report.pdf", { type: "application/pdf" });
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [sample] });
};

export class PaperSharing {
  /**
   * @param {HTMLButtonElement} button with the file's name
   * @param {HTMLAnchorElement} link to the PDF
   */
  constructor(button, link) {
    this.button = button;
    this.link = link;
    /** @type {Promise<File> | null} */
    this.file = null;
  }

  offer() {
    const { button } = this;
    // Browsers share soon after a press only: the file is fetched from the first touch on.
    for (const kind of ["pointerdown", "focus"]) button.addEventListener(kind, () => { this.fetched().catch(() => {}); });
    button.addEventListener("click", () => this.share());
    button.hidden = false;
  }

  fetched() {
    this.file ??= (async () => {
      const answer = await fetch(this.link.href, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      return new File([await answer.blob()], dataOf(this.button, "shareFile"), { type: "application/pdf" });
    })();
    this.file.catch(() => { this.file = null; });
    return this.file;
  }

  async share() {
    const { button } = this;
    button.setAttribute("aria-busy", "true");
    try {
      const file = await this.fetched();
      await navigator.share({ files: [file], title: file.name });
    } catch (error) {
      const name = error instanceof Error || error instanceof DOMException ? error.name : "";
      // The person has closed the sheet. Or it took too long since the press: they press once more.
      if (name === "NotAllowedError") toast(dataOf(button, "ready"), { action: button.textContent ?? "", run: () => { this.share(); } });
      else if (name !== "AbortError") toast(dataOf(button, "failed"), { bad: true });
    }
    button.removeAttribute("aria-busy");
  }
}

if (globalThis.document) {
  const button = findOptional(document, "[data-share-file]", HTMLButtonElement);
  if (button && sharesFiles()) new PaperSharing(button, find(document, "[data-paper]", HTMLAnchorElement)).offer();
}
