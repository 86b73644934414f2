import { element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { toast } from "../shared/toast.js";

/** @typedef {import("./actions.js").Offer} Offer */

/** A message outlives the dialog that it was shown over. */
export const keepMessage = () => {
  const said = document.querySelector(".toasts");
  if (said && said.closest("dialog:not([open])")) document.body.append(said);
};

/** What the page says instead of photos, and for a moment of what was done. */
export class Messages {
  /** @param {Record<string, string>} words */
  constructor(words) {
    this.words = words;
    this.state = element("div", "photos-state", { role: "status" });
  }

  /**
   * Shows this instead of photos; without a heading there are some.
   * @param {string} [heading]
   * @param {string} [help]
   * @param {boolean} [hasLink] to all photos
   */
  showState(heading = "", help = "", hasLink = false) {
    this.state.replaceChildren();
    this.state.hidden = !heading;
    if (!heading) return;
    const box = element("div", "empty");
    box.append(icon("images"), element("h2", "", { text: heading }));
    if (help) box.append(element("p", "", { text: help }));
    if (hasLink) box.append(element("a", "button secondary", { text: this.words.all, href: "/photos" }));
    this.state.append(box);
  }

  /**
   * Says what was done, for a while; what can be done about it stays longer.
   * @param {string} text
   * @param {boolean} isGood
   * @param {Offer | null} [offer]
   */
  say(text, isGood, offer = null) {
    const [action, run] = offer ?? [];
    toast(text, { action, run, bad: !isGood });
  }
}
