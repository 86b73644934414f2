import { ask, isAbort, readWords } from "./ask.js";
import { element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { Film } from "./film.js";
import { Gestures } from "./gestures.js";
import { Parts } from "./parts.js";
import { canShareFiles } from "./share-file.js";
import { smallMap } from "./small-map.js";
import { momentText } from "./moment.js";
import { isAnimated, isBroken, isStarred, tagOfKey, tagPlaces, toggledStar, toggledTag, withMarks } from "./photo.js";

/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {import("./photo.js").MarkFields} MarkFields */
/** @typedef {import("./photo.js").Words} Words */
/** @typedef {{ clientX: number, clientY: number }} Point on the page. */

/**
 * What the viewer needs of the grid.
 * @typedef {object} ViewerPage
 * @property {() => number} count of all photos
 * @property {(photo: Photo) => string | undefined} thumbnail its address, if it is here.
 * @property {() => void} closed is called when the viewer was closed.
 * @property {(ordinal: number) => void} stands is called when another photo is shown.
 * @property {(number: number) => Promise<number | null>} place of a photo among all; null: it is not among them.
 * @property {(hasFilm: boolean) => HTMLElement} keys the list of keys.
 * @property {(fields: MarkFields, number: string) => Promise<boolean>} mark
 * @property {(photo: Photo) => Photo} expected as it is when all that was pressed is saved.
 * @property {(number: string) => Promise<void>} collect puts it into the basket, or takes it out.
 * @property {(number: string) => Promise<void>} trash
 * @property {(photo: Photo) => Promise<void>} share hands it to the device's share sheet.
 * @property {(text: string) => void} search shows what this finds.
 * @property {(ordinal: number, isFresh?: boolean) => Promise<Photo | null>} photo
 */

// How much a press of a button or key zooms, and how far a key moves the photo, in points.
const [zoomStep, panStep] = [1.5, 80];
// How far one can zoom in: ten times as large as the window, or four times as large as the photo's own pixels.
const [mostZoom, mostPixelZoom] = [10, 4];
// What lies over the photo goes when nothing was touched for so long, in milliseconds.
const restsAfter = 3000;
// From here on the large picture is loaded.
const sharpFrom = 1.2;

/**
 * How far one can zoom out and in; 1: all of the photo fills the window.
 * @param {number} scale that is aimed at
 * @param {number} whole where a pixel of the photo is one of the screen; 0: not known
 */
export const clampZoom = (scale, whole) => Math.min(Math.max(mostZoom, mostPixelZoom * whole), Math.max(Math.min(1, whole || 1), scale));

/**
 * Where the middle of a photo lies after it was moved: as far as the photo goes, and not the dark beside it.
 * @param {number} at points from the middle of the frame
 * @param {number} length of the frame
 * @param {number} size of the photo as it is shown; 0: not known
 * @param {number} scale
 */
export const clampPan = (at, length, size, scale) => {
  const room = size ? Math.max(0, size - length) / 2 : length * Math.max(0, scale - 1) / 2;
  return Math.max(-room, Math.min(room, at));
};

/** A photo as large as the window, with its facts, its film and what can be done with it. */
export class Viewer {
  /**
   * @param {HTMLElement} root
   * @param {Words} words
   * @param {ViewerPage} page
   */
  constructor(root, words, page) {
    this.words = words;
    this.page = page;
    this.may = words.may.split(" ");
    this.dialog = element("dialog", "photos-view", { "aria-labelledby": "photos-view-title" });
    this.title = element("h2", "", { id: "photos-view-title", dir: "auto" });
    this.frame = element("div", "photos-frame");
    // It takes the focus where no button has it, and shows that by nothing: all of the window is the photo.
    this.frame.tabIndex = -1;
    this.picture = element("img");
    this.picture.draggable = false;
    this.trouble = element("p", "photos-trouble");
    this.marks = element("p", "photos-marks", { role: "status" });
    this.level = element("p", "photos-zoom", { role: "status" });
    this.frame.append(this.picture);
    this.parts = new Parts(this.frame);
    this.frame.append(this.trouble, this.marks, this.level);
    this.facts = element("dl", "photos-facts");
    this.about = element("section", "photos-about", { "aria-label": words.about });
    this.about.hidden = true;
    const aboutHead = element("div", "head");
    aboutHead.append(element("h3", "", { text: words.about }), this.iconButton("x-lg", words.close, () => this.showFacts(false)));
    /** Where it was taken. */
    this.place = element("div");
    this.about.append(aboutHead, this.place, this.facts);
    this.film = new Film(this.frame, this.picture, words, (isOn, isLoud) => {
      this.live.setAttribute("aria-pressed", String(isOn));
      this.sound.hidden = !isOn;
      this.sound.setAttribute("aria-pressed", String(isLoud));
      this.live.replaceChildren(icon(isOn ? "stop-fill" : "play-fill"));
      this.sound.replaceChildren(icon(isLoud ? "volume-up" : "volume-mute"));
    });

    const isBasket = words.album === "basket";
    this.top = element("div", "photos-view-top");
    this.close = this.iconButton("arrow-left", words.close, () => this.dialog.close(), "turns");
    this.top.append(this.close, this.title);
    this.back = this.iconButton("chevron-left", words.previous, () => this.step(-1), "turns photos-step");
    this.next = this.iconButton("chevron-right", words.next, () => this.step(1), "turns photos-step next");
    this.tools = element("div", "photos-view-tools");
    this.button("zoom-out", words.out, () => this.zoom(this.scale / zoomStep), "wide");
    this.button("zoom-in", words.in, () => this.zoom(this.scale * zoomStep), "wide");
    this.button("aspect-ratio", words.whole, () => this.toWhole(), "wide");
    this.star = this.may.includes("mark") ? this.button("star", words.star, () => this.toggleStar()) : null;
    this.button("basket", isBasket ? words.fromBasket : words.toBasket, () => this.collect());
    this.live = this.button("play-fill", words.play, () => this.film.toggle());
    this.sound = this.button("volume-mute", words.sound, () => this.film.toggleSound());
    this.sound.hidden = true;
    this.share = canShareFiles() ? this.button("share", words.share, () => { if (!this.isGone) this.page.share(this.shown); }) : null;
    this.link = this.anchor("link-45deg", words.link, words.link, "wide");
    this.save = this.anchor("download", words.download);
    this.saveFilm = this.anchor("film", words.saveFilm, words.download);
    this.info = this.button("info-circle", words.about, () => this.showFacts(this.about.hidden));
    this.info.setAttribute("aria-expanded", "false");
    this.bin = this.may.includes("manage") ? this.button("trash", words.trash, () => this.trash()) : null;
    this.dialog.append(this.frame, this.top, this.back, this.next, this.tools, this.about);
    // It is part of the page only while a photo is opened: so the page has few elements.
    this.home = root;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;

    // The photo that is shown, or was last.
    /** @type {Photo | null} */
    this.photo = null;
    // The same with the star and the tags that the studio is known to have.
    /** @type {Photo | null} */
    this.known = null;
    this.ordinal = 0;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.isSharp = false;
    /** It was thrown away or erased: nothing of it is shown any longer. */
    this.isGone = false;
    /** The page throws it away at the moment. */
    this.isTrashing = false;
    /** The browser is on its way back to the address of all photos; what is to be done then. */
    this.isLeaving = false;
    /** @type {(() => void) | null} */
    this.after = null;
    /** @type {HTMLElement | null} */
    this.help = null;
    /** @type {AbortController | null} */
    this.stop = null;
    /** Its facts are being asked for. */
    this.isLearning = false;
    // Ends when the facts of the photo are known, or its place.
    /** @type {Promise<void> | undefined} */
    this.told = undefined;
    /** @type {Promise<void> | undefined} */
    this.settled = undefined;
    this.gestures = new Gestures(this);
    this.listen();
  }

  /**
   * @param {string} name of the icon
   * @param {string} text
   * @param {() => void} act
   * @param {string} [kind] further classes; `turns` turns the icon where one reads from right to left.
   */
  iconButton(name, text, act, kind = "") {
    const made = element("button", "icon-button " + kind.replace(/\bturns\b/, "").trim(), { type: "button", title: text, "aria-label": text });
    const sign = icon(name);
    sign.classList.toggle("turns", /\bturns\b/.test(kind));
    made.append(sign);
    made.addEventListener("click", act);
    return made;
  }

  /**
   * @param {string} name of the icon
   * @param {string} text
   * @param {() => void} act
   * @param {string} [kind]
   */
  button(name, text, act, kind = "") {
    const made = this.iconButton(name, text, act, kind);
    this.tools.append(made);
    return made;
  }

  /**
   * @param {string} name of the icon
   * @param {string} title
   * @param {string} [label]
   * @param {string} [kind]
   */
  anchor(name, title, label = title, kind = "") {
    const made = element("a", "button icon-button " + kind, { title, "aria-label": label });
    made.append(icon(name));
    this.tools.append(made);
    return made;
  }

  isRightToLeft() { return getComputedStyle(this.dialog).direction === "rtl"; }

  // MARK: What it listens to

  listen() {
    this.dialog.addEventListener("close", () => this.closed());
    this.dialog.addEventListener("cancel", (event) => { if (this.help) { event.preventDefault(); this.toggleKeys(); } });
    // As it was when another page came, with the photo opened: but the address is that of them all.
    addEventListener("pageshow", (event) => {
      this.isLeaving = false;
      if (event.persisted && this.dialog.open && !history.state?.photo) this.dialog.close();
    });
    addEventListener("popstate", ({ state }) => {
      this.isLeaving = false;
      if (state?.photo) this.reopen(state); else if (this.dialog.open) this.dialog.close(); else this.left();
    });
    // Of the whole page: a button that goes while it has the focus, as at the first photo, leaves it to no element.
    document.addEventListener("keydown", (event) => {
      if (!this.dialog.open) return;
      const act = this.actOf(event.key);
      if (act && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); act(); }
    });
    for (const touched of /** @type {const} */ (["pointermove", "keydown", "focusin"])) {
      this.dialog.addEventListener(touched, (event) => {
        if (!(event instanceof PointerEvent) || event.pointerType === "mouse") this.wake();
      });
    }
    new ResizeObserver(() => { if (this.dialog.open) this.pan(0, 0); }).observe(this.frame);
  }

  /**
   * What a key does.
   * @param {string} key
   * @returns {(() => unknown) | null}
   */
  actOf(key) {
    const ahead = this.isRightToLeft() ? -1 : 1;
    switch (key) {
      case "ArrowLeft": return () => this.arrow(-ahead, 1);
      case "ArrowRight": return () => this.arrow(ahead, -1);
      case "ArrowUp": return () => this.pan(0, panStep);
      case "ArrowDown": return () => this.pan(0, -panStep);
      case "+": case "=": return () => this.zoom(this.scale * zoomStep);
      case "-": return () => this.zoom(this.scale / zoomStep);
      case "0": return () => this.zoom(1);
      case "i": return () => this.showFacts(this.about.hidden);
      case "Home": return () => this.turn(0);
      case "End": return () => this.turn(this.page.count() - 1);
      case "b": return () => this.collect();
      case "z": return () => this.toWhole();
      case "l": return () => this.film.toggle();
      case "m": return () => this.film.toggleSound();
      case "?": return () => this.toggleKeys();
      default: return this.isGone ? null : this.actOfRight(key);
    }
  }

  /**
   * What a key does for a person who has the right to it.
   * @param {string} key
   */
  actOfRight(key) {
    const tag = tagOfKey(key);
    if (tag && this.may.includes("mark")) return () => this.mark((photo) => toggledTag(photo[5], tag));
    if (key === "s" && this.may.includes("mark")) return () => this.toggleStar();
    if (key === "Delete" && this.may.includes("manage")) return () => this.trash();
    return null;
  }

  /**
   * @param {number} step
   * @param {number} direction in which the photo moves, where it is larger than the window.
   */
  arrow(step, direction) { if (this.scale > 1) this.pan(panStep * direction, 0); else this.step(step); }

  /** The photo that is shown. Throws before the first one. */
  get shown() {
    if (!this.photo) throw new Error("no photo was opened yet");
    return this.photo;
  }

  // MARK: Opening and closing

  /**
   * @param {Photo} photo
   * @param {number} ordinal
   */
  open(photo, ordinal) {
    // The browser is still on its way back from the last one.
    if (this.isLeaving) { this.after = () => this.open(photo, ordinal); return; }
    if (!history.state?.photo) {
      history.replaceState({ ...history.state, at: photo[0] }, "");
      history.pushState({ photo: photo[0], ordinal }, "", `/photos/at/${photo[0]}/${photo[1]}`);
    }
    this.home.append(this.dialog);
    this.dialog.showModal();
    this.gestures.opened();
    this.close.focus({ preventScroll: true });
    this.wake();
    this.show(photo, ordinal);
  }

  /**
   * By the browser's own way forward.
   * @param {{ photo: number, ordinal: number }} state
   */
  async reopen({ photo, ordinal }) {
    if (this.dialog.open && this.shown[0] === photo) return;
    const own = await this.page.photo(ordinal, true);
    if (own?.[0] !== photo) { location.reload(); return; }
    if (!this.dialog.open) { this.home.append(this.dialog); this.dialog.showModal(); }
    this.close.focus({ preventScroll: true });
    this.show(own, ordinal);
  }

  // The event comes some time after the dialog is closed: the next photo may be opened by then.
  closed() {
    if (this.dialog.open) return;
    clearTimeout(this.rest);
    this.stop?.abort();
    this.film.end();
    this.parts.setPhoto(null);
    this.picture.removeAttribute("src");
    this.help?.remove();
    this.help = null;
    this.page.closed();
    this.dialog.remove();
    if (history.state?.photo) { this.isLeaving = true; history.back(); } else this.left();
  }

  /** The address is that of all photos again; where one was is kept with it. */
  left() {
    if (!this.photo) return;
    history.replaceState({ ...history.state, at: this.photo[0] }, "");
    const act = this.after;
    this.after = null;
    act?.();
  }

  // MARK: Its place among all

  /** Looks for its place, after the photos around it have become others. */
  settle() { if (this.dialog.open) this.settled = this.findPlace(this.shown, this.isTrashing); }

  /**
   * A photo that is shown no longer may be gone: unless the page has thrown it away, its facts are asked for.
   * @param {Photo} own
   * @param {boolean} isOurs
   */
  async findPlace(own, isOurs) {
    let place = null;
    try { place = await this.page.place(own[0]); } catch { return; }
    if (this.photo !== own || !this.dialog.open) return;
    if (place === null) { if (!isOurs) await this.learn(); } else if (this.isGone) this.show(own, place); else this.stand(place);
  }

  /**
   * The grid's focus goes along, so that it is there as soon as this is closed, whichever key comes next.
   * @param {number} ordinal
   */
  stand(ordinal) {
    this.ordinal = ordinal;
    this.page.stands(ordinal);
    this.back.disabled = ordinal === 0;
    this.next.disabled = ordinal >= this.page.count() - 1;
  }

  /** @param {number} by */
  async step(by) {
    await this.settled;
    // Where one is gone, the next one is.
    this.turn(this.ordinal + by - (this.isGone && by > 0 ? 1 : 0));
  }

  /** @param {number} next */
  async turn(next) {
    if (next < 0 || next >= this.page.count()) return;
    const photo = await this.page.photo(next);
    if (photo) this.show(photo, next);
  }

  // MARK: Zoom

  /**
   * @param {number} scale
   * @param {Point | null} [point] what lies there stays there.
   */
  zoom(scale, point = null) {
    if (this.isGone) return;
    const before = this.scale;
    this.scale = clampZoom(scale, this.parts.whole());
    if (point) {
      const box = this.frame.getBoundingClientRect();
      const [x, y] = [point.clientX - box.left - box.width / 2, point.clientY - box.top - box.height / 2];
      this.x = x - (x - this.x) * this.scale / before;
      this.y = y - (y - this.y) * this.scale / before;
    }
    if (this.scale <= 1) [this.x, this.y] = [0, 0];
    if (this.scale > sharpFrom) this.sharpen();
    this.pan(0, 0);
  }

  /**
   * Follows a finger that draws the photo down, to close it, or lets it go back.
   * @param {number} dy
   */
  draw(dy) {
    const by = Math.max(0, dy);
    this.picture.style.transform = by ? `translate(0, ${by}px) scale(${Math.max(0.7, 1 - by / 1200)})` : "";
    this.dialog.style.setProperty("--drawn", String(Math.min(1, by / 400)));
    this.film.follow();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const box = this.frame.getBoundingClientRect();
    const { naturalWidth: across, naturalHeight: down } = this.picture;
    const fit = across && down ? Math.min(box.width / across, box.height / down) * this.scale : 0;
    this.x = clampPan(this.x + dx, box.width, across * fit, this.scale);
    this.y = clampPan(this.y + dy, box.height, down * fit, this.scale);
    this.picture.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.film.follow();
    this.parts.follow(this.scale, this.x, this.y);
    const whole = this.parts.whole();
    this.dialog.classList.toggle("enlarged", this.scale > 1);
    const part = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    this.level.textContent = this.scale === 1 || !whole ? "" : part.format(this.scale / whole);
  }

  /**
   * One pixel of the photo on one of the screen; from there all of it again.
   * @param {Point | null} [point]
   */
  async toWhole(point = null) {
    const own = this.photo;
    await this.told;
    const whole = this.parts.whole();
    if (this.photo === own && whole) this.zoom(Math.abs(this.scale / whole - 1) < 0.001 ? 1 : whole, point);
  }

  // MARK: Showing

  /**
   * @param {Photo} photo
   * @param {number} ordinal
   */
  show(photo, ordinal) {
    [this.photo, this.ordinal, this.scale, this.x, this.y] = [photo, ordinal, 1, 0, 0];
    this.isSharp = this.isGone = this.link.hidden = this.save.hidden = false;
    this.parts.setPhoto(photo);
    this.dialog.classList.remove("enlarged");
    this.level.textContent = "";
    this.title.textContent = photo[7];
    this.place.replaceChildren();
    this.stand(ordinal);
    this.know(photo);
    if (this.share) this.share.hidden = isBroken(photo);
    this.picture.hidden = isBroken(photo);
    this.trouble.textContent = isBroken(photo) ? photo[8] || this.words.broken : "";
    this.picture.alt = photo[7];
    this.picture.style.transform = "";
    this.film.setPhoto(photo);
    this.live.hidden = this.saveFilm.hidden = !this.film.address;
    this.saveFilm.href = this.film.address || "#";
    if (!isBroken(photo)) this.load(photo, "1024");
    this.told = this.learn();
    history.replaceState({ photo: photo[0], ordinal }, "", `/photos/at/${photo[0]}/${photo[1]}`);
  }

  /**
   * @param {Photo} photo
   * @param {string} size
   */
  path(photo, size) { return `/photos/picture/${photo[0]}/${photo[1]}/${size}.jpg`; }

  /**
   * Loads its picture; the thumbnail is seen first, if it is here.
   * @param {Photo} own
   * @param {"1024" | "2048"} size
   */
  load(own, size) {
    const small = this.page.thumbnail(own);
    if (small && size === "1024") this.picture.src = small;
    const large = new Image();
    large.src = this.path(own, size);
    large.decode().then(() => {
      if (this.photo !== own || this.isGone) return;
      this.picture.src = large.src;
      if (this.isMoving(own) && size === "1024") this.play(own);
    }, () => {
      if (this.photo === own && !this.isGone && size === "1024") this.lack(own);
    });
  }

  /**
   * Pictures that follow one another are the browser's own to play; people who have asked for less motion get the first one.
   * @param {Photo} photo
   */
  isMoving(photo) { return isAnimated(photo) && !matchMedia("(prefers-reduced-motion: reduce)").matches; }

  /** @param {Photo} own */
  play(own) {
    const whole = new Image();
    whole.src = `/photos/moving/${own[0]}/${own[1]}`;
    whole.decode().then(() => { if (this.photo === own && !this.isGone) this.picture.src = whole.src; }, () => {});
  }

  /**
   * Says why its picture did not come. Where its source is away, the thumbnail stays.
   * @param {Photo} own
   */
  async lack(own) {
    let why = this.words.broken;
    let hasNone = true;
    try {
      const answer = await ask(this.path(own, "1024"));
      if (answer.status === 404) why = (await readWords(answer)) || why;
      else if (answer.ok || answer.status >= 500) why = answer.headers.has("X-Booth-Away") ? this.words.awayPhoto : this.words.failed;
      hasNone = answer.status === 404;
    } catch { [why, hasNone] = [this.words.failed, false]; }
    if (this.photo !== own || this.isGone) return;
    this.picture.hidden = hasNone || !this.page.thumbnail(own);
    this.trouble.textContent = why;
  }

  sharpen() {
    const { shown } = this;
    if (!this.isSharp && !this.isMoving(shown)) { this.isSharp = true; this.load(shown, "2048"); }
  }

  // MARK: Facts

  /** Asks for its facts, and shows them. */
  async learn() {
    const { shown } = this;
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.isLearning = true;
    this.link.href = `/photos/at/${shown[0]}/${shown[1]}`;
    this.save.href = `/photos/original/${shown[0]}/${shown[1]}`;
    try {
      const answer = await ask("/photos/about/" + shown[0], stop.signal);
      if (answer.status === 404) { this.lose(); return; }
      /** @type {{ facts: [title: string, value: string, moment?: string | null, path?: string][], link: string, star: boolean, tags: number, trouble?: string, near?: string, pixels?: [number, number] }} */
      const { facts, link, star, tags, trouble, near, pixels } = await answer.json();
      if (pixels && this.parts.setPixels(this.shown, pixels)) this.pan(0, 0);
      this.facts.replaceChildren();
      for (const [title, value, moment, path] of facts) {
        const text = element("dd"), own = element("bdi", "", { text: moment ? momentText(moment, value, document.documentElement.lang) : value });
        const link = path && element("a", "", { href: path });
        if (link) { link.append(own); text.append(link); } else text.append(own);
        this.facts.append(element("dt", "", { text: title }), text);
      }
      // These tags, and no others.
      this.know(withMarks(shown, { star: star ? "1" : "0", add: String(tags), take: String(~tags) }));
      this.link.href = link;
      if (trouble) { this.picture.hidden = true; this.trouble.textContent = trouble; }
      this.place.replaceChildren(...(near ? smallMap(near, this.words.tiles || "", this.words.attribution || "") : []));
      if (near) this.offerNear(near);
      if (history.state?.photo === this.shown[0]) history.replaceState(history.state, "", link);
    } catch (error) {
      if (!isAbort(error)) this.facts.replaceChildren(element("dt", "", { text: this.words.failed }));
    } finally { if (this.stop === stop) this.isLearning = false; }
  }

  /**
   * Offers photos that were taken near it.
   * @param {string} search what finds them
   */
  offerNear(search) {
    const button = element("button", "plain", { text: this.words.near, type: "button" });
    button.addEventListener("click", () => { this.after = () => this.page.search(search); this.dialog.close(); });
    const place = element("dd");
    place.append(button);
    this.facts.append(element("dt"), place);
  }

  /** @param {boolean} on */
  showFacts(on) {
    this.about.hidden = !on;
    this.dialog.classList.toggle("told", on);
    this.info.setAttribute("aria-expanded", String(on));
    if (!on && this.about.contains(document.activeElement)) this.info.focus();
    this.wake();
  }

  // MARK: What lies over the photo

  /** Shows it, until nothing is touched for a while. */
  wake() {
    this.dialog.classList.remove("bare");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.bare(), restsAfter);
  }

  /** Hides it, unless it is in use. */
  bare() {
    if (!this.dialog.open) return;
    // After a tap, a button of a telephone stays as if a pointer were on it.
    const used = matchMedia("(hover: hover)").matches ? ":hover, :focus-visible" : ":focus-visible";
    const isUsed = this.help || !this.about.hidden || this.isGone || this.trouble.textContent
      || this.dialog.querySelector(`.icon-button:is(${used}), .toasts > *`);
    if (isUsed) this.wake(); else this.dialog.classList.add("bare");
  }

  /** As a tap does: shows it, or hides it at once. */
  toggleBare() {
    if (this.dialog.classList.contains("bare")) { this.wake(); return; }
    clearTimeout(this.rest);
    this.dialog.classList.add("bare");
  }

  toggleKeys() {
    if (this.help) { this.help.remove(); this.help = null; return; }
    this.help = element("div", "photos-help");
    this.help.append(this.page.keys(Boolean(this.film.address)));
    this.help.addEventListener("click", () => this.toggleKeys());
    this.dialog.append(this.help);
  }

  // MARK: Stars, tags, basket and bin

  /**
   * @param {boolean} star
   * @param {number} tags
   */
  showMarks(star, tags) {
    const names = this.words.colours.split("|");
    const colours = tagPlaces(tags).map((place) => {
      const colour = element("span", "", { text: names[place] });
      colour.style.setProperty("--own", `var(--tag-${place + 1})`);
      return colour;
    });
    this.marks.replaceChildren(...(star ? [this.starMark()] : []), ...colours);
  }

  starMark() {
    const mark = element("span", "", { role: "img", "aria-label": this.words.star });
    mark.append(icon("star-fill"));
    return mark;
  }

  /** @param {boolean} on */
  showStar(on) {
    if (!this.star) return;
    this.star.replaceChildren(icon(on ? "star-fill" : "star"));
    this.star.setAttribute("aria-pressed", String(on));
  }

  /**
   * Shows its star and tags: those that the studio has, and what was pressed since.
   * @param {Photo} photo
   */
  know(photo) {
    this.known = photo;
    const own = this.page.expected(photo);
    this.showStar(isStarred(own));
    this.showMarks(isStarred(own), own[5]);
  }

  /**
   * Changes its star or tags. That is seen at once, and the next key goes by it.
   * @param {(photo: Photo) => MarkFields} fieldsFor
   */
  async mark(fieldsFor) {
    const { shown, known } = this;
    if (this.isGone || !known) return;
    const fields = fieldsFor(this.page.expected(known));
    const saved = this.page.mark(fields, String(shown[0]));
    this.know(known);
    const isDone = await saved;
    if (this.photo !== shown || this.isGone || !this.known) return;
    this.know(isDone ? withMarks(this.known, fields) : this.known);
    // What was asked for before this was saved may lack it.
    if (!isDone || !("star" in fields) || this.isLearning) this.learn();
  }

  toggleStar() { return this.mark(toggledStar); }

  async collect() { if (!this.isGone) await this.page.collect(String(this.shown[0])); }

  /** Into the bin; the next one is there then, or the one before. */
  async trash() {
    if (this.isTrashing) return;
    this.isTrashing = true;
    const [own, at] = [this.shown, this.ordinal];
    await this.page.trash(String(own[0]));
    this.isTrashing = false;
    if (!this.dialog.open || this.photo !== own) return;
    const count = this.page.count();
    if (!count) { this.dialog.close(); return; }
    const next = await this.page.photo(Math.min(at, count - 1), true);
    if (next && this.dialog.open && this.photo === own && next[0] !== own[0]) this.show(next, Math.min(at, count - 1));
  }

  /** It was thrown away or erased by another person: nothing of it stays to be seen. */
  lose() {
    this.isGone = true;
    [this.scale, this.x, this.y] = [1, 0, 0];
    this.level.textContent = "";
    this.film.setPhoto(null);
    this.parts.setPhoto(null);
    this.picture.removeAttribute("src");
    for (const node of [this.picture, this.live, this.sound, this.share, this.save, this.saveFilm, this.link]) if (node) node.hidden = true;
    this.facts.replaceChildren();
    this.place.replaceChildren();
    this.showStar(false);
    this.showMarks(false, 0);
    this.back.disabled = this.ordinal === 0;
    this.next.disabled = this.ordinal >= this.page.count();
    this.trouble.textContent = this.words.gone;
  }
}
