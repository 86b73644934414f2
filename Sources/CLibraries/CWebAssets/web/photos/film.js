// @ts-nocheck
export class Film {
  constructor(frame, picture, words) {
    this.picture = picture;
    this.words = words;
    this.isOn = false;
    this.shown = () => {};
    this.node = document.createElement("video");
    this.node.className = "photos-film";
    this.node.muted = true;
    this.node.playsInline = true;
    this.node.preload = "none";
    this.node.disableRemotePlayback = true;
    this.node.hidden = true;
    this.node.setAttribute("aria-label", words.livePhoto);
    this.word = document.createElement("p");
    this.word.className = "photos-film-word";
    this.word.setAttribute("role", "status");
    frame.append(this.node, this.word);
    this.node.addEventListener("ended", () => this.end());
    this.node.addEventListener("error", () => { if (this.isOn) this.fail(); });
    // Of a film whose pictures it cannot decode a browser may play the sound alone.
    this.node.addEventListener("loadedmetadata", () => { if (this.isOn && !this.node.videoWidth) this.fail(); });
    this.node.addEventListener("playing", () => { if (this.isOn) { this.node.hidden = false; this.follow(); } });
  }

  // Another photo: its film, if it has one.
  take(photo) {
    this.end();
    this.word.replaceChildren();
    this.address = photo[4] & 8 ? `/photos/film/${photo[0]}/${photo[1]}` : "";
  }

  toggle() { if (this.isOn) this.end(); else if (this.address) this.begin(); }

  begin() {
    this.isOn = true;
    this.word.replaceChildren();
    this.node.muted = true;
    this.shown(true, false);
    this.node.src = this.address;
    // What fails is heard of as an error; what is ended before it began is none.
    this.node.play().catch((error) => { if (this.isOn && error.name !== "AbortError") this.fail(); });
  }

  // The picture is there again.
  end() {
    if (!this.isOn) return;
    this.isOn = false;
    this.node.hidden = true;
    this.node.removeAttribute("src");
    this.node.load();
    this.shown(false, false);
  }

  hear() {
    if (!this.isOn) return;
    this.node.muted = !this.node.muted;
    this.shown(true, !this.node.muted);
  }

  // As large as its picture, and in its place.
  follow() { this.node.style.transform = this.picture.style.transform; }

  async fail() {
    const address = this.address;
    this.end();
    let isThere = false;
    try { isThere = (await fetch(address, { method: "HEAD" })).ok; } catch { /* The studio itself is away. */ }
    if (this.address !== address || this.isOn) return;
    this.word.textContent = isThere ? this.words.filmUnplayable : this.words.filmGone;
    if (!isThere) return;
    const way = document.createElement("a");
    way.className = "button";
    way.href = address;
    way.textContent = this.words.saveFilm;
    this.word.append(" ", way);
  }
}
