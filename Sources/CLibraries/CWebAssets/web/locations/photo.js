// Today's photo of a place: one press takes or chooses it, and it is sent.

import * as drafts from "./drafts.js";
import { dataOf, find, fill } from "../shared/dom.js";
import { newKey } from "../shared/outbox/store.js";

export class PhotoForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.input = find(form, "input[type=file]", HTMLInputElement);
    this.bar = find(form, "progress", HTMLProgressElement);
    this.told = find(form, "[data-told]", HTMLElement);
  }

  start() {
    const { form, input } = this;
    find(form, "[data-plain]", HTMLElement).hidden = true;
    find(form, "[data-take]", HTMLElement).addEventListener("click", () => { input.setAttribute("capture", "environment"); input.click(); });
    find(form, "[data-pick]", HTMLElement).addEventListener("click", () => { input.removeAttribute("capture"); input.click(); });
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file && !form.dataset.busy) this.send(file).catch(() => this.fail(dataOf(form, "failed")));
    });
  }

  /**
   * @param {string} text
   * @param {boolean} [isBad]
   */
  say(text, isBad = false) {
    this.told.hidden = false;
    this.told.className = isBad ? "notice bad" : "notice";
    this.told.textContent = text;
  }

  /** @param {string} text */
  fail(text) {
    this.say(text, true);
    this.bar.hidden = true;
    delete this.form.dataset.busy;
    this.input.value = "";
  }

  /** @param {number} fraction */
  show(fraction) {
    const percent = Math.round(fraction * 100);
    this.bar.value = percent;
    this.say(fill(dataOf(this.form, "sending"), percent));
  }

  /** @param {File} file */
  async send(file) {
    const { form, bar } = this, { outbox } = await import("./outbox.js"), key = newKey();
    form.dataset.busy = "1";
    bar.hidden = false;
    this.show(0);
    outbox.listen((news) => {
      if (news.key !== key) return;
      if (news.fraction !== undefined) this.show(news.fraction);
      if (news.said) this.say(dataOf(form, "waits"));
    });
    await drafts.change(key, () => drafts.empty(dataOf(document.body, "person")));
    await outbox.take(key, [file], dataOf(form, "photo"), 1, ({ name }) => name);
    await drafts.release(key);
    // It is this browser's from here on: nothing of the form is asked about when the page is left.
    this.input.value = "";
    const end = await outbox.send(key, () => {});
    if (end?.phase === "arrived" && end.address) { location.assign(end.address); return; }
    if (end?.phase === "signedOut") { location.reload(); return; }
    const [left] = (await drafts.get(key))?.leftOut ?? [];
    await drafts.remove(key).catch(() => {});
    this.fail(left?.said || dataOf(form, left?.fault === "unread" ? "unread" : "failed"));
  }
}
