// The service worker: pages that a person has looked at, and their pictures, are there without a network as well. What it
// may keep, the server says (`X-Booth-Keep`), and whose it is (`X-Booth-Person`). Every answer says who is signed in: where
// that is another person, or none, all that is kept goes before the page has the answer. Nothing that it keeps came from
// elsewhere, and nothing was partly read.
//
// The server puts `server` before it: `first`, the addresses that every page needs; `shell`, those of all products; `version`, which changes with them;
// `nobody`, the mark of an answer to no person.
"use strict";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @typedef {"page" | "picture"} Kind */

const shellName = "booth-shell-" + server.version;
const keptName = "booth-kept";
// Whose things are kept stands beside them: both are there, or both are gone.
const noteName = "/kept-for";
// The least recently used go first.
/** @type {Record<Kind, number>} */
const most = { page: 150, picture: 600 };

// MARK: Whose things are kept

// The mark of a person, or nothing while no things of any person may be shown; undefined until the note was read.
/** @type {string | undefined} */
let owner;
// When that person's session ends by this device's clock, in milliseconds: nothing is shown from then on, whether or not the
// studio could be asked. Notes of before say nothing of it.
let until = 0;
/** @type {Promise<{ person: string, until: number }> | null} */
let reading = null;
const ownerNow = async () => {
  reading ||= (async () => {
    const note = await (await caches.open(keptName)).match(noteName);
    return { person: (await note?.text()) || "", until: Number(note?.headers.get("X-Booth-Until")) || Infinity };
  })();
  const noted = await reading;
  if (owner === undefined) ({ person: owner, until } = noted);
  return owner;
};
const write = async () => {
  const headers = { "X-Booth-Until": String(until) };
  await (await caches.open(keptName)).put(noteName, new Response(owner, { headers }));
};

// Changes of what is kept, one after the other.
let line = Promise.resolve();
/** @param {() => Promise<void>} work */
const inTurn = (work) => {
  const done = line.then(work);
  line = done.catch(() => {});
  return done;
};

// Requests have numbers. What was asked before the last change of person does not say who is signed in now.
let asked = 0;
let changedAt = 0;
// A form that changes the person is on its way: until the next page says who is signed in, nothing is kept, and nothing shown.
let isChanging = false;
let emptied = Promise.resolve();

/**
 * @param {string} person the mark of the person whose things may be kept from now on; "": of none
 * @param {number} end when that person's session ends
 */
const empty = (person, end = 0) => {
  owner = person;
  until = end;
  changedAt = asked;
  emptied = inTurn(async () => {
    index = null;
    moved.clear();
    // Where the browser cannot delete, the note still says whose things may be shown.
    await caches.delete(keptName).catch(() => false);
    if (person && person === owner) await write();
  }).catch(() => {});
  return emptied;
};

const personChanges = () => {
  isChanging = true;
  return empty("");
};

// An end that moved by less is not written down.
const hour = 3_600_000;

/**
 * Who is signed in, by an answer, and for how many seconds; whether what is kept may be this person's now.
 * @param {string} person
 * @param {number} seconds
 * @param {number} number the request's
 * @param {boolean} isPage
 */
const heard = async (person, seconds, number, isPage) => {
  await ownerNow();
  if (number > changedAt && (isPage || !isChanging)) {
    isChanging = false;
    const next = person === server.nobody ? "" : person;
    const end = Date.now() + seconds * 1000;
    if (next !== owner) {
      empty(next, end);
      changedAt = number;
    } else if (next && Math.abs(end - until) > hour) {
      until = end;
      await inTurn(async () => { if (owner === next) await write(); }).catch(() => {});
    }
  }
  // Another answer may have begun it.
  await emptied;
};

/**
 * What is kept of an address, of the one person whose things may be shown.
 * @param {{ url: string }} request
 */
const own = async (request) => {
  if (!(await ownerNow())) return undefined;
  if (Date.now() >= until) {
    await empty("");
    return undefined;
  }
  const found = await (await caches.open(keptName)).match(request.url);
  return found && owner && found.headers.get("X-Booth-Person") === owner ? found : undefined;
};

// What the server says of a page whose script filters what it shows.
const filtersItself = ";filters";
/**
 * A page whose address names a filter, without its query: where it filters by itself, it shows what the address says.
 * @param {Request} request
 */
const unfiltered = async ({ url }) => {
  const { origin, pathname, search } = new URL(url);
  const found = search ? await own({ url: origin + pathname }) : undefined;
  return found?.headers.get("X-Booth-Keep")?.endsWith(filtersItself) ? found : undefined;
};

// MARK: Keeping

// What is kept, by kind, the least recently used first. Read once: asking for each takes as long as all else that is done here.
/** @type {Promise<Record<Kind, Set<string>>> | null} */
let index = null;
/**
 * What an answer is kept as: a page, a picture, or nothing.
 * @param {Response | undefined} answer
 */
