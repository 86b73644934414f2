import { element } from "../shared/dom.js";
import { undated } from "./layout.js";

/** @typedef {import("./browser.js").PhotoBrowser} PhotoBrowser */
/** @typedef {import("./layout.js").Layout} Layout */

// The thumb's height, and half of it, in points: 2.75rem in the style sheet.
const [thumbHeight, halfThumb] = [44, 22];
// Years keep this distance, in points, and a thirtieth of the window.
const [leastDistance, distanceShare] = [26, 30];
// From the thumb's top to the middle of a year's digits.
const yearInset = 12;
// The page keys go so many months, or so many steps where there are no months; a step is a fiftieth of all photos.
const [pageMonths, pageSteps, steps] = [12, 5, 50];

/**
 * Years beside the line, as far as there is room, and where they stand.
 * @param {Layout} layout
 * @param {number} length of the line that the thumb's top goes along
 * @param {number} height of the window
 */
export const yearMarks = (layout, length, height) => {
  /** @type {{ year: number, at: number }[]} */
  const marks = [];
  layout.months.forEach(([month], stretch) => {
    if (month === null || month === undated) return;
    const last = marks[marks.length - 1];
    const year = Math.floor(month / 12);
    const at = layout.starts[stretch] / Math.max(1, layout.total) * length;
    if (last && (last.year === year || at - last.at < Math.max(leastDistance, height / distanceShare))) return;
    marks.push({ year, at });
  });
  return marks;
};

/**
 * Where a key on the time line leads: to the row of another month, or some photos further where there are no months. Undefined: nowhere.
 * @param {string} key
 * @param {Layout} layout
 * @param {{ first: number, last: number }} row the window's first row: its photos' places among all.
 * @returns {number | undefined}
 */
export const targetOfKey = (key, layout, { first, last }) => {
  const { starts, total } = layout;
  const hasMonths = layout.months.length > 1;
  const by = Math.max(1, Math.round(total / steps));
  const stretchOf = (/** @type {number} */ ordinal) => layout.find(ordinal)?.[0] ?? 0;
  switch (key) {
    case "ArrowDown": return hasMonths ? starts[stretchOf(last) + 1] : first + by;
    case "ArrowUp": return hasMonths ? starts[stretchOf(Math.max(0, first - 1))] : first - by;
    case "PageDown": return hasMonths ? starts[stretchOf(last) + pageMonths] ?? total - 1 : first + pageSteps * by;
    case "PageUp": return hasMonths ? starts[Math.max(0, stretchOf(first) - pageMonths)] : first - pageSteps * by;
    case "Home": return 0;
    case "End": return total - 1;
    default: return undefined;
  }
};

// Keys that the time line takes, also where they lead nowhere.
const keys = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"]);

/** The line beside the grid: where the window stands among all photos, and a way to any of them. */
export class Timeline {
  /** @param {PhotoBrowser} browser */
  constructor(browser) {
    this.browser = browser;
    this.node = element("div", "photos-timeline", {
      role: "slider", tabindex: "0", "aria-orientation": "vertical", "aria-label": browser.words.timeline, "aria-valuemin": "0",
    });
    this.thumb = element("span", "photos-thumb");
    this.years = element("span", "photos-years");
    this.bubble = element("span", "photos-bubble");
    this.bubble.hidden = true;
    this.node.append(this.years, this.thumb, this.bubble);
  }

  listen() {
    const { node, bubble } = this;
    node.addEventListener("pointerdown", (event) => { node.setPointerCapture(event.pointerId); bubble.hidden = false; this.jump(event); });
    node.addEventListener("pointermove", (event) => { if (node.hasPointerCapture(event.pointerId)) this.jump(event); });
    node.addEventListener("lostpointercapture", () => { bubble.hidden = true; });
    node.addEventListener("wheel", (event) => { event.preventDefault(); this.browser.move(event.deltaY); }, { passive: false });
    node.addEventListener("keydown", (event) => this.press(event));
  }

  draw() {
    const { layout, scroll, grid } = this.browser;
    const top = scroll.topOrdinal();
    const share = Math.min(1, top / Math.max(1, layout.total - grid.shownCount));
    const { month } = scroll;
    const text = month === null ? String(top + 1) : this.browser.nameOf(month);
    this.thumb.style.top = this.bubble.style.top = `calc(${share} * (100% - 2.75rem))`;
    this.node.setAttribute("aria-valuemax", String(Math.max(0, layout.total - 1)));
    this.node.setAttribute("aria-valuenow", String(top));
    this.node.setAttribute("aria-valuetext", text);
    this.bubble.textContent = text;
  }

  drawYears() {
    const { layout, scroll } = this.browser;
    this.years.replaceChildren(...yearMarks(layout, scroll.height - scroll.pad - thumbHeight, scroll.height).map(({ year, at }) => {
      const mark = element("span", "photos-year", { text: String(year) });
      mark.style.top = at + yearInset + "px";
      return mark;
    }));
  }

  /** @param {PointerEvent} event */
  jump(event) {
    const { layout, grid } = this.browser;
    const box = this.node.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientY - box.top - halfThumb) / Math.max(1, box.height - thumbHeight)));
    this.browser.goTo(Math.round(share * Math.max(0, layout.total - grid.shownCount)));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { layout, scroll } = this.browser;
    const row = scroll.topRow(0.5);
    if (!keys.has(event.key) || !row) return;
    event.preventDefault();
    const ordinal = targetOfKey(event.key, layout, row);
    if (ordinal !== undefined) this.browser.goTo(Math.max(0, Math.min(layout.total - 1, ordinal)));
  }
}
