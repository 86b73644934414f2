// Whether the studio answers: said at the page's top.

// So long it stands there that the studio is back, in milliseconds.
const backShown = 3000;

export class Connection {
  /**
   * @param {HTMLElement} place
   * @param {{ lost: string, back: string }} words
   */
  constructor(place, words) {
    this.place = place;
    this.words = words;
    this.isLost = false;
  }

  tellLost() {
    if (this.isLost) return;
    this.isLost = true;
    this.place.textContent = this.words.lost;
    this.place.hidden = false;
  }

  tellBack() {
    if (!this.isLost) return;
    this.isLost = false;
    this.place.textContent = this.words.back;
    setTimeout(() => { if (!this.isLost) this.place.hidden = true; }, backShown);
  }

  /**
   * That the page is shown as it was.
   * @param {string} text
   */
  tellOffline(text) {
    this.tellLost();
    this.place.textContent = text;
  }
}
