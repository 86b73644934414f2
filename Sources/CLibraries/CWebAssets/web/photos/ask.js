/**
 * Asks the studio. `X-Booth-Past` has the service worker let the request pass, as it may wait for long, or be given up.
 * @param {string} path
 * @param {AbortSignal} [signal] ends it.
 */
export const ask = (path, signal) =>
  fetch(path, { credentials: "same-origin", signal, headers: { "X-Booth-Past": "1" } });

/**
 * What an answer says in words; nothing where it is a whole page.
 * @param {Response} answer
 */
export const readWords = async (answer) => (answer.headers.get("Content-Type") || "").startsWith("text/plain") ? answer.text() : "";

/**
 * Whether a request was given up, and did not fail.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/** The studio has refused something, and says why. */
export class Refusal extends Error {
  /** @param {string} words */
  constructor(words) {
    super("422");
    this.words = words;
  }
}

/**
 * Sends a form's fields, and gives what the studio answers. Throws a `Refusal` where it says why not.
 * @param {string} path
 * @param {Record<string, string>} fields
 */
export const post = async (path, fields) => {
  const answer = await fetch(path, { method: "POST", credentials: "same-origin", body: new URLSearchParams(fields) });
  if (answer.status === 422) throw new Refusal((await answer.json()).words);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
};
