// @ts-nocheck
import { openMarks } from "./marks.js";

const nearest = 1, farthest = 4, step = 1.5;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// The reader's own way of writing a date.
let format = null;
export const showTimes = (root) => {
  format ??= new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time[datetime]:not([data-own])")) {
    const date = new Date(time.dateTime);
    if (!isNaN(date)) { time.textContent = format.format(date); time.dataset.own = "1"; }
  }
};

// `state`: of another gallery, of which this one takes over what was looked at, and whether marks are shown.
export const openGallery = (article, state) => {
  const root = article.querySelector("[data-gallery]");
  if (!root) return null;
  const words = root.dataset;
  const stage = root.querySelector(".stage"), picture = root.querySelector("#picture"), canvas = stage.querySelector("canvas");
  const gone = root.querySelector("#gone"), pad = root.querySelector(".pad"), told = root.querySelector(".told");
  const counter = root.querySelector(".counter"), scale = root.querySelector(".zoom");
  const links = [...root.querySelectorAll(".strip a")];
  const button = (name) => root.querySelector(`[data-do="${name}"]`);
  const isRight = document.documentElement.dir === "rtl";
  const filled = (text, ...parts) => text.replace(/%(\d)/g, (_, number) => parts[number - 1]);
  const kept = new Map();
  let index = 0, zoom = 1, x = 0, y = 0, isThere = false;
  let drawing = null;

  // MARK: Near and far

  // How large the picture is in the stage, before it is brought nearer.
  const extent = () => {
    const { clientWidth: width, clientHeight: height } = stage;
    const own = picture.naturalWidth / picture.naturalHeight || width / height;
    return own > width / height ? { width, height: width / own } : { width: height * own, height };
  };
  const place = (glides) => {
    const { width, height } = extent();
    const far = { x: Math.max(0, (width * zoom - stage.clientWidth) / 2), y: Math.max(0, (height * zoom - stage.clientHeight) / 2) };
    x = clamp(x, -far.x, far.x); y = clamp(y, -far.y, far.y);
    stage.classList.toggle("glides", Boolean(glides));
    for (const layer of [picture, canvas]) layer.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    stage.classList.toggle("zoomed", zoom > 1);
    pad.hidden = zoom === 1;
    const text = Math.round(zoom * 100) + " %";
    if (scale.textContent !== text) scale.textContent = text;
    button("out").disabled = zoom <= nearest; button("in").disabled = zoom >= farthest;
    stage.dataset.zoom = String(Math.round(zoom * 100) / 100);
  };
  // What lies under a point of the stage stays there.
  const zoomTo = (wanted, at, glides) => {
    if (!isThere) return;
    const next = clamp(wanted, nearest, farthest);
    const box = stage.getBoundingClientRect();
    const point = at ? { x: at.x - box.left - box.width / 2, y: at.y - box.top - box.height / 2 } : { x: 0, y: 0 };
    x = point.x - (point.x - x) * next / zoom; y = point.y - (point.y - y) * next / zoom;
    zoom = next;
    if (zoom === 1) x = y = 0;
    place(glides);
  };
  const pan = (right, down) => { x -= right * stage.clientWidth / 4; y -= down * stage.clientHeight / 4; place(true); };

  // MARK: One after the other

  const load = (place) => {
    const address = links[place]?.dataset.picture;
    if (!address) return null;
    if (!kept.has(address)) { const image = new Image(); image.src = address; kept.set(address, image); }
    return kept.get(address);
  };
  const show = (next) => {
    index = clamp(next, 0, links.length - 1);
    const link = links[index], address = link.dataset.picture;
    zoom = 1; x = y = 0; isThere = false;
    for (const other of links) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    const box = link.getBoundingClientRect(), strip = link.closest("ol");
    strip.scrollLeft += box.left + box.width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
    const text = filled(words.of, index + 1, links.length);
    if (counter.textContent !== text) counter.textContent = text;
    button("previous").disabled = index === 0; button("next").disabled = index === links.length - 1;
    const save = button("save");
    save.hidden = !address; button("share").hidden = false;
    if (address) { save.href = address; save.download = link.dataset.name; }
    gone.hidden = Boolean(address);
    picture.hidden = !address;
    drawing?.show(index, false);
    place(false);
    if (!address) { stage.classList.remove("loading"); return; }
    stage.classList.add("loading");
    picture.alt = filled(words.picture, index + 1, links.length);
    picture.src = address;
    if (picture.complete && picture.naturalWidth) arrived();
  };
  const arrived = () => {
    if (isThere || picture.getAttribute("src") !== links[index].dataset.picture || !picture.naturalWidth) return;
    isThere = true;
    stage.classList.remove("loading");
    gone.hidden = true; picture.hidden = false;
    place(false);
    drawing?.show(index, true);
    // The next is there before it is wanted.
    load(index + 1); load(index - 1);
  };
  picture.addEventListener("load", arrived);
  picture.addEventListener("error", () => {
    stage.classList.remove("loading"); picture.hidden = true; gone.hidden = false; isThere = false;
  });
  for (const image of root.querySelectorAll(".strip img")) image.addEventListener("error", () => image.classList.add("missing"));

  // MARK: Fingers and mouse

  const fingers = new Map();
  let start = null, tap = null;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest("button") || drawing?.isOn) return;
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) start = { x: event.clientX, y: event.clientY, fromX: x, fromY: y, moved: false };
    if (fingers.size === 2) start = { ...spread(), zoom, moved: true, isPinch: true };
  });
  stage.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !start) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (start.isPinch) {
      if (fingers.size < 2) return;
      const now = spread();
      zoomTo(start.zoom * now.distance / start.distance, now);
      return;
    }
    const right = event.clientX - start.x, down = event.clientY - start.y;
    if (Math.hypot(right, down) > 10) start.moved = true;
    if (zoom > 1) { x = start.fromX + right; y = start.fromY + down; place(false); }
    else if (start.moved && Math.abs(right) > Math.abs(down)) picture.style.transform = `translate(${right}px, 0)`;
  });
  const lift = (event, isOver) => {
    if (!fingers.delete(event.pointerId) || !start) return;
    if (fingers.size) { if (start.isPinch) start = { ...start, moved: true }; return; }
    const { isPinch, moved } = start;
    const right = event.clientX - start.x, down = event.clientY - start.y;
    start = null;
    if (isPinch || isOver) { place(true); return; }
    if (!moved) {
      const now = { at: event.timeStamp, x: event.clientX, y: event.clientY };
      if (tap && now.at - tap.at < 350 && Math.hypot(now.x - tap.x, now.y - tap.y) < 40) {
        tap = null;
        zoomTo(zoom > 1 ? 1 : 2, now, true);
      } else tap = now;
      return;
    }
    if (zoom === 1) {
      if (Math.abs(right) > 50 && Math.abs(right) > 1.5 * Math.abs(down)) {
        const forward = (right < 0) !== isRight;
        const next = clamp(index + (forward ? 1 : -1), 0, links.length - 1);
        if (next !== index) { show(next); return; }
      }
      place(true);
    }
  };
  stage.addEventListener("pointerup", (event) => lift(event, false));
  stage.addEventListener("pointercancel", (event) => lift(event, true));
  stage.addEventListener("dragstart", (event) => event.preventDefault());
  stage.addEventListener("wheel", (event) => {
    if (drawing?.isOn) return;
    event.preventDefault();
    zoomTo(zoom * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  new ResizeObserver(() => { place(false); drawing?.show(index, isThere); }).observe(stage);

  // MARK: Buttons and keys

  const share = async () => {
    const link = location.origin + words.link, title = article.querySelector("h1").textContent;
    try {
      let file = null;
      if (navigator.canShare && links[index].dataset.picture) {
        const blob = await (await fetch(links[index].dataset.picture)).blob();
        file = new File([blob], links[index].dataset.name, { type: blob.type });
      }
      if (file && navigator.canShare({ files: [file] })) await navigator.share({ files: [file], title });
      else if (navigator.share) await navigator.share({ url: link, title });
      else { await navigator.clipboard.writeText(link); told.textContent = words.copied; }
    } catch (error) { if (error.name !== "AbortError") told.textContent = link; }
  };
  const full = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => {});
  };
  button("full").hidden = !document.fullscreenEnabled;
  const actions = {
    previous: () => show(index - 1), next: () => show(index + 1), in: () => zoomTo(zoom * step, null, true),
    out: () => zoomTo(zoom / step < 1.05 ? 1 : zoom / step, null, true), up: () => pan(0, -1), down: () => pan(0, 1), left: () => pan(-1, 0),
    right: () => pan(1, 0), full, share,
  };
  root.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-do]");
    if (wanted && actions[wanted.dataset.do]) {
      told.textContent = "";
      actions[wanted.dataset.do]();
      // A button that has just become useless would take the focus with it.
      if (wanted.disabled) stage.closest(".gallery").querySelector(".pair button:not(:disabled)")?.focus();
    }
    const link = event.target.closest(".strip a");
    if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); show(links.indexOf(link)); }
  });
  // Of the whole page: who has touched a picture has their focus nowhere.
  const typed = (event) => {
    if (!root.isConnected) { document.removeEventListener("keydown", typed); return; }
    if (event.target.closest("input, textarea, select, summary") || event.altKey || event.ctrlKey || event.metaKey) return;
    const forward = isRight ? -1 : 1;
    const keys = {
      ArrowRight: () => zoom > 1 ? pan(1, 0) : show(index + forward), ArrowLeft: () => zoom > 1 ? pan(-1, 0) : show(index - forward),
      ArrowUp: zoom > 1 ? () => pan(0, -1) : null, ArrowDown: zoom > 1 ? () => pan(0, 1) : null,
      Home: () => show(0), End: () => show(links.length - 1), "+": actions.in, "=": actions.in, "-": actions.out, 0: () => zoomTo(1, null, true), f: full,
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  document.addEventListener("keydown", typed);

  drawing = openMarks({ root, stage, canvas, picture, links, extent, isShown: state?.isShown ?? true, said: (text) => { told.textContent = text; } });
  show(state?.index ?? 0);
  return {
    get state() { return { index, isShown: drawing.isShown }; },
    // Takes over from a newer one what may differ while the pictures are the same; false where they are not.
    renew(fresh) {
      const others = [...fresh.querySelectorAll(".strip a")];
      const isSame = others.length === links.length && others.every((other, at) => other.dataset.picture === links[at].dataset.picture)
        && !fresh.querySelector("#drawing") === !root.querySelector("#drawing");
      if (!isSame) return false;
      for (const [name, value] of Object.entries(fresh.dataset)) root.dataset[name] = value;
      others.forEach((other, at) => Object.assign(links[at].dataset, { name: other.dataset.name, marks: other.dataset.marks }));
      if (links[index].dataset.picture) button("save").download = links[index].dataset.name;
      drawing.renew();
      return true;
    },
  };
};
