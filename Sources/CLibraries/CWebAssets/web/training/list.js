// The lists of critiques: of a photographer, and of a team.

import { get } from "../shared/ask.js";
import { create, dataOf, fill, find } from "../shared/dom.js";
import { CardWindow, parseCards, readCards } from "./card-window.js";
import { Cards, belongs } from "./cards.js";
import { Connection } from "./connection.js";
import { CritiqueOpener } from "./critique-opener.js";
import { checkKept, forget, keepNewest, kept } from "./kept.js";
import { mayLeave } from "./leaving.js";
import { ListNews, pause, wait } from "./list-news.js";
import { showTimes } from "./times.js";
import { adoptView } from "./view.js";

/** @typedef {import("./types").Card} Card */

// A reader who has scrolled so far, in CSS pixels, loses their place where something comes above.
const readFrom = 40;
// What is kept for the time without a network is asked for so much later than all else, in milliseconds.
const keepAfter = 500;

/**
 * A part of a page. A person who was signed out meanwhile gets the sign-in page.
 * @param {string} path
 */
const ask = async (path) => {
  const answer = await get(path);
  if (answer.status === 401) location.reload();
  return answer;
};

/** @param {string} path */
const askCards = async (path) => {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return parseCards(await answer.text());
};

class ListPage {
  /** @param {HTMLElement} feed */
  constructor(feed) {
    this.feed = feed;
    this.path = dataOf(feed, "list");
    this.list = find(feed, ".cards", HTMLElement);
    /** The page is a kept one with another filter than its address. */
    this.isAdopted = Boolean(feed.dataset.show) && adoptView(feed, this.list);
    this.isNewest = feed.dataset.order === "newest";
    this.counts = find(document, "#counts", HTMLElement);
    this.news = document.getElementById("news");
    /** Hidden while there is nothing to choose from. */
    this.choosers = document.getElementById("choosers");
    this.newsButton = document.getElementById("show-news");
    this.isLoading = false;
    this.cards = new Cards(readCards(this.list));
    this.window = new CardWindow(feed, this.list, this.cards, () => this.loadMore());
    this.connection = new Connection(find(document, "#lost", HTMLElement), { lost: () => this.showNewest(), back: () => this.dropGone() });
    this.overlay = new CritiqueOpener(ask, { closed: (id) => { this.window.focus(id); this.listNews.renew(); }, gone: () => this.sayGone() });
    this.listNews = new ListNews(feed.dataset.events, () => this.refresh(), (isLost) => this.connection.tell(isLost));
    this.hear();
  }

  hear() {
    this.newsButton?.addEventListener("click", () => this.showNews());
    this.list.addEventListener("click", (event) => this.click(event));
    // What shows a critique comes when one is about to be opened, so that a page that is only looked through stays light.
    for (const sign of ["pointerover", "pointerdown", "focusin"]) {
      this.list.addEventListener(sign, () => { this.overlay.load().catch(() => {}); }, { once: true, passive: true });
    }
    addEventListener("popstate", (event) => this.goBack(event));
    document.addEventListener("booth:back", () => { this.listNews.renew(); this.dropGone(); });
    // When nothing else is to be done.
    addEventListener("load", () => setTimeout(async () => {
      await this.dropGone();
      await keepNewest(this.feed.dataset.newest, this.path);
    }, keepAfter));
  }

  start() {
    showTimes(document);
    if (this.isAdopted) this.filterKept(); else this.window.render();
    this.listNews.listen();
  }

  // MARK: What comes, and what goes

  async loadMore() {
    const { cards, connection } = this;
    if (this.isLoading || !cards.next) return;
    this.isLoading = true;
    try {
      cards.append(await askCards(this.path + "?after=" + encodeURIComponent(cards.next)));
      connection.tell(false);
    } catch {
      connection.tell(true);
      await wait(pause);
    }
    this.isLoading = false;
    this.window.draw();
  }

