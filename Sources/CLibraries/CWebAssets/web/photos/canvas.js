import { signs, tagCount, tagPlaces } from "./photo.js";

/** @typedef {import("./photo.js").Photo} Photo */

/**
 * A photo to be painted, in points of the grid.
 * @typedef {object} PaintedPhoto
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {Photo | null | undefined} photo nothing while it is not known.
 * @property {ImageBitmap | undefined} bitmap
 * @property {boolean} isChosen
 * @property {boolean} isBroken
 */

// Of squares that cut off a part, a little more of the upper part is seen, as in the style sheet: faces are there.
const upperShare = 0.4;
const tagHeight = 4;
const frameWidth = 4;
// The mark of a selected photo: how far it lies from the corner, and its radius.
const [markAt, markRadius] = [14, 9];

/**
 * Where all of a picture lies in the middle of a box.
 * @param {{ width: number, height: number }} picture
 * @param {number} width
 * @param {number} height
 */
export const fitInside = (picture, width, height) => {
  const scale = Math.min(width / picture.width, height / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
};

/**
 * The part of a picture that fills a box.
 * @param {{ width: number, height: number }} picture
 * @param {number} width
 * @param {number} height
 */
export const cropToFill = (picture, width, height) => {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [w, h] = [width / scale, height / scale];
  return { x: (picture.width - w) / 2, y: (picture.height - h) * upperShare, width: w, height: h };
};

/**
 * In which direction a name is read, by its first letter: Hebrew, Arabic and their neighbours from the right.
 * @param {string} name
 * @returns {"ltr" | "rtl"}
 */
export const directionOf = (name) => /^[^\p{L}]*[\u0590-\u08ff]/u.test(name) ? "rtl" : "ltr";

/** Paints the photos where they are more than the page can have elements for. */
export class Canvas {
  /**
   * @param {HTMLElement} grid
   * @param {boolean} isRight whether the page is read from right to left.
   */
  constructor(grid, isRight) {
    this.node = document.createElement("canvas");
    this.node.className = "photos-canvas";
    this.node.setAttribute("aria-hidden", "true");
    this.node.hidden = true;
    this.isRight = isRight;
    grid.prepend(this.node);
  }

  hide() { if (!this.node.hidden) { this.node.hidden = true; this.node.width = this.node.height = 0; } }

  /**
   * @param {PaintedPhoto[]} photos
   * @param {number} width of the grid
   * @param {number} height
   * @param {{ bar: number, font: number, fit: boolean }} display the height of a name, the size of its letters, and whether all of a photo is seen.
   */
  paint(photos, width, height, { bar, font, fit }) {
    const scale = devicePixelRatio;
    const { node } = this;
    node.hidden = false;
    if (node.width !== Math.round(width * scale) || node.height !== Math.round(height * scale)) {
      node.width = Math.round(width * scale);
      node.height = Math.round(height * scale);
    }
    const context = node.getContext("2d");
    if (!context) throw new Error("the browser gives no canvas to paint on");
    const colours = this.colours();
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = `${font}px ${colours.family}`;
    context.textBaseline = "middle";
    context.direction = "ltr";
    for (const own of photos) {
      const tall = own.height - bar;
      this.paintPicture(context, own, tall, fit, colours);
      if (own.isBroken) {
        context.fillStyle = colours.ink;
        context.textAlign = "center";
        context.fillText("⚠", own.left + own.width / 2, own.top + tall / 2);
      }
      if (own.photo) this.paintTags(context, own, own.photo, tall, colours);
      if (bar && own.photo) this.paintName(context, own, own.photo, tall, bar, colours);
      else if (own.photo && signs(own.photo, "")) {
        context.fillStyle = colours.card;
        context.textAlign = "left";
        context.fillText(signs(own.photo, ""), own.left + 3, own.top + tall - 10);
      }
      if (own.isChosen) this.paintMark(context, own, colours);
    }
  }

  /** Colours and letters of the style sheet. */
  colours() {
    const styles = getComputedStyle(this.node);
    const colour = (/** @type {string} */ name) => styles.getPropertyValue(name).trim();
    return {
      ink: colour("--ink"), line: colour("--line"), card: colour("--card"), act: colour("--act"), family: styles.fontFamily,
      tags: Array.from({ length: tagCount }, (_, place) => colour("--tag-" + (place + 1))),
    };
  }

  /**
   * Its thumbnail; until that is here, its three colours.
   * @param {CanvasRenderingContext2D} context
   * @param {PaintedPhoto} own
   * @param {number} tall
   * @param {boolean} fit
   * @param {{ line: string }} colours
   */
  paintPicture(context, { left, top, width, photo, bitmap, isBroken }, tall, fit, { line }) {
    if (bitmap && fit) {
      const box = fitInside(bitmap, width, tall);
      context.drawImage(bitmap, left + box.x, top + box.y, box.width, box.height);
    } else if (bitmap) {
      const part = cropToFill(bitmap, width, tall);
      context.drawImage(bitmap, part.x, part.y, part.width, part.height, left, top, width, tall);
    } else if (photo && photo[3].length === 9 && !isBroken) {
      for (let part = 0; part < 3; part += 1) {
        const from = 3 * (this.isRight ? 2 - part : part);
        context.fillStyle = "#" + photo[3].slice(from, from + 3);
        context.fillRect(left + part * width / 3, top, Math.ceil(width / 3), tall);
      }
    } else {
      context.fillStyle = line;
      context.fillRect(left, top, width, tall);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {PaintedPhoto} own
   * @param {Photo} photo
   * @param {number} tall
   * @param {{ tags: string[] }} colours
   */
  paintTags(context, { left, top, width }, photo, tall, { tags }) {
    const own = tagPlaces(photo[5]).map((place) => tags[place]);
    own.forEach((tag, place) => {
      context.fillStyle = tag;
      context.fillRect(left + place * width / own.length, top + tall - tagHeight, width / own.length, tagHeight);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {PaintedPhoto} own
   * @param {Photo} photo
   * @param {number} tall
   * @param {number} bar
   * @param {{ ink: string }} colours
   */
  paintName(context, { left, top, width }, photo, tall, bar, { ink }) {
    context.save();
    context.beginPath();
    context.rect(left, top + tall, width, bar);
    context.clip();
    context.direction = directionOf(photo[7]);
    context.fillStyle = ink;
    context.textAlign = this.isRight ? "right" : "left";
    context.fillText(signs(photo) + photo[7], this.isRight ? left + width - 3 : left + 3, top + tall + bar / 2);
    context.restore();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {PaintedPhoto} own
   * @param {{ act: string }} colours
   */
  paintMark(context, { left, top, width, height }, { act }) {
    context.strokeStyle = act;
    context.lineWidth = frameWidth;
    context.strokeRect(left + frameWidth / 2, top + frameWidth / 2, width - frameWidth, height - frameWidth);
    const x = this.isRight ? left + width - markAt : left + markAt;
    context.fillStyle = act;
    context.beginPath();
    context.arc(x, top + markAt, markRadius, 0, 7);
    context.fill();
    context.fillStyle = "#fff";
    context.textAlign = "center";
    context.fillText("✓", x, top + markAt + 1);
  }
}
