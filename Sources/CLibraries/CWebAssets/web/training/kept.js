// @ts-nocheck
const name = "booth-kept", place = /^\/training\/(?:critiques|pictures)\/([^/]+)(?:\/[^/]+)?$/;
// What is there of the person that this page was made for; of another one nothing is looked at.
const isOwn = (answer) => Boolean(answer) && answer.headers.get("X-Booth-Person") === document.body.dataset.person;
const isKept = () => "caches" in self && Boolean(navigator.serviceWorker?.controller);
const rested = () => new Promise((done) => (self.requestIdleCallback || setTimeout)(done, { timeout: 2000 }));

// The service worker keeps what passes through it.
const fetched = async (address, part) => {
  const kept = await caches.open(name);
  if (isOwn(await kept.match(location.origin + address))) return;
  await rested();
  await fetch(address, { credentials: "same-origin", headers: part ? { "X-Booth-Part": "1" } : {} });
};

// A critique that was opened: all its pictures, and the page under its own address.
export const keepWhole = async (article) => {
  if (!isKept() || !article) return;
  try {
    const path = "/training/critiques/" + encodeURIComponent(article.dataset.critique);
    for (const link of article.querySelectorAll(".strip a")) {
      if (link.dataset.picture) await fetched(link.dataset.picture);
      const small = link.querySelector("img")?.getAttribute("src");
      if (small) await fetched(small);
    }
    await fetched(path + "?part=1", true);
    await fetched(path);
  } catch { /* Without a network: the next time. */ }
};

// The newest, with their small pictures.
export const keepNewest = async (address) => {
  if (!isKept() || !address) return;
  try {
    await rested();
    const answer = await fetch(address, { credentials: "same-origin", headers: { "X-Booth-Part": "1" } });
    if (!answer.ok) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    for (const image of holder.content.querySelectorAll("img")) await fetched(image.getAttribute("src"));
  } catch { /* Without a network: the next time. */ }
};

export const kept = async (address) => {
  if (!isKept()) return null;
  const answer = await (await caches.open(name)).match(location.origin + address);
  return isOwn(answer) ? answer.text() : null;
};

// Everything of these goes.
export const forget = async (ids) => {
  if (!isKept() || !ids.size) return;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const found = new URL(request.url).pathname.match(place);
    if (found && ids.has(decodeURIComponent(found[1]))) await cache.delete(request);
  }
};

// Which of what is kept is gone, or may not be seen any more; it is kept no longer. All of it where nothing may be seen.
// Also of one that is on the screen.
export const checkKept = async (shown) => {
  const gone = new Set(), ids = new Set(shown ? [shown] : []);
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
