import { element } from "../shared/dom.js";
import { isLive } from "./photo.js";

/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {import("./photo.js").Words} Words */

/** The film of a live photo, in the place of its picture while it is played. */
export class Film {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLImageElement} picture
   * @param {Words} words
   * @param {(isOn: boolean, isLoud: boolean) => void} changed
   */
  constructor(frame, picture, words, changed) {
    this.picture = picture;
    this.words = words;
    this.changed = changed;
    this.isOn = false;
    this.address = "";
    this.node = document.createElement("video");
    this.node.className = "photos-film";
    this.node.muted = true;
    this.node.playsInline = true;
    this.node.preload = "none";
    this.node.disableRemotePlayback = true;
    this.node.hidden = true;
    this.node.setAttribute("aria-label", words.livePhoto);
    this.notice = element("p", "photos-film-word", { role: "status" });
    frame.append(this.node, this.notice);
    this.node.addEventListener("ended", () => this.end());
    this.node.addEventListener("error", () => { if (this.isOn) this.fail(); });
    // Of a film whose pictures it cannot decode a browser may play the sound alone.
    this.node.addEventListener("loadedmetadata", () => { if (this.isOn && !this.node.videoWidth) this.fail(); });
    this.node.addEventListener("playing", () => { if (this.isOn) { this.node.hidden = false; this.follow(); } });
  }

  /**
   * Another photo is shown, or none.
   * @param {Photo | null} photo
   */
  setPhoto(photo) {
    this.end();
    this.notice.replaceChildren();
    this.address = photo && isLive(photo) ? `/photos/film/${photo[0]}/${photo[1]}` : "";
  }

  toggle() { if (this.isOn) this.end(); else if (this.address) this.begin(); }

  begin() {
    this.isOn = true;
    this.notice.replaceChildren();
    this.node.muted = true;
    this.changed(true, false);
    this.node.src = this.address;
    // A fault comes as an error; what is ended before it began is none.
    this.node.play().catch((error) => { if (this.isOn && error.name !== "AbortError") this.fail(); });
  }

  /** The picture is there again. */
  end() {
    if (!this.isOn) return;
    this.isOn = false;
    this.node.hidden = true;
    this.node.removeAttribute("src");
    this.node.load();
    this.changed(false, false);
  }

  toggleSound() {
    if (!this.isOn) return;
    this.node.muted = !this.node.muted;
    this.changed(true, !this.node.muted);
  }

  /** As large as its picture, and in its place. */
  follow() { this.node.style.transform = this.picture.style.transform; }

  async fail() {
    const address = this.address;
    this.end();
    let isThere = false;
    try { isThere = (await fetch(address, { method: "HEAD" })).ok; } catch { /* The studio itself is away. */ }
    if (this.address !== address || this.isOn) return;
    this.notice.textContent = isThere ? this.words.filmUnplayable : this.words.filmGone;
    if (isThere) this.notice.append(" ", element("a", "button", { text: this.words.saveFilm, href: address }));
  }
}
