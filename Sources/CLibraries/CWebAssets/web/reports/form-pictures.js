// The pictures of a report: they are chosen, made ready in the background, turned and removed.

import { normalize } from "./answers.js";
import * as drafts from "./drafts.js";
import { counted, create, dataOf, fill, find, findAll, require } from "../shared/dom.js";
import { makeIconButton } from "./icon-button.js";
import * as outbox from "./outbox.js";

/**
 * @typedef {import("./types").Attachment} Attachment
 * @typedef {import("./types").LeftOutFile} LeftOutFile
 */

// The studio takes so many a report.
const mostPictures = 100;
// The side of the studio's thumbnails, in pixels.
const thumbnailSide = 320;

/** @param {unknown} error */
const isStorageFull = (error) => error instanceof Error && (error.name === "QuotaExceededError" || error.message.includes("Quota"));

export class FormPictures {
  /** @param {import("./form.js").ReportForm} form */
  constructor(form) {
    this.form = form;
    /**
     * Addresses of pictures that were shown, by their hash.
     * @type {Map<string, string>}
     */
    this.addresses = new Map();
    /**
     * What was said of pictures that came too late or were too many, by the fields.
     * @type {Map<string, string[]>}
     */
    this.refused = new Map();
    /** Until everything that was chosen is in the draft. */
    this.taking = Promise.resolve();
    /** Until what is ready is shown. */
    this.takingOver = Promise.resolve();
    this.lists = findAll(form.element, "[data-pictures]", HTMLElement);
    this.choosers = findAll(form.element, "input[data-for]", HTMLInputElement);
    for (const chooser of this.choosers) chooser.addEventListener("change", () => this.choose(chooser, dataOf(chooser, "for")));
    for (const camera of findAll(form.element, "input[data-camera]", HTMLInputElement)) {
      camera.addEventListener("change", () => this.choose(camera, dataOf(camera, "camera")));
    }
    this.isListening = false;
  }

  // MARK: What there is

  /**
   * Those that are ready, and those that will be.
   * @param {string} field
   */
  filesOf(field) {
    const { attachments, chosen } = this.form.draft.value;
    return [...attachments, ...(chosen || [])].filter((file) => file.field === field);
  }

  count() {
    const { attachments, chosen } = this.form.draft.value;
    return attachments.length + (chosen?.length || 0);
  }

  /** @param {string} field */
  chooserOf(field) { return this.choosers.find((chooser) => chooser.dataset.for === field); }

  /** @param {string} field */
  hintOf(field) {
    const question = this.chooserOf(field)?.closest(".ask");
    return find(require(question, "question around a file", HTMLElement), ".hint[role=status]", HTMLElement);
  }

  /**
   * What was chosen and is not of the report, by its name, and why.
   * @param {LeftOutFile} file
   */
  leftOutWords({ name, fault }) { return fill(this.form.words[fault], name); }

  // MARK: Showing

  async show() {
    const { draft } = this.form;
    for (const list of this.lists) {
      const rows = [];
      for (const file of draft.value.attachments.filter((one) => one.field === list.dataset.pictures)) {
        if (!this.addresses.has(file.sha256) && draft.key) this.addresses.set(file.sha256, await this.addressOf(file));
        rows.push(this.makeRow(file));
      }
      list.replaceChildren(...rows);
    }
  }

  /**
   * One that another device has taken is in the studio.
   * @param {Attachment} file
   */
  async addressOf({ sha256 }) {
    let blob = null;
    try { blob = await drafts.file(this.form.draft.key, sha256); } catch { /* said beside the send button */ }
    return blob ? URL.createObjectURL(blob) : `/reports/picture/${sha256}?side=${thumbnailSide}`;
  }

  /** @param {Attachment} file */
  makeRow(file) {
    const { words } = this.form;
    const row = create("li", {},
      create("img", { src: this.addresses.get(file.sha256) || "data:,", alt: file.name }),
      create("div", { className: "beside" },
        makeIconButton("arrow-counterclockwise", fill(words.turn, file.name), () => this.turn(file)),
        makeIconButton("trash", fill(words.remove, file.name), () => this.remove(file))));
    row.dataset.sha256 = file.sha256;
    return row;
  }

  /** What is made ready just now, and what is left out. */
  showLeftOut() {
    const { words } = this.form, { chosen, leftOut } = this.form.draft.value;
    for (const chooser of this.choosers) {
      const field = dataOf(chooser, "for"), coming = (chosen || []).filter((entry) => entry.field === field);
      const name = coming[0]?.name, count = coming.length > 1 ? ` (${coming.length})` : "";
      const faults = (leftOut || []).filter((entry) => entry.field === field).map((entry) => this.leftOutWords(entry));
      const said = new Set([...faults, ...(this.refused.get(field) || [])]);
      this.hintOf(field).textContent = (name ? fill(words.preparing, name) + count + " " : "") + [...said].join(" ");
    }
  }

