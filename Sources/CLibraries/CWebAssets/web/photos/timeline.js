import { element } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
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

// On telephones the thumb goes this long after the page was scrolled, in milliseconds.
const staysFor = 1600;

/**
 * Which photo comes to the window's top where the thumb is dragged to.
 * @param {number} y points from the line's beginning to the thumb's middle
 * @param {number} length of the line
 * @param {number} last photo that can be at the window's top
 */
export const ordinalAt = (y, length, last) => Math.round(Math.max(0, Math.min(1, (y - halfThumb) / Math.max(1, length - thumbHeight))) * Math.max(0, last));

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
    this.thumb.append(icon("chevron-expand"));
    /** How far from the thumb's middle it was grasped. */
    this.grasp = 0;
    this.stood = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.years = element("span", "photos-years");
    this.bubble = element("span", "photos-bubble");
    this.bubble.hidden = true;
    this.node.append(this.years, this.thumb, this.bubble);
  }

  listen() {
    const { node, bubble } = this;
    node.addEventListener("pointerdown", (event) => this.grab(event));
    node.addEventListener("pointermove", (event) => { if (node.hasPointerCapture(event.pointerId)) this.jump(event); });
    node.addEventListener("lostpointercapture", () => {
      bubble.hidden = true;
      node.classList.remove("dragged");
      this.wake();
    });
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
    if (this.bubble.textContent !== text) this.bubble.textContent = text;
    const stands = [scroll.block, Math.round(scroll.y)].join(" ");
    if (stands !== this.stood && this.stood) this.wake();
    this.stood = stands;
  }

  /** Shows the thumb, and for a while after the last time. */
  wake() {
    clearTimeout(this.rest);
    this.node.classList.add("active");
    this.rest = setTimeout(() => this.node.classList.remove("active"), staysFor);
  }

  /**
   * Where it is grasped, the thumb stays under the finger; elsewhere on the line it comes there.
   * @param {PointerEvent} event
   */
  grab(event) {
    const { node, thumb, bubble } = this;
    node.setPointerCapture(event.pointerId);
    bubble.hidden = false;
    node.classList.add("dragged");
    const box = thumb.getBoundingClientRect();
    const isThumb = event.target instanceof Node && thumb.contains(event.target);
    this.grasp = isThumb ? event.clientY - box.top - halfThumb : 0;
    if (!isThumb) this.jump(event);
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
    this.browser.goTo(ordinalAt(event.clientY - this.grasp - box.top, box.height, layout.total - grid.shownCount));
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
