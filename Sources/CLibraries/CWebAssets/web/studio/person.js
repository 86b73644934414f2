// What a page shows belongs to the person that it was made for. Where another one is signed in meanwhile, it goes.

// Where the service worker notes whose things this browser may show without a network; as in worker.js.
const [keptName, noteName] = ["booth-kept", "/kept-for"];

/** Whether the page was made for a person who is signed in. */
export const isSignedIn = () => "signedIn" in document.body.dataset;

const leave = () => { document.documentElement.hidden = true; location.reload(); };

/** @param {Response} answer */
const isOthers = (answer) => {
  const person = answer.headers.get("X-Booth-Person");
  return Boolean(isSignedIn() && person && person !== document.body.dataset.person);
};

/**
 * A part of a page, asked for by a script. A person who is signed out meanwhile is led to the door.
 * @param {string} path
 * @param {{ method?: string, body?: BodyInit, headers?: Record<string, string> }} [options]
 */
export const ask = async (path, options = {}) => {
  const answer = await fetch(path, {
    credentials: "same-origin", cache: "no-store", ...options,
    headers: { "X-Booth-Part": "1", ...options.headers },
  });
  if (answer.status === 401) location.reload(); else if (isOthers(answer)) leave();
  return answer;
};

/** The other tabs of this browser learn from the next page who is signed in. */
export const tellTabs = () => {
  const { person } = document.body.dataset;
  if (person === undefined || !("BroadcastChannel" in self)) return;
  const tabs = new BroadcastChannel("booth-person");
  tabs.addEventListener("message", (event) => { if (isSignedIn() && event.data !== person) leave(); });
  tabs.postMessage(person);
};

/** Whose things the browser may show without a network: none after the end of that person's session. */
export const keptFor = async () => {
  const note = await (await caches.open(keptName)).match(noteName);
  return Date.now() < (Number(note?.headers.get("X-Booth-Until")) || Infinity) ? note?.text() : undefined;
};

const isOwn = async () => {
  try {
    return !isOthers(await fetch("/session", { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } }));
  } catch {
    if (!("caches" in self)) return false;
    return (await keptFor()) === document.body.dataset.person;
  }
};

/**
 * A page from the history is hidden until it is known that it is still of the person who is signed in.
 * @returns {Promise<boolean>} whether it is.
 */
export const comeBack = async () => {
  if (!isSignedIn()) return true;
  document.documentElement.hidden = true;
  const isMine = await isOwn().catch(() => false);
  if (isMine) document.documentElement.hidden = false; else location.reload();
  return isMine;
};
