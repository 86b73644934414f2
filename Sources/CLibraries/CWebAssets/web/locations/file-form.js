// A form that sends a file says how far it is.

import { create, dataOf, find } from "../shared/dom.js";

// It is said in steps of so many percent: a screen reader reads each.
const percentStep = 10;

/**
 * @param {number} sent
 * @param {number} total
 */
export const percentOf = (sent, total) => Math.floor(sent / total * 100 / percentStep) * percentStep;

/** @param {Element} field */
const isMissing = (field) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) && field.required && !field.value.trim();

export class FileForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.told = find(form, "[data-told]", HTMLElement);
    this.percent = -1;
  }

  start() {
    const { form } = this;
    form.noValidate = true;
    const first = form.querySelector("input[data-first]");
    if (first instanceof HTMLInputElement) this.showFirst(first);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (form.dataset.busy) return;
      const missing = [...form.elements].find(isMissing);
      if (!(missing instanceof HTMLElement)) { this.send(); return; }
      this.say(dataOf(missing, "missing"), false);
      missing.focus();
    });
  }

  /**
   * The picture stands before what is said of it, with a preview; it may also be dropped on the form.
   * @param {HTMLInputElement} input
   */
  showFirst(input) {
    const { form } = this, label = input.labels?.[0], preview = create("img", { className: "preview", alt: "", hidden: true });
    const top = find(form, "label", HTMLElement);
    top.before(...(label ? [label] : []), input, preview);
    const show = () => {
      const [file] = input.files ?? [];
      URL.revokeObjectURL(preview.src);
      preview.hidden = !file;
      if (file) preview.src = URL.createObjectURL(file);
      if (file) this.readPosition(file).catch(() => {});
    };
    // What is no picture is said when it is sent.
    preview.addEventListener("error", () => { preview.hidden = true; });
    input.addEventListener("change", show);
    form.addEventListener("dragover", (event) => event.preventDefault());
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      if (!event.dataTransfer?.files.length) return;
      input.files = event.dataTransfer.files;
      show();
    });
  }

  /**
   * Where the picture was taken, if it says so and no other position is written.
   * @param {File} file
   */
  async readPosition(file) {
    const field = this.form.querySelector("[data-from-picture]");
    if (!(field instanceof HTMLInputElement) || field.value.trim()) return;
    const [{ positionIn, headBytes }, { writePosition }] = await Promise.all([import("./exif-position.js"), import("./position.js")]);
    const at = positionIn(new DataView(await file.slice(0, headBytes).arrayBuffer()));
    if (!at || field.value.trim()) return;
    field.value = writePosition(at.latitude, at.longitude);
    const told = this.form.querySelector("[data-position-read]");
    if (told instanceof HTMLElement) told.hidden = false;
  }

  /** What is sent: the studio reads files behind everything else. */
  data() {
    const data = new FormData(this.form);
    for (const [name, value] of [...data]) {
      if (value instanceof File) { data.delete(name); data.append(name, value); }
    }
    return data;
  }

  /**
   * @param {string} text
   * @param {boolean} isGood
   * @param {string} [detail] in the studio's own language
   */
  say(text, isGood, detail) {
    const { told } = this;
    told.hidden = false;
    told.className = "notice " + (isGood ? "good" : "bad");
    told.textContent = text;
    if (detail) told.append(create("span", { lang: "en", dir: "ltr", textContent: " " + detail }));
  }

  /** @param {number} percent */
  showProgress(percent) {
    if (percent === this.percent) return;
    this.percent = percent;
    this.say(dataOf(this.told, "sending").replace("%1", String(percent)), true);
  }

  send() {
    const { form, told } = this, sender = new XMLHttpRequest();
    sender.open("POST", form.getAttribute("action") ?? "");
    sender.setRequestHeader("X-Booth-Part", "1");
    sender.responseType = "json";
    sender.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) this.showProgress(percentOf(loaded, total));
    });
    sender.addEventListener("load", () => { delete form.dataset.busy; this.answered(sender); });
    sender.addEventListener("error", () => { delete form.dataset.busy; this.say(dataOf(told, "failed"), false); });
    form.dataset.busy = "1";
    this.percent = -1;
    this.showProgress(0);
    sender.send(this.data());
  }

  /** @param {XMLHttpRequest} sender */
  answered({ status, response }) {
    /** @type {{ to?: string, said?: string, detail?: string } | null} */
    const answer = response;
    if (status === 401) location.reload();
    else if (status === 200 && answer?.to) location.assign(answer.to);
    else this.say(answer?.said || dataOf(this.told, "failed"), false, answer?.detail);
  }
}
