// @ts-nocheck
import { openGallery, showTimes } from "./gallery.js";
import { renew as renewArticle } from "./renewal.js";
import { checkKept, forget, keepNewest, keepWhole, kept } from "./kept.js";

const feed = document.getElementById("feed"), list = feed.querySelector(".cards");
const counts = document.getElementById("counts"), more = document.querySelector(".more");
const news = document.getElementById("news"), newsButton = document.getElementById("show-news");
const lost = document.getElementById("lost"), words = document.body.dataset;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A part of a page. Whoever is signed out meanwhile is led to the door.
const ask = async (path) => {
  const answer = await fetch(path, { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });
  if (answer.status === 401) location.reload();
  return answer;
};
let isLost = false;
const tellLost = (is) => {
  if (is === isLost) return;
  isLost = is;
  lost.textContent = is ? words.lost : words.back;
  lost.hidden = false;
  if (is) { showNewest(); return; }
  setTimeout(() => { if (!isLost) lost.hidden = true; }, 3000);
  dropGone();
};
// Deleted meanwhile, or not to be seen any more: it goes wherever it is.
const dropGone = async () => {
  let gone = new Set();
  try { gone = await checkKept(openID); } catch { return; }
  if (!gone.size) return;
  cards = cards.filter((card) => !gone.has(card.id));
  for (const id of gone) opened.delete(id);
  draw();
  if (viewer && gone.has(openID)) sayGone();
};
// Without a network there are the newest hundred, whatever the page had.
const showNewest = async () => {
  const text = feed.dataset.newest ? await kept(feed.dataset.newest) : null;
  if (!text || feed.dataset.order !== "newest") return;
  const found = parse(text).cards.filter((card) => feed.dataset.show === "all" || (feed.dataset.show === "good") === card.html.includes('class="kind good"'));
  const known = new Set(found.map((card) => card.id));
  cards = [...found, ...cards.filter((card) => !known.has(card.id) && Number.parseInt(card.cursor) < Number.parseInt(found.at(-1)?.cursor))];
  next = cards.at(-1)?.cursor || "";
  draw();
};

// MARK: What is known, and what of it is shown

let cards = [];
let next = list.dataset.next || "";
let waiting = [];
const parse = (text) => {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  const found = holder.content.querySelector("ol");
  return { counts: holder.content.querySelector(".counts"), next: found?.dataset.next || "",
    cards: [...(found?.children || [])].map((item) => ({ id: item.dataset.id, cursor: item.dataset.cursor, html: item.outerHTML })) };
};
cards = [...list.children].map((item) => ({ id: item.dataset.id, cursor: item.dataset.cursor, html: item.outerHTML }));
const before = document.createElement("li"), after = document.createElement("li");
for (const space of [before, after]) { space.className = "space"; space.setAttribute("aria-hidden", "true"); space.hidden = true; }
list.prepend(before);
list.append(after);
const made = new Map([...list.querySelectorAll("li[data-id]")].map((item) => [item.dataset.id, item]));
const make = (card) => {
  const holder = document.createElement("template");
  holder.innerHTML = card.html;
  const item = holder.content.firstElementChild;
  showTimes(item);
  for (const image of item.querySelectorAll("img")) image.addEventListener("error", () => {
    const gone = document.createElement("span");
    gone.className = "gone"; gone.textContent = feed.dataset.unavailable;
    image.replaceWith(gone);
  });
  return item;
};
const render = () => {
  const style = getComputedStyle(list), gap = parseFloat(style.rowGap) || 0;
  const columns = style.gridTemplateColumns.split(" ").length;
  const first = list.querySelector("li[data-id]");
  const row = (first ? first.getBoundingClientRect().height : 300) + gap;
  // As many rows more than are seen as a screen may have nodes.
  const seen = Math.ceil(innerHeight / row) + 1, all = Math.floor(150 / columns / (first ? first.querySelectorAll("*").length + 1 : 9));
  const top = list.getBoundingClientRect().top, margin = Math.min(3, Math.max(0, all - seen)) * row / 2;
  const rows = Math.ceil(cards.length / columns);
  const from = Math.min(Math.max(0, Math.floor((-top - margin) / row)), Math.max(0, rows - 1));
  const to = Math.min(rows, Math.max(from + 1, Math.ceil((innerHeight - top + margin) / row)));
  const shown = cards.slice(from * columns, to * columns), ids = new Set(shown.map((card) => card.id));
  for (const [id, item] of made) if (!ids.has(id)) { item.remove(); made.delete(id); }
  let place = before;
  shown.forEach((card, at) => {
    let item = made.get(card.id);
    if (!item || item.isOld) {
      const fresh = make(card), hasFocus = item?.contains(document.activeElement);
      item?.replaceWith(fresh);
      item = fresh;
      made.set(card.id, item);
      if (hasFocus) item.querySelector("a").focus({ preventScroll: true });
    }
    if (place.nextElementSibling !== item) place.after(item);
    item.setAttribute("aria-posinset", from * columns + at + 1);
    item.setAttribute("aria-setsize", next ? -1 : cards.length);
    place = item;
  });
  for (const [space, count] of [[before, from], [after, rows - to]]) {
    space.hidden = count <= 0;
    space.style.height = Math.max(0, count * row - gap) + "px";
  }
  if (more) more.hidden = true;
  if (next && to >= rows - 4) loadMore();
  const nothing = feed.querySelector(".nothing");
  if (nothing && cards.length) nothing.remove();
};
let isAsked = false;
const draw = () => {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => { isAsked = false; render(); });
};
let isLoading = false;
const loadMore = async () => {
  if (isLoading || !next) return;
  isLoading = true;
  try {
    const answer = await ask(feed.dataset.list + "?after=" + encodeURIComponent(next));
    if (!answer.ok) throw new Error(String(answer.status));
    const found = parse(await answer.text()), known = new Set(cards.map((card) => card.id));
    cards.push(...found.cards.filter((card) => !known.has(card.id)));
    next = found.next;
    tellLost(false);
  } catch { tellLost(true); await wait(1000); }
  isLoading = false;
  draw();
};
addEventListener("scroll", draw, { passive: true });
addEventListener("resize", draw);

