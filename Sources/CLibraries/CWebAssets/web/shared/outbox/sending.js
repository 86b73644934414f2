// Sends drafts: what happens next is decided by `next`, a calculation; `openOutbox` carries it out.

import { openChosen } from "./chosen.js";
import { meaning, pause, rest, sendFile } from "./wire.js";

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").Effect} Effect
 * @typedef {import("./types").Outbox} Outbox
 * @typedef {import("./types").OutboxOptions} OutboxOptions
 * @typedef {import("./types").OutboxStore} OutboxStore
 * @typedef {import("./types").SendingEvent} SendingEvent
 * @typedef {import("./types").SendingReport} SendingReport
 * @typedef {import("./types").SendingState} SendingState
 * @typedef {import("./types").Why} Why
 */

/** @returns {SendingState} */
export const start = () => ({ phase: "new", missing: [], sent: 0, total: 0, failures: 0 });

/**
 * What is wrong, where the studio has named nothing: with a picture, by its hash, or with all of it.
 * @param {SendingState} state
 * @param {{ status: number }} answer
 * @returns {Why}
 */
const why = ({ phase, missing }, { status }) => phase === "uploading" ? { fault: status === 413 ? "pictureTooLarge" : "pictureLost", picture: missing[0] }
  : { fault: status === 413 ? "tooLarge" : "notTaken" };

/** @type {readonly import("./types").Phase[]} */
const ends = ["arrived", "gone", "refused", "taken", "takenBack", "lacking"];

/**
 * What follows an event: the state, and what is to be done for it. For example: the studio has answered that it lacks a picture; the state
 * is `uploading`, and the picture is to be uploaded.
 * @param {SendingState} state
 * @param {SendingEvent} event
 * @returns {[SendingState, Effect[]]}
 */
export const next = (state, event) => {
  if (ends.includes(state.phase) && event.kind !== "begin") return [state, []];
  switch (event.kind) {
    case "begin": return event.left > 0 ? [{ ...start(), phase: "held" }, [{ do: "hold", milliseconds: event.left }]] : [{ ...start(), phase: "readying" }, [{ do: "prepare" }]];
    case "held": return [{ ...state, phase: "readying" }, [{ do: "prepare" }]];
    // A picture that cannot be read is not left out by itself: all of it waits for its writer.
    case "prepared": return Object.keys(event.faults || {}).length ? [{ ...state, phase: "lacking" }, [{ do: "reopen", faults: event.faults }]]
      : [{ ...state, phase: "asking", isReady: true }, [{ do: "submit" }]];
    case "takenBack": return [{ ...state, phase: "takenBack" }, []];
    case "answered": {
      if (event.status === 202) {
        if (!event.missing?.length) return next(state, { kind: "cut" });
        const missing = [...new Set(event.missing)];
        const total = Math.max(state.total, missing.length);
        return [{ ...state, phase: "uploading", missing, total, sent: total - missing.length, failures: 0 }, [{ do: "upload", sha256: missing[0] }]];
      }
      switch (event.status > 200 && event.status < 300 ? "again" : meaning(event.status)) {
        case "done": return [{ ...state, phase: "arrived", failures: 0 }, [{ do: "forget" }]];
        // Its key belongs to another one: it becomes one of its own, and its writer is told.
        case "taken": return [{ ...state, phase: "taken" }, [{ do: "rename" }]];
        case "refused": return [{ ...state, phase: "refused" }, [Object.keys(event.faults || {}).length ? { do: "reopen", faults: event.faults } : { do: "reopen", why: why(state, event) }]];
        case "gone": return [{ ...state, phase: "gone" }, [{ do: "reopen" }]];
        case "signedOut": return [{ ...state, phase: "signedOut", isForbidden: event.status === 403 }, []];
        default: return next(state, { kind: "cut" });
      }
    }
    case "stored": {
      const missing = state.missing.filter((sha256) => sha256 !== event.sha256);
      const after = { ...state, missing, sent: state.total - missing.length, failures: 0 };
      return missing.length ? [after, [{ do: "upload", sha256: missing[0] }]] : [{ ...after, phase: "asking" }, [{ do: "submit" }]];
    }
    // Another picture than the draft's, or none any more: it cannot be sent, and is said.
    case "lost": return [{ ...state, phase: "refused" }, [{ do: "reopen", why: { fault: "pictureLost", picture: state.missing[0] } }]];
    // What was ready is so no longer: the studio has lost pictures that it had.
    case "again": return next({ ...state, isReady: false }, { kind: "cut" });
    case "cut": {
      const failures = state.failures + 1;
      return [{ ...state, phase: "waiting", failures }, [{ do: "wait", milliseconds: pause(failures) }]];
    }
    case "time": {
      if (state.phase !== "waiting") return [state, []];
      return state.isReady ? [{ ...state, phase: "asking" }, [{ do: "submit" }]] : [{ ...state, phase: "readying" }, [{ do: "prepare" }]];
    }
    default: return [state, []];
  }
};

/** For how many seconds something that was sent can be taken back. */
export const seconds = 10;

/**
 * Sends what is written in `store`.
 * @param {OutboxStore} store
 * @param {OutboxOptions} options
 * @returns {Outbox}
 */
