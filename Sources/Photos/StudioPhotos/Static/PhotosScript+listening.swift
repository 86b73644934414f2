/// The second part of the browser's script: what is asked of the server, and what people do with the photos.
let photosListeningScript = """
  // MARK: Asking

  const tell = (heading, help, link) => {
    state.replaceChildren();
    state.hidden = !heading;
    if (!heading) return;
    const title = element("h2", "");
    title.textContent = heading;
    state.append(title);
    if (help) { const text = element("p", ""); text.textContent = help; state.append(text); }
    if (link) { const way = element("a", "button plain", { href: "/photos" }); way.textContent = words.all; state.append(way); }
  };

  const reshape = (ordinal) => {
    layout.shape({ step: display.step, width, rows: display.rows, names: display.names });
    for (const cell of cells.values()) { cell.box = ""; cell.face = ""; }
    drawYears();
    goTo(ordinal);
  };

  const phone = matchMedia("(max-width: 40rem)");
  const news = new News(() => version, () => renew());

  // Has the counts of all months come, and keeps what is at the top where it is.
  // `back` puts things as they were, where another source or order cannot be had.
  const renew = async (isNew = false, held = null, back = null) => {
    news.rest();
    const asked = query;
    try {
      const answer = await ask("/photos/layout.json?" + new URLSearchParams(asked));
      if (answer.status === 401) { location.reload(); return; }
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      if (asked !== query) return;
      if (alone) told.months = [[null, alone.length]];
      if (isNew || told.version !== version) { await take(told, isNew, held); chosen.check(); viewer.settle(); }
      const count = layout.total.toLocaleString(language);
      const unread = told.unread ? " · " + words.reading.replace("%1", told.unread.toLocaleString(language)) : "";
      document.getElementById("photos-count").textContent = words.found.replace("%1", count) + unread;
      form.q.placeholder = phone.matches ? `${words.search} · ${words.found.replace("%1", count)}` : words.search;
      lines("photos-mistakes", told.mistakes.length ? [[words.leftOut + " " + told.mistakes.join(" "), ""]] : []);
      tellAway(told.away);
      if (layout.total) tell("");
      else if (asked.album && !asked.q) tell(words.emptyAlbum, words.emptyAlbumHelp, true);
      else if (asked.q) tell(words.nothing, words.nothingHelp, true);
      else tell(words.empty, words.emptyHelp);
      news.rest();
      if (told.scanning || told.unread) news.later(2500);
      else if (document.visibilityState === "visible") news.wait();
    } catch {
      if (asked !== query) return;
      if (back) { back(); say(words.switchFailed, false); }
      else if (!layout.total) tell(words.failed);
      news.later(4000);
    }
    root.dataset.ready = "";
  };

  const take = async (told, isNew, kept) => {
    const top = topOrdinal();
    const held = isNew ? kept : top === 0 ? null : photoAt(top);
    let ordinal = isNew ? 0 : top;
    if (held) ordinal = await placeOf(held[0]) ?? ordinal;
    version = told.version;
    const before = windows;
    windows = new Windows(told.months, query, (stretch, error) => {
      if (error) { setTimeout(draw, 3000); return; }
      if (layout.rows) { const at = topOrdinal(); layout.learn(stretch); settle(); if (at !== topOrdinal()) goTo(at); }
      draw();
    }, alone);
    // What was known is shown until it comes anew.
    const places = new Map(told.months.map(([number], stretch) => [number, stretch]));
    for (const [key, photos] of isNew ? [] : before.windows) {
      const [stretch, part] = key.split("/");
      const now = places.get(before.months[stretch][0]);
      if (now !== undefined) windows.windows.set(now + "/" + part, photos);
    }
    layout = new Layout(told.months, (stretch, index) => windows.item(stretch, index));
    focus = Math.min(isNew && kept ? ordinal : focus, Math.max(0, layout.total - 1));
    if (!layout.total) { for (const cell of cells.values()) { cell.node.hidden = true; spare.push(cell); } cells.clear(); heads.replaceChildren(); headNodes.length = 0; }
    reshape(ordinal);
  };

  const chosen = new Chosen(root, words, {
    changed: () => draw(), renew: () => renew(), focus: () => grid.focus(),
    say: (text, isGood, act) => say(text, isGood, act), view: () => new URLSearchParams(query),
    cleared: () => { setMode(false); start = -1; }, isAlone: () => Boolean(alone), alone: (list) => showAlone(list),
  });

  const said = element("div", "photos-said", { role: "status" });
  root.append(said);
  let forgetting = 0;
  const say = (text, isGood, act) => {
    (viewer.dialog.open ? viewer.dialog : root).append(said);
    said.replaceChildren();
    const line = element("span", isGood ? "" : "bad");
    line.textContent = text;
    said.append(line);
    if (act) {
      const undo = element("button", "", { type: "button" });
      undo.textContent = act[0];
      undo.addEventListener("click", () => { said.replaceChildren(); act[1](); });
      said.append(undo);
    }
    // Who points there, or has the focus there, is about to act.
    const forget = () => { if (said.matches(":hover, :focus-within")) forgetting = setTimeout(forget, 5000); else said.replaceChildren(); };
    clearTimeout(forgetting);
    forgetting = setTimeout(forget, 20000);
  };

  const viewer = new Viewer(root, words, {
    count: () => layout.total, thumbnail: (photo) => pictures.get(keyOf(photo)), closed: () => { root.append(said); grid.focus(); },
    stands: (ordinal) => setFocus(ordinal),
    place: (number) => placeOf(number), keys: () => keyList(words, true),
    mark: (fields, number) => chosen.mark(fields, number), collect: (number) => words.album === "basket" ? chosen.take("basket", number) : chosen.collect("basket", number),
    trash: (number) => chosen.trash(number), near: (text) => { form.q.value = text; look(false); },
    photo: async (ordinal, isFresh = false) => {
      const own = layout.blocks[layout.at(ordinal)];
      const known = photoAt(ordinal);
      if (known && !isFresh && windows.isFresh(own.stretch, own.from + ordinal - own.ordinal)) return known;
      const [number] = layout.months[own.stretch];
      const parameters = new URLSearchParams({ ...query, from: own.from + ordinal - own.ordinal, count: 1 });
      if (number !== null) parameters.set("month", number);
      if (alone) parameters.set("numbers", alone[ordinal]);
      const answer = await ask("/photos/window.json?" + parameters);
      return answer.ok ? (await answer.json())[0] : null;
    },
  });

  // MARK: Display

  const tools = element("details", "photos-tools");
  const summary = element("summary", "");
  summary.textContent = words.tool;
  const panel = element("div", "photos-panel");
  const choice = (text, isOn, act) => {
    const made = element("button", "plain", { type: "button" });
    made.textContent = text;
    made.addEventListener("click", () => { const at = topOrdinal(); act(); remember(); reshape(at); mark(); });
    made.isOn = isOn;
    panel.append(made);
  };
  const remember = () => localStorage.setItem("booth-photos-display", JSON.stringify(display));
  const mark = () => {
    for (const made of panel.children) made.setAttribute("aria-pressed", String(made.isOn()));
    root.classList.toggle("fit", display.fit && !display.rows);
    root.classList.toggle("named", display.names);
    root.dataset.step = display.step;
  };
  for (const [step, text] of [["s", words.small], ["m", words.medium], ["l", words.large]]) {
    choice(text, () => display.step === step, () => { display.step = step; });
  }
  choice(words.squares, () => !display.rows, () => { display.rows = false; });
  choice(words.rows, () => display.rows, () => { display.rows = true; });
  choice(words.fit, () => display.fit, () => { display.fit = !display.fit; });
  choice(words.names, () => display.names, () => { display.names = !display.names; });
  tools.append(summary, panel);
  const selecting = element("button", "plain", { type: "button", "aria-pressed": "false" });
  selecting.textContent = words.select;
  const setMode = (isOn) => {
    chosen.isMode = isOn;
    root.classList.toggle("selecting", isOn);
    selecting.setAttribute("aria-pressed", String(isOn));
  };
  selecting.addEventListener("click", () => setMode(!chosen.isMode));
  document.querySelector(".photos-head").append(selecting, tools);
  document.addEventListener("pointerdown", (event) => { if (tools.open && !tools.contains(event.target)) tools.open = false; });
  tools.addEventListener("keydown", (event) => { if (event.key === "Escape") { tools.open = false; summary.focus(); } });
  mark();

  let typing = 0;
  // Another source or order keeps the place, if its photo is in there.
  const look = (keeps) => {
    const held = keeps && topOrdinal() > 0 ? photoAt(topOrdinal()) : null;
    const before = query;
    alone = null;
    query = viewQuery();
    // An album of a source is none of another.
    if (query.album?.startsWith("of-") && query.in !== before.in) { location.assign("/photos" + (query.in ? "?in=" + query.in : "")); return; }
    const address = () => history.replaceState(null, "", "/photos" + (Object.keys(query).length ? "?" + new URLSearchParams(query) : ""));
    address();
    renew(true, held, keeps ? () => {
      query = before;
      form.in.value = before.in || "";
      form.order.value = before.order || form.order.dataset.plain;
      address();
    } : null);
  };
  form.addEventListener("input", (event) => {
    const isTyped = event.target.type === "search";
    clearTimeout(typing);
    typing = setTimeout(() => look(!isTyped), isTyped ? 300 : 0);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); look(false); grid.focus(); });

  hints(document.querySelector(".photos-hints"), form.q, words, () => look(false));

  // MARK: Keys

  const setFocus = (ordinal) => {
    focus = Math.max(0, Math.min(layout.total - 1, ordinal));
    const place = layout.at(focus);
    const own = layout.blocks[place];
    if (!own) return;
    const box = layout.place(own).boxes[focus - own.ordinal];
    // How far it is from the top of the window.
    let top = -y;
    if (place >= block) { for (let at = block; at < place && top < 1e5; at += 1) top += layout.height(layout.blocks[at]); }
    else { for (let at = place; at < block && top > -1e5; at += 1) top -= layout.height(layout.blocks[at]); }
    const at = top + box[1];
    const room = own.month !== null ? 40 : 0;
    if (Math.abs(at) > 3 * height) goTo(focus, false);
    else if (at < room) move(at - room);
    else if (at + box[3] > height - pad) move(at + box[3] - height + pad);
    else draw();
  };

  // The one above or below that lies nearest.
  const beside = (direction) => {
    const place = layout.at(focus);
    const own = layout.blocks[place];
    const boxes = layout.place(own).boxes;
    const box = boxes[focus - own.ordinal];
    const middle = box[0] + box[2] / 2;
    const nearest = (list, from, line) => {
      let best = -1;
      list.forEach((other, index) => {
        if (Math.abs(other[1] - line) > 1) return;
        if (best < 0 || Math.abs(other[0] + other[2] / 2 - middle) < Math.abs(list[best][0] + list[best][2] / 2 - middle)) best = index;
      });
      return from + best;
    };
    const lines = boxes.map((other) => other[1]);
    const further = lines.filter((line) => direction < 0 ? line < box[1] - 1 : line > box[1] + 1);
    if (further.length) return nearest(boxes, own.ordinal, direction < 0 ? Math.max(...further) : Math.min(...further));
    const next = layout.blocks[place + direction];
    if (!next) return focus;
    const others = layout.place(next).boxes;
    return nearest(others, next.ordinal, others[direction < 0 ? others.length - 1 : 0][1]);
  };

  const rangeNumbers = async (one, other) => {
    const [from, until] = [Math.min(one, other), Math.min(Math.max(one, other) + 1, Math.min(one, other) + 20000)];
    if (alone) return alone.slice(from, until);
    const numbers = [];
    for (let at = from; at < until; at += 1000) {
      const parameters = new URLSearchParams({ ...query, from: at, count: Math.min(1000, until - at) });
      const answer = await ask("/photos/numbers.json?" + parameters);
      if (!answer.ok) { say(words.failed, false); break; }
      numbers.push(...await answer.json());
    }
    return numbers;
  };
  // From the anchor up to there and no further; what was selected besides stays.
  let [start, besides, size] = [-1, new Set(), 0];
  const extend = async (ordinal) => {
    if (start !== anchor || size !== chosen.numbers.size) [start, besides, size] = [anchor, new Set(chosen.numbers), chosen.numbers.size];
    const own = extend.last = {};
    const numbers = await rangeNumbers(anchor, ordinal);
    if (own !== extend.last) return;
    chosen.set([...besides, ...numbers]);
    size = chosen.numbers.size;
  };
  const toggle = (ordinal) => { known(ordinal, (photo) => chosen.toggle(photo[0])); [anchor, start] = [ordinal, -1]; };
  const open = (ordinal) => known(ordinal, (photo) => { if (!viewer.dialog.open) viewer.open(photo, ordinal); });

  // Of the whole page, so that nobody has to go to the grid first: but not where somebody types, or where keys have another meaning.
  // A photo that has just been closed can have the focus for a moment yet.
  const isOthers = ({ target, key }) => target !== grid && !target.closest?.("dialog:not([open])") && Boolean(target.closest?.(
    key === "Enter" || key === " " ? "a, button, summary, input, select, textarea, [role=slider], dialog, details[open]" : "input, select, textarea, [contenteditable], [role=slider], dialog, details[open]"));
  document.addEventListener("keydown", async (event) => {
    if (event.defaultPrevented || event.isComposing || viewer.dialog.open || isOthers(event)) return;
    const page = Math.max(1, Math.floor(shownCount()));
    const ahead = isRight ? -1 : 1;
    const target = {
      ArrowLeft: () => focus - ahead, ArrowRight: () => focus + ahead, ArrowUp: () => beside(-1), ArrowDown: () => beside(1),
      PageUp: () => focus - page, PageDown: () => focus + page, Home: () => 0, End: () => layout.total - 1,
    }[event.key];
    if (!layout.total) return;
    if (target) {
      event.preventDefault();
      if (document.activeElement !== grid) grid.focus({ preventScroll: true });
      const before = focus;
      if (event.shiftKey && chosen.numbers.size === 0 && start !== anchor) anchor = before;
      setFocus(target());
      if (event.shiftKey) await extend(focus); else if (!event.ctrlKey && !event.metaKey) [anchor, start] = [focus, -1];
    } else if (event.key === "Enter") { event.preventDefault(); open(focus); }
    else if (event.key === " ") { event.preventDefault(); toggle(focus); }
    else if (event.key === "Escape") { chosen.clear(); }
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); chosen.add(await rangeNumbers(0, layout.total - 1)); }
    else if (event.key === "b" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const collect = (numbers) => { if (words.album === "basket") chosen.take("basket", numbers); else chosen.collect("basket", numbers); };
      if (chosen.numbers.size) collect(chosen.list); else known(focus, (photo) => collect(String(photo[0])));
    }
    else if (event.key === "Delete" && words.may.includes("manage") && chosen.numbers.size) { chosen.trash(); }
    else if (/^[1-7]$/.test(event.key) && words.may.includes("mark") && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const bit = 1 << (Number(event.key) - 1);
      known(focus, (photo) => chosen.mark(photo[5] & bit ? { take: bit } : { add: bit }, chosen.has(photo[0]) ? chosen.list : String(photo[0])));
    }
  });

  // MARK: Pointers

  // Where a pointer is in the grid, and the photo there.
  const boxAt = (event) => {
    const home = grid.getBoundingClientRect();
    const [x, y] = [event.clientX - home.left, event.clientY - home.top];
    return shown.find((box) => x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height);
  };
  let press = null;
  let fling = 0;
  const coast = (speed) => {
    cancelAnimationFrame(fling);
    if (reduced.matches) return;
    let last = performance.now();
    const go = (now) => {
      const past = Math.min(50, now - last);
      last = now;
      move(speed * past);
      speed *= Math.pow(0.997, past);
      if (Math.abs(speed) > 0.02) fling = requestAnimationFrame(go);
    };
    fling = requestAnimationFrame(go);
  };
  grid.addEventListener("wheel", (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    cancelAnimationFrame(fling);
    move(event.deltaY * (event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? height : 1));
  }, { passive: false });

  const isCorner = (event, box) => {
    const home = grid.getBoundingClientRect();
    const [x, y] = [event.clientX - home.left - box.left, event.clientY - home.top - box.top];
    const most = Math.min(36, box.width / 2);
    return (isRight ? box.width - x : x) < most && y < most;
  };

  grid.addEventListener("pointerdown", (event) => {
    cancelAnimationFrame(fling);
    if (event.button !== 0) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.clientY, time: event.timeStamp, speed: 0, box: boxAt(event), touch: event.pointerType === "touch", moved: false };
    press.ordinal = press.box?.ordinal ?? -1;
    if (press.touch) {
      press.hold = setTimeout(() => { if (press && !press.moved && press.ordinal >= 0) { toggle(press.ordinal); press.done = true; } }, 500);
    }
  });
  const area = element("div", "photos-area");
  area.hidden = true;
  root.append(area);
  grid.addEventListener("pointermove", (event) => {
    if (!press || press.id !== event.pointerId) return;
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < 8) return;
    if (!press.moved) { press.moved = true; clearTimeout(press.hold); grid.setPointerCapture(event.pointerId); press.at = event.clientY; press.before = new Set(chosen.numbers); }
    if (press.touch) {
      const by = press.at - event.clientY;
      press.speed = 0.7 * by / Math.max(1, event.timeStamp - press.time) + 0.3 * press.speed;
      [press.at, press.time] = [event.clientY, event.timeStamp];
      move(by);
      return;
    }
    // All that lie in the rectangle that is drawn.
    const [left, right] = [Math.min(press.x, event.clientX), Math.max(press.x, event.clientX)];
    const [top, bottom] = [Math.min(press.y, event.clientY), Math.max(press.y, event.clientY)];
    const frame = root.getBoundingClientRect();
    const home = grid.getBoundingClientRect();
    area.hidden = false;
    Object.assign(area.style, { left: left - frame.left + "px", top: top - frame.top + "px", width: right - left + "px", height: bottom - top + "px" });
    const within = [];
    for (const box of shown) {
      const photo = photoAt(box.ordinal);
      const [x, y] = [home.left + box.left, home.top + box.top];
      if (photo && x < right && x + box.width > left && y < bottom && y + box.height > top) within.push(photo[0]);
    }
    chosen.set(new Set([...press.before, ...within]));
  });
  const release = (event) => {
    if (!press || press.id !== event.pointerId) return;
    const own = press;
    press = null;
    clearTimeout(own.hold);
    area.hidden = true;
    if (own.moved) { if (own.touch && Math.abs(own.speed) > 0.05) coast(own.speed); return; }
    if (own.done || event.type === "pointercancel" || own.ordinal < 0) return;
    focus = own.ordinal;
    grid.focus({ preventScroll: true });
    if (event.shiftKey) extend(own.ordinal);
    else if (event.ctrlKey || event.metaKey || chosen.isMode || (own.touch && chosen.numbers.size) || (!own.touch && isCorner(event, own.box))) toggle(own.ordinal);
    else { anchor = own.ordinal; open(own.ordinal); }
    draw();
  };
  grid.addEventListener("pointerup", release);
  grid.addEventListener("pointercancel", release);

  """ + photosHeadScript + photosTimelineScript
