import { Refusal, ask, post } from "./ask.js";
import { findAll } from "../shared/dom.js";
import { Marking } from "./marking.js";
import { jpegName, shareFiles } from "./share-file.js";

/** @typedef {import("./photo.js").Words} Words */
/** @typedef {import("./photo.js").MarkFields} MarkFields */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {[words: string, act: () => void]} Offer what a message offers as a button. */

/**
 * What actions need of the page.
 * @typedef {object} ActionsPage
 * @property {(text: string, isGood: boolean, offer?: Offer | null) => void} say
 * @property {() => Promise<void>} renew
 * @property {(numbers: Set<number>, fields: MarkFields) => void} learn is called with what the studio has saved of photos.
 * @property {() => URLSearchParams} view what is looked at, as the studio is asked for it.
 * @property {() => boolean} isAlone whether only selected photos are shown.
 * @property {(numbers: number[] | null) => void} showAlone shows only these, or everything again.
 */

// The studio says of so many photos at once what has become of them.
const mostChecked = 20000;
// So many are sent to a photographer with one example.
const mostExamples = 6;
// So many can be shared at once.
const mostShared = 20;
// Of so many photos that could not be moved, the reasons are said.
const mostReasons = 3;
// How often the page asks how far a copy is, and after a fault, in milliseconds.
const [copyPause, copyFaultPause] = [2500, 5000];

/**
 * What was done, and what was not, with the reason of each.
 * @param {{ done: string, not: string, count: number, troubles: [name: string, why: string][], absent: string }} result `done` and `not` have
 *   `%1` for a number.
 */
export const reportOf = ({ done, not, count, troubles, absent }) => {
  const more = troubles.length
    ? [not.replace("%1", String(troubles.length)), ...troubles.slice(0, mostReasons).map(([name, why]) => `${name}: ${why}`)].join(" · ") : "";
  const text = [count || !more && !absent ? done.replace("%1", String(count)) : "", more, absent].filter(Boolean).join(" · ");
  return { text, isGood: !more && !absent };
};

/** What can be done with selected photos, or with the one that is opened. */
export class PhotoActions {
  /**
   * @param {Selection} selection
   * @param {Words} words
   * @param {ActionsPage} page
   */
  constructor(selection, words, page) {
    this.selection = selection;
    this.words = words;
    this.page = page;
    this.marking = new Marking((fields, numbers) => this.saveMarks(fields, numbers), () => page.renew(), page.learn);
    this.isBusy = false;
    /**
     * What this page has moved to the bin, by its number, which no other photo gets.
     * @type {Set<number>}
     */
    this.trashed = new Set();
    this.checking = {};
    /** Is called when the studio has said what has become of them. */
    this.checked = () => {};
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} fields
   */
  post(path, fields) { return post("/photos/" + path, { token: this.words.token, ...fields }); }

  /** @param {unknown} error */
  wordsOf(error) { return error instanceof Refusal && error.words || this.words.failed; }

  /** @param {unknown} error */
  fail(error) { this.page.say(this.wordsOf(error), false); }

  /** @param {number} count */
  format(count) { return count.toLocaleString(document.documentElement.lang); }

  /** @param {number} count */
  absent(count) { return count ? this.words.notThere.replace("%1", this.format(count)) : ""; }

  /**
   * Asks what has become of the selected photos: those that are gone are selected no longer, and how many are not shown is known.
   * @param {boolean} [isQuiet] says nothing of those that are gone.
   * @returns {Promise<number>} how many are gone.
   */
  async check(isQuiet = false) {
    const { selection, page } = this;
    if (!selection.size || this.isBusy && !isQuiet) return 0;
    const asked = [...selection.numbers].slice(0, mostChecked);
    const own = this.checking = {};
    /** @type {{ gone: number[], shown: number, common: number, any: number }} */
    let told;
    try { told = await this.post("chosen?" + page.view(), { photos: asked.join(",") }); } catch { return 0; }
    if (own === this.checking) {
      selection.learn({ ...told, outside: page.isAlone() ? 0 : asked.length - told.gone.length - told.shown });
    }
    const gone = selection.remove(told.gone);
    this.checked();
    if (gone.length && !isQuiet) page.say(this.words.leftSelection.replace("%1", this.format(gone.length)), false);
    if (gone.length && selection.size && page.isAlone()) page.showAlone([...selection.numbers]);
    return gone.length;
  }

