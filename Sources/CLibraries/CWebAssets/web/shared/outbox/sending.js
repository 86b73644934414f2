// @ts-nocheck
"use strict";
import { openChosen } from "./chosen.js";
import { meaning, pause, rest, sendFile } from "./wire.js";

export const start = () => ({ phase: "new", missing: [], sent: 0, total: 0, failures: 0 });

// What is wrong, where the studio has named nothing: with a picture, by its hash, or with all of it.
const why = ({ phase, missing }, { status }) => phase === "uploading" ? { fault: status === 413 ? "pictureTooLarge" : "pictureLost", picture: missing[0] }
  : { fault: status === 413 ? "tooLarge" : "notTaken" };

// Effects: hold (milliseconds), prepare, submit, upload (sha256), wait (milliseconds), forget, reopen (faults, why), rename.
export const next = (state, event) => {
  if (["arrived", "gone", "refused", "taken", "takenBack", "lacking"].includes(state.phase) && event.kind !== "begin") return [state, []];
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

export const seconds = 10;

// What is written in `store`, and sent. Besides what `openChosen` asks, `what` says: `attachment(one)`, a ready picture as it is sent;
// `submit(draft)`, which sends what stands in the draft's `submission` and gives back what happened; `uploads(sha256)`, where a picture goes
// that the studio lacks; `renamed(draft)`, a draft under its new key.
export const openOutbox = (store, what) => {
  const chosen = openChosen(store, what);

  // MARK: Taking it back

  const left = (draft) => Math.min(seconds * 1000, Math.max(0, (draft.due || 0) - Date.now()));
  const again = (draft) => ({ ...draft, state: "draft", submission: undefined, due: undefined });
  const isFast = (draft) => Boolean(draft?.submission?.attachments);
  const ends = new Map();
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("booth-outbox-back") : null;
  tabs?.addEventListener("message", ({ data }) => ends.get(data)?.());
  // Whether it could be: what has gone to the studio, or may have, could not.
  const takeBack = async (key) => {
    let isBack = false;
    await store.change(key, (found) => {
      isBack = found?.state === "sending" && !isFast(found);
      return isBack ? again(found) : null;
    }).catch(() => {});
    ends.get(key)?.();
    tabs?.postMessage(key);
    return isBack;
  };
  // It is changed by its writer once more, whatever became of it.
  const reopen = (key) => store.change(key, (found) => found && again(found));
  const hold = (key, milliseconds) => new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    ends.set(key, () => { clearTimeout(timer); done(); });
    // What it has to wait for anyway is said at once.
    chosen.settled(key).then(() => store.get(key)).then((draft) => { if (draft?.leftOut?.length) ends.get(key)?.(); }).catch(() => {});
  }).finally(() => ends.delete(key));

  // MARK: Sending

  // From here on it is sent as it is, by whichever page: with every picture, and with how many there are.
  const prepare = async (key) => {
    for (;;) {
      const end = await chosen.settled(key);
      await store.change(key, (found) => {
        if (found?.state !== "sending" || isFast(found) || found.chosen?.length || found.leftOut?.length) return null;
        const attachments = found.attachments.map(what.attachment);
        return { ...found, submission: { ...found.submission, attachments, pictures: attachments.length } };
      }).catch(() => {});
      const draft = await store.get(key);
      if (draft?.state !== "sending") return { kind: "takenBack" };
      if (isFast(draft)) return { kind: "prepared" };
      if (draft.leftOut?.length) return { kind: "prepared", faults: Object.fromEntries(draft.leftOut.map(({ id, fault }) => ["=chosen/" + id, fault])) };
      if (end) return { kind: "answered", status: end };
    }
  };
  const carryOut = async (effect, key) => {
    if (effect.do === "hold") { await hold(key, effect.milliseconds); return { kind: "held" }; }
    try {
      if (effect.do === "prepare") return await prepare(key);
      if (effect.do === "wait") { await rest(effect.milliseconds); return { kind: "time" }; }
      const draft = await store.get(key);
      // Sent by another page meanwhile.
      if (!isFast(draft)) return { kind: "takenBack" };
      if (effect.do === "submit") return await what.submit(draft);
      const blob = await store.file(draft.key, effect.sha256);
      if (!blob) return { kind: "lost" };
      const { status } = await sendFile(what.uploads(effect.sha256), blob);
      return meaning(status) === "done" ? { kind: "stored", sha256: effect.sha256 } : status === 422 ? { kind: "lost" } : { kind: "answered", status };
    } catch { return { kind: "cut" }; }
  };

  // Sends one draft, in one tab at a time, until it has arrived, is taken back, is refused, or the session ends. Null: do not send it.
  const send = (key, tell) => {
    const run = async () => {
      const draft = await store.get(key);
      if (draft?.state !== "sending") return null;
      let [state, effects] = next(start(), { kind: "begin", left: isFast(draft) ? 0 : left(draft) });
      let address = "", said = "";
      while (effects.length) {
        tell(state);
        const effect = effects[0];
        // It has arrived: what a full device does not let go of is let go of when it is sent again.
        if (effect.do === "forget") { await store.remove(key).catch(() => {}); break; }
        if (effect.do === "reopen" || effect.do === "rename") {
          let own = key;
          try {
            if (effect.do === "rename") {
              own = await store.rename(key);
              if (what.renamed) await store.change(own, (found) => found && what.renamed(found));
            } else await reopen(key);
          } catch { /* it is held by this page */ }
          state = { ...state, faults: effect.faults || {}, why: effect.why, key: own };
          break;
        }
        const event = await carryOut(effect, key);
        address = event.address || address;
        said = event.said || "";
        [state, effects] = next(state, event);
      }
      state = { ...state, address, said };
      tell(state);
      return state;
    };
    return navigator.locks ? navigator.locks.request("booth-report-" + key, run) : run();
  };

  return { ...chosen, left, seconds, send, takeBack, reopen };
};