  async refresh() {
    // Never what was kept of the page: whether there is a network is heard here.
    const part = await askCards(this.path + "?part=1"), { cards } = this;
    // With a network the studio filters. What is open stays until it is closed.
    if (this.isAdopted) { if (!this.overlay.id) location.reload(); return; }
    if (part.counts && this.counts.innerHTML !== part.counts.outerHTML) this.counts.replaceChildren(part.counts);
    if (part.counts && this.counts.hidden) {
      for (const one of [this.counts, this.choosers]) one?.removeAttribute("hidden");
      // Why nothing can be shared stands behind the photos, as soon as there are some.
      const why = document.querySelector(".why-not");
      if (why) this.feed.after(why);
    }
    if (part.cards.length === 0 && cards.all.length && !part.next) { location.reload(); return; }
    const { gone, changed, fresh } = cards.renew(part, this.isNewest);
    if (this.overlay.isOneOf(gone)) this.dropGone();
    // Those that only do not match any more stay.
    if (this.feed.dataset.show === "all") forget(gone);
    this.window.markOld(changed);
    if (this.isNewest && fresh.length) this.tellNews(fresh);
    this.window.draw();
  }

  /** Deleted meanwhile, or not to be seen any more: it goes wherever it is. */
  async dropGone() {
    /** @type {Set<string>} */
    let gone;
    try { gone = await checkKept(this.overlay.id); } catch { return; }
    if (!gone.size) return;
    this.cards.remove(gone);
    this.overlay.forget(gone);
    this.window.draw();
    if (this.overlay.isOneOf(gone)) this.sayGone();
  }

  /** Without a network there are the newest hundred, whatever the page had. */
  async showNewest() {
    const { newest, show } = this.feed.dataset, text = newest ? await kept(newest) : null;
    if (!text || !this.isNewest) return;
    this.cards.fallBack(parseCards(text).cards.filter((card) => belongs(card, show)));
    this.window.draw();
  }

  /** The filter of the address, of what the device has. */
  async filterKept() {
    const { newest, show, none } = this.feed.dataset, text = newest ? await kept(newest) : null;
    const all = text ? parseCards(text).cards : this.cards.all;
    this.cards.replace(all.filter((card) => belongs(card, show)), this.isNewest);
    this.feed.querySelector(".nothing")?.remove();
    if (!this.cards.all.length) this.feed.prepend(create("p", { className: "quiet nothing", textContent: none }));
    this.window.draw();
  }

  // MARK: News

  settle() {
    this.cards.settle();
    if (this.news) this.news.hidden = true;
    this.window.draw();
  }

  /** @param {Card[]} fresh */
  tellNews(fresh) {
    const isReading = this.list.getBoundingClientRect().top < -readFrom && this.cards.all.length;
    if (!isReading || !this.news || !this.newsButton) { this.settle(); return; }
    this.newsButton.textContent = fresh.length === 1 ? dataOf(this.newsButton, "one") : fill(dataOf(this.newsButton, "many"), fresh.length);
    this.news.hidden = false;
  }

  showNews() {
    this.settle();
    scrollTo({ top: 0 });
    // The cards are drawn with the next frame, and are there in the one after it.
    requestAnimationFrame(() => requestAnimationFrame(() => this.window.focusFirst()));
  }

  // MARK: A critique over the list

  /** @param {MouseEvent} event */
  click(event) {
    const link = event.target instanceof Element ? event.target.closest("li[data-id] a") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const item = link.closest("li");
    if (!item) return;
    event.preventDefault();
    const id = dataOf(item, "id"), path = String(link.getAttribute("href"));
    history.pushState({ critique: id }, "", path);
    this.overlay.open(path, id);
  }

  /** @param {PopStateEvent} event */
  async goBack({ state }) {
    const { id, path } = this.overlay;
    if (!(await mayLeave())) { history.pushState({ critique: id }, "", path); return; }
    if (state?.critique) this.overlay.open(location.pathname, state.critique); else this.overlay.close();
  }

  sayGone() {
    history.replaceState({}, "", this.path);
    this.overlay.close();
    this.connection.say(this.feed.dataset.gone);
  }
}

new ListPage(find(document, "#feed", HTMLElement)).start();
