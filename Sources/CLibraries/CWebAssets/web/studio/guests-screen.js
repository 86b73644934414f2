// What the guests see, as a picture that follows.

import { ask } from "./person.js";
import { isSeen, wait } from "./waiting.js";
import { dataOf } from "../shared/dom.js";

// Where there is no picture, the booth is asked again so much later, in milliseconds.
const noPicturePause = 2000;

export class GuestsScreen {
  /** @param {HTMLImageElement} picture */
  constructor(picture) {
    this.picture = picture;
    this.isLooking = false;
    this.address = "";
  }

  /** Follows the screen for as long as the page is seen. */
  async look() {
    if (this.isLooking) return;
    this.isLooking = true;
    this.address = "";
    // The number of the picture that is shown; 0: none. The booth answers when it has another one.
    let known = 0;
    while (isSeen()) {
      try {
        const answer = await ask(dataOf(this.picture, "screen") + "?after=" + known, { headers: { "X-Booth-Past": "1" } });
        if (answer.status === 200) {
          known = Number(answer.headers.get("X-Booth-Picture"));
          await this.show(await answer.blob());
        } else if (answer.status !== 204 || answer.headers.has("Retry-After")) {
          known = 0;
          await this.lack();
        }
      } catch { await this.lack(); }
    }
    this.isLooking = false;
  }

  /** @param {Blob} blob */
  async show(blob) {
    const { picture } = this, next = URL.createObjectURL(blob), loaded = new Image();
    loaded.src = next;
    await loaded.decode();
    picture.src = next;
    picture.width = loaded.naturalWidth;
    picture.height = loaded.naturalHeight;
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = next;
    picture.classList.remove("old");
  }

  async lack() {
    this.picture.classList.add("old");
    await wait(noPicturePause);
  }
}
