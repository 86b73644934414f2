"use strict";
// What a guest's page does: dates in the reader's time, sharing, and a viewer. It stays one classic script: the page may have it from another
// address, from where browsers take modules only with leave (CORS). Written for telephones of some years ago, too.
(() => {
  /** @type {Record<string, string>} */
  const words = /** @type {Record<string, string>} */ (Object.assign({}, document.body.dataset));
  const isRightToLeft = document.documentElement.dir === "rtl";

  // MARK: Elements

  const svg = "http://www.w3.org/2000/svg";

  /** @param {string} name of a symbol of the page */
  const makeIcon = (name) => {
    const made = document.createElementNS(svg, "svg"), use = document.createElementNS(svg, "use");
    made.setAttribute("class", "icon");
    made.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#" + name);
    made.append(use);
    return made;
  };

  /**
   * @param {string} label
   * @param {string | SVGElement | (string | SVGElement)[]} content what is seen
   * @param {() => void} act
   */
  const makeButton = (label, content, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.append(...[content].flat());
    if (label !== made.textContent) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  };

  /** @param {Element} figure */
  const nameOf = (figure) => {
    const name = figure.querySelector("figcaption span");
    return name && name.textContent || "";
  };

  /**
   * @param {Element} root
   * @param {string} selector
   */
  const links = (root, selector) => /** @type {HTMLAnchorElement[]} */ ([...root.querySelectorAll(selector)]);

  // MARK: Dates

  /** @param {number} number */
  const twoDigits = (number) => String(number).padStart(2, "0");

  /**
   * The day above the first card that has it, and its cards with their times alone.
   * @param {HTMLTimeElement} time
   * @param {string} day
   * @param {string} clock
   * @param {string} above the day of the card before
   */
  const groupByDay = (time, day, clock, above) => {
    const item = time.closest ? time.closest(".cards > li") : null;
    if (!item) return false;
    if (day !== above) {
      const heading = document.createElement("li"), words = document.createElement("h2");
      heading.className = "day";
      words.textContent = day;
      heading.append(words);
      item.before(heading);
    }
    time.textContent = clock;
    return true;
  };

  /** As the server writes dates, "1 February 2025, 18:20", and no style of the browser's own beside it. */
  const showDates = () => {
    let above = "";
    const { lang } = document.documentElement;
    /** @type {Record<string, string>} */
    const locals = { en: "en-GB", ar: "ar-EG-u-nu-latn-ca-gregory" };
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
      const date = new Date(time.dateTime);
      if (isNaN(date.getTime())) continue;
      const day = new Intl.DateTimeFormat(locals[lang] || lang, { day: "numeric", month: "long", year: "numeric" }).format(date);
      const clock = twoDigits(date.getHours()) + ":" + twoDigits(date.getMinutes());
      if (groupByDay(time, day, clock, above)) above = day;
      else time.textContent = day + ", " + clock;
    }
  };

  // MARK: Sharing

  // How long a note is shown, in milliseconds.
  const noteShown = 2500;

  /** @param {string} text */
  const showNote = (text) => {
    const note = document.createElement("p");
    note.className = "toast";
    note.setAttribute("role", "status");
    note.textContent = text;
    document.body.append(note);
    setTimeout(() => note.remove(), noteShown);
  };

  /**
   * @param {HTMLInputElement} field
   * @returns {Promise<boolean>}
   */
  const copy = async (field) => {
    field.select();
    field.setSelectionRange(0, field.value.length);
    try {
      if (navigator.clipboard) {
        await navigator.clipboard.writeText(field.value);
        return true;
      }
    } catch { /* then as browsers did before */ }
    return document.execCommand("copy");
  };

  // Addresses that lead to this machine or network alone: RFC 1918, 3927, 4193 and 6762, and names without a dot.
  const nearby = /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::1|f[cdef])|[^.[\]]+$)|\.(?:local|lan|internal)$/i;

  /**
   * Where pages are not encrypted, browsers neither share nor copy but what is selected.
   * @param {string} url
   * @param {string} title
   */
  const showLink = (url, title) => {
    const dialog = document.createElement("dialog"), heading = document.createElement("h2");
    dialog.className = "share";
    heading.textContent = title;
    heading.id = "share-title";
    dialog.setAttribute("aria-labelledby", heading.id);
    const field = document.createElement("input");
    field.type = "text";
    field.readOnly = true;
    field.value = url;
    field.dir = "ltr";
    field.setAttribute("aria-label", words.copyLink);
    const copyButton = makeButton(words.copyLink, words.copyLink, async () => {
      if (!await copy(field)) return;
      dialog.close();
      showNote(words.copied);
    });
    dialog.append(heading, field);
    if (nearby.test(location.hostname)) {
      const note = document.createElement("p");
      note.className = "near";
      note.textContent = words.near;
      dialog.append(note);
    }
    dialog.append(copyButton, makeButton(words.close, words.close, () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  };

  /**
   * The name that the server gives a download.
   * @param {Response} answer
   * @param {string} otherwise
   */
  const fileNameOf = (answer, otherwise) => {
    const found = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("Content-Disposition") || "");
    return found ? decodeURIComponent(found[1]) : otherwise;
  };

  /**
   * @param {string} address
   * @param {string} title
   */
  const fetchFile = async (address, title) => {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const bytes = await answer.blob();
    return new File([bytes], fileNameOf(answer, title), { type: bytes.type });
  };

  // A link to one picture of the page: “#3” opens the third.
  const numbered = /^#([1-9]\d{0,3})$/;

  /**
   * Shares the file itself, where the browser can share files; else a link that opens the page at this picture, never one of a bare file.
   * @param {string} address of the file
   * @param {string} title
   * @param {number} index of its figure
   */
  const share = async (address, title, index) => {
    const url = location.href.split("#")[0] + "#" + (index + 1);
    if (!navigator.share) { showLink(url, words.share + ": " + title); return; }
    try {
      const file = "canShare" in navigator ? await fetchFile(address, title) : null;
      if (file && navigator.canShare({ files: [file] })) await navigator.share({ files: [file], title });
      else await navigator.share({ title, url });
    } catch (error) {
      // The guest has changed their mind.
      if (!(error instanceof Error && error.name === "AbortError")) showLink(url, words.share + ": " + title);
    }
  };

  /** @param {Element[]} figures */
  const offerSharing = (figures) => {
    figures.forEach((figure, index) => {
      const [download] = links(figure, ".actions a[download]"), name = nameOf(figure);
      if (download) download.after(makeButton(words.share + ": " + name, [makeIcon("share"), words.share], () => share(download.href, name, index)));
    });
  };

  /** The page's own link, beside "Save all". */
  const offerLink = () => {
    const lead = document.querySelector(".lead"), save = lead && lead.querySelector("p a[download]");
    if (!save || !save.parentElement) return;
    const title = document.title, url = location.href.split("#")[0];
    const made = makeButton(words.share, [makeIcon("share"), words.share], async () => {
      if (!navigator.share) { showLink(url, words.share + ": " + title); return; }
      try { await navigator.share({ title, url }); } catch (error) {
        if (!(error instanceof Error && error.name === "AbortError")) showLink(url, words.share + ": " + title);
      }
    });
    made.className = "button plain";
    save.after(made);
  };

  // MARK: Tiles

  // A picture's shape until it is known: width by height.
  const usualShape = 1.5;

  /**
   * Rows of one height, each tile as wide as its picture's shape asks for; the style sheet knows how many stand in a row.
   * @param {Element[]} figures of one group
   */
  const fitRows = (figures) => {
    const shapes = figures.map(() => usualShape), box = figures[0] && figures[0].parentElement;
    if (!box) return;
    const show = () => {
      box.style.setProperty("--shape", String(shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length));
      figures.forEach((figure, index) => /** @type {HTMLElement} */ (figure).style.setProperty("--own-shape", String(shapes[index])));
    };
    figures.forEach((figure, index) => {
      const image = figure.querySelector("img"), film = figure.querySelector("video");
      const learn = () => {
        const width = image ? image.naturalWidth : film ? film.videoWidth : 0, height = image ? image.naturalHeight : film ? film.videoHeight : 0;
        if (!width || !height) return;
        shapes[index] = width / height;
        show();
      };
      learn();
      if (image) image.addEventListener("load", learn);
      if (film) film.addEventListener("loadedmetadata", learn);
    });
    show();
  };

  /**
   * Films are tiles as photos are: the viewer has their controls. They play without sound while they are seen.
   * @param {Element[]} figures
   * @param {Viewer} viewer
   */
  const makeTiles = (figures, viewer) => {
    document.documentElement.classList.add("tiled");
    for (const group of [...document.querySelectorAll(".composites, .grid")]) fitRows([...group.querySelectorAll("figure")]);
    /** @type {HTMLVideoElement[]} */
    const films = [];
    figures.forEach((figure, index) => {
      const film = figure.querySelector("video");
      if (!film) return;
      film.controls = false;
      film.muted = film.loop = true;
      const open = makeButton(nameOf(figure), makeIcon("play-fill"), () => viewer.push(index));
      open.className = "play";
      film.after(open);
      films.push(film);
    });
    const isStill = window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!("IntersectionObserver" in window) || isStill) return;
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const film = /** @type {HTMLVideoElement} */ (target);
        // A browser that saves power may refuse: its tile stands still.
        if (isIntersecting && !viewer.dialog.open) film.play().catch(() => undefined);
        else film.pause();
      }
    }, { threshold: .5 });
    for (const film of films) seen.observe(film);
  };

  // MARK: The viewer

  // A finger goes so far across to the next one, or down to close, in points, and so many times further than the other way.
  const [farAcross, farDown, straightness] = [40, 80, 1.5];
  // From here on a picture was made larger, which browsers do not say exactly.
  const enlarged = 1.01;

  /**
   * A finger's way across; two fingers, or a picture that was made larger, move the picture.
   * @param {HTMLElement} stage
   * @param {{ step: (by: number) => void, close: () => void }} viewer
   */
  const hearFingers = (stage, viewer) => {
    /** @type {Touch | null} */
    let start = null;
    stage.addEventListener("touchstart", ({ touches }) => {
      const isLarge = window.visualViewport && window.visualViewport.scale > enlarged;
      start = touches.length === 1 && !isLarge ? touches[0] : null;
    }, { passive: true });
    stage.addEventListener("touchend", ({ touches, changedTouches }) => {
      if (!start || touches.length) return;
      const across = changedTouches[0].clientX - start.clientX, down = changedTouches[0].clientY - start.clientY;
      start = null;
      if (Math.abs(across) > farAcross && Math.abs(across) > straightness * Math.abs(down)) viewer.step((across < 0) !== isRightToLeft ? 1 : -1);
      else if (down > farDown && down > straightness * Math.abs(across)) viewer.close();
    }, { passive: true });
    stage.addEventListener("touchcancel", () => { start = null; }, { passive: true });
  };

  /** One of the page's pictures and films, as large as the window. */
  class Viewer {
    /** @param {Element[]} figures */
    constructor(figures) {
      this.figures = figures;
      this.current = 0;
      this.dialog = document.createElement("dialog");
      this.dialog.className = "viewer";
      this.stage = document.createElement("div");
      this.stage.className = "stage";
      this.counter = document.createElement("span");
      this.counter.setAttribute("aria-live", "polite");
      const top = this.makeBar(), bottom = this.makeBar();
      this.save = document.createElement("a");
      this.save.className = "save";
      this.save.setAttribute("download", "");
      this.save.append(makeIcon("download"));
      top.append(
        makeButton(words.close, makeIcon("x-lg"), () => this.dialog.close()), this.counter, this.save,
        makeButton(words.share, makeIcon("share"), () => share(this.save.href, nameOf(this.figures[this.current]), this.current)));
      bottom.append(
        makeButton(words.previous, makeIcon(isRightToLeft ? "chevron-right" : "chevron-left"), () => this.step(-1)),
        makeButton(words.next, makeIcon(isRightToLeft ? "chevron-left" : "chevron-right"), () => this.step(1)));
      bottom.hidden = figures.length < 2;
      this.dialog.append(top, this.stage, bottom);
    }

    makeBar() {
      const made = document.createElement("div");
      made.className = "bar";
      return made;
    }

    /** Open, the viewer is a step of the history: Back closes it, and does not leave the page. */
    start() {
      document.body.append(this.dialog);
      this.dialog.addEventListener("close", () => this.closed());
      window.addEventListener("popstate", () => this.follow());
      // The page has looked again by itself meanwhile.
      this.follow();
      this.dialog.addEventListener("keydown", (event) => this.press(event));
      hearFingers(this.stage, { step: (by) => this.step(by), close: () => this.dialog.close() });
      this.figures.forEach((figure, index) => {
        for (const link of links(figure, "a.open")) this.openBy(link, index);
      });
      this.openNumbered();
    }

    /** A link to one picture; Back leads to the page first. */
    openNumbered() {
      const index = Number((numbered.exec(location.hash) || [])[1]) - 1;
      if (this.dialog.open || !(index < this.figures.length)) return;
      history.replaceState(null, "", location.href.split("#")[0]);
      history.pushState({ viewer: index }, "");
      this.open(index);
    }

    /** @param {number} index of the figure that is opened, as a step of the history */
    push(index) {
      history.pushState({ viewer: index }, "");
      this.open(index);
    }

    /**
     * @param {HTMLAnchorElement} link
     * @param {number} index
     */
    openBy(link, index) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        this.push(index);
      });
    }

    /** @param {number} index */
    open(index) {
      this.show(index);
      if (!this.dialog.open) this.dialog.showModal();
    }

    follow() {
      const { state } = history;
      if (state && state.viewer < this.figures.length) this.open(state.viewer);
      else if (this.dialog.open) this.dialog.close();
    }

    closed() {
      this.stage.replaceChildren();
      if (history.state && "viewer" in history.state) history.back();
      const [view] = links(this.figures[this.current], "a.open, button.play, .actions a");
      if (view) view.focus();
    }

    /** @param {number} by */
    step(by) {
      if (this.figures.length < 2) return;
      this.show(this.current + by);
      history.replaceState({ viewer: this.current }, "");
    }

    /** @param {KeyboardEvent} event */
    press({ key, target }) {
      const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
      // In a film's own controls they move its time.
      if (by && !(target instanceof HTMLVideoElement)) this.step(isRightToLeft ? -by : by);
    }

    /** @param {number} index the one behind the last one is the first one. */
    show(index) {
      const { figures } = this;
      this.current = (index + figures.length) % figures.length;
      const figure = figures[this.current], name = nameOf(figure), film = figure.querySelector("video");
      this.stage.replaceChildren(film ? this.makeFilm(film, name) : this.makePicture(figure, name));
      this.dialog.setAttribute("aria-label", name);
      const [download] = links(figure, ".actions a[download]");
      this.save.href = download.href;
      this.save.setAttribute("aria-label", words.download + ": " + name);
      this.counter.textContent = words.of.replace("%1", String(this.current + 1)).replace("%2", String(figures.length));
    }

    /**
     * @param {HTMLVideoElement} film on the page, which stops
     * @param {string} name
     */
    makeFilm(film, name) {
      const made = document.createElement("video");
      film.pause();
      made.controls = made.autoplay = made.playsInline = true;
      if (film.poster) made.poster = film.poster;
      made.setAttribute("aria-label", name);
      made.src = film.src;
      return made;
    }

    /**
     * @param {Element} figure
     * @param {string} name
     */
    makePicture(figure, name) {
      const made = document.createElement("img"), [open] = links(figure, "a.open");
      made.alt = name;
      made.draggable = false;
      made.src = open.href;
      return made;
    }
  }

  showDates();
  const figures = [...document.querySelectorAll("figure")];
  offerSharing(figures);
  offerLink();
  // Browsers without dialogs follow the links.
  if (figures.length && window.HTMLDialogElement) {
    const viewer = new Viewer(figures);
    viewer.start();
    makeTiles(figures, viewer);
  }
})();
