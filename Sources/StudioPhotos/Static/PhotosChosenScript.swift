/// What is selected, and what is done with it. A selection outlives a change of source or order: it is of photos, not of places.
let photosChosenScript = """
  const button = (text, act, kind) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.className = kind || "plain";
    made.addEventListener("click", act);
    return made;
  };

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
      bar.setAttribute("aria-label", words.select);
      bar.append(this.count);
      if (may.includes("mark")) {
        bar.append(button("★ " + words.star, () => this.mark({ star: "1" })), button(words.unstar, () => this.mark({ star: "0" })));
        const colours = document.createElement("details");
        const title = document.createElement("summary");
        title.textContent = words.tags;
        colours.append(title);
        const list = document.createElement("div");
        list.className = "photos-colours";
        words.colours.split("|").forEach((name, place) => {
          const colour = button(name, () => this.mark(this.isHeld(place) ? { take: 1 << place } : { add: 1 << place }));
          colour.dataset.colour = place + 1;
          list.append(colour);
        });
        colours.append(list);
        bar.append(colours);
      }
      bar.append(button(words.save, () => this.save("")), button(words.saveSmall, () => this.save("2048")));
      if (may.includes("teach")) bar.append(button(words.example, () => this.teach()));
      if (may.includes("manage")) bar.append(button(words.trash, () => this.trash(), "danger"));
      bar.append(button(words.clear, () => this.clear()));
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
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    }

    get list() { return [...this.numbers].join(","); }

    async mark(fields, numbers = this.list) {
      try { await this.post("mark", { photos: numbers, ...fields }); } catch { this.hooks.say(this.words.failed, false); }
      this.hooks.renew();
    }

    async trash(numbers = this.list) {
      try {
        const { undo, count } = await this.post("trash", { photos: numbers });
        for (const number of numbers.split(",")) this.numbers.delete(Number(number));
        this.show();
        this.hooks.say(this.words.trashed.replace("%1", count), true, [this.words.undo, async () => {
          try {
            const back = await this.post("undo", { undo });
            this.hooks.say(this.words.undone.replace("%1", back.count), true);
          } catch { this.hooks.say(this.words.failed, false); }
          this.hooks.renew();
        }]);
      } catch { this.hooks.say(this.words.failed, false); }
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
  }

  """
