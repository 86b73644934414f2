import { element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { hasRaw, isAnimated, isLive, isStarred, tagPlaces } from "./photo.js";

/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("./photo.js").Photo} Photo */

/**
 * How a photo looks in its cell.
 * @typedef {object} Look
 * @property {string} address of its thumbnail, or "".
 * @property {string} trouble why it has no picture, or "".
 * @property {boolean} isChosen
 * @property {boolean} isCurrent keys act on it.
 * @property {boolean} isFit
 * @property {number} ordinal
 * @property {number} total
 */

/**
 * Stripes in the colours of tags, as a style: "" without tags.
 * @param {number} tags
 */
export const stripes = (tags) => {
  const places = tagPlaces(tags);
  const parts = places.map((place, at) => `var(--tag-${place + 1}) ${100 * at / places.length}% ${100 * (at + 1) / places.length}%`);
  return parts.length ? `linear-gradient(to right, ${parts.join(", ")})` : "";
};

/**
 * What stands behind a photo whose thumbnail is not here yet: its three colours.
 * @param {Photo} photo
 */
export const tint = ([, , , colours]) =>
  colours.length === 9 ? `linear-gradient(to right, #${colours.slice(0, 3)}, #${colours.slice(3, 6)}, #${colours.slice(6)})` : "";

/**
 * A photo's name, and before it whether it is a raw image.
 * @param {Photo} photo
 */
export const captionOf = (photo) => (hasRaw(photo) ? "RAW " : "") + photo[7];

/**
 * The icons in a photo's corner.
 * @param {Photo} photo
 * @param {boolean} hasTrouble
 */
export const signsOf = (photo, hasTrouble) => [
  hasTrouble ? "exclamation-triangle-fill" : "", isLive(photo) ? "record-circle" : "", isAnimated(photo) ? "play-fill" : "", isStarred(photo) ? "star-fill" : "",
].filter(Boolean);

/**
 * What is said of a photo to a person who does not see it.
 * @param {Photo} photo
 * @param {Record<string, string>} words
 * @param {Intl.DateTimeFormat} day
 * @param {string} trouble
 */
export const descriptionOf = (photo, words, day, trouble) => {
  const names = words.colours.split("|");
  return [
    photo[7], photo[6] === null ? words.noDate : day.format(new Date(photo[6] * 1000)), isStarred(photo) ? "★" : "",
    isLive(photo) ? words.livePhoto : "", isAnimated(photo) ? words.animated : "", ...tagPlaces(photo[5]).map((place) => names[place]), trouble,
  ].filter(Boolean).join(", ");
};

/** An element of the grid, used for one photo after the other. */
export class Cell {
  /**
   * @param {HTMLElement} layer
   * @param {Record<string, string>} words
   * @param {Intl.DateTimeFormat} day
   */
  constructor(layer, words, day) {
    this.words = words;
    this.day = day;
    this.node = element("div", "photos-cell", { role: "option" });
    // What it was given last: its place and its look are written only where they change.
    this.box = "";
    this.face = "";
    this.signs = "";
    layer.append(this.node);
  }

  /**
   * Stands for another photo.
   * @param {number} ordinal
   */
  take(ordinal) {
    this.node.hidden = false;
    this.node.id = "photo-" + ordinal;
    this.node.dataset.at = String(ordinal);
    this.forget();
  }

  forget() { [this.box, this.face] = ["", ""]; }

  release() {
    this.node.hidden = true;
    this.node.removeAttribute("id");
    this.node.style.backgroundImage = "";
  }

  /**
   * @param {Box} box
   * @param {number} top on the layer
   * @param {number} epoch
   */
  place([x, , width, height], top, epoch) {
    const box = [epoch, ...[x, top, width, height].map((value) => Math.round(value * 10) / 10)].join(" ");
    if (this.box === box) return;
    this.box = box;
    Object.assign(this.node.style, { insetInlineStart: x + "px", top: top + "px", width: width + "px", height: height + "px" });
  }

  /** Its photo is not known yet. */
  showLoading() {
    const { node } = this;
    if (this.face === "none") return;
    this.face = "none";
    node.style.backgroundImage = "";
    node.className = "photos-cell";
    for (const name of ["aria-selected", "aria-setsize", "aria-posinset"]) node.removeAttribute(name);
    node.dataset.name = "";
    this.sign([]);
    node.setAttribute("aria-label", this.words.loading);
  }

  /** @param {string[]} names of icons */
  sign(names) {
    if (this.signs === names.join(" ")) return;
    this.signs = names.join(" ");
    this.node.replaceChildren(...names.map(icon));
  }

  /**
   * @param {Photo} photo
   * @param {Look} look
   */
  show(photo, { address, trouble, isChosen, isCurrent, isFit, ordinal, total }) {
    const { node } = this;
    const face = [photo[0], photo[1], address, isChosen, photo[4], photo[5], photo[3], isFit, Boolean(trouble), isCurrent, total].join(" ");
    if (this.face === face) return;
    this.face = face;
    const marks = stripes(photo[5]);
    const kinds = { chosen: isChosen, broken: Boolean(trouble), focus: isCurrent, tagged: Boolean(marks), live: isLive(photo), here: Boolean(address) };
    node.style.setProperty("--marks", marks || "none");
    node.style.backgroundImage = address ? `url("${address}")` : tint(photo);
    node.className = ["photos-cell", ...Object.entries(kinds).filter(([, is]) => is).map(([kind]) => kind)].join(" ");
    node.dataset.name = captionOf(photo);
    this.sign(signsOf(photo, Boolean(trouble)));
    node.title = trouble;
    node.setAttribute("aria-label", descriptionOf(photo, this.words, this.day, trouble));
    node.setAttribute("aria-selected", String(isChosen));
    node.setAttribute("aria-setsize", String(total));
    node.setAttribute("aria-posinset", String(ordinal + 1));
  }
}
