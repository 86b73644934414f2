// @ts-nocheck
import { ask } from "./ask.js";
import { albumMenu, button, colourMenu, orderMenu, saveMenu } from "./menus.js";

// Of one person: another one in the same tab has a selection of their own.
const storage = "booth-photos-chosen-" + (document.body.dataset.person || "");

export class Chosen {
  constructor(root, words, hooks) {
    this.words = words;
    this.hooks = hooks;
    this.numbers = new Set(JSON.parse(sessionStorage.getItem(storage) || "[]"));
    this.bar = document.createElement("div");
    this.bar.className = "photos-bar";
    this.bar.setAttribute("role", "toolbar");
    this.bar.hidden = true;
    this.count = document.createElement("strong");
    this.count.setAttribute("role", "status");
    root.append(this.bar);
    this.isMode = false;
    // How many of them are not in what is shown; colours that all, and that any of them have.
    [this.outside, this.common, this.any] = [0, 0, 0];
    this.told = () => {};
    this.build();
    this.show();
  }

  build() {
    const { words, bar } = this;
    const may = words.may.split(" ");
    const { album } = words;
    bar.setAttribute("aria-label", words.select);
    this.only = button(words.alone, () => this.hooks.alone(this.hooks.isAlone() ? null : [...this.numbers]));
    bar.append(this.count, button(words.clear, () => this.clear()), this.only);
    if (album === "basket") bar.append(button(words.fromBasket, () => this.take(album)));
    else bar.append(button(words.toBasket, () => this.collect("basket")));
    if (may.includes("mark")) {
      if (album.startsWith("own-")) bar.append(button(words.fromAlbum, () => this.take(album)));
      bar.append(albumMenu(this));
    }
    if (album === "basket" || album.startsWith("own-") && may.includes("mark")) bar.append(orderMenu(this));
    if (may.includes("mark")) {
      bar.append(button("★ " + words.star, () => this.mark({ star: "1" })), button(words.unstar, () => this.mark({ star: "0" })));
      bar.append(colourMenu(this));
    }
    bar.append(saveMenu(this, may.includes("manage")));
    if (may.includes("teach")) bar.append(button(words.example, () => this.teach()));
    if (may.includes("manage")) bar.append(button(words.trash, () => this.trash(), "danger"));
  }

  has(number) { return this.numbers.has(number); }

  // What has become of them: those that are gone are selected no longer, and how many are not shown is known.
  // Gives how many are gone; who is quiet tells it themselves.
  async check(isQuiet = false) {
    if (!this.numbers.size || this.isBusy && !isQuiet) return 0;
    const asked = [...this.numbers].slice(0, 20000);
    const own = this.checking = {};
    let told;
    try { told = await this.post("chosen?" + this.hooks.view(), { photos: asked.join(",") }); } catch { return 0; }
    const gone = told.gone.filter((number) => this.numbers.delete(number));
    if (own === this.checking) {
      this.outside = this.hooks.isAlone() ? 0 : asked.length - told.gone.length - told.shown;
      [this.common, this.any] = [told.common, told.any];
    }
    this.show();
    this.told();
    if (gone.length && !isQuiet) this.hooks.say(this.words.leftSelection.replace("%1", this.said(gone.length)), false);
    if (gone.length && this.numbers.size && this.hooks.isAlone()) this.hooks.alone([...this.numbers]);
    return gone.length;
  }

  said(count) { return count.toLocaleString(document.documentElement.lang); }

  toggle(number, on = !this.numbers.has(number)) {
    if (on) this.numbers.add(number); else this.numbers.delete(number);
    this.show();
  }

  add(numbers) { for (const number of numbers) this.numbers.add(number); this.show(); }

  set(numbers) { this.numbers = new Set(numbers); this.show(); }

  clear() { this.numbers.clear(); this.hooks.cleared(); this.show(); this.hooks.focus(); }

  show() {
    this.bar.hidden = this.numbers.size === 0;
    if (!this.numbers.size) [this.outside, this.common, this.any] = [0, 0, 0];
    if (!this.numbers.size && this.hooks.isAlone()) this.hooks.alone(null);
    const hidden = this.outside > 0 ? ", " + this.words.ofThemHidden.replace("%1", this.said(this.outside)) : "";
    this.count.textContent = this.words.selected.replace("%1", this.said(this.numbers.size)) + hidden;
    this.only.textContent = this.hooks.isAlone() ? this.words.together : this.words.alone;
    if (this.numbers.size < 50000) sessionStorage.setItem(storage, JSON.stringify([...this.numbers]));
    this.hooks.changed();
  }

