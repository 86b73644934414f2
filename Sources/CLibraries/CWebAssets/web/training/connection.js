// Whether the studio answers, and the line that says so.

// How long it is said that the studio is back, in milliseconds.
const backTime = 3000;

export class Connection {
  /**
   * @param {HTMLElement} line
   * @param {{ lost: () => void, back: () => void }} follow what happens then
   */
  constructor(line, follow) {
    this.line = line;
    this.follow = follow;
    this.isLost = false;
  }

  /** @param {string | undefined} text */
  say(text) {
    this.line.textContent = text || "";
    this.line.hidden = false;
  }

  /** @param {boolean} isLost how the last request ended */
  tell(isLost) {
    if (isLost === this.isLost) return;
    this.isLost = isLost;
    const words = document.body.dataset;
    this.say(isLost ? words.lost : words.back);
    if (isLost) { this.follow.lost(); return; }
    setTimeout(() => { if (!this.isLost) this.line.hidden = true; }, backTime);
    this.follow.back();
  }
}
