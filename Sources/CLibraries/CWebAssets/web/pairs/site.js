// The first page of a static site: finds words in the list and marks them on the map; makes the map larger, and moves it.

import { find, findAll, findOptional } from "../shared/dom.js";

/** @param {string} text */
export const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A part of the map, within the whole and no smaller than a 64th of it.
 * @param {{ x: number, y: number, width: number }} view
 * @param {{ width: number, height: number }} full
 */
export const inside = (view, full) => {
  const width = Math.min(full.width, Math.max(full.width / 64, view.width));
  const height = width * full.height / full.width;
  const within = (/** @type {number} */ at, /** @type {number} */ room) => Math.min(room, Math.max(0, at));
  return { x: within(view.x, full.width - width), y: within(view.y, full.height - height), width, height };
};

const listen = () => {
  const places = findAll(document, "[data-place]", HTMLElement).map((row) => ({
    row, text: folded(row.textContent ?? ""), pin: document.querySelector(`[data-pin="${row.dataset.place}"]`),
  }));
  find(document, "[data-search]", HTMLElement).hidden = false;
  const field = find(document, "#search", HTMLInputElement);
  field.addEventListener("input", () => {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { row, text, pin } of places) {
      row.hidden = !words.every((word) => text.includes(word));
      pin?.classList.toggle("away", row.hidden);
      if (!row.hidden) found += 1;
    }
    find(document, "[data-none]", HTMLElement).hidden = found > 0;
  });
};

/** @param {SVGSVGElement} map */
const move = (map) => {
  const { width, height } = map.viewBox.baseVal;
  const full = { width, height };
  let view = { x: 0, y: 0, ...full };
  const show = (/** @type {{ x: number, y: number, width: number }} */ wanted) => {
    view = inside(wanted, full);
    map.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    map.style.setProperty("--zoom", String(view.width / full.width));
  };
  find(document, "[data-zooms]", HTMLElement).hidden = false;
  for (const button of findAll(document, "[data-zoom]", HTMLElement)) {
    button.addEventListener("click", () => {
      const wide = Math.min(full.width, view.width * Number(button.dataset.zoom));
      const less = (view.width - wide) / 2;
      show({ x: view.x + less, y: view.y + less * full.height / full.width, width: wide });
    });
  }
  /** @type {{ x: number, y: number, moved: boolean } | null} */
  let from = null;
  map.addEventListener("pointerdown", ({ clientX, clientY }) => { if (view.width < full.width) from = { x: clientX, y: clientY, moved: false }; });
  map.addEventListener("pointermove", ({ clientX, clientY, pointerId }) => {
    if (!from) return;
    const unit = view.width / map.getBoundingClientRect().width;
    const [dx, dy] = [clientX - from.x, clientY - from.y];
    if (!from.moved && Math.hypot(dx, dy) < 6) return;
    if (!from.moved) map.setPointerCapture(pointerId);
    from = { x: clientX, y: clientY, moved: true };
    show({ x: view.x - dx * unit, y: view.y - dy * unit, width: view.width });
  });
  for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, () => { setTimeout(() => { from = null; }); });
  map.addEventListener("click", (event) => { if (from?.moved) event.preventDefault(); }, true);
  map.addEventListener("dragstart", (event) => event.preventDefault());
};

if (globalThis.document) {
  listen();
  const map = findOptional(document, "[data-map]", SVGSVGElement);
  if (map) move(map);
}