  /** @param {string} id the field's */
  async changed(id) {
    const { byID, draft, faults, progress, smart } = this.form;
    draft.announce({ field: "pictures" });
    await this.show();
    faults.show(id, "");
    const field = byID.get(id);
    if (field) {
      if (!faults.of(field)) faults.settled(id);
      progress.show([field]);
    }
    smart.refreshSoon(false);
  }

  // MARK: Choosing

  /**
   * @param {HTMLInputElement} chooser
   * @param {string} field
   */
  choose(chooser, field) {
    const files = [...(chooser.files || [])];
    chooser.value = "";
    if (this.form.isPreview || !files.length) return;
    this.taking = this.taking.then(() => this.add(files, field)).catch((error) => { this.hintOf(field).textContent = String(error); });
  }

  /**
   * @param {File[]} files
   * @param {string} field
   */
  async add(files, field) {
    const { draft, words } = this.form;
    // The draft is there before its pictures.
    await draft.change(() => {});
    const { isLate, isFull } = await this.outbox().take(draft.key, files, field, mostPictures, (file) => normalize({ type: "text" }, file.name));
    const refused = [];
    if (isFull) refused.push(counted(words.tooManyPictures, mostPictures));
    if (isLate) refused.push(...files.map((file) => fill(words.latePicture, file.name)));
    this.refused.set(field, refused);
    await this.takeOver(field);
  }

  /** What makes pictures ready, heard from then on. */
  outbox() {
    if (!this.isListening) outbox.listen((news) => this.hear(news));
    this.isListening = true;
    return outbox;
  }

  /** @param {import("./types").PictureNews} news */
  hear(news) {
    if (news.key !== this.form.draft.key) return;
    if (news.left === undefined) this.takingOver = this.takingOver.then(() => this.takeOver(news.entry.field)).catch(() => {});
    else this.showLeftOut();
  }

  /**
   * What the stored draft has of pictures now, whichever page has made them ready.
   * @param {string} field
   */
  async takeOver(field) {
    const { draft, sending, sharing } = this.form;
    await draft.writing;
    const found = await drafts.get(draft.key).catch(() => undefined);
    if (!found) return;
    const { value } = draft;
    value.attachments = found.attachments;
    value.chosen = found.chosen;
    value.leftOut = found.leftOut;
    value.clock = Math.max(value.clock || 0, found.clock || 0);
    if (found.stamps?.["=pictures"]) (value.stamps ??= {})["=pictures"] = found.stamps["=pictures"];
    this.showLeftOut();
    sending.showPreparing();
    await this.changed(field);
    sharing.shareSoon();
  }

  // MARK: Removing and turning

  /**
   * The bytes of a picture that the draft no longer has.
   * @param {Attachment} file
   */
  async dropFile({ sha256 }) {
    const { draft, faults } = this.form;
    if (!draft.value.attachments.some((other) => other.sha256 === sha256)) await drafts.removeFile(draft.key, sha256);
    faults.settled("=picture/" + sha256);
  }

  /** @param {Attachment} file */
  async remove(file) {
    await this.form.draft.change((draft) => {
      draft.attachments = draft.attachments.filter((other) => other.sha256 !== file.sha256 || other.field !== file.field);
      drafts.stamp(draft, "=pictures");
    });
    await this.dropFile(file);
    await this.changed(file.field);
    this.chooserOf(file.field)?.focus();
  }

  /** @param {Attachment} file */
  async turn(file) {
    const { draft, element, words } = this.form, hint = this.hintOf(file.field);
    try {
      const blob = await drafts.file(draft.key, file.sha256);
      if (!blob) throw new Error("the picture is not on this device");
      const pictures = await import("./pictures.js"), turned = await pictures.prepare(blob, 1), sha256 = await pictures.hash(turned);
      await drafts.addFile(draft.key, sha256, turned);
      await draft.change((draft) => {
        for (const other of draft.attachments) if (other.sha256 === file.sha256 && other.field === file.field) Object.assign(other, { sha256, size: turned.size });
        drafts.stamp(draft, "=pictures");
      });
      await this.dropFile(file);
      hint.textContent = "";
    } catch (error) { hint.textContent = fill(isStorageFull(error) ? words.storageFull : words.pictureFailed, file.name); }
    await this.changed(file.field);
    const rows = findAll(element, `[data-pictures="${CSS.escape(file.field)}"] li`, HTMLElement);
    rows.find((row) => row.querySelector("img")?.alt === file.name)?.querySelector("button")?.focus();
  }
}
