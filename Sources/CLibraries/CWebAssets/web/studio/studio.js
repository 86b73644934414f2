// @ts-nocheck
"use strict";
(() => {
  const words = document.body.dataset;
  const lost = document.getElementById("lost");
  const said = document.getElementById("said");
  let isLost = false;

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const tellLost = () => {
    if (isLost) return;
    isLost = true;
    lost.textContent = words.lost;
    lost.hidden = false;
  };
  const tellBack = () => {
    if (!isLost) return;
    isLost = false;
    lost.textContent = words.back;
    setTimeout(() => { if (!isLost) lost.hidden = true; }, 3000);
  };

  // MARK: One person

  // What this page shows belongs to the person that it was made for. Where another one is signed in meanwhile, it goes.
  const leave = () => { document.documentElement.hidden = true; location.reload(); };
  const isOthers = (answer) => {
    const person = answer.headers.get("X-Booth-Person");
    return Boolean("signedIn" in words && person && person !== words.person);
  };
  // The other tabs of this browser learn it from the next page.
  if ("person" in words && "BroadcastChannel" in self) {
    const tabs = new BroadcastChannel("booth-person");
    tabs.addEventListener("message", (event) => { if ("signedIn" in words && event.data !== words.person) leave(); });
    tabs.postMessage(words.person);
  }
  // Whose things the browser may show without a network: none after the end of that person's session.
  const keptFor = async () => {
    const note = await (await caches.open("booth-kept")).match("/kept-for");
    return Date.now() < (Number(note?.headers.get("X-Booth-Until")) || Infinity) ? note?.text() : undefined;
  };
  // A page from the history is hidden until it is known that it is still of the person who is signed in.
  const isOwn = async () => {
    try {
      return !isOthers(await fetch("/session", { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } }));
    } catch {
      if (!("caches" in self)) return false;
      return (await keptFor()) === words.person;
    }
  };
  const comeBack = async () => {
    if (!("signedIn" in words)) return true;
    document.documentElement.hidden = true;
    const isMine = await isOwn().catch(() => false);
    if (isMine) document.documentElement.hidden = false; else location.reload();
    return isMine;
  };

  // A part of a page, asked for by a script. Whoever is signed out meanwhile is led to the door.
  const ask = async (path, options = {}) => {
    const answer = await fetch(path, {
      credentials: "same-origin", cache: "no-store", ...options,
      headers: { "X-Booth-Part": "1", ...options.headers },
    });
    if (answer.status === 401) location.reload(); else if (isOthers(answer)) leave();
    return answer;
  };

  // MARK: What changes by itself

  const live = document.querySelector("[data-live]");
  const runs = Boolean(live?.querySelector("[data-running]"));
  let shown = "";
  const refresh = async () => {
    const answer = await ask(live.dataset.live);
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (text === shown) return;
    shown = text;
    const focused = live.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...live.querySelectorAll("details[open][id]")].map((details) => details.id);
    live.innerHTML = text;
    // What a running booth can be told stands outside of this part.
    if (live.querySelector("[data-running]") ? !runs : runs) location.reload();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    tellAdvice();
  };

  // Said from a place that stays, or nobody would hear it; there it stands, too.
  const tellAdvice = () => {
    const place = document.getElementById("advice");
    const part = live?.querySelector("[data-advice]");
    if (!place) return;
    const text = part?.textContent || "";
    if (part) part.hidden = true;
    if (place.textContent !== text) place.textContent = text;
  };
  tellAdvice();

  let isRefreshing = false;
  let isDue = false;
  const renew = async () => {
    if (isRefreshing) { isDue = true; return; }
    isRefreshing = true;
    do {
      isDue = false;
      try { await refresh(); tellBack(); } catch { tellLost(); await wait(1000); isDue = document.visibilityState === "visible"; }
    } while (isDue);
    isRefreshing = false;
  };

  let source = null;
  const listen = () => {
    if (!live || source || document.visibilityState !== "visible") return;
    source = new EventSource(live.dataset.events);
    source.addEventListener("state", renew);
    source.addEventListener("error", () => {
      // A server that ends, or is gone: the browser tries again by itself, unless it was refused for good.
      if (source && source.readyState === EventSource.CLOSED) { source = null; setTimeout(listen, 2000); }
      renew();
    });
  };
  const rest = () => { source?.close(); source = null; };

  // MARK: What the guests see

  const screen = document.querySelector("[data-screen]");
  let looks = false;
  const look = async () => {
    if (!screen || looks) return;
    looks = true;
    let known = 0;
    let address = "";
    while (document.visibilityState === "visible") {
      try {
        const answer = await ask(screen.dataset.screen + "?after=" + known, { headers: { "X-Booth-Past": "1" } });
        if (answer.status === 200) {
          known = Number(answer.headers.get("X-Booth-Picture"));
          const next = URL.createObjectURL(await answer.blob());
          const picture = new Image();
          picture.src = next;
          await picture.decode();
          screen.src = next;
          screen.width = picture.naturalWidth;
          screen.height = picture.naturalHeight;
          if (address) URL.revokeObjectURL(address);
          address = next;
          screen.classList.remove("old");
        } else if (answer.status !== 204 || answer.headers.has("Retry-After")) {
          known = 0;
          screen.classList.add("old");
          await wait(2000);
        }
      } catch {
        screen.classList.add("old");
        await wait(2000);
      }
    }
    looks = false;
  };

  // MARK: Forms

  let forgetting = 0;
  const tell = (text, isGood, language) => {
    const notice = document.createElement("div");
    notice.className = "notice " + (isGood ? "good" : "bad");
    const line = document.createElement("p");
    line.textContent = text;
    if (language) { line.lang = language; line.dir = "ltr"; }
    notice.append(line);
    said.replaceChildren(notice);
    clearTimeout(forgetting);
    forgetting = setTimeout(() => said.replaceChildren(), 15000);
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-order]")) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    tell(words.sent, true);
    try {
      const answer = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (answer.status === 403) { location.reload(); return; }
      const result = answer.ok ? await answer.json() : null;
      tell(result ? result.said : words.failed, result ? result.ok : false, result ? "en" : "");
    } catch {
      tell(words.failed, false);
    }
    delete form.dataset.busy;
    if (live) renew();
  });

  // MARK: Forms beside each other

  // A form that is sent leads to a new page, and what was filled in beside it and not sent would be gone with this one. It is asked
  // about first. Ticks alone are a choice, of which nothing was written; signing out waits for nothing.
  const isChanged = (field) => {
    if (!field.matches("input, select, textarea") || field.disabled || field.type === "hidden" || field.matches(":autofill")) return false;
    if (field.tagName === "SELECT") {
      const first = [...field.options].find((option) => option.defaultSelected) || (field.multiple ? null : field.options[0]);
      return [...field.options].some((option) => option.selected !== (field.multiple ? option.defaultSelected : option === first));
    }
    if (field.type === "file") return field.files.length > 0;
    return ["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  };
  const isUnsent = (form) => {
    const fields = [...form.elements].filter((field) => field.matches("input, select, textarea") && field.type !== "hidden");
    return form.method === "post" && fields.some((field) => field.type !== "checkbox") && fields.some(isChanged);
  };
  const askAbout = (form, goOn) => {
    form.querySelector(":scope > .unsent")?.remove();
    const place = document.createElement("div"), line = document.createElement("p"), leave = document.createElement("button");
    place.className = "notice bad unsent";
    place.setAttribute("role", "group");
    place.tabIndex = -1;
    line.setAttribute("role", "alert");
    line.textContent = words.unsent;
    leave.type = "button";
    leave.className = "plain";
    leave.textContent = words.leaveOut;
    leave.addEventListener("click", () => { place.remove(); form.reset(); goOn(); });
    place.append(line, leave);
    form.append(place);
    for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    place.focus();
    place.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method === "dialog" || form.getAttribute("action") === "/sign-out") return;
    const other = [...document.forms].find((one) => one !== form && isUnsent(one));
    if (!other) return;
    event.preventDefault();
    askAbout(other, () => form.requestSubmit(submitter));
  });

  // MARK: Forms that only their button sends

  // What goes for good, or to others, goes by its button: Enter in a field, and "Go" on a telephone's keyboard, lead to the next field,
  // and from the last one to the button.
  const isField = (element) => element instanceof HTMLInputElement && Boolean(element.form?.matches("[data-deliberate]"))
    && !["button", "submit", "reset", "image", "file"].includes(element.type);
  const isSender = (element) => Boolean(element?.form?.matches("[data-deliberate]")) && element.matches("button[type=submit], button:not([type])");
  const goOn = (field) => {
    const all = [...field.form.elements];
    all.slice(all.indexOf(field) + 1).find((one) => (one.matches("input, select, textarea") ? !one.readOnly : isSender(one)) && !one.disabled
      && !one.closest("[inert]") && one.checkVisibility() && !(one.type === "radio" && one.name === field.name))?.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.defaultPrevented) return;
    if (isField(event.target)) {
      event.preventDefault();
      if (!event.repeat) goOn(event.target);
    }
    // A key that is held down presses nothing that it has just come to.
    if (event.repeat && isSender(event.target)) event.preventDefault();
  });
  // Where a keyboard sends without a key, the browser clicks the button by itself.
  document.addEventListener("click", (event) => {
    if (event.detail !== 0 || !isSender(event.target) || !isField(document.activeElement) || document.activeElement.form !== event.target.form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    goOn(document.activeElement);
  }, true);

  // MARK: Without a network

  // What this page shows may be what it was when there was a network. Who was signed out meanwhile sees the door.
  const reach = async () => {
    if (live) return;
    try {
      await ask("/session");
      if (isLost) { tellBack(); document.dispatchEvent(new Event("booth:back")); }
    } catch {
      tellLost();
      const made = new Date(Number(words.made) * 1000);
      lost.textContent = words.offline.replace("%1", made.toLocaleString(document.documentElement.lang));
      setTimeout(reach, 1500);
    }
  };
  if ("signedIn" in words) {
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
    if (navigator.serviceWorker?.controller) reach();
    addEventListener("online", reach);
    addEventListener("offline", reach);
  }

  const kept = document.querySelector("[data-kept]");
  const listKept = async () => {
    const cache = await caches.open("booth-kept");
    const owner = await keptFor();
    for (const request of owner ? (await cache.keys()).reverse() : []) {
      const { headers } = await cache.match(request);
      const sign = headers.get("X-Booth-Keep") || "";
      if (!sign.startsWith("page;") || headers.get("X-Booth-Person") !== owner) continue;
      const link = document.createElement("a");
      link.href = request.url;
      link.textContent = decodeURIComponent(sign.slice(5));
      const row = document.createElement("li");
      row.className = "card";
      row.append(link);
      kept.append(row);
    }
  };
  if (kept && "caches" in self) listKept();

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") { listen(); look(); if (live) renew(); } else rest();
  });
  addEventListener("pagehide", rest);
  addEventListener("pageshow", async (event) => {
    if (!event.persisted || !(await comeBack())) return;
    listen();
    look();
    if (live) renew();
  });
  listen();
  look();
})();
