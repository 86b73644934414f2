// @ts-nocheck
import { PhotoActions } from "./actions.js";
import { ask } from "./ask.js";
import { Canvas } from "./canvas.js";
import { Layout } from "./layout.js";
import { News } from "./news.js";
import { showNotices } from "./notices.js";
import { Pictures } from "./pictures.js";
import { keyList, offerHints } from "./search.js";
import { SelectionBar } from "./selection-bar.js";
import { RangeSelection, Selection } from "./selection.js";
import { Viewer } from "./viewer.js";
import { Windows } from "./windows.js";

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
  const isChosen = selection.has(photo[0]);
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
  pictures.paint(isDense ? [Math.round(layout.measures.side * devicePixelRatio), Math.round((layout.rows ? layout.measures.row : layout.measures.side) * devicePixelRatio)] : null);
  if (isDense) {
    canvas.paint(onScreen.map(([, own, index], place) => {
      const photo = layout.item(own.stretch, own.from + index);
      const key = photo ? keyOf(photo) : "";
      const { left, top, width: wide, height: high } = shown[place];
      return { left, top, width: wide, height: high, photo, bitmap: photo ? pictures.bitmap(key) : undefined, isChosen: Boolean(photo) && selection.has(photo[0]), isBroken: Boolean(photo && (photo[4] & 2 || pictures.failed.has(key))) };
    }), width, height, { bar: layout.bar, font: { s: 10, m: 11, l: 12 }[display.step], fit: display.fit || layout.rows });
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
  const rest = titles.filter(([, number]) => number !== now.month);
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
    if (isNew || told.version !== version) { await take(told, isNew, held); actions.check(); viewer.settle(); }
    const count = layout.total.toLocaleString(language);
    const unread = told.unread ? " · " + words.reading.replace("%1", told.unread.toLocaleString(language)) : "";
    document.getElementById("photos-count").textContent = words.found.replace("%1", count) + unread;
    form.q.placeholder = phone.matches ? `${words.search} · ${words.found.replace("%1", count)}` : words.search;
    showNotices("photos-mistakes", told.mistakes.length ? [[words.leftOut + " " + told.mistakes.join(" "), ""]] : []);
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
  if (!isNew) windows.inherit(before);
  layout = new Layout(told.months, (stretch, index) => windows.item(stretch, index));
  focus = Math.min(isNew && kept ? ordinal : focus, Math.max(0, layout.total - 1));
  if (!layout.total) { for (const cell of cells.values()) { cell.node.hidden = true; spare.push(cell); } cells.clear(); heads.replaceChildren(); headNodes.length = 0; }
  reshape(ordinal);
};

const selection = new Selection(sessionStorage, "booth-photos-chosen-" + (document.body.dataset.person || ""));
const range = new RangeSelection(selection);
let isMode = false;
const actions = new PhotoActions(selection, words, {
  say: (text, isGood, offer) => say(text, isGood, offer), renew: () => renew(), view: () => new URLSearchParams(query),
  isAlone: () => Boolean(alone), showAlone: (list) => showAlone(list),
});
const bar = new SelectionBar(root, actions, words, () => { setMode(false); range.end(); grid.focus(); });
selection.changed = () => { bar.show(); draw(); };
selection.changed();

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
  mark: (fields, number) => actions.mark(fields, number), collect: (number) => actions.toBasket(number),
  trash: (number) => actions.trash(number), search: (text) => { form.q.value = text; look(false); },
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
  isMode = isOn;
  root.classList.toggle("selecting", isOn);
  selecting.setAttribute("aria-pressed", String(isOn));
};
selecting.addEventListener("click", () => setMode(!isMode));
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

