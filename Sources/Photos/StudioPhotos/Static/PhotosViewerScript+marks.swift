/// The second part of the viewer: star and colours of its photo, and that it is there no longer.
let photosViewerMarksScript = """
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

  """
