/// What a page can do more where scripts run: share buttons, a viewer, the reader's own time. Nothing needs it.
let galleryScript = """
  "use strict";
  (() => {
    const words = document.body.dataset;

    // As the server writes dates, "1 February 2025, 18:20", and no style of the browser's own beside it.
    const lang = document.documentElement.lang;
    const local = { en: "en-GB", ar: "ar-EG-u-nu-latn-ca-gregory" }[lang] || lang;
    for (const time of document.querySelectorAll("time[datetime]")) {
      const date = new Date(time.dateTime);
      if (isNaN(date)) continue;
      const day = new Intl.DateTimeFormat(local, { day: "numeric", month: "long", year: "numeric" }).format(date);
      const two = (number) => String(number).padStart(2, "0");
      time.textContent = day + ", " + two(date.getHours()) + ":" + two(date.getMinutes());
    }

    const toast = (text) => {
      const note = document.createElement("p");
      note.className = "toast";
      note.setAttribute("role", "status");
      note.textContent = text;
      document.body.append(note);
      setTimeout(() => note.remove(), 2500);
    };

    const share = async (url, title) => {
      try {
        if (navigator.share) return await navigator.share({ title, url });
        await navigator.clipboard.writeText(url);
        toast(words.copied);
      } catch (error) {
        if (error.name !== "AbortError") prompt(title, url);
      }
    };

    for (const figure of document.querySelectorAll("figure")) {
      const link = figure.querySelector(".actions a");
      if (!link) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words.share;
      const name = figure.querySelector("figcaption span").textContent;
      button.setAttribute("aria-label", words.share + ": " + name);
      button.addEventListener("click", () => share(link.href, name));
      link.after(button);
    }

    const pictures = [...document.querySelectorAll("figure a.open")];
    if (!pictures.length || !window.HTMLDialogElement) return;
    const viewer = document.createElement("dialog");
    viewer.className = "viewer";
    const button = (label, sign, action) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.setAttribute("aria-label", label);
      made.addEventListener("click", action);
      return made;
    };
    const bar = () => {
      const made = document.createElement("div");
      made.className = "bar";
      return made;
    };
    const image = document.createElement("img");
    const counter = document.createElement("span");
    counter.setAttribute("aria-live", "polite");
    const rightToLeft = document.documentElement.dir === "rtl";
    let current = 0, cameFrom = null;
    const show = (index) => {
      current = (index + pictures.length) % pictures.length;
      image.src = pictures[current].href;
      image.alt = pictures[current].querySelector("img").alt;
      viewer.setAttribute("aria-label", image.alt);
      counter.textContent = words.of.replace("%1", current + 1).replace("%2", pictures.length);
    };
    const top = bar(), bottom = bar();
    top.append(counter, button(words.close, "\u{2715}", () => viewer.close()));
    bottom.append(
      button(words.previous, rightToLeft ? "\u{2192}" : "\u{2190}", () => show(current - 1)),
      button(words.next, rightToLeft ? "\u{2190}" : "\u{2192}", () => show(current + 1)));
    if (pictures.length < 2) bottom.hidden = true;
    viewer.append(top, image, bottom);
    document.body.append(viewer);
    viewer.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) show(current + (rightToLeft ? -step : step));
    });
    viewer.addEventListener("close", () => cameFrom && cameFrom.focus());
    pictures.forEach((picture, index) => picture.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      cameFrom = picture;
      show(index);
      viewer.showModal();
    }));
  })();

  """
