// How anything is sent to the studio, and what its answers mean.

import { signalAfter } from "../signals.js";

/** @typedef {import("./types").Answer} Answer */

/**
 * What an answer means, whatever was sent: `done`; `signedOut`, also where the account has no right to it; `gone`; `taken`, as its key belongs
 * to something else; `refused`, as it cannot be taken as it is; `full`; `again`, as nothing is wrong with what was sent. 0: none came.
 * A proxy before the studio may answer as well.
 * @param {number} status
 * @returns {"done" | "signedOut" | "gone" | "taken" | "refused" | "full" | "again"}
 */
export const meaning = (status) => {
  if (status >= 200 && status < 300) return "done";
  if (status === 401 || status === 403) return "signedOut";
  if (status === 404) return "gone";
  if (status === 409) return "taken";
  if ([400, 413, 422].includes(status)) return "refused";
  return status === 507 ? "full" : "again";
};

/**
 * How long to wait after so many failures in a row, in milliseconds.
 * @param {number} failures
 */
export const pause = (failures) => Math.min(30000, 500 * 2 ** Math.min(failures, 6));

/**
 * Waits until the time is over, there is a network again, or one of `wakers` is called.
 * @param {number} milliseconds
 * @param {Set<() => void>} [wakers]
 * @returns {Promise<void>}
 */
export const rest = (milliseconds, wakers) => new Promise((done) => {
  const end = () => { clearTimeout(timer); removeEventListener("online", end); wakers?.delete(end); done(); };
  const timer = setTimeout(end, milliseconds);
  addEventListener("online", end);
  wakers?.add(end);
});

const token = () => {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-token]"));
  if (!place) throw new Error("no part of the page has data-token: the studio takes nothing without it");
  return String(place.dataset.token);
};
/** @param {string} type */
const headers = (type) => ({ "Content-Type": type, "X-Booth-Token": token(), "X-Booth-Part": "1" });

/**
 * Halves of signs are no text that can be sent.
 * @param {string} _
 * @param {unknown} part
 */
export const wellFormed = (_, part) => typeof part === "string" ? part.replace(/\p{Surrogate}/gu, "\uFFFD") : part;

/**
 * Gives back the status and what the studio says. Throws where no answer comes.
 * @param {string} path
 * @param {unknown} value
 * @returns {Promise<Answer>}
 */
export const sendValue = async (path, value) => {
  const answer = await fetch(path, {
    method: "POST", credentials: "same-origin", cache: "no-store", body: JSON.stringify(value, wellFormed),
    headers: headers("application/json"), signal: signalAfter(120000),
  });
  return { status: answer.status, body: (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : {} };
};

/**
 * A file takes as long as its line needs: given up is what stands still for a minute. `blob` may be null, where the path says all. Throws
 * where no answer comes, and where `signal` ends it.
 * @param {string} path
 * @param {Blob | null} blob
 * @param {{ progress?: (fraction: number) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<Answer>}
 */
export const sendFile = (path, blob, options = {}) => new Promise((done, fail) => {
  const { progress, signal } = options;
  const request = new XMLHttpRequest();
  const give = () => request.abort();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {number} milliseconds */
  const wait = (milliseconds) => { clearTimeout(timer); timer = setTimeout(give, milliseconds); };
  request.open("POST", path);
  for (const [name, value] of Object.entries(headers("application/octet-stream"))) request.setRequestHeader(name, value);
  request.upload.addEventListener("progress", (event) => {
    wait(60000);
    if (event.lengthComputable) progress?.(event.loaded / event.total);
  });
  // It is there; what is made of it takes its time.
  request.upload.addEventListener("load", () => wait(120000));
  request.addEventListener("loadend", () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", give);
    if (!request.status) { fail(new Error("the line stood still")); return; }
    let body = {};
    try { body = JSON.parse(request.responseText); } catch { /* it says nothing more than its status */ }
    done({ status: request.status, body });
  });
  if (signal?.aborted) { fail(new Error("it is no longer wanted")); return; }
  signal?.addEventListener("abort", give);
  // Without bytes nothing says that it is there: what is made of it takes its time as well.
  wait(blob ? 60000 : 120000);
  request.send(blob);
});
