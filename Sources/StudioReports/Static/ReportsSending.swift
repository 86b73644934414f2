/// Sending is one act over everything that was chosen. What happens next is decided by `next`, which touches nothing: it is told what
/// happened, and says what to do. For a while it can be taken back. Then its pictures are waited for, and what is sent stands fast. The
/// studio is asked whether it has the report; it names the pictures that it lacks; those are sent, and it is asked again. A draft leaves
/// the browser only when the studio has said that it has all of it.
let reportsSending = #"""
  "use strict";
  import * as drafts from "./DRAFTS";
  import * as chosen from "./CHOSEN";

  export const start = () => ({ phase: "new", missing: [], sent: 0, total: 0, failures: 0 });

  const pause = (failures) => Math.min(30000, 500 * 2 ** Math.min(failures, 6));

  // What is wrong, by the fields' ids; of a picture by `=picture/` and its hash, of the report as a whole by `=report`. A proxy before
  // the studio may find either too large as well.
  const why = ({ phase, missing }, { status, faults }) => {
    if (Object.keys(faults || {}).length) return faults;
    if (phase === "uploading") return { ["=picture/" + missing[0]]: status === 413 ? "pictureTooLarge" : "pictureLost" };
    return { "=report": status === 413 ? "reportTooLarge" : "notTaken" };
  };

  // Effects: hold (milliseconds), prepare, submit, upload (sha256), wait (milliseconds), forget, reopen (faults), rename.
  export const next = (state, event) => {
    if (["arrived", "gone", "refused", "taken", "takenBack", "lacking"].includes(state.phase) && event.kind !== "begin") return [state, []];
    switch (event.kind) {
      case "begin": return event.left > 0 ? [{ ...start(), phase: "held" }, [{ do: "hold", milliseconds: event.left }]] : [{ ...start(), phase: "readying" }, [{ do: "prepare" }]];
      case "held": return [{ ...state, phase: "readying" }, [{ do: "prepare" }]];
      // A picture that cannot be read is not left out by itself: the report waits for its writer.
      case "prepared": return Object.keys(event.faults || {}).length ? [{ ...state, phase: "lacking" }, [{ do: "reopen", faults: event.faults }]]
        : [{ ...state, phase: "asking", isReady: true }, [{ do: "submit" }]];
      case "takenBack": return [{ ...state, phase: "takenBack" }, []];
      case "answered": {
        if (event.status === 200) return [{ ...state, phase: "arrived", failures: 0 }, [{ do: "forget" }]];
        if (event.status === 202 && event.missing?.length) {
          const missing = [...new Set(event.missing)];
          const total = Math.max(state.total, missing.length);
          return [{ ...state, phase: "uploading", missing, total, sent: total - missing.length, failures: 0 }, [{ do: "upload", sha256: missing[0] }]];
        }
        // Its key belongs to a report with other answers: it becomes one of its own, and its writer is told.
        if (event.status === 409) return [{ ...state, phase: "taken" }, [{ do: "rename" }]];
        if ([400, 413, 422].includes(event.status)) return [{ ...state, phase: "refused" }, [{ do: "reopen", faults: why(state, event) }]];
        if (event.status === 404) return [{ ...state, phase: "gone" }, [{ do: "reopen", faults: {} }]];
        if (event.status === 401 || event.status === 403) return [{ ...state, phase: "signedOut" }, []];
        return next(state, { kind: "cut" });
      }
      case "stored": {
        const missing = state.missing.filter((sha256) => sha256 !== event.sha256);
        const after = { ...state, missing, sent: state.total - missing.length, failures: 0 };
        return missing.length ? [after, [{ do: "upload", sha256: missing[0] }]] : [{ ...after, phase: "asking" }, [{ do: "submit" }]];
      }
      // Another picture than the draft's, or none any more: it cannot be sent, and is said.
      case "lost": return [{ ...state, phase: "refused" }, [{ do: "reopen", faults: { ["=picture/" + state.missing[0]]: "pictureLost" } }]];
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

  const token = () => document.querySelector("[data-token]").dataset.token;

  const post = (path, body, type) => fetch(path, {
    method: "POST", credentials: "same-origin", cache: "no-store", body,
    headers: { "Content-Type": type, "X-Booth-Token": token(), "X-Booth-Part": "1" }, signal: AbortSignal.timeout(120000),
  });

  // A picture takes as long as its line needs: given up is what stands still for a minute.
  const sendFile = (path, blob) => new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const wait = (milliseconds) => { clearTimeout(timer); timer = setTimeout(() => request.abort(), milliseconds); };
    request.open("POST", path);
    for (const [name, value] of [["Content-Type", "application/octet-stream"], ["X-Booth-Token", token()], ["X-Booth-Part", "1"]]) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", () => wait(60000));
    // It is there; what is made of it takes its time.
    request.upload.addEventListener("load", () => wait(120000));
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      if (request.status) done({ ok: request.status >= 200 && request.status < 300, status: request.status });
      else fail(new Error("the line stood still"));
    });
    wait(60000);
    request.send(blob);
  });

  // Halves of signs are no text that can be sent.
  const wellFormed = (_, part) => typeof part === "string" ? part.replace(/\p{Surrogate}/gu, "\uFFFD") : part;

  // MARK: Taking it back

  export const seconds = 10;
  export const left = (draft) => Math.min(seconds * 1000, Math.max(0, (draft.due || 0) - Date.now()));
  const again = (draft) => ({ ...draft, state: "draft", submission: undefined, due: undefined });
  const isFast = (draft) => Boolean(draft?.submission?.attachments);

  const ends = new Map();
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("booth-reports-back") : null;
  tabs?.addEventListener("message", ({ data }) => ends.get(data)?.());
  // Whether it could be: what has gone to the studio, or may have, could not.
  export const takeBack = async (key) => {
    let isBack = false;
    await drafts.change(key, (found) => {
      isBack = found?.state === "sending" && !isFast(found);
      return isBack ? again(found) : null;
    }).catch(() => {});
    ends.get(key)?.();
    tabs?.postMessage(key);
    return isBack;
  };
  const hold = (key, milliseconds) => new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    ends.set(key, () => { clearTimeout(timer); done(); });
    // What the report has to wait for anyway is said at once.
    chosen.settled(key).then(() => drafts.get(key)).then((draft) => { if (draft?.leftOut?.length) ends.get(key)?.(); }).catch(() => {});
  }).finally(() => ends.delete(key));

  // From here on it is sent as it is, by whichever page: with every picture, and with how many there are.
  const prepare = async (key) => {
    for (;;) {
      await chosen.settled(key);
      await drafts.change(key, (found) => {
        if (found?.state !== "sending" || isFast(found) || found.chosen?.length || found.leftOut?.length) return null;
        const attachments = found.attachments.map(({ sha256, size, type, name, field }) => ({ sha256, size, type, name, field }));
        return { ...found, submission: { ...found.submission, attachments, pictures: attachments.length } };
      }).catch(() => {});
      const draft = await drafts.get(key);
      if (draft?.state !== "sending") return { kind: "takenBack" };
      if (isFast(draft)) return { kind: "prepared" };
      if (draft.leftOut?.length) return { kind: "prepared", faults: Object.fromEntries(draft.leftOut.map(({ id, fault }) => ["=chosen/" + id, fault])) };
    }
  };

  const carryOut = async (effect, key) => {
    if (effect.do === "hold") { await hold(key, effect.milliseconds); return { kind: "held" }; }
    try {
      if (effect.do === "prepare") return await prepare(key);
      const draft = await drafts.get(key);
      // Sent by another page meanwhile.
      if (!isFast(draft)) return { kind: "takenBack" };
      if (effect.do === "submit") {
        const answer = await post("/reports/send", JSON.stringify(draft.submission, wellFormed), "application/json");
        const body = (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : {};
        return { kind: "answered", status: answer.status, missing: body.missing, faults: body.faults, address: body.address };
      }
      if (effect.do === "upload") {
        const blob = await drafts.file(draft.key, effect.sha256);
        if (!blob) return { kind: "lost" };
        const answer = await sendFile("/reports/attachment/" + effect.sha256, blob);
        return answer.ok ? { kind: "stored", sha256: effect.sha256 } : answer.status === 422 ? { kind: "lost" } : { kind: "answered", status: answer.status };
      }
      await new Promise((done) => {
        const timer = setTimeout(done, effect.milliseconds);
        addEventListener("online", () => { clearTimeout(timer); done(); }, { once: true });
      });
      return { kind: "time" };
    } catch { return { kind: "cut" }; }
  };

  // Sends one draft until it has arrived, is taken back or refused, or nobody is signed in. In one tab at a time.
  export const send = (key, tell) => {
    const run = async () => {
      const draft = await drafts.get(key);
      if (draft?.state !== "sending") return null;
      let [state, effects] = next(start(), { kind: "begin", left: isFast(draft) ? 0 : left(draft) });
      let address = "";
      while (effects.length) {
        tell(state);
        const effect = effects[0];
        // It has arrived: what a full device does not let go of is let go of when it is sent again.
        if (effect.do === "forget") { await drafts.remove(key).catch(() => {}); break; }
        if (effect.do === "reopen" || effect.do === "rename") {
          let own = key;
          try {
            if (effect.do === "rename") own = await drafts.rename(key);
            else await drafts.change(key, (found) => found && again(found));
          } catch { /* it is held by this page */ }
          state = { ...state, faults: effect.faults || {}, key: own };
          break;
        }
        const event = await carryOut(effect, key);
        address = event.address || address;
        [state, effects] = next(state, event);
      }
      state = { ...state, address };
      tell(state);
      return state;
    };
    return navigator.locks ? navigator.locks.request("booth-report-" + key, run) : run();
  };

  """#