  /**
   * Sets a star or tags.
   * @param {MarkFields} fields
   * @param {string} [numbers]
   * @returns whether all of them have it now.
   */
  mark(fields, numbers = this.selection.list) { return this.marking.mark(fields, numbers); }

  /**
   * @param {MarkFields} fields
   * @param {string} numbers
   */
  async saveMarks(fields, numbers) {
    let isDone = false;
    try {
      /** @type {{ absent: number }} */
      const { absent } = await this.post("mark", { photos: numbers, ...fields });
      isDone = !absent;
      // A star for a photo that was moved to the bin here is no news, and would hide the button that brings it back.
      const missing = absent - numbers.split(",").filter((number) => this.trashed.has(Number(number))).length;
      if (missing > 0) this.page.say(this.absent(missing), false);
    } catch (error) { this.fail(error); }
    return isDone;
  }

  /**
   * Puts photos into an album or the basket.
   * @param {string} album
   * @param {string} [numbers]
   */
  async collect(album, numbers = this.selection.list) {
    try {
      /** @type {{ count: number, basket: number, absent: number }} */
      const { count, basket, absent } = await this.post("albums/add", { album, photos: numbers });
      this.showBasket(basket);
      this.page.say([this.words.added.replace("%1", String(count)), this.absent(absent)].filter(Boolean).join(" · "), !absent);
    } catch (error) { this.fail(error); }
    this.page.renew();
  }

  /**
   * Takes photos out of an album or the basket.
   * @param {string} album
   * @param {string} [numbers]
   */
  async take(album, numbers = this.selection.list) {
    try {
      /** @type {{ count: number, basket: number }} */
      const { count, basket } = await this.post("albums/take", { album, photos: numbers });
      this.selection.remove(numbers.split(",").map(Number));
      this.showBasket(basket);
      this.page.say(this.words.takenOut.replace("%1", String(count)), true);
    } catch (error) { this.fail(error); }
    this.page.renew();
  }

  /**
   * Into the basket; out of it, where the basket is shown.
   * @param {string} [numbers]
   */
  async toBasket(numbers = this.selection.list) {
    if (this.words.album === "basket") await this.take("basket", numbers); else await this.collect("basket", numbers);
  }

  /**
   * @param {string} title
   * @returns {Promise<number>} how many photos are in it.
   */
  async makeAlbum(title) { return (await this.post("albums/make", { title, photos: this.selection.list })).count; }

  /**
   * Has an album show the one selected photo as its cover.
   * @param {string} album
   */
  async setCover(album) {
    try {
      await this.post("albums/cover", { album, photos: this.selection.list });
      this.page.say(this.words.coverSet, true);
    } catch (error) { this.fail(error); }
  }

  /** @param {string} to `first`, `earlier`, `later` or `last`. */
  async move(to) {
    try { await this.post("albums/move", { album: this.words.album, photos: this.selection.list, to }); } catch (error) { this.fail(error); }
    this.page.renew();
  }

  /** @param {number} count */
  showBasket(count) {
    for (const badge of findAll(document, ".photos-basket", HTMLElement)) { badge.textContent = String(count); badge.hidden = !count; }
  }

  /** Throws the selected photos away. Where some of them are not shown, that is asked about first. */
  async trashSelected(isSure = false) {
    const { selection, words, page } = this;
    const lost = await this.check(true);
    if (!selection.size) { page.say(words.noneThere, false); return; }
    if (selection.outside > 0 && !isSure) {
      const [hidden, all] = [this.format(selection.outside), this.format(selection.size)];
      page.say(words.binHidden.replace("%1", hidden).replace("%2", all), false, [words.binAll.replace("%1", all), () => this.trashSelected(true)]);
      return;
    }
    await this.trash(selection.list, lost);
  }

