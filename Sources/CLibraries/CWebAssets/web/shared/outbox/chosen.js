// Makes files ready that were chosen, one after the other, on one page at a time.

import { newKey } from "./store.js";
import { pause, rest } from "./wire.js";

/**
 * @typedef {import("./types").Chosen} Chosen
 * @typedef {import("./types").ChosenEntry} ChosenEntry
 * @typedef {import("./types").ChosenOptions} ChosenOptions
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").Made} Made
 * @typedef {import("./types").News} News
 * @typedef {import("./types").OutboxStore} OutboxStore
 * @typedef {import("./types").Source} Source
 */

// A page says that it is there by holding a lock: what it has not read yet comes, or is lost with it.
const own = newKey();
/** @param {string} page */
const lockOf = (page) => "booth-chosen-" + page;
/** @type {Promise<void> | null} */
let claimed = null;
/** @returns {Promise<void>} */
const claim = () => claimed ??= navigator.locks
  ? new Promise((done) => { navigator.locks.request(lockOf(own), () => { done(); return new Promise(() => {}); }); }) : Promise.resolve();
// Without locks: what was chosen so long ago is read no more.
const longest = 60000;
/** @param {ChosenEntry} entry */
const isThere = async ({ page = "", at = 0 }) => {
  if (page === own) return true;
  if (!navigator.locks) return Date.now() - at < longest;
  return navigator.locks.request(lockOf(page), { ifAvailable: true }, (lock) => lock === null);
};
/** @param {{ name?: string, message?: string } | null | undefined} error */
const isNoRoom = (error) => error?.name === "QuotaExceededError" || Boolean(error?.message?.includes("Quota"));
/**
 * The name of the file as it was chosen.
 * @param {{ id: string }} entry
 */
const original = (entry) => "chosen-" + entry.id;

/**
 * @param {OutboxStore} store
 * @param {ChosenOptions} options
 * @returns {Chosen}
 */
