import { element, fill } from "../shared/dom.js";
import { rest, sendFile } from "../shared/outbox/wire.js";
import { button, iconButton } from "./menus.js";
import { UploadQueue } from "./upload-queue.js";

/** @typedef {import("./photo.js").Words} Words */

// Where a sheet has no room for more of them, the others follow when these were sent again.
const mostFailures = 20;

/** A sheet that says how far the photos are that a person uploads. Closing it ends nothing. */
export class UploadSheet {
  /**
   * @param {DOMStringMap} said the texts of the menu's entry
   * @param {Words} words
   * @param {{ say: (text: string, isGood: boolean) => void, renew: () => void }} page
   */
  constructor(said, words, page) {
    this.said = said;
    this.page = page;
    this.title = element("h2", "", { id: "photos-upload-title" });
    this.bar = element("progress", "", { max: "1", "aria-labelledby": "photos-upload-title" });
    this.note = element("p", "quiet", { role: "status" });
    this.list = element("ul", "rows");
    this.cancel = button(said.cancel || "", () => { this.queue.cancel(); this.dialog.close(); }, "secondary");
    const head = element("div", "head");
    head.append(this.title, iconButton("x-lg", words.close, () => this.dialog.close()));
    this.dialog = element("dialog", "sheet photos-uploads", { "aria-labelledby": "photos-upload-title" });
    this.dialog.append(head, this.bar, this.note, this.list, this.cancel);
    // Part of the page only while it is open.
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.done = 0;
    /** @type {UploadQueue} */
    this.queue = new UploadQueue({
      send: (path, file, progress, signal) => sendFile(path, file, { progress, signal }),
      rest, changed: () => this.show(),
      say: (status) => (status === 413 ? said.tooLarge : status === 507 ? said.full : status === 401 || status === 403 ? said.signedOut : said.notSaved) || "",
    });
    addEventListener("beforeunload", (event) => { if (!this.queue.isOver) event.preventDefault(); });
  }

  /** @param {Iterable<File>} files */
  async add(files) {
    const { queue, said, page } = this;
    // What was said of earlier ones is over.
    if (queue.isOver) { queue.uploads = []; this.done = 0; }
    const sending = queue.add(files);
    this.open();
    this.show();
    await sending;
    if (!queue.isOver || !queue.uploads.length) return;
    const failed = queue.count("failed");
    if (!failed) this.dialog.close();
    // The sheet says what failed, and why; a message would lie over it.
    if (this.dialog.open) return;
    const parts = [queue.count("done") ? fill(said.uploaded || "", queue.count("done")) : "", failed ? fill(said.notUploaded || "", failed) : ""];
    page.say(parts.filter(Boolean).join(" · "), !failed);
  }

  open() {
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
  }

  show() {
    const { queue, said } = this;
    const [all, done, failed] = [queue.uploads.length, queue.count("done"), queue.uploads.filter((one) => one.state === "failed")];
    this.title.textContent = queue.isOver ? fill(said.uploaded || "", done) : fill(said.uploading || "", Math.min(all, done + failed.length + 1), all);
    this.bar.value = all ? (done + failed.length + (queue.isOver ? 0 : queue.fraction)) / all : 0;
    this.bar.hidden = queue.isOver;
    this.cancel.hidden = queue.isOver;
    const note = queue.isWaiting && !queue.isOver ? said.waiting || "" : failed.length ? fill(said.notUploaded || "", failed.length) : "";
    if (this.note.textContent !== note) this.note.textContent = note;
    if (failed.length !== this.list.childElementCount || !failed.length) this.list.replaceChildren(...failed.slice(0, mostFailures).map((one) => this.row(one)));
    if (done !== this.done) { this.done = done; this.page.renew(); }
  }

  /** @param {import("./upload-queue.js").Upload} upload */
  row(upload) {
    const row = element("li", "card");
    const name = element("strong");
    name.append(element("bdi", "", { text: upload.file.name }));
    const again = button(this.said.again || "", () => { this.queue.again(upload); this.show(); }, "secondary");
    row.append(name, element("p", "bad", { text: upload.said }), again);
    return row;
  }
}
