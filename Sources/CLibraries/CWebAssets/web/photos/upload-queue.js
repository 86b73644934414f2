// Sends files to the studio, one after the other. What a broken connection cuts off is sent again: the studio stores the same bytes under the same
// name once.

import { meaning, pause } from "../shared/outbox/wire.js";

/** @typedef {{ status: number, body: unknown }} Sent what the studio answered */
/** @typedef {"waiting" | "sending" | "done" | "failed"} State */
/** @typedef {{ file: File, state: State, said: string }} Upload of one file; `said` is why it failed */
/**
 * @typedef {object} Way
 * @property {(path: string, file: File, progress: (fraction: number) => void, signal: AbortSignal) => Promise<Sent>} send throws where no answer comes
 * @property {(milliseconds: number) => Promise<void>} rest waits for a connection
 * @property {() => void} changed
 * @property {(status: number) => string} say why the studio takes nothing, where it has not said that itself
 */

/**
 * Where a file is sent to.
 * @param {{ name: string, lastModified: number }} file
 */
export const pathOf = ({ name, lastModified }) =>
  "/photos/upload?" + new URLSearchParams({ name, modified: String(Math.max(0, Math.floor(lastModified / 1000))) });

/**
 * What the studio says of a refusal.
 * @param {unknown} body
 */
const wordsIn = (body) => {
  const { words } = /** @type {{ words?: unknown }} */ (body ?? {});
  return typeof words === "string" ? words : "";
};

/** The files of one page, in the order in which they were chosen. */
export class UploadQueue {
  /** @param {Way} way */
  constructor(way) {
    this.way = way;
    /** @type {Upload[]} */
    this.uploads = [];
    /** How much of the file that is being sent is there, from 0 to 1. */
    this.fraction = 0;
    /** Whether it waits for a connection. */
    this.isWaiting = false;
    this.control = new AbortController();
    /** @type {Promise<void> | null} */
    this.running = null;
  }

  /** @param {State} state */
  count(state) { return this.uploads.filter((one) => one.state === state).length; }

  get isOver() { return !this.count("waiting") && !this.count("sending"); }

  /**
   * Adds files, and begins to send.
   * @param {Iterable<File>} files
   */
  add(files) {
    for (const file of files) this.uploads.push({ file, state: "waiting", said: "" });
    return this.run();
  }

  /**
   * Sends one that failed again.
   * @param {Upload} upload
   */
  again(upload) {
    Object.assign(upload, { state: "waiting", said: "" });
    return this.run();
  }

  /** Ends what is being sent; what has not come is forgotten. */
  cancel() {
    this.uploads = this.uploads.filter((one) => one.state === "done" || one.state === "failed");
    this.control.abort();
    this.control = new AbortController();
    this.way.changed();
  }

  run() {
    this.running ??= this.sendAll().finally(() => { this.running = null; });
    return this.running;
  }

  async sendAll() {
    for (;;) {
      const upload = this.uploads.find((one) => one.state === "waiting");
      if (!upload) return;
      await this.sendOne(upload);
      this.way.changed();
    }
  }

  /** @param {Upload} upload */
  async sendOne(upload) {
    const { way, control: { signal } } = this;
    upload.state = "sending";
    for (let failures = 0; ; failures += 1) {
      this.fraction = 0;
      way.changed();
      /** @type {Sent} */
      let sent = { status: 0, body: null };
      try {
        sent = await way.send(pathOf(upload.file), upload.file, (fraction) => { this.fraction = fraction; this.isWaiting = false; way.changed(); }, signal);
      } catch { /* no answer: it is sent again */ }
      if (signal.aborted) return;
      const what = meaning(sent.status);
      this.isWaiting = what === "again";
      if (what === "done") { upload.state = "done"; return; }
      if (what !== "again") {
        Object.assign(upload, { state: "failed", said: wordsIn(sent.body) || way.say(sent.status) });
        return;
      }
      way.changed();
      await way.rest(pause(failures));
      if (signal.aborted) return;
    }
  }
}