const kindOf = (answer) => {
  const kind = (answer?.headers.get("X-Booth-Keep") || "").split(";")[0];
  return kind in most ? /** @type {Kind} */ (kind) : null;
};
/** @param {Cache} kept */
const known = (kept) => {
  index ||= (async () => {
    /** @type {Record<Kind, Set<string>>} */
    const found = { page: new Set(), picture: new Set() };
    for (const request of await kept.keys()) {
      const kind = kindOf(await kept.match(request));
      if (kind) found[kind].add(request.url);
    }
    return found;
  })();
  return index;
};

/**
 * Some at once.
 * @param {Cache} kept
 * @param {Set<string>} own
 * @param {Kind} kind
 */
const trim = async (kept, own, kind) => {
  if (own.size < most[kind] + 25) return;
  for (const url of [...own].slice(0, own.size - most[kind])) {
    own.delete(url);
    await kept.delete(url);
  }
};

// Pictures that this worker has moved behind all others in what is kept: once is enough.
/** @type {Set<string>} */
const moved = new Set();
/**
 * @param {Request} request
 * @param {Response} answer
 * @param {boolean} [isKept] whether the answer comes from what is kept
 */
const keep = async (request, answer, isKept) => {
  const kind = kindOf(answer);
  if (!answer.ok || answer.redirected || !kind || (!isKept && answer.type !== "basic")) return;
  // All of it is here before it is its turn: what comes slowly holds up no change of person.
  const bytes = await answer.blob();
  const whole = new Response(bytes, { status: answer.status, headers: answer.headers });
  await inTurn(async () => {
    if (!owner || answer.headers.get("X-Booth-Person") !== owner) return;
    const kept = await caches.open(keptName);
    const urls = (await known(kept))[kind];
    const isThere = urls.delete(request.url);
    urls.add(request.url);
    if (isKept && moved.has(request.url)) return;
    moved.add(request.url);
    if (isThere) await kept.delete(request.url);
    await kept.put(request.url, whole);
    await trim(kept, urls, kind);
  });
};

/** @param {Request} request */
const drop = (request) => inTurn(async () => {
  const kept = await caches.open(keptName);
  for (const urls of Object.values(await known(kept))) urls.delete(request.url);
  await kept.delete(request.url);
});

// MARK: Events

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    // With what every page needs it takes over, so that a first visit is kept soon. The rest follows.
    await (await caches.open(shellName)).addAll(server.first);
    await worker.skipWaiting();
  })());
});

/** @type {Promise<void> | null} */
let filling = null;
/** Fetches what the pages of all products need, and is not there yet. */
const fill = () => filling ??= (async () => {
  const shell = await caches.open(shellName);
  const there = new Set((await shell.keys()).map(({ url }) => { const { pathname, search } = new URL(url); return pathname + search; }));
  for (const address of server.shell) if (!there.has(address)) await shell.add(address);
})().catch(() => { filling = null; });

worker.addEventListener("message", (event) => { if (event.data === "fill") event.waitUntil(fill()); });

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("booth-shell-") && name !== shellName) await caches.delete(name);
    }
    await worker.clients.claim();
  })());
});

/** @param {FetchEvent} event */
const answerTo = async (event) => {
  const request = event.request;
  const path = new URL(request.url).pathname;
  if (path.startsWith("/static/")) {
    const found = await (await caches.open(shellName)).match(request.url);
    if (found) return found;
  }
  const number = ++asked;
  const isPage = request.mode === "navigate";
  const kept = await own(request);
  // What its address says cannot change, and the page that shows it was answered to its owner. An address that is opened by itself
  // is asked for: it may be the first after a change of person.
  if (kept && !isPage && (kept.headers.get("X-Booth-Keep") || "").includes(";fixed")) {
    event.waitUntil(keep(request, kept.clone(), true));
    return kept;
  }
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    // Whose things may be shown can have changed since.
    const now = isChanging ? undefined : await own(request) || (isPage ? await unfiltered(request) : undefined);
    if (now) return now;
    if (!isPage) throw error;
    return (await (await caches.open(shellName)).match("/offline")) || Response.error();
  }
  // Of a page's own redirect a worker sees nothing: the page that it leads to tells.
  const person = answer.headers.get("X-Booth-Person");
  const seconds = Number(answer.headers.get("X-Booth-Person-For")) || 0;
  if (person) await heard(person, seconds, number, isPage);
  if (answer.status === 401 && !person) await empty("");
  if (kept && (answer.status === 403 || answer.status === 404 || answer.status === 410)) {
    event.waitUntil(drop(request));
  } else if (answer.headers.has("X-Booth-Keep")) {
    event.waitUntil(keep(request, answer.clone()));
  }
  return answer;
};

worker.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  // The doors. They are not gone through here, as the browser says of its own requests more truly where they come from.
  if (request.method === "POST" && (["/sign-in", "/sign-out"].includes(url.pathname) || url.pathname.startsWith("/join/"))) {
    event.waitUntil(personChanges());
    return;
  }
  if (request.method !== "GET" || request.headers.has("Range")) return;
  // What is carried here goes on when its page has given it up or is gone, and holds one of the browser's six connections: whatever
  // waits, or is often given up, goes past.
  if (request.headers.has("X-Booth-Past")) return;
  if ((request.headers.get("Accept") || "").includes("text/event-stream")) return;
  event.respondWith(answerTo(event));
});

