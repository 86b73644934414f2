// @ts-nocheck
const cell = 512;
const mostCells = 24;
// Of the large picture.
const pictured = 2048;

export class Parts {
  constructor(frame) {
    this.frame = frame;
    this.home = document.createElement("div");
    this.home.className = "photos-parts";
    this.home.setAttribute("aria-hidden", "true");
    frame.append(this.home);
    this.parts = [];
    // In pixels; a telephone has less memory.
    this.most = matchMedia("(pointer: coarse)").matches ? 8e6 : 16e6;
  }

  // Another photo, or none.
  take(photo) {
    clearTimeout(this.soon);
    this.photo = photo;
    this.pixels = null;
    this.drop(() => true);
  }

  // How many pixels it has.
  know(photo, pixels) {
    if (photo !== this.photo) return false;
    this.pixels = pixels;
    return true;
  }

  // Points of the page for a pixel, where all of it is seen.
  fit() {
    const box = this.frame.getBoundingClientRect();
    return Math.min(box.width / this.pixels[0], box.height / this.pixels[1]);
  }

  // How far to zoom so that a pixel of it is one of the screen; 0: not known.
  whole() { return this.pixels && this.frame.clientWidth ? 1 / (this.fit() * devicePixelRatio) : 0; }

  drop(isGone) {
    this.parts = this.parts.filter((part) => {
      if (!isGone(part)) return true;
      part.isGone = true;
      part.image.remove();
      if (!part.isHere) part.image.src = "";
      return false;
    });
  }

  // It lies on whole pixels of the screen, or it would be blurred there.
  follow(scale, x, y) {
    if (!this.pixels) return;
    const box = this.frame.getBoundingClientRect();
    const [width, height] = this.pixels;
    this.scale = this.fit() * scale;
    const round = (at) => Math.round(at * devicePixelRatio) / devicePixelRatio;
    this.left = round(box.left + box.width / 2 + x - width * this.scale / 2) - box.left;
    this.top = round(box.top + box.height / 2 + y - height * this.scale / 2) - box.top;
    this.home.style.transform = `translate(${this.left}px, ${this.top}px) scale(${this.scale})`;
    // Not before somebody stays there.
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.look(box), 120);
  }

  look(box) {
    if (!this.photo || !this.pixels) return;
    const [width, height] = this.pixels;
    const needed = this.scale * devicePixelRatio;
    if (Math.max(width, height) <= pictured || needed <= 1.05 * pictured / Math.max(width, height)) {
      this.drop(() => true);
      return;
    }
    let level = 0;
    while (level < 8 && 2 ** -(level + 1) >= 0.7 * needed) level += 1;
    const side = cell * 2 ** level;
    const range = (start, length, all) => [
      Math.max(0, Math.floor(-start / this.scale / side)), Math.min(Math.ceil(all / side), Math.ceil((length - start) / this.scale / side)),
    ];
    const [left, right] = range(this.left, box.width, width);
    const [top, bottom] = range(this.top, box.height, height);
    this.seen = { level, left, right, top, bottom };
    // What is not here yet and not in sight is not waited for.
    this.drop((part) => !part.isHere && !this.isSeen(part));
    const own = this.parts.filter((part) => part.level === level);
    const lacks = [];
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        if (!own.some((part) => column >= part.column && column < part.column + part.columns && row >= part.row && row < part.row + part.rows)) lacks.push([column, row]);
      }
    }
    if (!lacks.length) { this.tidy(); return; }
    const least = (of) => Math.min(...lacks.map((one) => one[of]));
    const most = (of) => Math.max(...lacks.map((one) => one[of])) + 1;
    this.want(level, least(0), least(1), most(0) - least(0), most(1) - least(1));
  }

  isSeen({ level, column, row, columns, rows }) {
    const seen = this.seen;
    return level === seen.level && column < seen.right && column + columns > seen.left && row < seen.bottom && row + rows > seen.top;
  }

  want(level, column, row, columns, rows) {
    if (columns * rows > mostCells) {
      const [across, down] = columns > rows ? [Math.ceil(columns / 2), rows] : [columns, Math.ceil(rows / 2)];
      this.want(level, column, row, across, down);
      if (across < columns) this.want(level, column + across, row, columns - across, rows);
      if (down < rows) this.want(level, column, row + down, columns, rows - down);
      return;
    }
    const image = new Image();
    const part = { level, column, row, columns, rows, image, isHere: false };
    this.parts.push(part);
    image.alt = "";
    image.draggable = false;
    image.src = `/photos/part/${this.photo[0]}/${this.photo[1]}/${level}-${column}-${row}-${columns}-${rows}.jpg`;
    image.decode().then(() => {
      if (part.isGone) return;
      part.isHere = true;
      // Its pixels are as large as the photo's, or twice, four times …; the last ones of a level may be a little less.
      const size = (length) => length / Math.ceil(length / 2 ** level);
      const [across, down] = [size(this.pixels[0]), size(this.pixels[1])];
      Object.assign(image.style, {
        left: `${column * cell * across}px`, top: `${row * cell * down}px`,
        width: `${image.naturalWidth * across}px`, height: `${image.naturalHeight * down}px`,
      });
      this.home.append(image);
      this.tidy();
    }, () => { this.parts = this.parts.filter((other) => other !== part); });
  }

  // What is not in sight goes as soon as what is in sight is there, and there is much of it.
  tidy() {
    if (this.parts.some((part) => !part.isHere)) return;
    this.drop((part) => part.level !== this.seen.level);
    let sum = this.parts.reduce((all, { image }) => all + image.naturalWidth * image.naturalHeight, 0);
    this.drop((part) => {
      if (sum <= this.most || this.isSeen(part)) return false;
      sum -= part.image.naturalWidth * part.image.naturalHeight;
      return true;
    });
  }
}
