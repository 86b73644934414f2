import { PhotoActions } from "./actions.js";
import { ask } from "./ask.js";
import { Display } from "./display.js";
import { element, find } from "../shared/dom.js";
import { Filter } from "./filter.js";
import { Grid } from "./grid.js";
import { Head } from "./head.js";
import { Keyboard } from "./keyboard.js";
import { Layout, undated } from "./layout.js";
import { foldMenu } from "./menus.js";
import { Messages, keepMessage } from "./messages.js";
import { News } from "./news.js";
import { showNotices } from "./notices.js";
import { keyOf } from "./photo.js";
import { Pictures } from "./pictures.js";
import { Pointers } from "./pointers.js";
import { Scroll } from "./scroll.js";
import { Tips, keyList } from "./search.js";
import { SelectionBar } from "./selection-bar.js";
import { RangeSelection, Selection } from "./selection.js";
import { Timeline } from "./timeline.js";
import { Windows } from "./windows.js";

/** @typedef {import("./filter.js").Query} Query */
/** @typedef {import("./layout.js").Month} Month */
/** @typedef {import("./notices.js").Notice} Notice */
/** @typedef {import("./photo.js").Photo} Photo */
/** @typedef {import("./photo.js").Words} Words */
/** @typedef {import("./viewer.js").Viewer} Viewer */

/**
 * What the studio says of all photos that are looked at.
 * @typedef {{ version: number, months: Month[], unread: number, scanning: boolean, away: Notice[], mistakes: string[] }} Told
 */

// While photos are being read, the page looks for more so often; after a fault it asks for the counts again, or for photos; in milliseconds.
const [readingPause, faultPause, windowPause] = [2500, 4000, 3000];
// One request gives so many numbers; a range has at most so many.
const [numbersPart, mostNumbers] = [1000, 20000];
// A change of the grid's size by less than a point is none.
const leastChange = 1;
// What a person can choose to upload. HEIC is named so that iPhones send it as it is; raw files have no media types that browsers know.
const uploadKinds = "image/*,image/heic,image/heif,.dng,.cr2,.cr3,.nef,.arw,.orf,.raf,.rw2";
// Between the selection's bar and what can be scrolled above it, in points.
const barDistance = 4;

/** The page of all photos. */
export class PhotoBrowser {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.words = /** @type {Words} */ (root.dataset);
    const { words } = this;
    this.language = document.documentElement.lang;
    /** Whether the page is read from right to left. */
    this.isRight = document.documentElement.dir === "rtl";
    this.month = new Intl.DateTimeFormat(this.language, { year: "numeric", month: "long", timeZone: "UTC" });
    this.shortMonth = new Intl.DateTimeFormat(this.language, { year: "numeric", month: "short", timeZone: "UTC" });
    // Names of months, by what they were made of: the same are drawn again and again.
    /** @type {Map<string, string>} */
    this.names = new Map();
    root.replaceChildren();

    this.filter = new Filter({ words, search: (keepsPlace) => this.search(keepsPlace), submitted: () => this.grid.node.focus() });
    this.tips = new Tips(this.filter.field, words, () => { this.filter.show(); this.search(false); });
    /** @type {import("./suggest.js").Suggestions | null} */
    this.suggestions = null;
    // The months of all photos: suggested also while words narrow the photos down.
    /** @type {Month[]} */
    this.allMonths = [];
    this.filter.field.addEventListener("focus", () => this.suggest(), { once: true });
    this.query = this.filter.read();
    this.version = -1;
    // The numbers of photos that are shown alone.
    /** @type {number[] | null} */
    this.alone = null;
    this.lastAway = "[]";
    this.scroll = new Scroll();
    this.windows = new Windows([], this.query, () => {});
    this.pictures = new Pictures(() => this.grid.draw());
    this.news = new News(() => this.version, () => { this.renew(); });