  /**
   * @param {string} numbers
   * @param {number} [lost] how many were gone already.
   */
  async trash(numbers, lost = 0) {
    const { words, page } = this;
    this.isBusy = true;
    // A star that was pressed before comes back with the photo, so it is saved first.
    await this.marking.last;
    for (const number of numbers.split(",")) this.trashed.add(Number(number));
    try {
      /** @type {{ undo: string, count: number, troubles: [string, string][], absent: number }} */
      const { undo, count, troubles, absent } = await this.post("trash", { photos: numbers });
      this.selection.remove(troubles.length ? [] : numbers.split(",").map(Number));
      const { text, isGood } = reportOf({ done: words.trashed, not: words.notMoved, count, troubles, absent: this.absent(absent + lost) });
      page.say(text, isGood, count ? [words.undo, () => this.undo(undo)] : null);
    } catch (error) { this.fail(error); }
    await this.check(true);
    this.isBusy = false;
    await page.renew();
  }

  /** @param {string} undo what the studio calls it. */
  async undo(undo) {
    const { words, page } = this;
    try {
      /** @type {{ count: number, troubles: [string, string][] }} */
      const { count, troubles } = await this.post("undo", { undo });
      const { text, isGood } = reportOf({ done: words.undone, not: words.notBack, count, troubles, absent: "" });
      page.say(text, isGood);
    } catch (error) { this.fail(error); }
    page.renew();
  }

  /**
   * Hands photos to the device's share sheet, as pictures of at most 2048 pixels.
   * @param {[number: number, stamp: string, name: string][]} photos
   */
  async share(photos) {
    const { words, page } = this;
    const pictures = photos.map(([number, stamp, name]) => ({ address: `/photos/picture/${number}/${stamp}/2048.jpg`, name: jpegName(name) }));
    try {
      await shareFiles(pictures, (again) => page.say(words.shareReady, true, [words.share, () => { again().catch((error) => this.fail(error)); }]));
    } catch (error) { this.fail(error); }
  }

  /** Shares the selected photos. */
  async shareSelected() {
    const { selection, words, page } = this;
    if (selection.size > mostShared) { page.say(words.shareMost, false); return; }
    try {
      const answer = await ask("/photos/window.json?numbers=" + selection.list);
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {import("./photo.js").Photo[]} */
      const photos = await answer.json();
      if (photos.length) await this.share(photos.map((photo) => [photo[0], photo[1], photo[7]])); else page.say(words.noneThere, false);
    } catch (error) { this.fail(error); }
  }

  /** Leads to the page that sends them to a photographer. */
  teach() {
    if (this.selection.size > mostExamples) { this.page.say(this.words.exampleMost, false); return; }
    location.assign("/training/new?photos=" + this.selection.list);
  }

  /**
   * Saves them as a ZIP. It is a form, so that the browser saves what comes as it comes.
   * @param {string} size
   */
  async save(size) {
    const lost = await this.check(true);
    if (!this.selection.size) { this.page.say(this.words.noneThere, false); return; }
    if (lost) this.page.say(this.absent(lost), false);
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/photos/export";
    form.hidden = true;
    for (const [name, value] of Object.entries({ token: this.words.token, photos: this.selection.list, size })) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  }

  /**
   * Copies them into a folder of the studio's machine; how far it is is said until it is over.
   * @param {string} size
   * @param {string} folder
   */
  async copy(size, folder) {
    const { words, page } = this;
    /** @type {{ copy: string, absent: number }} */
    const { copy, absent } = await this.post("copy", { photos: this.selection.list, size, folder });
    this.check(true);
    const look = async () => {
      try {
        const answer = await ask("/photos/copies.json");
        /** @type {{ copy: string, words: string, why: string, state: string, over: boolean }[]} */
        const copies = answer.ok ? await answer.json() : [];
        const own = copies.find((other) => other.copy === copy);
        if (!own) return;
        const text = [own.words, own.why, this.absent(absent)].filter(Boolean).join(" · ");
        page.say(text, own.state !== "stopped" && !absent, [words.copies, () => location.assign("/photos/copies")]);
        if (!own.over) setTimeout(look, copyPause);
      } catch { setTimeout(look, copyFaultPause); }
    };
    look();
  }
}