// MARK: News

const isNewest = feed.dataset.order === "newest";
const settle = () => { cards.unshift(...waiting); waiting = []; if (news) news.hidden = true; draw(); };
const refresh = async () => {
  // Never what was kept of the page: whether there is a network is heard here.
  const answer = await ask(feed.dataset.list + "?part=1");
  if (!answer.ok) throw new Error(String(answer.status));
  const found = parse(await answer.text());
  if (found.counts && counts.innerHTML !== found.counts.outerHTML) counts.replaceChildren(found.counts);
  const there = new Map(found.cards.map((card) => [card.id, card])), known = new Set(cards.map((card) => card.id));
  // What should stand among these, and does not, is gone; where nothing comes behind them, all else is.
  const last = found.cards.at(-1), end = found.next ? cards.findIndex((card) => card.id === last?.id) : cards.length - 1;
  if (found.cards.length === 0 && cards.length && !found.next) { location.reload(); return; }
  const before = cards;
  cards = cards.filter((card, at) => at > end || there.has(card.id));
  const gone = new Set(before.filter((card) => !cards.includes(card)).map((card) => card.id));
  if (gone.size && viewer && gone.has(openID)) dropGone();
  // Those that only do not match any more stay.
  if (feed.dataset.show === "all") forget(gone);
  for (const card of cards) {
    const now = there.get(card.id);
    if (now && now.html !== card.html) { card.html = now.html; const item = made.get(card.id); if (item) item.isOld = true; }
  }
  const fresh = found.cards.filter((card) => !known.has(card.id));
  if (!isNewest) { if (!next && cards.length) next = cards.at(-1).cursor; }
  else if (fresh.length) {
    const isReading = list.getBoundingClientRect().top < -40 && cards.length;
    waiting = fresh;
    if (isReading && news) {
      newsButton.textContent = fresh.length === 1 ? newsButton.dataset.one : newsButton.dataset.many.replace("%1", fresh.length);
      news.hidden = false;
    } else settle();
  }
  draw();
};
newsButton?.addEventListener("click", () => {
  settle();
  scrollTo({ top: 0 });
  requestAnimationFrame(() => requestAnimationFrame(() => list.querySelector("li[data-id] a")?.focus({ preventScroll: true })));
});
let isRefreshing = false, isDue = false;
const renew = async () => {
  if (isRefreshing) { isDue = true; return; }
  isRefreshing = true;
  do {
    isDue = false;
    try { await refresh(); tellLost(false); } catch { tellLost(true); await wait(1000); isDue = document.visibilityState === "visible"; }
  } while (isDue);
  isRefreshing = false;
};
let source = null;
const listen = () => {
  if (!feed.dataset.events || source || document.visibilityState !== "visible") return;
  source = new EventSource(feed.dataset.events);
  source.addEventListener("state", renew);
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) { source = null; setTimeout(listen, 2000); }
    renew();
  });
};
const rest = () => { source?.close(); source = null; };
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { listen(); renew(); } else rest(); });
addEventListener("pagehide", rest);
addEventListener("pageshow", (event) => { if (event.persisted) { listen(); renew(); } });
document.getElementById("refresh")?.addEventListener("click", (event) => { event.preventDefault(); renew(); });

