import { element } from "../shared/dom.js";

/** @typedef {import("./actions.js").Offer} Offer */

// A message stays for so long, and so much longer while a pointer or the focus is there, in milliseconds: an act may follow.
const [stays, staysLonger] = [20000, 5000];

/** What the page says instead of photos, and for a moment of what was done. */
export class Messages {
  /**
   * @param {Record<string, string>} words
   * @param {() => HTMLElement} home where a message is shown: in the dialog while a photo is opened.
   */
  constructor(words, home) {
    this.words = words;
    this.home = home;
    this.state = element("div", "photos-state", { role: "status" });
    this.said = element("div", "photos-said", { role: "status" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
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
    this.state.append(element("h2", "", { text: heading }));
    if (help) this.state.append(element("p", "", { text: help }));
    if (hasLink) this.state.append(element("a", "button plain", { text: this.words.all, href: "/photos" }));
  }

  /**
   * @param {string} text
   * @param {boolean} isGood
   * @param {Offer | null} [offer]
   */
  say(text, isGood, offer = null) {
    const { said } = this;
    this.home().append(said);
    said.replaceChildren(element("span", isGood ? "" : "bad", { text }));
    if (offer) {
      const [label, act] = offer;
      const button = element("button", "", { text: label, type: "button" });
      button.addEventListener("click", () => { said.replaceChildren(); act(); });
      said.append(button);
    }
    this.forgetLater(stays);
  }

  /** @param {number} milliseconds */
  forgetLater(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.said.matches(":hover, :focus-within")) this.forgetLater(staysLonger); else this.said.replaceChildren();
    }, milliseconds);
  }
}
