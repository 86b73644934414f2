// @ts-nocheck
"use strict";
import { newKey } from "./store.js";
import { pause, rest } from "./wire.js";

// A page says that it is there by holding a lock: what it has not read yet comes, or is lost with it.
const own = newKey();
const lockOf = (page) => "booth-chosen-" + page;
let claimed = null;
const claim = () => claimed ??= navigator.locks
  ? new Promise((done) => { navigator.locks.request(lockOf(own), () => { done(); return new Promise(() => {}); }); }) : Promise.resolve();
const longest = 60000;
const isThere = async ({ page, at }) => {
  if (page === own) return true;
  if (!navigator.locks) return Date.now() - at < longest;
  return navigator.locks.request(lockOf(page), { ifAvailable: true }, (lock) => lock === null);
};
const isNoRoom = (error) => error?.name === "QuotaExceededError" || Boolean(error?.message?.includes("Quota"));
const original = (entry) => "chosen-" + entry.id;

// What makes one ready, `what.make(entry, bytes, { key, signal, progress, say })`, gives back `{ put(draft), name, blob }`: what of it
// comes into the draft, and the file that belongs to it, if any; or `{ fault, said }`: it is left out. `{ signedOut }`, with
// the status, and `{ isLater }` leave it as it is. Without bytes: they could not be read to their end.
// `what.keepsOriginals`: what was chosen stays beside what was made of it. `what.spare`: so many more than fit are taken in, as those may be
// of no use that stand before them. `what.keepsLeftOut`: until it is taken out by itself.
export const openChosen = (store, what) => {
  const listeners = new Set();
  const listen = (heard) => { listeners.add(heard); };
  const tell = (news) => { for (const heard of listeners) heard(news); };

  // What this page reads, by the entries' ids; and what it makes ready just now.
  const reading = new Map(), running = new Map(), wakers = new Set();
  const isReading = () => reading.size > 0;
  const read = async (key, file, entry) => {
    if (entry.photo) return;
    // Some browsers can read a chosen file for a while only: all of it is here before anything else happens to it.
    let bytes;
    try { bytes = new Blob([await file.arrayBuffer()], { type: file.type }); } catch { return; }
    // Without room for it as it came there may be room for what is made of it.
    await store.addFile(key, original(entry), bytes).catch(() => store.holdFile(key, original(entry), bytes));
  };
  const isNamed = (draft, id) => [...(draft.chosen || []), ...(what.keepsOriginals ? draft.attachments : [])].some((one) => one.id === id);

  // Gives back what came of it: `entries` are in the draft; `isLate` where it is on its way as it is; `isFull` where more were chosen than
  // `most`. A file that the studio has already is given by `{ photo, name }`.
  const take = async (key, files, field, most, nameOf) => {
    await claim();
    let isLate = false, isFull = false, entries = [];
    const how = (found) => {
      isLate = !found || Boolean(found.state === "sending" && found.submission?.attachments);
      if (isLate) return null;
      const chosen = found.chosen || [], count = found.attachments.length + chosen.length;
      let number = found.numbers || 0;
      entries = files.slice(0, Math.max(0, most + (what.spare || 0) - count))
        .map((file) => ({ id: newKey(), number: ++number, page: own, at: Date.now(), name: nameOf(file), field, ...(file.photo && { photo: file.photo }) }));
      isFull = count + files.length > most;
      const isLeft = (one) => what.keepsLeftOut || found.state === "sending" || one.field !== field;
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
  const leave = async (key, id) => {
    running.get(id)?.abort();
    const without = (list) => (list || []).filter((one) => one.id !== id);
    await store.change(key, (found) => found && {
      ...found, chosen: without(found.chosen), attachments: without(found.attachments), leftOut: without(found.leftOut),
    }).catch(() => {});
    await store.removeFile(key, original({ id })).catch(() => {});
    tell({ key, entry: { id } });
  };
  const bytesAsChosen = (key, entry) => store.file(key, original(entry)).catch(() => undefined);

  // MARK: Making them ready

  // Undefined: not here yet. Null: it will not be.
  const bytesOf = async (key, entry) => {
    if (entry.photo) return null;
    await reading.get(entry.id);
    const found = await bytesAsChosen(key, entry);
    if (found) return found;
    if (entry.page !== own && await isThere(entry)) return undefined;
    // Its page may have kept it, and gone, meanwhile.
    return (await bytesAsChosen(key, entry)) || null;
  };
  // The draft without one that was chosen, and with what came of it; where another page was quicker nothing is changed.
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
    const isKept = Boolean(what.keepsOriginals && draft?.attachments.some((one) => one.id === entry.id));
    for (const one of [...(isKept ? [] : [original(entry)]), ...(isGone && name ? [name] : [])]) await store.removeFile(key, one).catch(() => {});
    tell({ key, entry });
  };
  const leaveOut = (key, entry, { fault, said }) => settle(key, entry, (draft) => {
    draft.leftOut.push({ id: entry.id, name: entry.name, field: entry.field, fault, ...(said && { said }), ...(entry.number && { number: entry.number }) });
  });
  const make = async (key, entry, bytes) => {
    const controller = new AbortController();
    running.set(entry.id, controller);
    let made;
    try {
      made = await what.make(entry, bytes, {
        key, signal: controller.signal, progress: (fraction) => tell({ key, entry, fraction }), say: (said) => tell({ key, entry, said }),
      });
    } catch { made = { fault: "pictureFailed" }; } finally { running.delete(entry.id); }
    if (made.signedOut || made.isLater) return made;
    if (made.fault) { await leaveOut(key, entry, made); return made; }
    if (made.blob) try { await store.addFile(key, made.name, made.blob); } catch (error) {
      if (isNoRoom(error)) { await leaveOut(key, entry, { fault: "storageFull" }); return made; }
      store.holdFile(key, made.name, made.blob);
    }
    await settle(key, entry, made.put, made.name);
    return made;
  };
  // What has no place any more, as so many are ready, goes; it was said when it was chosen.
  const isOver = (draft) => what.most !== undefined && draft.attachments.length >= what.most;
  const drop = async (key, chosen) => {
    for (const { id } of chosen) await leave(key, id);
    tell({ key, entry: chosen[0], isFull: true });
  };
  // Gives back 401 or 403 where the studio takes nothing of them.
  const run = async (key) => {
    let passed = new Set(), later = new Set(), failures = 0;
    for (;;) {
      const draft = await store.get(key).catch(() => undefined), chosen = draft?.chosen || [];
      if (chosen.length && isOver(draft)) { await drop(key, chosen); continue; }
      const entry = chosen.find((one) => !passed.has(one.id));
      if (!entry) {
        if (!chosen.some((one) => later.has(one.id))) return undefined;
        await rest(pause(++failures), wakers);
        passed = new Set([...passed].filter((id) => !later.has(id)));
        later = new Set();
        continue;
      }
      tell({ key, entry, left: chosen.length });
      const bytes = await bytesOf(key, entry);
      // Its own page goes on with it.
      passed.add(entry.id);
      if (bytes === undefined) continue;
      const made = await make(key, entry, bytes);
      if (made.signedOut) { tell({ key, entry, isSignedOut: true }); return made.signedOut; }
      if (made.isLater) later.add(entry.id); else failures = 0;
    }
  };

  // One page at a time makes them ready, one after the other.
  let line = Promise.resolve();
  const prepare = (key) => {
    const inTurn = () => navigator.locks ? navigator.locks.request("booth-pictures-" + key, () => run(key)) : run(key);
    for (const wake of [...wakers]) wake();
    line = line.then(inTurn).catch(() => {});
    return line;
  };
  // Until none of them is left, whichever page has them; or 401 or 403.
  const settled = async (key) => {
    for (;;) {
      const end = await prepare(key);
      if (end || !(await store.get(key).catch(() => undefined))?.chosen?.length) return end;
      await new Promise((done) => setTimeout(done, 250));
    }
  };

  return { listen, isReading, take, leave, prepare, settled, bytesAsChosen };
};
