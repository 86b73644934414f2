// @ts-nocheck
import { ask, isAbort, readWords } from "./ask.js";
import { Film } from "./film.js";
import { listen } from "./gestures.js";
import { Parts } from "./parts.js";

const element = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

export class Viewer {
  constructor(root, words, hooks) {
    this.words = words;
    this.hooks = hooks;
    this.dialog = element("dialog", "photos-view");
    this.dialog.setAttribute("aria-labelledby", "photos-view-title");
    this.title = element("h2");
    this.title.id = "photos-view-title";
    this.title.dir = "auto";
    this.frame = element("div", "photos-frame");
    this.frame.tabIndex = 0;
    this.picture = element("img");
    this.picture.draggable = false;
    this.trouble = element("p", "photos-trouble");
    this.marks = element("p", "photos-marks");
    this.marks.setAttribute("role", "status");
    this.level = element("p", "photos-zoom");
    this.level.setAttribute("role", "status");
    this.frame.append(this.picture);
    this.parts = new Parts(this.frame);
    this.frame.append(this.trouble, this.marks, this.level);
    this.facts = element("dl", "photos-facts");
    this.facts.hidden = true;
    const tools = element("div", "photos-view-tools");
    const button = (sign, text, act) => {
      const made = element("button", "", sign);
      made.type = "button";
      made.title = text;
      made.setAttribute("aria-label", text);
      made.addEventListener("click", act);
      tools.append(made);
      return made;
    };
    button("✕", words.close, () => this.dialog.close());
    // Browsers mirror these where one reads from right to left.
    this.back = button("‹", words.previous, () => this.step(-1));
    this.on = button("›", words.next, () => this.step(1));
    button("−", words.out, () => this.zoom(this.scale / 1.5));
    button("+", words.in, () => this.zoom(this.scale * 1.5));
    button("1:1", words.whole, () => this.toWhole());
    if (words.may.split(" ").includes("mark")) {
      this.star = button("☆", words.star, () => this.mark());
    }
    const isIn = words.album === "basket";
    button(isIn ? "⊖" : "⊕", isIn ? words.fromBasket : words.toBasket, () => this.collect());
    this.film = new Film(this.frame, this.picture, words);
    this.live = button("◉", words.play, () => this.film.toggle());
    this.sound = button("♪", words.sound, () => this.film.hear());
    this.film.shown = (isOn, isLoud) => {
      this.live.setAttribute("aria-pressed", String(isOn));
      this.sound.hidden = !isOn;
      this.sound.setAttribute("aria-pressed", String(isLoud));
    };
    this.info = button("i", words.about, () => this.showFacts(this.facts.hidden));
    this.info.setAttribute("aria-expanded", "false");
    this.link = element("a", "button", "🔗︎");
    this.link.title = words.link;
    this.link.setAttribute("aria-label", words.link);
    tools.append(this.link);
    this.save = element("a", "button", "⤓");
    this.save.title = words.download;
    this.save.setAttribute("aria-label", words.download);
    this.saveFilm = element("a", "button", "⤓◉");
    this.saveFilm.title = words.saveFilm;
    this.saveFilm.setAttribute("aria-label", words.saveFilm);
    tools.append(this.save, this.saveFilm);
    this.dialog.append(this.title, this.frame, this.facts, tools);
    root.append(this.dialog);
    this.listen();
  }

