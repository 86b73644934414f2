// A part of the page that changes by itself: what a booth does.

import { ask } from "./person.js";
import { isSeen, wait } from "./waiting.js";
import { dataOf } from "../shared/dom.js";

// After a fault the part is asked for again so much later; the events, where the browser was refused them for good; in milliseconds.
const [faultPause, refusedPause] = [1000, 2000];

/**
 * Advice is said from a place that stays, or no screen reader would say it; there it stands, too.
 * @param {HTMLElement | null} live
 */
export const showAdvice = (live) => {
  const place = document.getElementById("advice"), part = live?.querySelector("[data-advice]");
  if (!place) return;
  const text = part?.textContent || "";
  if (part instanceof HTMLElement) part.hidden = true;
  if (place.textContent !== text) place.textContent = text;
};

export class LivePart {
  /**
   * @param {HTMLElement} element
   * @param {import("./connection.js").Connection} connection
   */
  constructor(element, connection) {
    this.element = element;
    this.connection = connection;
    /** Whether a booth runs: what it can be told then stands outside of this part. */
    this.isOfRunning = this.isRunning;
    this.shown = "";
    this.isRefreshing = false;
    /** Something has changed since it was asked for. */
    this.isDue = false;
    /** @type {EventSource | null} */
    this.source = null;
  }

  get isRunning() { return Boolean(this.element.querySelector("[data-running]")); }

  /** Shows it as it is now, and keeps the focus and what was unfolded. */
  async refresh() {
    const { element } = this, answer = await ask(dataOf(element, "live"));
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (text === this.shown) return;
    this.shown = text;
    const { activeElement } = document, focused = activeElement && element.contains(activeElement) ? activeElement.id : "";
    const open = [...element.querySelectorAll("details[open][id]")].map(({ id }) => id);
    element.innerHTML = text;
    if (this.isRunning !== this.isOfRunning) location.reload();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    showAdvice(element);
  }

  async renew() {
    if (this.isRefreshing) { this.isDue = true; return; }
    this.isRefreshing = true;
    do {
      this.isDue = false;
      try {
        await this.refresh();
        this.connection.tellBack();
      } catch {
        this.connection.tellLost();
        await wait(faultPause);
        this.isDue = isSeen();
      }
    } while (this.isDue);
    this.isRefreshing = false;
  }

  listen() {
    if (this.source || !isSeen()) return;
    const source = new EventSource(dataOf(this.element, "events"));
    this.source = source;
    source.addEventListener("state", () => this.renew());
    source.addEventListener("error", () => {
      // A server that ends, or is gone: the browser tries again by itself, unless it was refused for good.
      if (this.source?.readyState === EventSource.CLOSED) { this.source = null; setTimeout(() => this.listen(), refusedPause); }
      this.renew();
    });
  }

  rest() { this.source?.close(); this.source = null; }
}
