"use strict";
// A second screen at an event: its newest pictures in turn, each for some seconds; a new one as soon as the gallery tells of it. One classic
// script, as gallery.js is: the page may have it from another address.
(() => {
  /** Milliseconds that a picture stands: long enough to find oneself in it. */
  const stay = 6000;
  /** Milliseconds until a question that failed is asked again. */
  const pause = 3000;

  /** @typedef {{ session: string, url: string }} Picture */

  const screen = document.querySelector(".show");
  if (!(screen instanceof HTMLElement)) return;

  /** @type {Picture[]} all of the gallery's last answer */
  let pictures = [];
  /** @type {Picture[]} those that were not shown yet */
  let fresh = [];
  let mark = "";
  let place = 0;
  let shown = "";
  let timer = 0;

  /** @param {Picture} picture */
  const show = (picture) => {
    const image = new Image();
    image.alt = "";
    image.addEventListener("load", () => {
      // What was hidden or erased while it came is not shown.
      if (pictures.some((other) => other.url === picture.url)) screen.replaceChildren(image);
    });
    image.src = picture.url;
    shown = picture.url;
  };

  const turn = () => {
    clearTimeout(timer);
    timer = setTimeout(turn, stay);
    const picture = fresh.shift() || pictures[place % Math.max(pictures.length, 1)];
    place += 1;
    if (picture && picture.url !== shown) show(picture);
  };

  /** @param {{ mark: string, pictures: Picture[] }} news */
  const take = (news) => {
    const known = new Set(pictures.map((picture) => picture.url));
    const isFirst = mark === "";
    pictures = news.pictures;
    mark = news.mark;
    if (!isFirst) fresh = [...pictures.filter((picture) => !known.has(picture.url)), ...fresh];
    fresh = fresh.filter((picture) => pictures.some((other) => other.url === picture.url));
    const isGone = shown !== "" && !pictures.some((picture) => picture.url === shown);
    if (isGone) {
      shown = "";
      screen.replaceChildren();
    }
    if (isFirst || isGone || fresh.length > 0) {
      place = 0;
      turn();
    }
  };

  const ask = async () => {
    try {
      const answer = await fetch(screen.dataset.news + "mark=" + encodeURIComponent(mark));
      // The event has ended, or has another PIN: its page says so.
      if (answer.status === 403 || answer.status === 410) return location.reload();
      if (!answer.ok) throw new Error("the gallery answers " + answer.status);
      take(await answer.json());
      setTimeout(ask);
    } catch {
      setTimeout(ask, pause);
    }
  };

  ask();
})();
