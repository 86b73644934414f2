// What Node 18, which Debian 12 has, lacks for these tests.
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;

/** `setTimeout` by hand. That of node:test differs between versions of Node. */
export const timeouts = {
  now: 0,
  next: 1,
  /** @type {Map<number, { at: number, run: () => void }>} */
  waiting: new Map(),
  real: { set: globalThis.setTimeout, clear: globalThis.clearTimeout },

  /** Takes `setTimeout` and `clearTimeout` over, until `reset`. */
  enable() {
    globalThis.setTimeout = (run, milliseconds = 0) => {
      this.waiting.set(this.next, { at: this.now + Math.max(1, milliseconds), run });
      return this.next++;
    };
    globalThis.clearTimeout = (id) => { this.waiting.delete(id); };
  },

  /** Lets time pass: runs what is due, in its order. */
  tick(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.waiting].filter(([, one]) => one.at <= end).sort(([, one], [, other]) => one.at - other.at)[0];
      if (!due) break;
      this.waiting.delete(due[0]);
      this.now = due[1].at;
      due[1].run();
    }
    this.now = end;
  },

  reset() {
    this.waiting.clear();
    globalThis.setTimeout = this.real.set;
    globalThis.clearTimeout = this.real.clear;
  },
};