  async post(path, fields) {
    const answer = await fetch("/photos/" + path, {
      method: "POST", credentials: "same-origin", body: new URLSearchParams({ token: this.words.token, ...fields }),
    });
    if (answer.status === 422) { const fault = new Error("422"); fault.words = (await answer.json()).words; throw fault; }
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  fail(error) { this.hooks.say(error.words || this.words.failed, false); }

  get list() { return [...this.numbers].join(","); }

  // Whether all of them have it now.
  async mark(fields, numbers = this.list) {
    let isDone = false;
    try {
      const { absent } = await this.post("mark", { photos: numbers, ...fields });
      isDone = !absent;
      if (absent) this.hooks.say(this.absent(absent), false);
    } catch (error) { this.fail(error); }
    this.hooks.renew();
    return isDone;
  }

  absent(count) { return count ? this.words.notThere.replace("%1", this.said(count)) : ""; }

  // Puts photos into an album or the basket.
  async collect(album, numbers = this.list) {
    try {
      const { count, basket, absent } = await this.post("albums/add", { album, photos: numbers });
      this.tellBasket(basket);
      this.hooks.say([this.words.added.replace("%1", count), this.absent(absent)].filter(Boolean).join(" · "), !absent);
    } catch (error) { this.fail(error); }
    this.hooks.renew();
  }

  async take(album, numbers = this.list) {
    try {
      const { count, basket } = await this.post("albums/take", { album, photos: numbers });
      for (const number of numbers.split(",")) this.numbers.delete(Number(number));
      this.show();
      this.tellBasket(basket);
      this.hooks.say(this.words.takenOut.replace("%1", count), true);
    } catch (error) { this.fail(error); }
    this.hooks.renew();
  }

  async move(to) {
    try { await this.post("albums/move", { album: this.words.album, photos: this.list, to }); } catch (error) { this.fail(error); }
    this.hooks.renew();
  }

  tellBasket(count) { document.getElementById("photos-basket").textContent = count; }

  // What was done, and what was not, with the reason of each.
  report(done, text, count, troubles, act, absent = 0) {
    const more = troubles.length ? [text.replace("%1", troubles.length), ...troubles.slice(0, 3).map(([name, why]) => `${name}: ${why}`)].join(" · ") : "";
    this.hooks.say([count || !more && !absent ? done.replace("%1", count) : "", more, this.absent(absent)].filter(Boolean).join(" · "), !more && !absent, act);
  }

  // Who throws away what they do not see is told so first.
  async trash(numbers = null, isSure = false) {
    let lost = 0;
    if (numbers === null) {
      lost = await this.check(true);
      numbers = this.list;
      if (!numbers) { this.hooks.say(this.words.noneThere, false); return; }
      if (this.outside > 0 && !isSure) {
        const [hidden, all] = [this.said(this.outside), this.said(this.numbers.size)];
        this.hooks.say(this.words.binHidden.replace("%1", hidden).replace("%2", all), false, [this.words.binAll.replace("%1", all), () => this.trash(null, true)]);
        return;
      }
    }
    this.isBusy = true;
    try {
      const { undo, count, troubles, absent } = await this.post("trash", { photos: numbers });
      if (!troubles.length) { for (const number of numbers.split(",")) this.numbers.delete(Number(number)); }
      this.show();
      this.report(this.words.trashed, this.words.notMoved, count, troubles, count ? [this.words.undo, async () => {
        try {
          const back = await this.post("undo", { undo });
          this.report(this.words.undone, this.words.notBack, back.count, back.troubles);
        } catch (error) { this.fail(error); }
        this.hooks.renew();
      }] : null, absent + lost);
    } catch (error) { this.fail(error); }
    await this.check(true);
    this.isBusy = false;
    await this.hooks.renew();
  }

  // To the page that sends them to a photographer, which takes so many.
  teach() {
    if (this.numbers.size > 6) { this.hooks.say(this.words.exampleMost, false); return; }
    location.assign("/training/new?photos=" + this.list);
  }

  // As a form, so that the browser saves what comes as it comes.
  async save(size) {
    const lost = await this.check(true);
    if (!this.numbers.size) { this.hooks.say(this.words.noneThere, false); return; }
    if (lost) this.hooks.say(this.absent(lost), false);
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/photos/export";
    form.hidden = true;
    for (const [name, value] of Object.entries({ token: this.words.token, photos: this.list, size })) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  }

  // Into a folder of the studio's machine; how far it is is said until it is over.
  async copy(size, folder) {
    const { copy, absent } = await this.post("copy", { photos: this.list, size, folder });
    this.check(true);
    const look = async () => {
      try {
        const answer = await ask("/photos/copies.json");
        const own = answer.ok ? (await answer.json()).find((other) => other.copy === copy) : null;
        if (!own) return;
        this.hooks.say([own.words, own.why, this.absent(absent)].filter(Boolean).join(" · "), own.state !== "stopped" && !absent, [this.words.copies, () => location.assign("/photos/copies")]);
        if (!own.over) setTimeout(look, 2500);
      } catch { setTimeout(look, 5000); }
    };
    look();
  }
}
