// Without a network: the page is told to be old, and what this browser has kept is listed.

import { ask, isSignedIn, keptFor } from "./person.js";
import { create, dataOf } from "../shared/dom.js";

// The studio is asked again so much later, in milliseconds.
const reachPause = 1500;
// What the server says of a kept page (`X-Booth-Keep`), before its title.
const pageSign = "page;";

/**
 * What the page shows may be what it was when there was a network. A person who was signed out meanwhile sees the door.
 * @param {import("./connection.js").Connection} connection
 */
const reach = async (connection) => {
  try {
    await ask("/session");
    if (connection.isLost) { connection.tellBack(); document.dispatchEvent(new Event("booth:back")); }
  } catch {
    const made = new Date(Number(document.body.dataset.made) * 1000).toLocaleString(document.documentElement.lang);
    connection.tellOffline(dataOf(document.body, "offline").replace("%1", made));
    setTimeout(() => reach(connection), reachPause);
  }
};

/** On a first visit nothing of the page that is open has gone through the worker: it is asked for once more, to be kept. */
const keepOpenPage = () => {
  const { serviceWorker } = navigator, address = location.href;
  if (!serviceWorker || serviceWorker.controller) return;
  serviceWorker.addEventListener("controllerchange", () => { fetch(address, { credentials: "same-origin" }).catch(() => {}); }, { once: true });
};

/**
 * @param {import("./connection.js").Connection} connection
 * @param {boolean} isLive a part of the page says by itself whether there is a network.
 */
export const watchNetwork = (connection, isLive) => {
  if (!isSignedIn()) return;
  const look = () => { if (!isLive) reach(connection); };
  keepOpenPage();
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
  if (navigator.serviceWorker?.controller) look();
  addEventListener("online", look);
  addEventListener("offline", look);
};

/**
 * The pages that are kept, the newest first.
 * @param {Element} list
 */
export const listKept = async (list) => {
  const cache = await caches.open("booth-kept"), owner = await keptFor();
  for (const request of owner ? [...await cache.keys()].reverse() : []) {
    const headers = (await cache.match(request))?.headers, sign = headers?.get("X-Booth-Keep") || "";
    if (!sign.startsWith(pageSign) || headers?.get("X-Booth-Person") !== owner) continue;
    const link = create("a", { href: request.url, textContent: decodeURIComponent(sign.slice(pageSign.length)) });
    list.append(create("li", { className: "card" }, link));
  }
};