export const openOutbox = (store, options) => {
  const chosen = openChosen(store, options);

  // MARK: Taking it back

  /** @param {{ due?: number }} draft */
  const left = (draft) => Math.min(seconds * 1000, Math.max(0, (draft.due || 0) - Date.now()));
  /**
   * @param {Draft} draft
   * @returns {Draft}
   */
  const again = (draft) => ({ ...draft, state: "draft", submission: undefined, due: undefined });
  /**
   * It is on its way as it is.
   * @param {Draft | undefined} draft
   */
  const isFinal = (draft) => Boolean(draft?.submission?.attachments);
  /**
   * Ends the time in which one can be taken back, by its key.
   * @type {Map<string, () => void>}
   */
  const endHold = new Map();
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("booth-outbox-back") : null;
  tabs?.addEventListener("message", ({ data }) => endHold.get(data)?.());
  /**
   * Whether it could be: what has gone to the studio, or may have, could not.
   * @type {Outbox["takeBack"]}
   */
  const takeBack = async (key) => {
    let isBack = false;
    await store.change(key, (found) => {
      if (found?.state !== "sending" || isFinal(found)) { isBack = false; return null; }
      isBack = true;
      return again(found);
    }).catch(() => {});
    endHold.get(key)?.();
    tabs?.postMessage(key);
    return isBack;
  };
  /**
   * It is changed by its writer once more, whatever became of it.
   * @type {Outbox["reopen"]}
   */
  const reopen = (key) => store.change(key, (found) => found && again(found));
  /**
   * @param {string} key
   * @param {number} milliseconds
   */
  const hold = (key, milliseconds) => /** @type {Promise<void>} */ (new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    endHold.set(key, () => { clearTimeout(timer); done(); });
    // What it has to wait for anyway is said at once.
    chosen.settled(key).then(() => store.get(key)).then((draft) => { if (draft?.leftOut?.length) endHold.get(key)?.(); }).catch(() => {});
  })).finally(() => endHold.delete(key));

  // MARK: Sending

  /**
   * From here on it is sent as it is, by whichever page: with every picture, and with how many there are.
   * @param {string} key
   * @returns {Promise<SendingEvent>}
   */
  const prepare = async (key) => {
    for (;;) {
      const end = await chosen.settled(key);
      await store.change(key, (found) => {
        if (found?.state !== "sending" || isFinal(found) || found.chosen?.length || found.leftOut?.length) return null;
        const attachments = found.attachments.map((attachment) => options.attachment(attachment));
        return { ...found, submission: { ...found.submission, attachments, pictures: attachments.length } };
      }).catch(() => {});
      const draft = await store.get(key);
      if (draft?.state !== "sending") return { kind: "takenBack" };
      if (isFinal(draft)) return { kind: "prepared" };
      if (draft.leftOut?.length) return { kind: "prepared", faults: Object.fromEntries(draft.leftOut.map(({ id, fault }) => ["=chosen/" + id, fault])) };
      if (end) return { kind: "answered", status: end };
    }
  };
  /**
   * @param {Exclude<Effect, { do: "forget" | "rename" | "reopen" }>} effect
   * @param {string} key
   * @returns {Promise<SendingEvent>}
   */
  const carryOut = async (effect, key) => {
    if (effect.do === "hold") { await hold(key, effect.milliseconds); return { kind: "held" }; }
    try {
      if (effect.do === "prepare") return await prepare(key);
      if (effect.do === "wait") { await rest(effect.milliseconds); return { kind: "time" }; }
      const draft = await store.get(key);
      // Sent by another page meanwhile.
      if (!draft || !isFinal(draft)) return { kind: "takenBack" };
      if (effect.do !== "upload") return await options.submit(draft);
      const blob = await store.file(key, effect.sha256);
      if (!blob) return { kind: "lost" };
      if (!options.uploads) throw new Error("nothing says where a file goes that the studio lacks: give `uploads`");
      const { status } = await sendFile(options.uploads(effect.sha256), blob);
      return meaning(status) === "done" ? { kind: "stored", sha256: effect.sha256 } : status === 422 ? { kind: "lost" } : { kind: "answered", status };
    } catch { return { kind: "cut" }; }
  };

  /**
   * Sends one draft, in one tab at a time, until it has arrived, is taken back, is refused, or the session ends. Null: do not send it.
   * @type {Outbox["send"]}
   */
  const send = (key, report) => {
    /** @returns {Promise<SendingReport | null>} */
    const run = async () => {
      const draft = await store.get(key);
      if (draft?.state !== "sending") return null;
      let [state, effects] = next(start(), { kind: "begin", left: isFinal(draft) ? 0 : left(draft) });
      let address = "", said = "";
      /** @type {{ faults?: Record<string, string>, why?: Why, key?: string }} */
      let ending = {};
      while (effects.length) {
        report(state);
        const effect = effects[0];
        // It has arrived: what a full device does not let go of is let go of when it is sent again.
        if (effect.do === "forget") { await store.remove(key).catch(() => {}); break; }
        if (effect.do === "reopen" || effect.do === "rename") {
          let own = key;
          try {
            if (effect.do === "rename") {
              own = await store.rename(key);
              if (options.renamed) await store.change(own, (found) => found && options.renamed?.(found));
            } else await reopen(key);
          } catch { /* it is held by this page */ }
          ending = effect.do === "reopen" ? { faults: effect.faults || {}, why: effect.why, key: own } : { faults: {}, why: undefined, key: own };
          break;
        }
        const event = await carryOut(effect, key);
        address = (event.kind === "answered" && event.address) || address;
        said = (event.kind === "answered" && event.said) || "";
        [state, effects] = next(state, event);
      }
      const end = { ...state, ...ending, address, said };
      report(end);
      return end;
    };
    return navigator.locks ? navigator.locks.request("booth-report-" + key, run) : run();
  };

  return { ...chosen, left, seconds, send, takeBack, reopen };
};
