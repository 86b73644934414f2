/// What is selected, and what is done with it. A selection outlives a change of source or order: it is of photos, not of places.
let photosChosenScript = """
  import { ask } from "/static/%ASK%";
  import { albumMenu, button, menu, orderMenu, saveMenu } from "/static/%MENUS%";

  export class Chosen {
    constructor(root, words, hooks) {
      this.words = words;
      this.hooks = hooks;
      this.numbers = new Set(JSON.parse(sessionStorage.getItem("booth-photos-chosen") || "[]"));
      this.bar = document.createElement("div");
      this.bar.className = "photos-bar";
      this.bar.setAttribute("role", "toolbar");
      this.bar.hidden = true;
      this.count = document.createElement("strong");
      this.count.setAttribute("role", "status");
      root.append(this.bar);
      this.isMode = false;
      this.build();
      this.show();
    }

    build() {
      const { words, bar } = this;
      const may = words.may.split(" ");
      const { album } = words;
      bar.setAttribute("aria-label", words.select);
      bar.append(this.count, button(words.clear, () => this.clear()));
      if (album === "basket") bar.append(button(words.fromBasket, () => this.take(album)));
      else bar.append(button(words.toBasket, () => this.collect("basket")));
      if (may.includes("mark")) {
        if (album.startsWith("own-")) bar.append(button(words.fromAlbum, () => this.take(album)));
        bar.append(albumMenu(this));
      }
      if (album === "basket" || album.startsWith("own-") && may.includes("mark")) bar.append(orderMenu(this));
      if (may.includes("mark")) {
        bar.append(button("★ " + words.star, () => this.mark({ star: "1" })), button(words.unstar, () => this.mark({ star: "0" })));
        bar.append(menu(words.tags, "photos-colours", (list) => {
          words.colours.split("|").forEach((name, place) => {
            const colour = button(name, () => this.mark(this.isHeld(place) ? { take: 1 << place } : { add: 1 << place }));
            colour.dataset.colour = place + 1;
            list.append(colour);
          });
        }));
      }
      bar.append(saveMenu(this, may.includes("manage")));
      if (may.includes("teach")) bar.append(button(words.example, () => this.teach()));
      if (may.includes("manage")) bar.append(button(words.trash, () => this.trash(), "danger"));
    }

    has(number) { return this.numbers.has(number); }

    // Whether all of them that are on the page have a colour.
    isHeld(place) {
      const photos = this.hooks.known().filter((photo) => this.numbers.has(photo[0]));
      return photos.length > 0 && photos.every((photo) => photo[5] & (1 << place));
    }

    toggle(number, on = !this.numbers.has(number)) {
      if (on) this.numbers.add(number); else this.numbers.delete(number);
      this.show();
    }

    add(numbers) { for (const number of numbers) this.numbers.add(number); this.show(); }

    set(numbers) { this.numbers = new Set(numbers); this.show(); }

    clear() { this.numbers.clear(); this.show(); this.hooks.focus(); }

    show() {
      this.bar.hidden = this.numbers.size === 0;
      this.count.textContent = this.words.selected.replace("%1", this.numbers.size.toLocaleString(document.documentElement.lang));
      if (this.numbers.size < 50000) sessionStorage.setItem("booth-photos-chosen", JSON.stringify([...this.numbers]));
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

    async mark(fields, numbers = this.list) {
      try { await this.post("mark", { photos: numbers, ...fields }); } catch (error) { this.fail(error); }
      this.hooks.renew();
    }

    // Puts photos into an album or the basket.
    async collect(album, numbers = this.list) {
      try {
        const { count, basket } = await this.post("albums/add", { album, photos: numbers });
        this.tellBasket(basket);
        this.hooks.say(this.words.added.replace("%1", count), true);
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
    report(done, text, count, troubles, act) {
      const more = troubles.length ? [text.replace("%1", troubles.length), ...troubles.slice(0, 3).map(([name, why]) => `${name}: ${why}`)].join(" · ") : "";
      this.hooks.say([count || !more ? done.replace("%1", count) : "", more].filter(Boolean).join(" · "), !more, act);
    }

    async trash(numbers = this.list) {
      try {
        const { undo, count, troubles } = await this.post("trash", { photos: numbers });
        if (!troubles.length) { for (const number of numbers.split(",")) this.numbers.delete(Number(number)); }
        this.show();
        this.report(this.words.trashed, this.words.notMoved, count, troubles, count ? [this.words.undo, async () => {
          try {
            const back = await this.post("undo", { undo });
            this.report(this.words.undone, this.words.notBack, back.count, back.troubles);
          } catch (error) { this.fail(error); }
          this.hooks.renew();
        }] : null);
      } catch (error) { this.fail(error); }
      this.hooks.renew();
    }

    // To the page that sends them to a photographer, which takes so many.
    teach() {
      if (this.numbers.size > 6) { this.hooks.say(this.words.exampleMost, false); return; }
      location.assign("/training/new?photos=" + this.list);
    }

    // As a form, so that the browser saves what comes as it comes.
    save(size) {
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
      const { copy } = await this.post("copy", { photos: this.list, size, folder });
      const look = async () => {
        try {
          const answer = await ask("/photos/copies.json");
          const own = answer.ok ? (await answer.json()).find((other) => other.copy === copy) : null;
          if (!own) return;
          this.hooks.say([own.words, own.why].filter(Boolean).join(" · "), own.state !== "stopped", [this.words.copies, () => location.assign("/photos/copies")]);
          if (!own.over) setTimeout(look, 2500);
        } catch { setTimeout(look, 5000); }
      };
      look();
    }
  }

  """
