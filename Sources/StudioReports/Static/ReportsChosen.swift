/// Pictures from the moment they are chosen until the draft has them as they are sent. Those in between stand in the draft's `chosen`;
/// their bytes are read at once, as they came, and kept beside it: a page that is left loses none. One that cannot be made smaller
/// stands in `leftOut` with its name, until the writer of the report has seen it.
let reportsChosen = #"""
  "use strict";
  import * as drafts from "./DRAFTS";
  import * as pictures from "./PICTURES";

  // A page says that it is there by holding a lock: what it has not read yet comes, or is lost with it.
  const own = drafts.newKey();
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

  const listeners = new Set();
  export const listen = (heard) => { listeners.add(heard); };
  const tell = (news) => { for (const heard of listeners) heard(news); };

  const original = (entry) => "chosen-" + entry.id;
  // What this page reads, by the entries' ids.
  const reading = new Map();
  export const isReading = () => reading.size > 0;
  const read = async (key, file, entry) => {
    // Some browsers can read a chosen file for a while only: all of it is here before anything else happens to it.
    let bytes;
    try { bytes = new Blob([await file.arrayBuffer()], { type: file.type }); } catch { return; }
    // Without room for it as it came there may be room for what is made of it.
    await drafts.addFile(key, original(entry), bytes).catch(() => drafts.holdFile(key, original(entry), bytes));
  };

  // Gives back what came of it: the draft; `late` where the report is on its way as it is; `full` where more were chosen than `most`.
  export const take = async (key, files, field, most, nameOf) => {
    await claim();
    let isLate = false, isFull = false, entries = [];
    const how = (found) => {
      isLate = !found || Boolean(found.state === "sending" && found.submission?.attachments);
      if (isLate) return null;
      const chosen = found.chosen || [];
      entries = files.slice(0, Math.max(0, most - found.attachments.length - chosen.length))
        .map((file) => ({ id: drafts.newKey(), page: own, at: Date.now(), name: nameOf(file), field }));
      isFull = entries.length < files.length;
      return { ...found, chosen: [...chosen, ...entries], leftOut: (found.leftOut || []).filter((one) => found.state === "sending" || one.field !== field) };
    };
    // Where the database fails the draft is held, with them.
    await drafts.change(key, how).catch(() => {});
    let line = Promise.resolve();
    for (const [place, entry] of entries.entries()) {
      line = line.then(() => read(key, files[place], entry));
      reading.set(entry.id, line);
    }
    line.then(async () => {
      for (const { id } of entries) reading.delete(id);
      // Thrown away meanwhile.
      if (!(await drafts.get(key).catch(() => true))) for (const entry of entries) await drafts.removeFile(key, original(entry)).catch(() => {});
    });
    prepare(key);
    return { isLate, isFull };
  };

  // MARK: Making them smaller

  // Undefined: not here yet. Null: it will not be.
  const bytesOf = async (key, entry) => {
    await reading.get(entry.id);
    const find = () => drafts.file(key, original(entry)).catch(() => undefined);
    const found = await find();
    if (found) return found;
    if (entry.page !== own && await isThere(entry)) return undefined;
    // Its page may have kept it, and gone, meanwhile.
    return (await find()) || null;
  };
  // The draft without one that was chosen, and with what came of it; where another page was quicker nothing is changed.
  const settle = async (key, entry, put, sha256) => {
    let isGone = false;
    await drafts.change(key, (found) => {
      isGone = !found;
      if (!found?.chosen?.some((one) => one.id === entry.id)) return null;
      const after = { ...found, attachments: [...found.attachments], leftOut: [...(found.leftOut || [])], chosen: found.chosen.filter((one) => one.id !== entry.id) };
      put(after);
      return after;
    }).catch(() => {});
    for (const name of isGone && sha256 ? [original(entry), sha256] : [original(entry)]) await drafts.removeFile(key, name).catch(() => {});
    tell({ key, entry });
  };
  const isNoRoom = (error) => error?.name === "QuotaExceededError" || Boolean(error?.message?.includes("Quota"));
  const make = async (key, entry, bytes) => {
    const leaveOut = (fault) => settle(key, entry, (draft) => { draft.leftOut.push({ id: entry.id, name: entry.name, field: entry.field, fault }); });
    if (!bytes) return leaveOut("unreadPicture");
    if (bytes.size === 0) return leaveOut("emptyFile");
    let blob, sha256;
    try {
      blob = await pictures.prepare(bytes);
      sha256 = await pictures.hash(blob);
    } catch {
      return leaveOut(await pictures.isHEIC(bytes).catch(() => false) ? "heicFailed" : "pictureFailed");
    }
    try { await drafts.addFile(key, sha256, blob); } catch (error) {
      if (isNoRoom(error)) return leaveOut("storageFull");
      drafts.holdFile(key, sha256, blob);
    }
    return settle(key, entry, (draft) => {
      if (draft.attachments.some((other) => other.sha256 === sha256 && other.field === entry.field)) return;
      draft.attachments.push({ sha256, size: blob.size, type: "image/jpeg", name: entry.name, field: entry.field });
      drafts.stamp(draft, "=pictures");
    }, sha256);
  };
  const run = async (key) => {
    const passed = new Set();
    for (;;) {
      const chosen = (await drafts.get(key).catch(() => undefined))?.chosen || [];
      const entry = chosen.find((one) => !passed.has(one.id));
      if (!entry) return;
      tell({ key, entry, left: chosen.length });
      const bytes = await bytesOf(key, entry);
      // Its own page goes on with it.
      passed.add(entry.id);
      if (bytes !== undefined) await make(key, entry, bytes);
    }
  };

  // One page at a time makes them, one after the other.
  let line = Promise.resolve();
  export const prepare = (key) => {
    const inTurn = () => navigator.locks ? navigator.locks.request("booth-pictures-" + key, () => run(key)) : run(key);
    line = line.then(inTurn).catch(() => {});
    return line;
  };
  // Until none of them is left, whichever page has them.
  export const settled = async (key) => {
    for (;;) {
      await prepare(key);
      if (!(await drafts.get(key).catch(() => undefined))?.chosen?.length) return;
      await new Promise((done) => setTimeout(done, 250));
    }
  };

  """#