offerHints(document.querySelector(".photos-hints"), form.q, words, () => look(false));

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
const extend = (ordinal) => range.extend(ordinal, rangeNumbers);
const toggle = (ordinal) => { known(ordinal, (photo) => selection.toggle(photo[0])); range.begin(ordinal); };
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
    if (event.shiftKey && selection.size === 0 && range.start !== range.anchor) range.anchor = before;
    setFocus(target());
    if (event.shiftKey) await extend(focus); else if (!event.ctrlKey && !event.metaKey) range.begin(focus);
  } else if (event.key === "Enter") { event.preventDefault(); open(focus); }
  else if (event.key === " ") { event.preventDefault(); toggle(focus); }
  else if (event.key === "Escape") { bar.clear(); }
  else if (event.key === "a" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); selection.add(await rangeNumbers(0, layout.total - 1)); }
  else if (event.key === "b" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (selection.size) actions.toBasket(); else known(focus, (photo) => actions.toBasket(String(photo[0])));
  }
  else if (event.key === "Delete" && words.may.includes("manage") && selection.size) { actions.trashSelected(); }
  else if (/^[1-7]$/.test(event.key) && words.may.includes("mark") && !event.ctrlKey && !event.altKey && !event.metaKey) {
    const bit = 1 << (Number(event.key) - 1);
    known(focus, (photo) => actions.mark(photo[5] & bit ? { take: bit } : { add: bit }, selection.has(photo[0]) ? selection.list : String(photo[0])));
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
  if (!press.moved) { press.moved = true; clearTimeout(press.hold); grid.setPointerCapture(event.pointerId); press.at = event.clientY; press.before = new Set(selection.numbers); }
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
  selection.set(new Set([...press.before, ...within]));
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
  else if (event.ctrlKey || event.metaKey || isMode || (own.touch && selection.size) || (!own.touch && isCorner(event, own.box))) toggle(own.ordinal);
  else { range.anchor = own.ordinal; open(own.ordinal); }
  draw();
};
grid.addEventListener("pointerup", release);
grid.addEventListener("pointercancel", release);
// MARK: Places

// A photo's place among those that are shown, or null.
const placeOf = async (number) => {
  if (alone) { const at = alone.indexOf(number); return at < 0 ? null : at; }
  const answer = await ask("/photos/place.json?" + new URLSearchParams({ ...query, photo: number }));
  if (answer.status >= 500) throw new Error(String(answer.status));
  return answer.ok ? (await answer.json()).place ?? null : null;
};

// Does something with a photo, at once where it is known; else as soon as it is, unless something else is shown by then.
const known = async (ordinal, act) => {
  const [asked, others] = [query, alone];
  const photo = photoAt(ordinal) ?? await viewer.page.photo(ordinal).catch(() => null);
  if (photo && asked === query && others === alone) act(photo);
};

// What is selected alone, or everything again.
const showAlone = (list) => { alone = list; renew(true); };

// MARK: Sources that are away

let lastAway = "[]";
const tellAway = (away) => {
  showNotices("photos-away", away, words.close);
  const now = JSON.stringify(away);
  if (now === lastAway) return;
  lastAway = now;
  pictures.wake();
};

// MARK: Room

// What the bar covers can be scrolled above it.
new ResizeObserver(() => {
  const own = bar.node.hidden ? 0 : Math.ceil(root.getBoundingClientRect().bottom - bar.node.getBoundingClientRect().top) + 4;
  if (own === pad) return;
  pad = own;
  root.style.setProperty("--bar", pad + "px");
  drawYears();
  settle();
  draw();
}).observe(bar.node);

// On phones the head goes while one scrolls down, and is there again as soon as one scrolls up. What is seen stays where it is.
let travelled = 0;
const fold = (isDown) => {
  if (document.body.classList.contains("photos-down") === isDown) return;
  const before = grid.getBoundingClientRect();
  const isTop = block === 0 && y === 0;
  document.body.classList.toggle("photos-down", isDown);
  travelled = 0;
  const after = grid.getBoundingClientRect();
  height = after.height;
  if (!isTop) y -= before.top - after.top;
  settle();
  drawYears();
  draw();
};
const isFarDown = () => {
  let above = y;
  for (let at = block - 1; at >= 0 && above < 480; at -= 1) above += layout.height(layout.blocks[at]);
  return above >= 480;
};
const follow = (by) => {
  if (!phone.matches) return;
  if (by < 0 !== travelled < 0) travelled = 0;
  travelled += by;
  if (travelled < -60) fold(false);
  else if (travelled > 60 && isFarDown() && !document.activeElement?.closest(".photos-head, .photos-filter")) fold(true);
};

