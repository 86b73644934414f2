/// The service worker: pages that somebody has looked at, and their pictures, are there without a network as well. What it may
/// keep, the server says (`X-Booth-Keep`); whose it is (`X-Booth-Person`), too: another person's is forgotten.
///
/// `%VERSION%` and `%SHELL%` are filled in. Nothing that it keeps came from elsewhere, and nothing was partly read.
let studioWorker = """
  "use strict";
  const shellName = "booth-shell-%VERSION%";
  const keptName = "booth-kept";
  const shell = %SHELL%;
  // The least recently used go first.
  const most = { page: 150, picture: 600 };

  // What is kept, by kind, the least recently used first. Read once: asking for each takes as long as all else that is done here.
  let index = null;
  const known = (kept) => {
    index ||= (async () => {
      const found = { page: new Set(), picture: new Set() };
      for (const request of await kept.keys()) {
        const kind = ((await kept.match(request))?.headers.get("X-Booth-Keep") || "").split(";")[0];
        if (kind in most) found[kind].add(request.url);
      }
      return found;
    })();
    return index;
  };

  const forget = () => { index = null; return caches.delete(keptName); };

  self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
      await (await caches.open(shellName)).addAll(shell);
      await self.skipWaiting();
    })());
  });

  self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("booth-shell-") && name !== shellName) await caches.delete(name);
      }
      await self.clients.claim();
    })());
  });

  // Of one person at a time: whoever signs in next on this device sees nothing of it.
  let owner = null;
  const belongsTo = async (person) => {
    if (owner === person) return;
    const kept = await caches.open(keptName);
    const note = await kept.match("/kept-for");
    const before = note ? await note.text() : person;
    if (before !== person) await forget();
    await (await caches.open(keptName)).put("/kept-for", new Response(person));
    owner = person;
  };

  // Some at once.
  const trim = async (kept, own, kind) => {
    if (own.size < most[kind] + 25) return;
    for (const url of [...own].slice(0, own.size - most[kind])) {
      own.delete(url);
      await kept.delete(url);
    }
  };

  // Pictures that this worker has moved behind all others in what is kept: once is enough.
  const moved = new Set();
  const keep = async (request, answer, isKept) => {
    const kind = (answer.headers.get("X-Booth-Keep") || "").split(";")[0];
    if (!answer.ok || answer.type !== "basic" || answer.redirected || !(kind in most)) return;
    const person = answer.headers.get("X-Booth-Person");
    if (!person) return;
    await belongsTo(person);
    const kept = await caches.open(keptName);
    const own = (await known(kept))[kind];
    const isThere = own.delete(request.url);
    own.add(request.url);
    if (isKept && moved.has(request.url)) return;
    moved.add(request.url);
    if (isThere) await kept.delete(request.url);
    await kept.put(request.url, answer);
    await trim(kept, own, kind);
  };

  const answerTo = async (event) => {
    const request = event.request;
    const path = new URL(request.url).pathname;
    if (path.startsWith("/static/")) {
      const own = await (await caches.open(shellName)).match(request.url);
      if (own) return own;
    }
    const kept = await (await caches.open(keptName)).match(request.url);
    // What its address says cannot change.
    if (kept && (kept.headers.get("Cache-Control") || "").includes("immutable")) {
      event.waitUntil(keep(request, kept.clone(), true));
      return kept;
    }
    let answer;
    try {
      answer = await fetch(request);
    } catch (error) {
      if (kept) return kept;
      if (request.mode !== "navigate") throw error;
      return (await (await caches.open(shellName)).match("/offline")) || Response.error();
    }
    // Signed out, or no longer allowed: what was kept goes at once. (Of a page's own redirect a worker sees nothing; the page
    // that it leads to tells enough.)
    const signedOut = answer.status === 401 || (path === "/sign-in" && answer.ok)
      || (answer.redirected && new URL(answer.url).pathname === "/sign-in");
    if (signedOut) {
      owner = null;
      event.waitUntil(forget());
    } else if (kept && (answer.status === 403 || answer.status === 404 || answer.status === 410)) {
      event.waitUntil((async () => (await caches.open(keptName)).delete(request.url))());
    } else if (answer.headers.has("X-Booth-Keep")) {
      event.waitUntil(keep(request, answer.clone()));
    }
    return answer;
  };

  self.addEventListener("fetch", (event) => {
    const request = event.request;
    const url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (request.method === "POST" && url.pathname === "/sign-out") {
      owner = null;
      event.waitUntil(forget());
      return;
    }
    if (request.method !== "GET" || request.headers.has("Range")) return;
    // What is carried here goes on when its page has given it up or is gone, and holds one of the browser's six connections: whatever
    // waits, or is often given up, goes past.
    if (request.headers.has("X-Booth-Past")) return;
    if ((request.headers.get("Accept") || "").includes("text/event-stream")) return;
    event.respondWith(answerTo(event));
  });

  self.addEventListener("message", (event) => {
    if (event.data === "forget") { owner = null; event.waitUntil(forget()); }
  });

  """