    this.grid = new Grid(this);
    this.timeline = new Timeline(this);
    /** @type {Messages} */
    this.messages = new Messages(words);
    this.head = new Head(this);
    root.append(this.grid.node, this.grid.heads, this.timeline.node, this.messages.state, element("p", "unseen", { text: words.keys, id: "photos-keys" }));

    this.selection = new Selection(sessionStorage, "booth-photos-chosen-" + (document.body.dataset.person || ""));
    this.range = new RangeSelection(this.selection);
    /** @type {PhotoActions} */
    this.actions = new PhotoActions(this.selection, words, {
      say: (text, isGood, offer) => this.messages.say(text, isGood, offer), renew: () => this.renew(), view: () => new URLSearchParams(this.query),
      learn: (numbers, fields) => this.windows.mark(numbers, fields), isAlone: () => Boolean(this.alone), showAlone: (numbers) => this.showAlone(numbers),
    });
    this.bar = new SelectionBar(root.parentElement ?? root, this.actions, words, () => {
      this.display.setSelecting(false);
      this.range.end();
      this.grid.node.focus();
    });
    /**
     * What shows a photo as large as the window comes when one is about to be opened, so that a page that is only looked through stays light.
     * @type {Viewer | null}
     */
    this.viewer = null;
    /** @type {Promise<Viewer> | null} */
    this.viewing = null;
    this.display = new Display(this);
    this.pointers = new Pointers(this);
    this.keyboard = new Keyboard(this);
    this.selection.changed = () => {
      this.bar.show();
      if (this.selection.size) this.head.fold(false);
      this.grid.draw();
    };
    this.selection.changed();
    this.filter.listen();
    this.listenToUploads();
    foldMenu(find(document, ".photos-more", HTMLDetailsElement));
    this.timeline.listen();
    this.listen();
    for (const sign of ["pointerover", "pointerdown", "focusin"]) {
      this.grid.node.addEventListener(sign, () => { this.loadViewer().catch(() => {}); }, { once: true, passive: true });
    }
    // By the browser's own way forward, to a photo that was opened before this page was loaded again.
    addEventListener("popstate", ({ state }) => {
      if (state?.photo && !this.viewer) this.loadViewer().then((viewer) => viewer.reopen(state)).catch(() => location.reload());
    });
  }

  /** Whether a photo is opened. */
  get isOpened() { return Boolean(this.viewer?.dialog.open); }

  /** @returns {Promise<Viewer>} */
  loadViewer() {
    return this.viewing ??= import("./viewer.js").then(({ Viewer }) => this.viewer = this.makeViewer(Viewer))
      .catch((error) => { this.viewing = null; throw error; });
  }

  /** @param {typeof import("./viewer.js").Viewer} Kind */
  makeViewer(Kind) {
    const { root, words, pictures, actions } = this;
    return new Kind(root, words, {
      count: () => this.layout.total, thumbnail: (photo) => pictures.get(keyOf(photo)),
      closed: () => {
        keepMessage();
        this.grid.node.focus();
      },
      stands: (ordinal) => this.setCurrent(ordinal), place: (number) => this.placeOf(number), keys: (hasFilm) => keyList(words, true, hasFilm),
      mark: (fields, number) => actions.mark(fields, number), expected: (photo) => actions.marking.expected(photo),
      collect: (number) => actions.toBasket(number), trash: (number) => actions.trash(number),
      share: (photo) => actions.share([[photo[0], photo[1], photo[7]]]),
      search: (text) => { this.filter.field.value = text; this.filter.show(); this.search(false); },
      photo: (ordinal, isFresh) => this.photo(ordinal, isFresh),
    });
  }

  /** Loads what is suggested while a person types when the field is entered, and again the next time where it could not be loaded; what is typed meanwhile counts. */
  async suggest() {
    const { filter, words } = this;
    const { field } = filter;
    /** @type {Event | null} */
    let typed = null;
    const keep = (/** @type {Event} */ event) => { typed = event; };
    field.addEventListener("input", keep);
    try {
      const { Suggestions } = await import("./suggest.js");
      this.suggestions = new Suggestions(field, words, {
        months: () => (this.allMonths.length ? this.allMonths : this.layout.months)
          .flatMap(([month]) => month === null || month === undated ? [] : [[month, this.nameOf(month)]]),
        sources: () => filter.chips.filter((chip) => filter.nameOf(chip) === "in" && chip.dataset.value).map((chip) => chip.textContent || ""),
        search: () => { filter.show(); this.search(false); },
      });
      if (typed) this.suggestions.type(typed);
    } catch { field.addEventListener("focus", () => this.suggest(), { once: true }); }
    field.removeEventListener("input", keep);
  }

  /** Photos are chosen in the menu, or dropped on the photos; what sends them comes with the first. */
  listenToUploads() {
    const entry = document.querySelector("[data-upload]");
    if (!(entry instanceof HTMLElement)) return;
    const { root, words } = this;
    /** @type {Promise<import("./upload.js").UploadSheet> | null} */
    let sheet = null;
    /** @param {Iterable<File>} files */
    const send = async (files) => {
      const page = { say: (/** @type {string} */ text, /** @type {boolean} */ isGood) => this.messages.say(text, isGood), renew: () => { this.renew(); } };
      sheet ??= import("./upload.js").then(({ UploadSheet }) => new UploadSheet(entry.dataset, words, page));
      try { await (await sheet).add(files); } catch { sheet = null; this.messages.say(words.failed, false); }
    };
    entry.addEventListener("click", () => {
      find(document, ".photos-more", HTMLDetailsElement).open = false;
      const field = element("input", "", { type: "file", multiple: "", accept: uploadKinds });
      field.addEventListener("change", () => { if (field.files?.length) send([...field.files]); });
      field.click();
    });
    root.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) { event.preventDefault(); root.classList.add("dropping"); } });
    root.addEventListener("dragleave", (event) => { if (!(event.relatedTarget instanceof Node) || !root.contains(event.relatedTarget)) root.classList.remove("dropping"); });
    root.addEventListener("drop", (event) => {
      root.classList.remove("dropping");
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      send([...event.dataTransfer.files]);
    });
  }

  get layout() { return this.scroll.layout; }

  /**
   * A month's name in the reader's language.
   * @param {number} number
   */
  nameOf(number) { return this.nameOfRange(number, number, false); }

  /**
   * The name of a month, or of several that follow each other: "May 2024", "Mar – May 2024".
   * @param {number} from
   * @param {number} to
   * @param {boolean} isShort
   * @returns {string}
   */
  nameOfRange(from, to, isShort) {
    const key = [from, to, isShort].join(" ");
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = this.makeName(from, to, isShort);
    this.names.set(key, name);
    return name;
  }

  /** @param {number} from @param {number} to @param {boolean} isShort */
  makeName(from, to, isShort) {
    if (from === undated) return this.words.noDate;
    if (to === undated) return `${this.nameOfRange(from, from, true)} · ${this.words.noDate}`;
    const day = (/** @type {number} */ month) => new Date(Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 15));
    if (from === to) return (isShort ? this.shortMonth : this.month).format(day(from));
    return this.shortMonth.formatRange(day(Math.min(from, to)), day(Math.max(from, to)));
  }

  start() {
    this.messages.showState(this.words.loading);
    const { width, height } = this.grid.node.getBoundingClientRect();
    [this.scroll.width, this.scroll.height] = [width, height];
    this.renew(true, history.state?.at || null);
  }

  // MARK: What the page listens to

  listen() {
    new ResizeObserver(() => this.resizeBar()).observe(this.bar.node);
    new ResizeObserver(() => this.resize()).observe(this.grid.node);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.renew(); else this.news.rest(); });
    document.addEventListener("booth:back", () => { this.renew(); });
    addEventListener("pageshow", (event) => { if (event.persisted) this.renew(); });
    addEventListener("pagehide", () => {
      this.news.rest();
      // The way back leads to the same place.
      const at = this.scroll.topOrdinal() > 0 ? this.photoAt(this.scroll.topOrdinal())?.[0] : null;
      if (!history.state?.photo) history.replaceState({ ...history.state, at }, "");
    });
  }

  // What the bar covers can be scrolled above it.
  resizeBar() {
    const { root, bar, scroll } = this;
    // On desks it lies above the photos.
    const [box, own] = [root.getBoundingClientRect(), bar.node.getBoundingClientRect()];
    const pad = !bar.node.isConnected || own.top < box.top + box.height / 2 ? 0 : Math.ceil(box.bottom - own.top) + barDistance;
    if (pad === scroll.pad) return;
    scroll.pad = pad;
    document.body.style.setProperty("--bar", pad + "px");
    this.timeline.drawYears();
    scroll.settle();
    this.grid.draw();
  }

  resize() {
    const { scroll } = this;
    const box = this.grid.node.getBoundingClientRect();
    const isSameWidth = Math.abs(box.width - scroll.width) < leastChange;
    if (isSameWidth && Math.abs(box.height - scroll.height) < leastChange) return;
    const top = scroll.topOrdinal();
    [scroll.width, scroll.height] = [box.width, box.height];
    if (isSameWidth) {
      scroll.settle();
      this.timeline.drawYears();
      this.grid.draw();
    } else if (this.layout.total) this.reshape(top);
  }

  // MARK: What is looked at

  /**
   * Shows what the form above the photos says.
   * @param {boolean} keepsPlace where the photo at the window's top is among those that are found.
   */
  search(keepsPlace) {
    const top = this.scroll.topOrdinal();
    const held = keepsPlace && top > 0 ? this.photoAt(top)?.[0] ?? null : null;
    const before = this.query;
    this.alone = null;
    this.query = this.filter.read();
    // An album of a source is none of another.
    if (this.query.album?.startsWith("of-") && this.query.in !== before.in) { location.assign("/photos" + (this.query.in ? "?in=" + this.query.in : "")); return; }
    this.showAddress();
    this.renew(true, held, keepsPlace ? () => {
      this.query = before;
      this.filter.restore(before);
      this.showAddress();
    } : null);
  }

  showAddress() {
    history.replaceState(null, "", "/photos" + (Object.keys(this.query).length ? "?" + new URLSearchParams(this.query) : ""));
  }

  /**
   * Shows only these, or everything again.
   * @param {number[] | null} numbers
   */
  showAlone(numbers) { this.alone = numbers; this.renew(true); }

  /**
   * Asks for the counts of all months, and keeps what is at the window's top where it is.
   * @param {boolean} [isNew] other photos are looked at.
   * @param {number | null} [held] the photo that comes to the top then, if it is among them.
   * @param {(() => void) | null} [back] puts things as they were, where another source or order cannot be had.
   */
  async renew(isNew = false, held = null, back = null) {
    const { news, messages } = this;
    news.rest();
    const asked = this.query;
    try {
      const answer = await ask("/photos/layout.json?" + new URLSearchParams(asked));
      if (answer.status === 401) { location.reload(); return; }
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {Told} */
      const told = await answer.json();
      if (asked !== this.query) return;
      if (this.alone) told.months = [[null, this.alone.length]];
      if (isNew || told.version !== this.version) { await this.take(told, isNew, held); this.actions.check(); this.viewer?.settle(); }
      this.showTold(told);
      news.rest();
      if (told.scanning || told.unread) news.later(readingPause);
      else if (document.visibilityState === "visible") news.wait();
    } catch {
      if (asked !== this.query) return;
      if (back) { back(); messages.say(this.words.switchFailed, false); }
      else if (!this.layout.total) messages.showState(this.words.failed);
      news.later(faultPause);
    }
    this.root.dataset.ready = "";
  }

  /**
   * Shows how many photos there are, and what is not as it should be.
   * @param {Told} told
   */
  showTold(told) {
    const { words, query, messages, filter } = this;
    const count = this.layout.total.toLocaleString(this.language);
    const unread = told.unread ? " · " + words.reading.replace("%1", told.unread.toLocaleString(this.language)) : "";
    find(document, "#photos-count", HTMLElement).textContent = words.found.replace("%1", count) + unread;
    filter.field.placeholder = this.head.phone.matches ? `${words.search} · ${words.found.replace("%1", count)}` : words.search;
    showNotices("photos-mistakes", told.mistakes.length ? [[words.leftOut + " " + told.mistakes.join(" "), ""]] : []);
    this.showAway(told.away);
    if (this.layout.total) messages.showState();
    else if (query.album && !query.q) messages.showState(words.emptyAlbum, words.emptyAlbumHelp, true);
    else if (query.q) messages.showState(words.nothing, words.nothingHelp, true);
    else if (told.scanning || told.unread) messages.showState(words.readingNow, words.readingNowHelp);
    else messages.showState(words.empty, words.emptyHelp);
    this.timeline.node.hidden = !this.layout.total;
  }

  /**
   * Shows which sources are away; pictures are asked for again where others are.
   * @param {Notice[]} away
   */
  showAway(away) {
    showNotices("photos-away", away, this.words.close);
    const now = JSON.stringify(away);
    if (now === this.lastAway) return;
    this.lastAway = now;
    this.pictures.wake();
  }

  /**
   * @param {Told} told
   * @param {boolean} isNew
   * @param {number | null} kept
   */
  async take(told, isNew, kept) {
    const { scroll, grid } = this;
    const top = scroll.topOrdinal();
    const held = isNew ? kept : top === 0 ? null : this.photoAt(top)?.[0];
    let ordinal = isNew ? 0 : top;
    if (held) ordinal = await this.placeOf(held) ?? ordinal;
    this.version = told.version;
    if (!this.query.q && !this.alone) this.allMonths = told.months;
    const windows = new Windows(told.months, this.query, (stretch, fault) => this.showWindow(stretch, fault), this.alone);
    // What was known is shown until it comes anew.
    if (!isNew) windows.inherit(this.windows);
    this.windows = windows;
    scroll.layout = new Layout(told.months, (stretch, index) => windows.item(stretch, index));
    grid.current = Math.min(isNew && kept ? ordinal : grid.current, Math.max(0, this.layout.total - 1));
    if (!this.layout.total) grid.empty();
    this.reshape(ordinal);
  }

  /**
   * More is known of a month's photos.
   * @param {number} stretch
   * @param {unknown} fault
   */
  showWindow(stretch, fault) {
    const { layout, scroll, grid } = this;
    if (fault) { setTimeout(() => grid.draw(), windowPause); return; }
    if (layout.rows) {
      // The photo that keys act on stays where it is and is seen whole, if it was; else the first photo stays.
      const isSeen = scroll.wayTo(grid.current) === 0;
      const held = isSeen ? grid.current : scroll.topOrdinal();
      const before = scroll.distanceTo(held);
      layout.learn(stretch);
      scroll.y += scroll.distanceTo(held) - before;
      scroll.settle();
      if (isSeen) scroll.move(scroll.wayTo(held) ?? 0);
    }
    grid.draw();
  }

  /** @param {number} ordinal that comes to the window's top. */
  reshape(ordinal) {
    this.layout.shape({ ...this.display.options, width: this.scroll.width });
    this.grid.forget();
    this.timeline.drawYears();
    this.goTo(ordinal);
  }

  // MARK: Moving

  /** @param {number} by */
  move(by) { this.scroll.move(by); this.grid.draw(); this.head.follow(by); }

  /**
   * @param {number} ordinal
   * @param {boolean} [atTop]
   */
  goTo(ordinal, atTop = true) { this.scroll.goTo(ordinal, atTop); this.grid.draw(); }

  /**
   * Keys act on this photo from now on, and it is seen.
   * @param {number} ordinal
   */
  setCurrent(ordinal) {
    const { grid, layout } = this;
    grid.current = Math.max(0, Math.min(layout.total - 1, ordinal));
    const way = this.scroll.wayTo(grid.current);
    if (way === null) this.goTo(grid.current, false); else if (way) this.move(way); else grid.draw();
  }

  // MARK: Photos

  /**
   * A photo that is known.
   * @param {number} ordinal
   */
  photoAt(ordinal) {
    const found = this.layout.find(ordinal);
    return found ? this.layout.item(...found) : null;
  }

  /**
   * A photo, asked for where it is not known.
   * @param {number} ordinal
   * @param {boolean} [isFresh] also where it may have changed.
   * @returns {Promise<Photo | null>}
   */
  async photo(ordinal, isFresh = false) {
    const found = this.layout.find(ordinal);
    if (!found) return null;
    const [stretch, from] = found;
    const known = this.photoAt(ordinal);
    if (known && !isFresh && this.windows.isFresh(stretch, from)) return known;
    const [month] = this.layout.months[stretch];
    const parameters = new URLSearchParams({ ...this.query, from: String(from), count: "1" });
    if (month !== null) parameters.set("month", String(month));
    if (this.alone) parameters.set("numbers", String(this.alone[ordinal]));
    const answer = await ask("/photos/window.json?" + parameters);
    return answer.ok ? (await answer.json())[0] : null;
  }

  /**
   * A photo's place among those that are shown, or null.
   * @param {number} number
   * @returns {Promise<number | null>}
   */
  async placeOf(number) {
    if (this.alone) { const at = this.alone.indexOf(number); return at < 0 ? null : at; }
    const answer = await ask("/photos/place.json?" + new URLSearchParams({ ...this.query, photo: String(number) }));
    if (answer.status >= 500) throw new Error(String(answer.status));
    return answer.ok ? (await answer.json()).place ?? null : null;
  }

  /**
   * Does something with a photo, at once where it is known; else as soon as it is, unless something else is shown by then.
   * @param {number} ordinal
   * @param {(photo: Photo) => void} act
   */
  async withPhoto(ordinal, act) {
    const { query, alone } = this;
    const photo = this.photoAt(ordinal) ?? await this.photo(ordinal).catch(() => null);
    if (photo && query === this.query && alone === this.alone) act(photo);
  }

  /** @param {number} ordinal */
  open(ordinal) {
    this.withPhoto(ordinal, async (photo) => {
      try {
        const viewer = this.viewer ?? await this.loadViewer();
        if (!viewer.dialog.open) viewer.open(photo, ordinal);
      } catch { location.assign(`/photos/at/${photo[0]}/${photo[1]}`); }
    });
  }

  // MARK: Selecting

  /** @param {number} ordinal */
  toggle(ordinal) {
    this.withPhoto(ordinal, (photo) => this.selection.toggle(photo[0]));
    this.range.begin(ordinal);
  }

  /** @param {number} ordinal */
  extend(ordinal) { return this.range.extend(ordinal, (one, other) => this.numbersBetween(one, other)); }

  /**
   * The numbers of photos from one place to another.
   * @param {number} one
   * @param {number} other
   */
  async numbersBetween(one, other) {
    const from = Math.min(one, other);
    const until = Math.min(Math.max(one, other) + 1, from + mostNumbers);
    if (this.alone) return this.alone.slice(from, until);
    /** @type {number[]} */
    const numbers = [];
    for (let at = from; at < until; at += numbersPart) {
      const parameters = new URLSearchParams({ ...this.query, from: String(at), count: String(Math.min(numbersPart, until - at)) });
      const answer = await ask("/photos/numbers.json?" + parameters);
      if (!answer.ok) { this.messages.say(this.words.failed, false); break; }
      numbers.push(...await answer.json());
    }
    return numbers;
  }
}
