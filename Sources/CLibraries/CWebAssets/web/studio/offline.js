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

// The pages of this tab that came before the worker, and whose they are.
const earlyName = "booth-early", mostEarly = 10;

/** @returns {string[]} */
const earlyPages = () => {
  try {
    const { person, pages } = JSON.parse(sessionStorage.getItem(earlyName) || "{}");
    return person === document.body.dataset.person ? pages : [];
  } catch { return []; }
};

/** @param {string[]} pages */
const noteEarly = (pages) => {
  try { sessionStorage.setItem(earlyName, JSON.stringify({ person: document.body.dataset.person, pages })); } catch { /* this page alone is kept */ }
};

/** The page came before the worker had taken over, which may have happened since. Older browsers do not say it of themselves. */
const isEarly = () => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.workerStart !== undefined ? entry.workerStart === 0 : !navigator.serviceWorker.controller;
};

/** On a first visit pages have not gone through the worker: they are asked for once more when it has taken over, to be kept. */
const keepEarlyPages = () => {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const pages = new Set(earlyPages());
  if (isEarly()) pages.add(location.pathname + location.search);
  noteEarly([...pages].slice(-mostEarly));
  const begin = async () => {
    serviceWorker.controller?.postMessage("fill");
    for (const address of pages) await fetch(address, { credentials: "same-origin", headers: { "X-Booth-Copy": "1" } }).catch(() => {});
    noteEarly([]);
  };
  if (serviceWorker.controller) begin(); else serviceWorker.addEventListener("controllerchange", begin, { once: true });
};

/**
 * @param {import("./connection.js").Connection} connection
 * @param {boolean} isLive a part of the page says by itself whether there is a network.
 */
export const watchNetwork = (connection, isLive) => {
  if (!isSignedIn()) return;
  const look = () => { if (!isLive) reach(connection); };
  keepEarlyPages();
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
    const link = create("a", { href: request.url, textContent: decodeURIComponent(sign.slice(pageSign.length).split(";")[0]) });
    list.append(create("li", { className: "card" }, link));
  }
};