// MARK: A critique over the list

let viewer = null, openID = "";
const close = () => {
  if (!viewer) return;
  viewer.close();
  viewer.remove();
  viewer = null;
  const id = openID;
  openID = "";
  list.querySelector(`li[data-id="${CSS.escape(id)}"] a`)?.focus({ preventScroll: true });
  renew();
};
const sayGone = () => {
  history.replaceState({}, "", feed.dataset.list);
  close();
  lost.textContent = feed.dataset.gone;
  lost.hidden = false;
};
// The article as it came last, and what handles its pictures.
let shown = "";
const galleries = new WeakMap();
const show = (text) => {
  const before = shown;
  shown = text;
  if (viewer) renewArticle(viewer.querySelector("article"), before, text, galleries);
  else {
    viewer = document.createElement("dialog");
    viewer.className = "viewer";
    viewer.setAttribute("aria-labelledby", "critique-title");
    viewer.addEventListener("cancel", (event) => { event.preventDefault(); history.back(); });
    viewer.addEventListener("click", (event) => {
      if (event.target === viewer) history.back();
      if (event.target.closest(".close")) { event.preventDefault(); history.back(); }
    });
    document.body.append(viewer);
    viewer.innerHTML = text;
    viewer.showModal();
    showTimes(viewer);
    const article = viewer.querySelector("article"), gallery = article.querySelector("[data-gallery]");
    if (gallery) galleries.set(gallery, openGallery(article));
    viewer.querySelector("h1").focus({ preventScroll: true });
  }
};
// Those that were opened on this page, the last ones: what the device has kept is behind whatever else it keeps just now.
const opened = new Map();
// What is known of it at once, and what it is now as soon as the studio has said it.
const open = async (path, id) => {
  // An address of its own, as what is kept of it for the time without a network is no whole page.
  const address = path + "?part=1";
  const before = opened.get(id) || await kept(address);
  viewer?.remove();
  viewer = null;
  openID = id;
  if (before) show(before);
  try {
    const answer = await ask(address);
    if (openID !== id) return;
    if (answer.status === 404) { opened.delete(id); forget(new Set([id])); sayGone(); return; }
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    opened.delete(id);
    opened.set(id, text);
    if (opened.size > 30) opened.delete(opened.keys().next().value);
    if (openID === id && text !== before) show(text);
    keepWhole(viewer?.querySelector("article"));
  } catch { if (!before && openID === id) location.assign(path); }
};
list.addEventListener("click", (event) => {
  const link = event.target.closest("li[data-id] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const id = link.closest("li").dataset.id;
  history.pushState({ critique: id }, "", link.getAttribute("href"));
  open(link.getAttribute("href"), id);
});
addEventListener("popstate", (event) => {
  if (event.state?.critique) open(location.pathname, event.state.critique); else close();
});

for (const [id, item] of made) { const card = cards.find((one) => one.id === id); if (card) item.isOld = true; }
showTimes(document);
render();
listen();
document.addEventListener("booth:back", () => { renew(); dropGone(); });
// When nothing else is to be done.
const keep = async () => { await dropGone(); await keepNewest(feed.dataset.newest); };
addEventListener("load", () => setTimeout(keep, 500));
