// @ts-nocheck
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

  const button = (label, sign, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    if (label !== sign) made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    return made;
  };

  // Where pages are not encrypted, browsers neither share nor copy but what is selected.
  const showLink = (url, title) => {
    const dialog = document.createElement("dialog");
    dialog.className = "share";
    dialog.setAttribute("aria-label", title);
    const field = document.createElement("input");
    field.type = "text";
    field.readOnly = true;
    field.value = url;
    field.dir = "ltr";
    const copy = button(words.copyLink, words.copyLink, async () => {
      field.select();
      field.setSelectionRange(0, url.length);
      let copied = false;
      try {
        if (navigator.clipboard) {
          await navigator.clipboard.writeText(url);
          copied = true;
        }
      } catch { copied = false; }
      if (!copied) copied = document.execCommand("copy");
      if (!copied) return;
      dialog.close();
      toast(words.copied);
    });
    dialog.append(field, copy, button(words.close, words.close, () => dialog.close()));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  };

  // The name that the server gives a download.
  const nameOf = (reply, otherwise) => {
    const found = /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get("Content-Disposition") || "");
    return found ? decodeURIComponent(found[1]) : otherwise;
  };

  const fileOf = async (address, title) => {
    const reply = await fetch(address);
    if (!reply.ok) return null;
    const bytes = await reply.blob();
    return new File([bytes], nameOf(reply, title), { type: bytes.type });
  };

  // The file itself, where the browser can share files; else the page's link, never one of a bare file.
  const share = async (address, title) => {
    const url = location.href.split("#")[0];
    if (!navigator.share) return showLink(url, title);
    try {
      if (navigator.canShare) {
        const file = await fileOf(address, title);
        if (file && navigator.canShare({ files: [file] })) return await navigator.share({ files: [file], title });
      }
      await navigator.share({ title, url });
    } catch (error) {
      if (error.name !== "AbortError") showLink(url, title);
    }
  };

  const figures = [...document.querySelectorAll("figure")];
  for (const figure of figures) {
    const view = figure.querySelector(".actions a");
    const download = figure.querySelector(".actions a[download]");
    if (!view || !download) continue;
    const name = figure.querySelector("figcaption span").textContent;
    const made = button(words.share + ": " + name, words.share, () => share(download.href, name));
    view.after(made);
  }

  if (!figures.length || !window.HTMLDialogElement) return;
  const viewer = document.createElement("dialog");
  viewer.className = "viewer";
  const bar = () => {
    const made = document.createElement("div");
    made.className = "bar";
    return made;
  };
  const stage = document.createElement("div");
  stage.className = "stage";
  const counter = document.createElement("span");
  counter.setAttribute("aria-live", "polite");
  const rightToLeft = document.documentElement.dir === "rtl";
  let current = 0;
  const show = (index) => {
    current = (index + figures.length) % figures.length;
    const figure = figures[current], clip = figure.querySelector("video");
    const name = figure.querySelector("figcaption span").textContent;
    const medium = document.createElement(clip ? "video" : "img");
    if (clip) {
      clip.pause();
      medium.controls = medium.autoplay = medium.playsInline = true;
      if (clip.poster) medium.poster = clip.poster;
      medium.setAttribute("aria-label", name);
    } else {
      medium.alt = name;
      medium.draggable = false;
    }
    medium.src = clip ? clip.src : figure.querySelector("a.open").href;
    stage.replaceChildren(medium);
    viewer.setAttribute("aria-label", name);
    counter.textContent = words.of.replace("%1", current + 1).replace("%2", figures.length);
  };
  const step = (by) => {
    if (figures.length < 2) return;
    show(current + by);
    history.replaceState({ viewer: current }, "");
  };
  const top = bar(), bottom = bar();
  top.append(counter, button(words.close, "\u{2715}", () => viewer.close()));
  bottom.append(
    button(words.previous, rightToLeft ? "\u{2192}" : "\u{2190}", () => step(-1)),
    button(words.next, rightToLeft ? "\u{2190}" : "\u{2192}", () => step(1)));
  if (figures.length < 2) bottom.hidden = true;
  viewer.append(top, stage, bottom);
  document.body.append(viewer);

  // Open, the viewer is a step of the history: Back closes it, and does not leave the page.
  const open = (index) => {
    show(index);
    if (!viewer.open) viewer.showModal();
  };
  viewer.addEventListener("close", () => {
    stage.replaceChildren();
    if (history.state && "viewer" in history.state) history.back();
    const view = figures[current].querySelector("a.open, .actions a");
    if (view) view.focus();
  });
  const follow = () => {
    const state = history.state;
    if (state && state.viewer < figures.length) open(state.viewer);
    else if (viewer.open) viewer.close();
  };
  window.addEventListener("popstate", follow);
  // The page has looked again by itself meanwhile.
  follow();

  viewer.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // In a clip's own controls they move its time.
    if (by && event.target.tagName !== "VIDEO") step(rightToLeft ? -by : by);
  });

  // A finger's way across; two fingers, or a picture that was made larger, move the picture.
  let start = null;
  stage.addEventListener("touchstart", (event) => {
    const large = window.visualViewport && window.visualViewport.scale > 1.01;
    start = event.touches.length === 1 && !large ? event.touches[0] : null;
  }, { passive: true });
  stage.addEventListener("touchend", (event) => {
    if (!start || event.touches.length) return;
    const across = event.changedTouches[0].clientX - start.clientX;
    const down = event.changedTouches[0].clientY - start.clientY;
    start = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 1.5 * Math.abs(down)) step((across < 0) !== rightToLeft ? 1 : -1);
    else if (down > 80 && down > 1.5 * Math.abs(across)) viewer.close();
  }, { passive: true });
  stage.addEventListener("touchcancel", () => { start = null; }, { passive: true });

  figures.forEach((figure, index) => {
    for (const link of figure.querySelectorAll("a.open, .actions a:not([download])")) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        history.pushState({ viewer: index }, "");
        open(index);
      });
    }
  });
})();