export const openChosen = (store, options) => {
  /** @type {Set<(news: News) => void>} */
  const listeners = new Set();
  /** @type {Chosen["listen"]} */
  const listen = (heard) => { listeners.add(heard); };
  /** @param {News} news */
  const announce = (news) => { for (const heard of listeners) heard(news); };

  // What this page reads, by the entries' ids; and what it makes ready just now.
  /** @type {Map<string, Promise<void>>} */
  const reading = new Map();
  /** @type {Map<string, AbortController>} */
  const running = new Map();
  /** @type {Set<() => void>} */
  const wakers = new Set();
  const isReading = () => reading.size > 0;
  /**
   * @param {string} key
   * @param {Source} file
   * @param {ChosenEntry} entry
   */
  const read = async (key, file, entry) => {
    if ("photo" in file || entry.photo) return;
    // Some browsers can read a chosen file for a while only: all of it is here before anything else happens to it.
    /** @type {Blob} */
    let bytes;
    try { bytes = new Blob([await file.arrayBuffer()], { type: file.type }); } catch { return; }
    // Without room for it as it came there may be room for what is made of it.
    await store.addFile(key, original(entry), bytes).catch(() => store.holdFile(key, original(entry), bytes));
  };
  /**
   * @param {Draft} draft
   * @param {string} id
   */
  const isNamed = (draft, id) => [...(draft.chosen || []), ...(options.keepsOriginals ? draft.attachments : [])].some((one) => one.id === id);

  /**
   * Gives back what came of it: `entries` are in the draft; `isLate` where it is on its way as it is; `isFull` where more were chosen than
   * `most`. A file that the studio has already is given by `{ photo, name }`.
   * @type {Chosen["take"]}
   */
  const take = async (key, files, field, most, nameOf) => {
    await claim();
    let isLate = false, isFull = false;
    /** @type {ChosenEntry[]} */
    let entries = [];
    /** @param {Draft | undefined} found */
    const how = (found) => {
      isLate = !found || Boolean(found.state === "sending" && found.submission?.attachments);
      if (!found || isLate) return null;
      const chosen = found.chosen || [], count = found.attachments.length + chosen.length;
      let number = found.numbers || 0;
      entries = files.slice(0, Math.max(0, most + (options.spare || 0) - count))
        .map((file) => ({ id: newKey(), number: ++number, page: own, at: Date.now(), name: nameOf(file), field, ...("photo" in file && file.photo && { photo: file.photo }) }));
      isFull = count + files.length > most;
      /** @param {{ field: string }} one */
      const isLeft = (one) => options.keepsLeftOut || found.state === "sending" || one.field !== field;
      return { ...found, numbers: number, chosen: [...chosen, ...entries], leftOut: (found.leftOut || []).filter(isLeft) };
    };
    // Where the database fails the draft is held, with them.
    await store.change(key, how).catch(() => {});
    let line = Promise.resolve();
    for (const [place, entry] of entries.entries()) {
      line = line.then(() => read(key, files[place], entry));
      reading.set(entry.id, line);
    }
    line.then(async () => {
      for (const { id } of entries) reading.delete(id);
      // Thrown away, or taken out, meanwhile.
      const draft = await store.get(key).catch(() => null);
      if (draft !== null) for (const entry of entries) if (!draft || !isNamed(draft, entry.id)) await store.removeFile(key, original(entry)).catch(() => {});
    });
    prepare(key);
    return { isLate, isFull, entries };
  };
  // One goes, whether it is ready or not.
  /** @type {Chosen["leave"]} */
  const leave = async (key, id) => {
    running.get(id)?.abort();
    /**
     * @template {{ id?: string }} T
     * @param {T[] | undefined} list
     */
    const without = (list) => (list || []).filter((one) => one.id !== id);
    await store.change(key, (found) => found && {
      ...found, chosen: without(found.chosen), attachments: without(found.attachments), leftOut: without(found.leftOut),
    }).catch(() => {});
    await store.removeFile(key, original({ id })).catch(() => {});
    announce({ key, entry: { id } });
  };
  /** @type {Chosen["bytesAsChosen"]} */
  const bytesAsChosen = (key, entry) => store.file(key, original(entry)).catch(() => undefined);

  // MARK: Making them ready

  /**
   * Undefined: not here yet. Null: it will not be.
   * @param {string} key
   * @param {ChosenEntry} entry
   */
  const bytesOf = async (key, entry) => {
    if (entry.photo) return null;
    await reading.get(entry.id);
    const found = await bytesAsChosen(key, entry);
    if (found) return found;
    if (entry.page !== own && await isThere(entry)) return undefined;
    // Its page may have kept it, and gone, meanwhile.
    return (await bytesAsChosen(key, entry)) || null;
  };
  /**
   * The draft without one that was chosen, and with what came of it; where another page was quicker nothing is changed.
   * @param {string} key
   * @param {ChosenEntry} entry
   * @param {(draft: Draft & { leftOut: import("./types").LeftOutEntry[] }) => void} put
   * @param {string} [name]
   */
  const settle = async (key, entry, put, name) => {
    let isGone = false;
    await store.change(key, (found) => {
      isGone = !found;
      if (!found?.chosen?.some((one) => one.id === entry.id)) return null;
      const after = { ...found, attachments: [...found.attachments], leftOut: [...(found.leftOut || [])], chosen: found.chosen.filter((one) => one.id !== entry.id) };
      put(after);
      return after;
    }).catch(() => {});
    const draft = isGone ? undefined : await store.get(key).catch(() => undefined);
    const isKept = Boolean(options.keepsOriginals && draft?.attachments.some((one) => one.id === entry.id));
    for (const one of [...(isKept ? [] : [original(entry)]), ...(isGone && name ? [name] : [])]) await store.removeFile(key, one).catch(() => {});
    announce({ key, entry });
  };
  /**
   * @param {string} key
   * @param {ChosenEntry} entry
   * @param {{ fault: string, said?: string }} why
   */
  const leaveOut = (key, entry, { fault, said }) => settle(key, entry, (draft) => {
    draft.leftOut.push({ id: entry.id, name: entry.name, field: entry.field, fault, ...(said && { said }), ...(entry.number && { number: entry.number }) });
  });
  /**
   * @param {string} key
   * @param {ChosenEntry} entry
   * @param {Blob | null} bytes
   */
  const make = async (key, entry, bytes) => {
    const controller = new AbortController();
    running.set(entry.id, controller);
    /** @type {Made} */
    let made;
    try {
      made = await options.make(entry, bytes, {
        key, signal: controller.signal, progress: (fraction) => announce({ key, entry, fraction }), say: (said) => announce({ key, entry, said }),
      });
    } catch { made = { fault: "pictureFailed" }; } finally { running.delete(entry.id); }
    if (made.signedOut || made.isLater) return made;
    if (made.fault) { await leaveOut(key, entry, { fault: made.fault, said: made.said }); return made; }
    const { name, blob } = made;
    if (name && blob) try { await store.addFile(key, name, blob); } catch (error) {
      if (isNoRoom(/** @type {Error} */ (error))) { await leaveOut(key, entry, { fault: "storageFull" }); return made; }
      store.holdFile(key, name, blob);
    }
    await settle(key, entry, (draft) => made.put?.(draft), name);
    return made;
  };
  // What has no place any more, as so many are ready, goes; it was said when it was chosen.
  /** @param {Draft} draft */
  const isOver = (draft) => options.most !== undefined && draft.attachments.length >= options.most;
  /**
   * @param {string} key
   * @param {ChosenEntry[]} chosen
   */
  const drop = async (key, chosen) => {
    for (const { id } of chosen) await leave(key, id);
    announce({ key, entry: chosen[0], isFull: true });
  };
  /**
   * Gives back 401 or 403 where the studio takes nothing of them.
   * @param {string} key
   * @returns {Promise<number | undefined>}
   */
  const run = async (key) => {
    /** @type {Set<string>} */
    let passed = new Set();
    /** @type {Set<string>} */
    let later = new Set();
    let failures = 0;
    for (;;) {
      const draft = await store.get(key).catch(() => undefined), chosen = draft?.chosen || [];
      if (draft && chosen.length && isOver(draft)) { await drop(key, chosen); continue; }
      const entry = chosen.find((one) => !passed.has(one.id));
      if (!entry) {
        if (!chosen.some((one) => later.has(one.id))) return undefined;
        await rest(pause(++failures), wakers);
        passed = new Set([...passed].filter((id) => !later.has(id)));
        later = new Set();
        continue;
      }
      announce({ key, entry, left: chosen.length });
      const bytes = await bytesOf(key, entry);
      // Its own page goes on with it.
      passed.add(entry.id);
      if (bytes === undefined) continue;
      const made = await make(key, entry, bytes);
      if (made.signedOut) { announce({ key, entry, isSignedOut: true }); return made.signedOut; }
      if (made.isLater) later.add(entry.id); else failures = 0;
    }
  };

  // One page at a time makes them ready, one after the other.
  /** @type {Promise<number | void>} */
  let line = Promise.resolve();
  /** @type {Chosen["prepare"]} */
  const prepare = (key) => {
    const inTurn = () => navigator.locks ? navigator.locks.request("booth-pictures-" + key, () => run(key)) : run(key);
    for (const wake of [...wakers]) wake();
    line = line.then(inTurn).catch(() => {});
    return line;
  };
  // Until none of them is left, whichever page has them; or 401 or 403.
  /** @type {Chosen["settled"]} */
  const settled = async (key) => {
    for (;;) {
      const end = await prepare(key);
      if (end || !(await store.get(key).catch(() => undefined))?.chosen?.length) return end;
      await new Promise((done) => setTimeout(done, 250));
    }
  };

  return { listen, isReading, take, leave, prepare, settled, bytesAsChosen };
};
