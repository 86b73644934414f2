/** @typedef {import("./photo.js").Photo} Photo */

/**
 * A rectangle of cells of one level: level 0 has the photo's own pixels, each next one half as many across.
 * @typedef {{ level: number, column: number, row: number, columns: number, rows: number }} Block
 * @typedef {Block & { image: HTMLImageElement, isHere: boolean, isGone: boolean }} Part
 * @typedef {{ level: number, left: number, right: number, top: number, bottom: number }} Sight
 */

// Pixels across a cell, which the studio cuts, and the most cells that it gives as one picture.
const cell = 512;
const mostCells = 24;
const lastLevel = 8;
// The long side of the large picture, which needs no parts.
const pictured = 2048;
// Pixels that stay in memory; a telephone has less of it.
const [mostPixels, mostPixelsOfPhone] = [16e6, 8e6];
// Parts are asked for where the photo stays for so long, in milliseconds.
const staysFor = 120;

/**
 * The level whose pixels are about as large as the screen's: 0 where each pixel of the photo is needed, 1 where every second one is enough.
 * @param {number} needed pixels of the screen for one of the photo
 */
export const levelFor = (needed) => {
  let level = 0;
  while (level < lastLevel && 2 ** -(level + 1) >= 0.7 * needed) level += 1;
  return level;
};

/**
 * Which cells are in sight along one side, from the first up to the one before the second number.
 * @param {number} start where the photo begins, in points from the frame's beginning
 * @param {number} length of the frame
 * @param {number} all pixels of the photo along this side
 * @param {number} scale points for a pixel
 * @param {number} level
 * @returns {[number, number]}
 */
export const cellsInSight = (start, length, all, scale, level) => {
  const side = cell * 2 ** level;
  return [Math.max(0, Math.floor(-start / scale / side)), Math.min(Math.ceil(all / side), Math.ceil((length - start) / scale / side))];
};

/**
 * The smallest rectangle around all cells in sight that no part has; null where none lacks.
 * @param {Sight} seen
 * @param {Block[]} parts
 * @returns {Block | null}
 */
export const missing = ({ level, left, right, top, bottom }, parts) => {
  const own = parts.filter((part) => part.level === level);
  const lacks = [];
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      if (!own.some((part) => column >= part.column && column < part.column + part.columns && row >= part.row && row < part.row + part.rows)) lacks.push([column, row]);
    }
  }
  if (!lacks.length) return null;
  const [columns, rows] = [lacks.map(([column]) => column), lacks.map(([, row]) => row)];
  const [column, row] = [Math.min(...columns), Math.min(...rows)];
  return { level, column, row, columns: Math.max(...columns) + 1 - column, rows: Math.max(...rows) + 1 - row };
};

/**
 * The same cells in blocks that the studio gives, each halved along its longer side until it is small enough.
 * @param {Block} block
 * @returns {Block[]}
 */
export const split = (block) => {
  const { column, row, columns, rows } = block;
  if (columns * rows <= mostCells) return [block];
  const [across, down] = columns > rows ? [Math.ceil(columns / 2), rows] : [columns, Math.ceil(rows / 2)];
  return [
    ...split({ ...block, columns: across, rows: down }),
    ...(across < columns ? split({ ...block, column: column + across, columns: columns - across }) : []),
    ...(down < rows ? split({ ...block, row: row + down, rows: rows - down }) : []),
  ];
};

/**
 * @param {Block} block
 * @param {Sight} seen
 */
export const isInSight = ({ level, column, row, columns, rows }, seen) =>
  level === seen.level && column < seen.right && column + columns > seen.left && row < seen.bottom && row + rows > seen.top;

