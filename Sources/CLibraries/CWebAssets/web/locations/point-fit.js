// Asks the studio what marked points say together, and which matches it finds by itself.

/**
 * @typedef {import("./types").PointsFit} PointsFit
 * @typedef {import("./types").PointPair} PointPair
 */

/**
 * @param {HTMLFormElement} form
 * @param {string} path below the form's own
 * @param {AbortSignal} [signal]
 */
const ask = (form, path, signal) => {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fetch(`${form.getAttribute("action")}/${path}`, {
    method: "POST", body: fields, credentials: "same-origin", cache: "no-store", signal: signal ?? null, headers: { "X-Booth-Part": "1" },
  });
};

export class PointFit {
  /**
   * @param {HTMLFormElement} form
   * @param {(fit: PointsFit) => void} heard
   */
  constructor(form, heard) {
    this.form = form;
    this.heard = heard;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asked = new AbortController();
  }

  /** Soon: what is still being changed is asked about once. */
  ask() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), pause);
  }

  async now() {
    this.asked.abort();
    const asked = new AbortController();
    this.asked = asked;
    try {
      const answer = await ask(this.form, "fit", asked.signal);
      if (!answer.ok) return;
      const fit = /** @type {PointsFit} */ (await answer.json());
      if (!asked.signal.aborted) this.heard(fit);
    } catch {
      // The studio is away, or other points are asked about by now.
    }
  }
}

// Points are asked about so much after the last change, in milliseconds.
const pause = 200;

/**
 * What the studio finds by itself; words for people where it finds nothing, or has no time.
 * @param {HTMLFormElement} form
 * @param {string} failed said where no answer comes
 * @returns {Promise<{ pairs: PointPair[], words: string }>}
 */
export const findMatches = async (form, failed) => {
  try {
    const answer = await ask(form, "suggest");
    const told = /** @type {{ pairs?: [number, number, number, number][], words?: string, error?: string }} */ (await answer.json());
    const pairs = (told.pairs ?? []).map(([a, b, c, d]) => ({ old: { x: a, y: b }, now: { x: c, y: d }, isOffered: true }));
    return { pairs, words: answer.ok ? told.words ?? "" : told.error ?? failed };
  } catch {
    return { pairs: [], words: failed };
  }
};