  listen() {
    // It comes some time after the dialog is closed: who has opened the next photo by then is there already.
    this.dialog.addEventListener("close", () => {
      if (this.dialog.open) return;
      this.stop?.abort();
      this.film.end();
      this.parts.take(null);
      this.picture.removeAttribute("src");
      this.help?.remove();
      this.help = null;
      this.hooks.closed();
      if (history.state?.photo) { this.isLeaving = true; history.back(); } else this.left();
    });
    this.dialog.addEventListener("cancel", (event) => { if (this.help) { event.preventDefault(); this.showKeys(); } });
    // As it was when another page came, with the photo opened: but the address is that of them all.
    addEventListener("pageshow", (event) => {
      this.isLeaving = false;
      if (event.persisted && this.dialog.open && !history.state?.photo) this.dialog.close();
    });
    addEventListener("popstate", ({ state }) => {
      this.isLeaving = false;
      if (state?.photo) this.reopen(state); else if (this.dialog.open) this.dialog.close(); else this.left();
    });
    // Of the whole page: a button that goes while it has the focus, as at the first photo, leaves it to nobody.
    document.addEventListener("keydown", (event) => {
      if (!this.dialog.open) return;
      const isRight = getComputedStyle(this.dialog).direction === "rtl";
      const act = {
        ArrowLeft: () => this.arrow(isRight ? 1 : -1, 1, 0), ArrowRight: () => this.arrow(isRight ? -1 : 1, -1, 0),
        ArrowUp: () => this.pan(0, 80), ArrowDown: () => this.pan(0, -80), "+": () => this.zoom(this.scale * 1.5),
        "=": () => this.zoom(this.scale * 1.5), "-": () => this.zoom(this.scale / 1.5), 0: () => this.zoom(1),
        i: () => this.showFacts(this.facts.hidden), Home: () => this.turn(0), End: () => this.turn(this.hooks.count() - 1),
        b: () => this.collect(), z: () => this.toWhole(), l: () => this.film.toggle(), m: () => this.film.hear(),
      }[event.key] ?? this.keyed(event.key);
      if (act && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); act(); }
    });
    listen(this);
    new ResizeObserver(() => { if (this.dialog.open) this.pan(0, 0); }).observe(this.frame);
  }

  // The address is that of all photos again; where one was is kept with it.
  left() {
    if (!this.photo) return;
    history.replaceState({ ...history.state, at: this.photo[0] }, "");
    const act = this.after;
    this.after = null;
    act?.();
  }

  // By the browser's own way forward.
  async reopen({ photo, ordinal }) {
    if (this.dialog.open && this.photo[0] === photo) return;
    const own = await this.hooks.photo(ordinal, true);
    if (own?.[0] !== photo) { location.reload(); return; }
    if (!this.dialog.open) this.dialog.showModal();
    this.frame.focus();
    this.show(own, ordinal);
  }

  // Its place, after the photos around it have become others.
  settle() { if (this.dialog.open) this.settled = this.findPlace(this.isGoing); }

  // One that is shown no longer may be gone: unless that is of our own doing, it is asked for.
  async findPlace(isOurs) {
    const own = this.photo;
    let place = null;
    try { place = await this.hooks.place(own[0]); } catch { return; }
    if (this.photo !== own || !this.dialog.open) return;
    if (place === null) { if (!isOurs) await this.tell(); } else if (this.isGone) this.show(own, place); else this.stand(place);
  }

  // The grid's focus goes along, so that it is there as soon as this is closed, whichever key comes next.
  stand(ordinal) {
    this.ordinal = ordinal;
    this.hooks.stands(ordinal);
    this.back.disabled = ordinal === 0;
    this.on.disabled = ordinal >= this.hooks.count() - 1;
  }

  // Into the bin; the next one is there then, or the one before.
  async throwAway() {
    if (this.isGoing) return;
    this.isGoing = true;
    const [own, at] = [this.photo, this.ordinal];
    await this.hooks.trash(String(own[0]));
    this.isGoing = false;
    if (!this.dialog.open || this.photo !== own) return;
    const count = this.hooks.count();
    if (!count) { this.dialog.close(); return; }
    const next = await this.hooks.photo(Math.min(at, count - 1), true);
    if (next && this.dialog.open && this.photo === own && next[0] !== own[0]) this.show(next, Math.min(at, count - 1));
  }

  showKeys() {
    if (this.help) { this.help.remove(); this.help = null; return; }
    this.help = element("div", "photos-help");
    this.help.append(this.hooks.keys());
    this.help.addEventListener("click", () => this.showKeys());
    this.dialog.append(this.help);
  }

  arrow(step, x, y) { if (this.scale > 1) this.pan(80 * x, 80 * y); else this.step(step); }

  // Colours and the bin, for who may.
  keyed(key) {
    const may = this.isGone ? [] : this.words.may.split(" ");
    if (/^[1-7]$/.test(key) && may.includes("mark")) {
      const bit = 1 << (Number(key) - 1);
      return () => this.change(this.tags & bit ? { take: bit } : { add: bit });
    }
    if (key === "s" && may.includes("mark")) return () => this.mark();
    if (key === "?") return () => this.showKeys();
    if (key === "Delete" && may.includes("manage")) return () => this.throwAway();
    return null;
  }

  async collect() { if (!this.isGone) await this.hooks.collect(String(this.photo[0])); }

  // What lies under the pointer stays there.
  zoom(scale, point = null) {
    if (this.isGone) return;
    const before = this.scale;
    const whole = this.parts.whole();
    this.scale = Math.min(Math.max(10, 4 * whole), Math.max(Math.min(1, whole || 1), scale));
    if (point) {
      const box = this.frame.getBoundingClientRect();
      const [x, y] = [point.clientX - box.left - box.width / 2, point.clientY - box.top - box.height / 2];
      this.x = x - (x - this.x) * this.scale / before;
      this.y = y - (y - this.y) * this.scale / before;
    }
    if (this.scale <= 1) [this.x, this.y] = [0, 0];
    if (this.scale > 1.2) this.sharpen();
    this.pan(0, 0);
  }

  pan(dx, dy) {
    const box = this.frame.getBoundingClientRect();
    // As far as the photo goes, and not the dark beside it.
    const { naturalWidth: across, naturalHeight: down } = this.picture;
    const fit = across && down ? Math.min(box.width / across, box.height / down) * this.scale : 0;
    const within = (at, length, whole) => {
      const room = fit ? Math.max(0, whole * fit - length) / 2 : length * Math.max(0, this.scale - 1) / 2;
      return Math.max(-room, Math.min(room, at));
    };
    this.x = within(this.x + dx, box.width, across);
    this.y = within(this.y + dy, box.height, down);
    this.picture.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.film.follow();
    this.parts.follow(this.scale, this.x, this.y);
    const whole = this.parts.whole();
    const part = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    this.level.textContent = this.scale === 1 || !whole ? "" : part.format(this.scale / whole);
  }

  // One pixel of the photo on one of the screen; from there all of it again.
  async toWhole(point = null) {
    const own = this.photo;
    await this.told;
    const whole = this.parts.whole();
    if (this.photo === own && whole) this.zoom(Math.abs(this.scale / whole - 1) < 0.001 ? 1 : whole, point);
  }

  async step(by) {
    await this.settled;
    // Where one is gone, the next one is.
    this.turn(this.ordinal + by - (this.isGone && by > 0 ? 1 : 0));
  }

  async turn(next) {
    if (next < 0 || next >= this.hooks.count()) return;
    const photo = await this.hooks.photo(next);
    if (photo) this.show(photo, next);
  }

  open(photo, ordinal) {
    // The browser is still on its way back from the last one.
    if (this.isLeaving) { this.after = () => this.open(photo, ordinal); return; }
    if (!history.state?.photo) {
      history.replaceState({ ...history.state, at: photo[0] }, "");
      history.pushState({ photo: photo[0], ordinal }, "", `/photos/at/${photo[0]}/${photo[1]}`);
    }
    this.dialog.showModal();
    this.opened();
    this.frame.focus();
    this.show(photo, ordinal);
  }

  show(photo, ordinal) {
    [this.photo, this.ordinal, this.scale, this.x, this.y] = [photo, ordinal, 1, 0, 0];
    this.isSharp = this.isGone = this.link.hidden = this.save.hidden = false;
    this.parts.take(photo);
    this.level.textContent = "";
    this.title.textContent = photo[7];
    this.stand(ordinal);
    this.showMarks(photo[4] & 1, photo[5]);
    const isBroken = photo[4] & 2;
    this.picture.hidden = Boolean(isBroken);
    this.trouble.textContent = isBroken ? photo[8] || this.words.broken : "";
    this.picture.alt = photo[7];
    this.picture.style.transform = "";
    this.film.take(photo);
    this.live.hidden = this.saveFilm.hidden = !this.film.address;
    this.saveFilm.href = this.film.address || "#";
    if (!isBroken) this.load("1024");
    this.told = this.tell();
    history.replaceState({ photo: photo[0], ordinal }, "", `/photos/at/${photo[0]}/${photo[1]}`);
  }

  path(size) { return `/photos/picture/${this.photo[0]}/${this.photo[1]}/${size}.jpg`; }

  // The thumbnail first, if it is here.
  load(size) {
    const own = this.photo;
    const small = this.hooks.thumbnail(own);
    if (small && size === "1024") this.picture.src = small;
    const large = new Image();
    large.src = this.path(size);
    large.decode().then(() => {
      if (this.photo !== own || this.isGone) return;
      this.picture.src = large.src;
      if (this.isMoving() && size === "1024") this.play(own);
    }, () => {
      if (this.photo === own && !this.isGone && size === "1024") this.lack(own);
    });
  }

  // Pictures that follow one another are the browser's own to play; people who have asked for less motion get the first one.
  isMoving() { return Boolean(this.photo[4] & 64) && !matchMedia("(prefers-reduced-motion: reduce)").matches; }

  play(own) {
    const whole = new Image();
    whole.src = `/photos/moving/${own[0]}/${own[1]}`;
    whole.decode().then(() => { if (this.photo === own && !this.isGone) this.picture.src = whole.src; }, () => {});
  }

  // Its picture did not come. Where its source is away, the small one stays.
  async lack(own) {
    let why = this.words.broken;
    let isBroken = true;
    try {
      const answer = await ask(this.path("1024"));
      if (answer.status === 404) why = (await readWords(answer)) || why;
      else if (answer.ok || answer.status >= 500) why = answer.headers.has("X-Booth-Away") ? this.words.awayPhoto : this.words.failed;
      isBroken = answer.status === 404;
    } catch { [why, isBroken] = [this.words.failed, false]; }
    if (this.photo !== own || this.isGone) return;
    this.picture.hidden = isBroken || !this.hooks.thumbnail(own);
    this.trouble.textContent = why;
  }

  sharpen() { if (!this.isSharp && !this.isMoving()) { this.isSharp = true; this.load("2048"); } }

  async tell() {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.tags = this.photo[5];
    this.link.href = `/photos/at/${this.photo[0]}/${this.photo[1]}`;
    this.save.href = `/photos/original/${this.photo[0]}/${this.photo[1]}`;
    try {
      const answer = await ask("/photos/about/" + this.photo[0], stop.signal);
      if (answer.status === 404) { this.lose(); return; }
      const { facts, link, star, tags, trouble, near, pixels } = await answer.json();
      if (pixels && this.parts.know(this.photo, pixels)) this.pan(0, 0);
      this.facts.replaceChildren();
      for (const [title, value] of facts) {
        const text = element("dd");
        text.append(element("bdi", "", value));
        this.facts.append(element("dt", "", title), text);
      }
      this.stars(star);
      this.tags = tags;
      this.showMarks(star, tags);
      this.link.href = link;
      if (trouble) { this.picture.hidden = true; this.trouble.textContent = trouble; }
      if (near) {
        const way = element("button", "plain", this.words.near);
        way.type = "button";
        way.addEventListener("click", () => { this.after = () => this.hooks.near(near); this.dialog.close(); });
        const place = element("dd");
        place.append(way);
        this.facts.append(element("dt"), place);
      }
      if (history.state?.photo === this.photo[0]) history.replaceState(history.state, "", link);
    } catch (error) {
      if (!isAbort(error)) this.facts.replaceChildren(element("dt", "", this.words.failed));
    }
  }

  showFacts(on) {
    this.facts.hidden = !on;
    this.info.setAttribute("aria-expanded", String(on));
  }
  // What was said of it by star and colours.
  showMarks(star, tags) {
    const colours = this.words.colours.split("|").map((name, place) => [name, place]).filter(([, place]) => tags & (1 << place));
    this.marks.replaceChildren(...(star ? [element("span", "", "★")] : []), ...colours.map(([name, place]) => {
      const colour = element("span", "", name);
      colour.style.setProperty("--own", `var(--tag-${place + 1})`);
      return colour;
    }));
  }

  async change(fields) {
    await this.hooks.mark(fields, String(this.photo[0]));
    this.tell();
  }

  stars(on) {
    if (!this.star) return;
    this.star.textContent = on ? "★" : "☆";
    this.star.setAttribute("aria-pressed", String(on));
  }

  async mark() {
    if (this.isGone) return;
    const [own, on] = [this.photo, this.star.getAttribute("aria-pressed") !== "true"];
    this.stars(on);
    this.showMarks(on, this.tags);
    if (await this.hooks.mark({ star: on ? "1" : "0" }, String(own[0])) || this.photo !== own) return;
    this.stars(!on);
    this.showMarks(!on, this.tags);
    this.tell();
  }

  // Somebody has thrown it away, or had it erased: nothing of it stays to be seen.
  lose() {
    this.isGone = true;
    [this.scale, this.x, this.y, this.level.textContent] = [1, 0, 0, ""];
    this.film.take([0, 0, 0, 0, 0]);
    this.parts.take(null);
    this.picture.removeAttribute("src");
    for (const node of [this.picture, this.live, this.save, this.saveFilm, this.link]) node.hidden = true;
    this.facts.replaceChildren();
    this.stars(false);
    this.showMarks(false, 0);
    this.back.disabled = this.ordinal === 0;
    this.on.disabled = this.ordinal >= this.hooks.count();
    this.trouble.textContent = this.words.gone;
  }
}
