// @ts-nocheck
"use strict";
(() => {
  for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;

  // MARK: Where the reader is

  for (const button of document.querySelectorAll("[data-here]")) {
    if (!navigator.geolocation || !isSecureContext) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const field = document.getElementById(button.dataset.here);
      button.disabled = true;
      navigator.geolocation.getCurrentPosition((found) => {
        button.disabled = false;
        field.value = found.coords.latitude.toFixed(6) + ", " + found.coords.longitude.toFixed(6);
        field.focus();
        if (field.form?.getAttribute("role") === "search") field.form.requestSubmit();
      }, () => {
        button.disabled = false;
        tell(button.dataset.refused);
      }, { enableHighAccuracy: true, timeout: 20000, maximumAge: 30000 });
    });
  }

  const tell = (text) => {
    const notice = document.createElement("div");
    notice.className = "notice bad";
    const line = document.createElement("p");
    line.textContent = text;
    notice.append(line);
    document.getElementById("said").replaceChildren(notice);
  };

  // MARK: Zooming

  const steps = [1, 1.5, 2, 3, 4, 6];
  const zoomed = (box, scroller) => {
    let step = 0;
    const set = (next) => {
      const before = steps[step];
      step = Math.max(0, Math.min(steps.length - 1, next));
      const ratio = steps[step] / before;
      const middle = [scroller.scrollLeft + scroller.clientWidth / 2, scroller.scrollTop + scroller.clientHeight / 2];
      box.style.setProperty("--zoom", String(steps[step]));
      if (steps[step] > 1) scroller.tabIndex = 0; else scroller.removeAttribute("tabindex");
      scroller.scrollLeft = middle[0] * ratio - scroller.clientWidth / 2;
      scroller.scrollTop = middle[1] * ratio - scroller.clientHeight / 2;
    };
    return { by: (change) => set(step + change), reset: () => set(0) };
  };

  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };

  // A dialog over the whole page; Escape closes it, and the focus goes back by itself.
  const overlay = (content, label, closed) => {
    const dialog = document.createElement("dialog");
    dialog.className = "view";
    dialog.setAttribute("aria-label", label);
    dialog.append(...content);
    dialog.addEventListener("close", () => { closed?.(); dialog.remove(); });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  };

  // MARK: One picture, large

  const words = document.querySelector("[data-viewer]")?.dataset;
  for (const link of document.querySelectorAll("a[data-view]")) {
    if (!words || !HTMLDialogElement.prototype.showModal) break;
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const picture = document.createElement("img");
      picture.src = link.href;
      picture.alt = link.querySelector("img")?.alt || "";
      const frame = document.createElement("div");
      frame.className = "frame";
      frame.append(picture);
      const zoom = zoomed(frame, frame);
      const row = document.createElement("div");
      row.className = "row";
      row.append(
        button(words.larger, () => zoom.by(1)), button(words.smaller, () => zoom.by(-1)),
        button(words.close, () => dialog.close()));
      const dialog = overlay([frame, row], picture.alt);
      picture.addEventListener("dblclick", () => zoom.by(2));
    });
  }

  // MARK: Comparing

  for (const compare of document.querySelectorAll("[data-compare]")) {
    const stage = compare.querySelector("[data-stage]");
    const pair = compare.querySelector("[data-pair]");
    const share = compare.querySelector("[data-share]");
    const zoom = zoomed(pair, stage);
    let timer = 0;

    const setShare = (value) => {
      const clamped = Math.max(0, Math.min(100, value));
      if (share) share.value = String(clamped);
      pair.style.setProperty("--share", clamped + "%");
    };
    const shown = compare.querySelector("[data-shown]");
    const play = compare.querySelector("[data-blink]");
    const half = (name, isSaid) => {
      compare.dataset.half = name;
      if (isSaid) shown.textContent = shown.dataset[name];
    };
    const swap = (isSaid) => half(compare.dataset.half === "then" ? "now" : "then", isSaid);
    const rest = () => {
      clearInterval(timer);
      timer = 0;
      if (play) play.textContent = play.dataset.play;
    };
    const blink = () => {
      clearInterval(timer);
      // Slower than three times a second, whatever there is to see (WCAG 2.3.1).
      timer = setInterval(() => swap(false), 900);
      play.textContent = play.dataset.pause;
      shown.textContent = "";
    };
    const choose = (mode) => {
      compare.dataset.mode = mode;
      for (const one of compare.querySelectorAll("[data-choose]")) one.setAttribute("aria-pressed", String(one.dataset.choose === mode));
      zoom.reset();
      rest();
      if (mode !== "blink") return;
      half("then", false);
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) blink();
    };

    for (const one of compare.querySelectorAll("[data-choose]")) one.addEventListener("click", () => choose(one.dataset.choose));
    share?.addEventListener("input", () => setShare(Number(share.value)));
    for (const one of compare.querySelectorAll("[data-step]")) one.addEventListener("click", () => setShare(Number(share.value) + Number(one.dataset.step)));
    play?.addEventListener("click", () => (timer ? rest() : blink()));
    compare.querySelector("[data-swap]")?.addEventListener("click", () => { rest(); swap(true); });
    for (const one of compare.querySelectorAll("[data-zoom]")) one.addEventListener("click", () => zoom.by(Number(one.dataset.zoom)));

    const follow = (event) => {
      const box = pair.getBoundingClientRect();
      setShare(Math.round((event.clientX - box.left) / box.width * 1000) / 10);
    };
    pair.addEventListener("pointerdown", (event) => {
      if (compare.dataset.mode !== "slider" || event.button !== 0) return;
      pair.setPointerCapture(event.pointerId);
      follow(event);
    });
    pair.addEventListener("pointermove", (event) => {
      if (compare.dataset.mode === "slider" && pair.hasPointerCapture(event.pointerId)) follow(event);
    });

    const full = compare.querySelector("[data-full]");
    const title = full.textContent;
    let dialog = null;
    full.addEventListener("click", () => {
      if (dialog) { dialog.close(); return; }
      const place = document.createComment("");
      compare.replaceWith(place);
      full.textContent = full.dataset.close;
      full.setAttribute("aria-pressed", "true");
      dialog = overlay([compare], compare.getAttribute("aria-label"), () => {
        dialog = null;
        place.replaceWith(compare);
        full.textContent = title;
        full.setAttribute("aria-pressed", "false");
        zoom.reset();
        full.focus();
      });
      full.focus();
    });
    // As the old picture is, as soon as it is known.
    const first = pair.querySelector(".then img");
    const shape = () => { if (first.naturalWidth) pair.style.setProperty("--shape", String(first.naturalWidth / first.naturalHeight)); };
    first.addEventListener("load", shape);
    shape();
    if (share) { setShare(50); choose("slider"); }
  }

  // MARK: Sending files

  for (const form of document.querySelectorAll("form[data-send]")) {
    const told = form.querySelector("[data-told]");
    const say = (text, isGood, detail) => {
      told.hidden = false;
      told.className = "notice " + (isGood ? "good" : "bad");
      told.textContent = text;
      if (!detail) return;
      const more = document.createElement("span");
      more.lang = "en";
      more.dir = "ltr";
      more.textContent = " " + detail;
      told.append(more);
    };
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (form.dataset.busy) return;
      const missing = [...form.elements].find((field) => field.required && !field.value.trim());
      if (missing) {
        say(missing.dataset.missing, false);
        missing.focus();
        return;
      }
      const sender = new XMLHttpRequest();
      sender.open("POST", form.getAttribute("action"));
      sender.setRequestHeader("X-Booth-Part", "1");
      sender.responseType = "json";
      let percent = -1;
      const progress = (part) => {
        if (part === percent) return;
        percent = part;
        say(told.dataset.sending.replace("%1", String(part)), true);
      };
      sender.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) progress(Math.floor(event.loaded / event.total * 10) * 10);
      });
      const over = () => { delete form.dataset.busy; };
      sender.addEventListener("load", () => {
        over();
        if (sender.status === 401) { location.reload(); return; }
        const answer = sender.response;
        if (sender.status === 200 && answer?.to) location.assign(answer.to);
        else say(answer?.said || told.dataset.failed, false, answer?.detail);
      });
      sender.addEventListener("error", () => { over(); say(told.dataset.failed, false); });
      form.dataset.busy = "1";
      progress(0);
      sender.send(new FormData(form));
    });
  }

  // MARK: What takes longer

  for (const working of document.querySelectorAll("[data-working]")) {
    const look = async () => {
      try {
        const answer = await fetch(working.dataset.working, { cache: "no-store", headers: { "X-Booth-Part": "1" } });
        if (answer.status === 200) {
          const text = await answer.text();
          if (text !== working.textContent) working.textContent = text;
        } else if (answer.status === 204 || answer.status === 401) {
          location.reload();
          return;
        }
      } catch {
        // The studio is away for a moment; the next look may find it.
      }
      setTimeout(look, 700);
    };
    setTimeout(look, 700);
  }
})();
