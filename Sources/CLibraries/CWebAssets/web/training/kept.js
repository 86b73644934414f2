// Critiques that stay on the device, to be read without a network.

const name = "booth-kept", place = /^\/training\/(?:critiques|pictures)\/([^/]+)(?:\/[^/]+)?$/;
// What is there of the person that this page was made for; of another one nothing is looked at.
/** @param {Response | undefined} answer */
const isOwn = (answer) => answer !== undefined && answer.headers.get("X-Booth-Person") === document.body.dataset.person;
const isKept = () => "caches" in self && Boolean(navigator.serviceWorker?.controller);
// The worker of a first visit takes over so late at most, in milliseconds.
const longestStart = 60000;

/**
 * On a first visit what is kept waits until the worker, which keeps it, has taken over.
 * @returns {Promise<boolean>} whether anything is kept here
 */
const begun = () => {
  const { serviceWorker } = navigator;
  if (!("caches" in self) || !serviceWorker || serviceWorker.controller) return Promise.resolve(isKept());
  return new Promise((done) => {
    const end = () => done(isKept());
    serviceWorker.addEventListener("controllerchange", end, { once: true });
    setTimeout(end, longestStart);
  });
};
const rested = () => new Promise((done) => (self.requestIdleCallback || setTimeout)(done, { timeout: 2000 }));

/**
 * The service worker keeps what passes through it.
 * @param {string} address
 * @param {boolean} [part] whether a part of a page is asked for
 */
const fetched = async (address, part) => {
  const kept = await caches.open(name);
  if (isOwn(await kept.match(location.origin + address))) return;
  await rested();
  await fetch(address, { credentials: "same-origin", headers: part ? { "X-Booth-Part": "1" } : {} });
};

/**
 * A critique that was opened: all its pictures, and the page under its own address.
 * @param {HTMLElement | null} article
 */
export const keepWhole = async (article) => {
  if (!article || !(await begun())) return;
  try {
    const path = "/training/critiques/" + encodeURIComponent(String(article.dataset.critique));
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll(".strip a"))) {
      if (link.dataset.picture) await fetched(link.dataset.picture);
      const small = link.querySelector("img")?.getAttribute("src");
      if (small) await fetched(small);
    }
    await fetched(path + "?part=1", true);
    await fetched(path);
  } catch { /* Without a network: the next time. */ }
};

/**
 * The newest, with their small pictures, and the list itself, which shows each filter of them.
 * @param {string | undefined} address
 * @param {string} list its address without a filter
 */
export const keepNewest = async (address, list) => {
  if (!address || !(await begun())) return;
  try {
    await rested();
    const answer = await fetch(address, { credentials: "same-origin", headers: { "X-Booth-Part": "1" } });
    if (!answer.ok) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    await fetched(list);
    for (const image of holder.content.querySelectorAll("img")) await fetched(String(image.getAttribute("src")));
  } catch { /* Without a network: the next time. */ }
};

/**
 * The text of what is kept of an address, if it is.
 * @param {string} address
 */
export const kept = async (address) => {
  if (!isKept()) return null;
  const answer = await (await caches.open(name)).match(location.origin + address);
  return answer && isOwn(answer) ? answer.text() : null;
};

/**
 * Everything of these critiques goes.
 * @param {Set<string>} ids
 */
export const forget = async (ids) => {
  if (!isKept() || !ids.size) return;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const found = new URL(request.url).pathname.match(place);
    if (found && ids.has(decodeURIComponent(found[1]))) await cache.delete(request);
  }
};

/**
 * Which of what is kept is gone, or may not be seen any more; it is kept no longer. All of it where nothing may be seen.
 * Also of one that is on the screen.
 * @param {string} [shown] its id
 * @returns {Promise<Set<string>>}
 */
export const checkKept = async (shown) => {
  /** @type {Set<string>} */
  const gone = new Set();
  const ids = new Set(shown ? [shown] : []);
  if (isKept()) for (const request of await (await caches.open(name)).keys()) {
    const found = new URL(request.url).pathname.match(place);
    if (found) ids.add(decodeURIComponent(found[1]));
  }
  const all = [...ids];
  for (let at = 0; at < all.length; at += 100) {
    const some = all.slice(at, at + 100);
    const answer = await fetch("/training/kept?ids=" + some.map(encodeURIComponent).join(","), { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });
    if (answer.status === 403 || answer.status === 404) { for (const id of some) gone.add(id); continue; }
    if (!answer.ok) throw new Error(String(answer.status));
    for (const id of (await answer.json()).gone) gone.add(id);
  }
  await forget(gone);
  return gone;
};
