/// The browser: a window onto all photos that is scrolled by itself, its time line, keys, pointers, fingers.
///
/// `%LAYOUT%` and so on are the names of the other scripts. The first part says what is where; the second listens.
let photosScript =
  """
  import { News, ask } from "/static/%ASK%";
  import { Layout } from "/static/%LAYOUT%";
  import { Pictures, Windows } from "/static/%PICTURES%";
  import { Viewer } from "/static/%VIEWER%";
  import { Chosen } from "/static/%CHOSEN%";
  import { Canvas } from "/static/%CANVAS%";
  import { hints, keyList, lines } from "/static/%SEARCH%";

  const root = document.getElementById("photos");
  const words = root.dataset;
  const language = document.documentElement.lang;
  const isRight = document.documentElement.dir === "rtl";
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const element = (name, className, attributes = {}) => {
    const made = document.createElement(name);
    made.className = className;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  root.replaceChildren();
  const grid = element("div", "photos-grid", { role: "listbox", "aria-multiselectable": "true", tabindex: "0", "aria-label": words.grid, "aria-describedby": "photos-keys", id: "photos-grid" });
  const layer = element("div", "photos-layer", { role: "presentation" });
  const heads = element("div", "photos-heads", { "aria-hidden": "true" });
  grid.append(layer);
  const canvas = new Canvas(grid, isRight);
  const timeline = element("div", "photos-timeline", { role: "slider", tabindex: "0", "aria-orientation": "vertical", "aria-label": words.timeline, "aria-valuemin": "0" });
  const thumb = element("span", "photos-thumb");
  const years = element("span", "photos-years");
  const bubble = element("span", "photos-bubble");
  bubble.hidden = true;
  timeline.append(years, thumb, bubble);
  const state = element("div", "photos-state", { role: "status" });
  const keys = element("p", "unseen", { id: "photos-keys" });
  keys.textContent = words.keys;
  root.append(grid, heads, timeline, state, keys);

  const month = new Intl.DateTimeFormat(language, { year: "numeric", month: "long", timeZone: "UTC" });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  // Behind all months stand those of which nobody knows when they were taken.
  const undated = -1200000;
  const nameOf = (number) => number === undated ? words.noDate : month.format(new Date(Date.UTC(Math.floor(number / 12), ((number % 12) + 12) % 12, 15)));

  // MARK: What is looked at

  const remembered = JSON.parse(localStorage.getItem("booth-photos-display") || "{}");
  const display = { step: "m", rows: false, fit: false, names: true, ...remembered };
  const form = document.querySelector(".photos-filter");
  const viewQuery = () => {
    const query = {};
    for (const [name, value] of new FormData(form)) if (value && !(name === "order" && value === form.order.dataset.plain)) query[name] = value;
    return query;
  };
  let query = viewQuery();
  let version = -1;
  let layout = new Layout([], () => null);
  let windows = new Windows([], query, () => {});
  // The top of the window: a block, how far below its beginning, and where its beginning lies on the layer.
  let [block, y, base] = [0, 0, 0];
  let [width, height] = [0, 0];
  let focus = 0;
  let anchor = 0;
  // More cells than this are painted instead: the whole page keeps to 300 elements.
  const mostCells = 130;
  let isDense = false;
  // How much of the window's lower end the bar of what is selected covers; and the numbers of photos that are shown alone.
  let pad = 0;
  let alone = null;
  // Photos on the screen: their place, and their box in the grid.
  let shown = [];
  const cells = new Map();
  const spare = [];
  const keyOf = (photo) => photo[0] + "/" + photo[1];

  const pictures = new Pictures(() => draw());

  const photoAt = (ordinal) => {
    const own = layout.blocks[layout.at(ordinal)];
    return own ? layout.item(own.stretch, own.from + ordinal - own.ordinal) : null;
  };

  // MARK: Scrolling

  const settle = () => {
    const { blocks } = layout;
    if (!blocks.length) { [block, y] = [0, 0]; return; }
    block = Math.min(block, blocks.length - 1);
    while (y < 0 && block > 0) { block -= 1; const own = layout.height(blocks[block]); y += own; base -= own; }
    while (block < blocks.length - 1 && y >= layout.height(blocks[block])) { const own = layout.height(blocks[block]); y -= own; base += own; block += 1; }
    if (y < 0) y = 0;
    // Never beyond the end.
    let below = -y;
    for (let place = block; place < blocks.length && below < height - pad; place += 1) below += layout.height(blocks[place]);
    const missing = height - pad - below;
    if (missing > 0) {
      y -= missing;
      while (y < 0 && block > 0) { block -= 1; const own = layout.height(blocks[block]); y += own; base -= own; }
      if (y < 0) y = 0;
    }
    if (Math.abs(base) > 1e6) { base = 0; for (const cell of cells.values()) cell.box = ""; }
  };

  let isDue = false;
  const draw = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => { isDue = false; render(); });
  };
  const move = (by) => { y += by; settle(); draw(); follow(by); };

  // The first photo that is seen whole, by its place.
  const topOrdinal = () => {
    const own = layout.blocks[block];
    if (!own) return 0;
    const { boxes } = layout.place(own);
    const index = boxes.findIndex((box) => box[1] + box[3] / 2 >= y);
    return own.ordinal + (index < 0 ? own.count - 1 : index);
  };

  const goTo = (ordinal, atTop = true) => {
    block = layout.at(Math.max(0, Math.min(layout.total - 1, ordinal)));
    const own = layout.blocks[block];
    base = 0;
    for (const cell of cells.values()) cell.box = "";
    y = own ? (layout.place(own).boxes[ordinal - own.ordinal]?.[1] ?? 0) : 0;
    if (own && ordinal === own.ordinal) y = 0;
    if (!atTop) y -= height / 3;
    settle();
    draw();
  };

  // MARK: Drawing

  const bare = (cell) => {
    for (const name of ["aria-label", "aria-selected", "aria-setsize", "aria-posinset"]) cell.removeAttribute(name);
  };

  const cellFor = (ordinal) => {
    let cell = cells.get(ordinal);
    if (cell) return cell;
    cell = spare.pop();
    if (!cell) {
      cell = { node: element("div", "photos-cell", { role: "option" }), box: "", face: "" };
      layer.append(cell.node);
    }
    cell.node.hidden = false;
    cell.node.id = "photo-" + ordinal;
    cell.node.dataset.at = ordinal;
    cell.box = "";
    cell.face = "";
    cell.key = "";
    cells.set(ordinal, cell);
    return cell;
  };

  const stripes = (tags) => {
    const own = [];
    for (let place = 0; place < 7; place += 1) if (tags & (1 << place)) own.push(`var(--tag-${place + 1})`);
    return own.length ? `linear-gradient(to right, ${own.map((colour, place) => `${colour} ${100 * place / own.length}% ${100 * (place + 1) / own.length}%`).join(", ")})` : "";
  };

  const broken = (photo, key) => photo[8] || pictures.failed.get(key) || words.broken;

  const dress = (cell, photo, ordinal) => {
    const { node } = cell;
    if (!photo) {
      if (cell.face !== "none") {
        cell.face = "none";
        cell.key = "";
        node.style.backgroundImage = "";
        node.className = "photos-cell";
        bare(node);
        node.dataset.name = "";
        node.setAttribute("aria-label", words.loading);
      }
      return;
    }
    cell.key = keyOf(photo);
    const address = photo[4] & 2 ? "" : pictures.get(cell.key);
    const isChosen = chosen.has(photo[0]);
    const isBroken = Boolean(photo[4] & 2) || pictures.failed.has(cell.key);
    const isFocus = ordinal === focus;
    const face = [cell.key, address, isChosen, photo[4], photo[5], photo[3], display.fit, isBroken, isFocus, layout.total].join(" ");
    if (cell.face === face) return;
    cell.face = face;
    const layers = [];
    const marks = stripes(photo[5]);
    node.style.setProperty("--marks", marks || "none");
    if (address) layers.push(`url("${address}")`);
    else if (photo[3].length === 9) layers.push(`linear-gradient(to right, #${photo[3].slice(0, 3)}, #${photo[3].slice(3, 6)}, #${photo[3].slice(6)})`);
    node.style.backgroundImage = layers.join(", ");
    node.className = "photos-cell" + (isChosen ? " chosen" : "") + (isBroken ? " broken" : "") + (isFocus ? " focus" : "") + (marks ? " tagged" : "") + (photo[4] & 8 ? " live" : "") + (address ? " here" : "");
    node.dataset.name = (isBroken ? "⚠ " : "") + (photo[4] & 1 ? "★ " : "") + (photo[4] & 8 ? "◉ " : "") + (photo[4] & 64 ? "▶ " : "") + (photo[4] & 4 ? "RAW " : "") + photo[7];
    const colours = words.colours.split("|").filter((_, place) => photo[5] & (1 << place));
    const said = [photo[7], photo[6] === null ? words.noDate : day.format(new Date(photo[6] * 1000)), ...(photo[4] & 1 ? ["★"] : []), ...(photo[4] & 8 ? [words.livePhoto] : []), ...(photo[4] & 64 ? [words.animated] : []), ...colours, ...(isBroken ? [broken(photo, cell.key)] : [])];
    node.title = isBroken ? broken(photo, cell.key) : "";
    node.setAttribute("aria-label", said.join(", "));
    node.setAttribute("aria-selected", String(isChosen));
    node.setAttribute("aria-setsize", layout.total);
    node.setAttribute("aria-posinset", ordinal + 1);
  };

  const headNodes = [];
  const render = () => {
    const { blocks } = layout;
    if (!blocks.length || !width) return;
    let seen = [];
    const titles = [];
    const [ranges, beside] = [[], []];
    const over = height * (display.step === "s" && !layout.rows ? 0.1 : 0.6);
    let [place, top] = [block, -y];
    while (place > 0 && top > -over) { place -= 1; top -= layout.height(blocks[place]); }
    const origin = base + y;
    for (; place < blocks.length && top < height + over; place += 1) {
      const own = blocks[place];
      const { boxes } = layout.place(own);
      if (own.head && top > -own.head && top < height) titles.push([top, own.month]);
      let [first, last, upper, lower] = [-1, -1, -1, -1];
      boxes.forEach((box, index) => {
        if (top + box[1] + box[3] < -over || top + box[1] > height + over) return;
        if (first < 0) first = index;
        last = index;
        if (top + box[1] + box[3] > 0 && top + box[1] < height) { if (upper < 0) upper = index; lower = index; }
        seen.push([own.ordinal + index, own, index, box, top + box[1]]);
      });
      if (first >= 0) beside.push([own.stretch, own.from + first, last - first + 1]);
      if (upper >= 0) ranges.push([own.stretch, own.from + upper, lower - upper + 1]);
      top += layout.height(own);
    }
    windows.want(ranges, beside);
    const onScreen = seen.filter(([, , , box, at]) => at + box[3] > 0 && at < height);
    shown = onScreen.map(([ordinal, , , box, at]) => ({ ordinal, left: isRight ? width - box[0] - box[2] : box[0], top: at, width: box[2], height: box[3] }));
    const wasDense = isDense;
    isDense = onScreen.length > mostCells;
    // What lies beside the screen waits as far as there is room, the nearest first.
    const away = ([, , , box, at]) => Math.max(0, -(at + box[3]), at - height);
    if (!isDense && seen.length > mostCells) seen = [...seen].sort((one, other) => away(one) - away(other)).slice(0, mostCells);
    const all = seen;
    if (isDense) seen = seen.filter(([ordinal]) => ordinal === focus);
    if (isDense !== wasDense) { root.classList.toggle("dense", isDense); if (!isDense) canvas.hide(); }
    const keep = new Set(seen.map(([ordinal]) => ordinal));
    for (const [ordinal, cell] of cells) {
      if (keep.has(ordinal)) continue;
      cells.delete(ordinal);
      cell.node.hidden = true;
      cell.node.removeAttribute("id");
      cell.node.style.backgroundImage = "";
      spare.push(cell);
    }
    const wishes = [];
    for (const [ordinal, own, index, box, at] of seen) {
      const cell = cellFor(ordinal);
      const bounds = [box[0], at + origin, box[2], box[3]].map((value) => Math.round(value * 10) / 10).join(" ");
      if (cell.box !== bounds) {
        cell.box = bounds;
        const style = cell.node.style;
        style.insetInlineStart = box[0] + "px";
        style.top = at + origin + "px";
        style.width = box[2] + "px";
        style.height = box[3] + "px";
      }
      dress(cell, layout.item(own.stretch, own.from + index), ordinal);
    }
    const bar = layout.names ? layout.m.bar : 0;
    pictures.paint(isDense ? [Math.round(layout.m.side * devicePixelRatio), Math.round((layout.rows ? layout.m.row : layout.m.side) * devicePixelRatio)] : null);
    if (isDense) {
      canvas.paint(onScreen.map(([ordinal, own, index], place) => {
        const photo = layout.item(own.stretch, own.from + index);
        const key = photo ? keyOf(photo) : "";
        const { left, top, width: wide, height: high } = shown[place];
        return [left, top, wide, high, photo, photo && pictures.bitmap(key), { chosen: photo && chosen.has(photo[0]), broken: photo && (photo[4] & 2 || pictures.failed.has(key)) }];
      }), width, height, { bar, font: { s: 10, m: 11, l: 12 }[display.step], fit: display.fit || layout.rows });
    }
    for (const [, own, index, box, at] of all) {
      const photo = layout.item(own.stretch, own.from + index);
      if (photo && !(photo[4] & 2)) {
        const isSeen = at + box[3] > 0 && at < height;
        const far = isSeen ? 0 : Math.max(-(at + box[3]), at - height);
        wishes.push([far, [keyOf(photo), `/photos/picture/${photo[0]}/${photo[1]}/256.jpg`, isSeen ? 0 : far < height / 2 ? 1 : 2]]);
      }
    }
    while (spare.length > (isDense ? 0 : 20)) spare.pop().node.remove();
    wishes.sort((one, other) => one[0] - other[0]);
    pictures.want(wishes.map(([, wish]) => wish));
    layer.style.transform = `translate3d(0, ${-origin}px, 0)`;
    if (cells.has(focus)) grid.setAttribute("aria-activedescendant", "photo-" + focus); else grid.removeAttribute("aria-activedescendant");
    // The month that the window begins in stays at its top.
    const now = blocks[block];
    const own = now && now.month !== null ? [[0, now.month, true]] : [];
    const rest = titles.filter(([at, number]) => number !== now.month);
    [...own, ...rest].forEach(([at, number, isTop], index) => {
      const node = headNodes[index] ?? (headNodes[index] = heads.appendChild(element("div", "photos-month")));
      node.hidden = false;
      const text = nameOf(number);
      if (node.textContent !== text) node.textContent = text;
      const next = isTop && rest.length ? Math.min(0, rest[0][0] - 40) : 0;
      node.style.transform = `translateY(${at + next}px)`;
    });
    headNodes.slice(own.length + rest.length).forEach((node) => { node.hidden = true; });
    drawTimeline();
    if (block === 0 && y === 0) fold(false);
  };

  const shownCount = () => Math.max(1, Math.min(layout.total, shown.length));

  const drawTimeline = () => {
    const top = topOrdinal();
    const most = Math.max(1, layout.total - shownCount());
    const share = Math.min(1, top / most);
    thumb.style.top = `calc(${share} * (100% - 2.75rem))`;
    const own = layout.blocks[block];
    timeline.setAttribute("aria-valuemax", Math.max(0, layout.total - 1));
    timeline.setAttribute("aria-valuenow", top);
    timeline.setAttribute("aria-valuetext", own && own.month !== null ? nameOf(own.month) : String(top + 1));
    bubble.textContent = timeline.getAttribute("aria-valuetext");
    bubble.style.top = thumb.style.top;
  };

  // Years beside the line, as far as there is room.
  const drawYears = () => {
    years.replaceChildren();
    let [last, before] = [-100, null];
    layout.months.forEach(([number], stretch) => {
      if (number === null || number === undated) return;
      const year = Math.floor(number / 12);
      const at = layout.starts[stretch] / Math.max(1, layout.total) * (height - pad - 44);
      if (year === before || at - last < Math.max(26, height / 30)) return;
      [before, last] = [year, at];
      const mark = element("span", "photos-year");
      mark.textContent = year;
      mark.style.top = at + 12 + "px";
      years.append(mark);
    });
  };

  """ + photosListeningScript
