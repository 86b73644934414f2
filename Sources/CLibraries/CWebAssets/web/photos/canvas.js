// @ts-nocheck
export class Canvas {
  constructor(grid, isRight) {
    this.node = document.createElement("canvas");
    this.node.className = "photos-canvas";
    this.node.setAttribute("aria-hidden", "true");
    this.node.hidden = true;
    this.isRight = isRight;
    grid.prepend(this.node);
  }

  hide() { if (!this.node.hidden) { this.node.hidden = true; this.node.width = this.node.height = 0; } }

  // boxes: [left, top, width, height, photo or nothing, bitmap or nothing, marks], in the grid's own pixels.
  paint(boxes, width, height, { bar, font, fit }) {
    const scale = devicePixelRatio;
    const { node } = this;
    node.hidden = false;
    if (node.width !== Math.round(width * scale) || node.height !== Math.round(height * scale)) {
      node.width = Math.round(width * scale);
      node.height = Math.round(height * scale);
    }
    const styles = getComputedStyle(node);
    const colour = (name) => styles.getPropertyValue(name).trim();
    const [ink, line, card, act] = ["--ink", "--line", "--card", "--act"].map(colour);
    const tags = [1, 2, 3, 4, 5, 6, 7].map((tag) => colour("--tag-" + tag));
    const c = node.getContext("2d");
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.clearRect(0, 0, width, height);
    c.font = `${font}px ${styles.fontFamily}`;
    c.textBaseline = "middle";
    c.direction = "ltr";
    for (const [left, top, wide, high, photo, bitmap, marks] of boxes) {
      const tall = high - bar;
      if (bitmap) this.picture(c, bitmap, left, top, wide, tall, fit);
      else if (photo && photo[3].length === 9 && !marks.broken) {
        for (let part = 0; part < 3; part += 1) {
          c.fillStyle = "#" + photo[3].slice(3 * (this.isRight ? 2 - part : part), 3 * (this.isRight ? 2 - part : part) + 3);
          c.fillRect(left + part * wide / 3, top, Math.ceil(wide / 3), tall);
        }
      } else {
        c.fillStyle = line;
        c.fillRect(left, top, wide, tall);
      }
      if (marks.broken) { c.fillStyle = ink; c.textAlign = "center"; c.fillText("⚠", left + wide / 2, top + tall / 2); }
      if (photo && photo[5]) {
        const own = tags.filter((_, place) => photo[5] & (1 << place));
        own.forEach((tag, place) => { c.fillStyle = tag; c.fillRect(left + place * wide / own.length, top + tall - 4, wide / own.length, 4); });
      }
      if (bar && photo) {
        c.save();
        c.beginPath();
        c.rect(left, top + tall, wide, bar);
        c.clip();
        c.direction = /^[^\p{L}]*[\u0590-\u08ff]/u.test(photo[7]) ? "rtl" : "ltr";
        c.fillStyle = ink;
        c.textAlign = this.isRight ? "right" : "left";
        c.fillText((photo[4] & 1 ? "★ " : "") + (photo[4] & 8 ? "◉ " : "") + photo[7], this.isRight ? left + wide - 3 : left + 3, top + tall + bar / 2);
        c.restore();
      } else if (photo && photo[4] & 9) {
        c.fillStyle = card;
        c.textAlign = "left";
        c.fillText((photo[4] & 1 ? "★" : "") + (photo[4] & 8 ? "◉" : ""), left + 3, top + tall - 10);
      }
      if (marks.chosen) {
        c.strokeStyle = act;
        c.lineWidth = 4;
        c.strokeRect(left + 2, top + 2, wide - 4, high - 4);
        const x = this.isRight ? left + wide - 14 : left + 14;
        c.fillStyle = act;
        c.beginPath();
        c.arc(x, top + 14, 9, 0, 7);
        c.fill();
        c.fillStyle = "#fff";
        c.textAlign = "center";
        c.fillText("✓", x, top + 15);
      }
    }
  }

  picture(c, bitmap, left, top, wide, tall, fit) {
    const across = wide / bitmap.width;
    const down = tall / bitmap.height;
    if (fit) {
      const scale = Math.min(across, down);
      const [w, h] = [bitmap.width * scale, bitmap.height * scale];
      c.drawImage(bitmap, left + (wide - w) / 2, top + (tall - h) / 2, w, h);
      return;
    }
    // As the squares of the style sheet: filled, a little more of the upper part.
    const scale = Math.max(across, down);
    const [w, h] = [wide / scale, tall / scale];
    c.drawImage(bitmap, (bitmap.width - w) / 2, (bitmap.height - h) * 0.4, w, h, left, top, wide, tall);
  }
}