// MARK: Keys of the whole page

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || viewer.dialog.open) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable], dialog")) return;
  if (event.key === "?") {
    event.preventDefault();
    const box = document.querySelector(".photos-hints");
    fold(false);
    box.open = !box.open;
    if (box.open) box.firstElementChild.focus(); else grid.focus();
  } else if (event.key === "s" && words.may.includes("mark")) {
    known(focus, (photo) => actions.mark({ star: photo[4] & 1 ? "0" : "1" }, selection.has(photo[0]) ? selection.list : String(photo[0])));
  }
});
// MARK: Time line

const jump = (event) => {
  const box = timeline.getBoundingClientRect();
  const share = Math.max(0, Math.min(1, (event.clientY - box.top - 22) / Math.max(1, box.height - 44)));
  goTo(Math.round(share * Math.max(0, layout.total - shownCount())));
};
timeline.addEventListener("pointerdown", (event) => { timeline.setPointerCapture(event.pointerId); bubble.hidden = false; jump(event); });
timeline.addEventListener("pointermove", (event) => { if (timeline.hasPointerCapture(event.pointerId)) jump(event); });
timeline.addEventListener("lostpointercapture", () => { bubble.hidden = true; });
timeline.addEventListener("wheel", (event) => { event.preventDefault(); move(event.deltaY); }, { passive: false });
timeline.addEventListener("keydown", (event) => {
  const stretch = layout.blocks[block]?.stretch ?? 0;
  const many = layout.months.length > 1;
  const by = many ? null : Math.max(1, Math.round(layout.total / 50));
  const target = {
    ArrowDown: () => many ? layout.starts[stretch + 1] : topOrdinal() + by,
    ArrowUp: () => many ? layout.starts[layout.blocks[block].from === 0 && y < 4 ? stretch - 1 : stretch] : topOrdinal() - by,
    PageDown: () => many ? layout.starts[stretch + 12] ?? layout.total - 1 : topOrdinal() + 5 * by,
    PageUp: () => many ? layout.starts[Math.max(0, stretch - 12)] : topOrdinal() - 5 * by, Home: () => 0, End: () => layout.total - 1,
  }[event.key];
  if (!target || !layout.total) return;
  event.preventDefault();
  const ordinal = target();
  if (ordinal !== undefined) goTo(Math.max(0, Math.min(layout.total - 1, ordinal)));
});

new ResizeObserver(() => {
  const box = grid.getBoundingClientRect();
  if (Math.abs(box.width - width) < 1 && Math.abs(box.height - height) < 1) return;
  const [at, isWide] = [topOrdinal(), Math.abs(box.width - width) < 1];
  [width, height] = [box.width, box.height];
  if (isWide) { settle(); drawYears(); draw(); } else if (layout.total) reshape(at);
}).observe(grid);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") renew(); else news.rest(); });
addEventListener("pagehide", () => {
  news.rest();
  // Who comes back finds the place.
  const at = topOrdinal() > 0 ? photoAt(topOrdinal())?.[0] : null;
  if (!history.state?.photo) history.replaceState({ ...history.state, at }, "");
});
document.addEventListener("booth:back", () => renew());
addEventListener("pageshow", (event) => { if (event.persisted) renew(); });

tell(words.loading);
const box = grid.getBoundingClientRect();
[width, height] = [box.width, box.height];
renew(true, history.state?.at ? [history.state.at] : null);