/** Parts of a large photo in its own pixels, laid over its picture where it is looked at closely. */
export class Parts {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.home = document.createElement("div");
    this.home.className = "photos-parts";
    this.home.setAttribute("aria-hidden", "true");
    frame.append(this.home);
    /** @type {Part[]} */
    this.parts = [];
    this.most = matchMedia("(pointer: coarse)").matches ? mostPixelsOfPhone : mostPixels;
    /** @type {Photo | null} */
    this.photo = null;
    // How many pixels the photo has.
    /** @type {[width: number, height: number] | null} */
    this.pixels = null;
    /** @type {Sight} */
    this.seen = { level: 0, left: 0, right: 0, top: 0, bottom: 0 };
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
  }

  /**
   * Another photo is shown, or none.
   * @param {Photo | null} photo
   */
  setPhoto(photo) {
    clearTimeout(this.soon);
    this.photo = photo;
    this.pixels = null;
    this.drop(() => true);
  }

  /**
   * Takes how many pixels it has; false where another photo is shown by now.
   * @param {Photo} photo
   * @param {[number, number]} pixels
   */
  setPixels(photo, pixels) {
    if (photo !== this.photo) return false;
    this.pixels = pixels;
    return true;
  }

  /**
   * Points of the page for a pixel, where all of it is seen.
   * @param {[number, number]} pixels
   */
  fit([width, height]) {
    const box = this.frame.getBoundingClientRect();
    return Math.min(box.width / width, box.height / height);
  }

  /** How far to zoom so that a pixel of it is one of the screen; 0: not known. */
  whole() { return this.pixels && this.frame.clientWidth ? 1 / (this.fit(this.pixels) * devicePixelRatio) : 0; }

  /** @param {(part: Part) => boolean} isGone */
  drop(isGone) {
    this.parts = this.parts.filter((part) => {
      if (!isGone(part)) return true;
      part.isGone = true;
      part.image.remove();
      if (!part.isHere) part.image.src = "";
      return false;
    });
  }

  /**
   * Follows the picture. It lies on whole pixels of the screen, or it would be blurred there.
   * @param {number} scale
   * @param {number} x
   * @param {number} y
   */
  follow(scale, x, y) {
    if (!this.pixels) return;
    const box = this.frame.getBoundingClientRect();
    const [width, height] = this.pixels;
    this.scale = this.fit(this.pixels) * scale;
    const round = (/** @type {number} */ at) => Math.round(at * devicePixelRatio) / devicePixelRatio;
    this.left = round(box.left + box.width / 2 + x - width * this.scale / 2) - box.left;
    this.top = round(box.top + box.height / 2 + y - height * this.scale / 2) - box.top;
    this.home.style.transform = `translate(${this.left}px, ${this.top}px) scale(${this.scale})`;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.look(box), staysFor);
  }

  /** @param {DOMRect} box */
  look(box) {
    if (!this.photo || !this.pixels) return;
    const [width, height] = this.pixels;
    const needed = this.scale * devicePixelRatio;
    if (Math.max(width, height) <= pictured || needed <= 1.05 * pictured / Math.max(width, height)) {
      this.drop(() => true);
      return;
    }
    const level = levelFor(needed);
    const [left, right] = cellsInSight(this.left, box.width, width, this.scale, level);
    const [top, bottom] = cellsInSight(this.top, box.height, height, this.scale, level);
    this.seen = { level, left, right, top, bottom };
    // What is not here yet and not in sight is not waited for.
    this.drop((part) => !part.isHere && !isInSight(part, this.seen));
    const lacking = missing(this.seen, this.parts);
    if (!lacking) { this.tidy(); return; }
    for (const block of split(lacking)) this.load(this.photo, this.pixels, block);
  }

  /**
   * @param {Photo} photo
   * @param {[number, number]} pixels
   * @param {Block} block
   */
  load(photo, pixels, block) {
    const { level, column, row, columns, rows } = block;
    const image = new Image();
    /** @type {Part} */
    const part = { ...block, image, isHere: false, isGone: false };
    this.parts.push(part);
    image.alt = "";
    image.draggable = false;
    image.src = `/photos/part/${photo[0]}/${photo[1]}/${level}-${column}-${row}-${columns}-${rows}.jpg`;
    image.decode().then(() => {
      if (part.isGone) return;
      part.isHere = true;
      // Its pixels are as large as the photo's, or twice, four times …; the last ones of a level may be a little less.
      const size = (/** @type {number} */ length) => length / Math.ceil(length / 2 ** level);
      const [across, down] = [size(pixels[0]), size(pixels[1])];
      Object.assign(image.style, {
        left: `${column * cell * across}px`, top: `${row * cell * down}px`,
        width: `${image.naturalWidth * across}px`, height: `${image.naturalHeight * down}px`,
      });
      this.home.append(image);
      this.tidy();
    }, () => { this.parts = this.parts.filter((other) => other !== part); });
  }

  /** What is not in sight goes as soon as what is in sight is there, and there is much of it. */
  tidy() {
    if (this.parts.some((part) => !part.isHere)) return;
    this.drop((part) => part.level !== this.seen.level);
    let sum = this.parts.reduce((all, { image }) => all + image.naturalWidth * image.naturalHeight, 0);
    this.drop((part) => {
      if (sum <= this.most || isInSight(part, this.seen)) return false;
      sum -= part.image.naturalWidth * part.image.naturalHeight;
      return true;
    });
  }
}
