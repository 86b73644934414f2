/// Training photos that are not shared yet, in the browser's own database.
let trainingDraftsScript = #"""
  "use strict";
  import { openStore } from "./STORE";

  // 20 letters and digits, as the studio takes them.
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const newID = () => [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => signs[byte % signs.length]).join("");
  export const { isHeld, all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove } = openStore("booth-critiques", newID);

  // A page says by a lock which draft it has open. It is another page's while that holds it. The page that this tab had before may let go of
  // it a moment later: `isSure` waits for it.
  const lockOf = (key) => "booth-training-" + key;
  export const claim = async (key, isSure = false) => {
    if (!navigator.locks) return isSure || Date.now() - ((await get(key).catch(() => undefined))?.changed || 0) > 60000;
    return new Promise((done) => {
      const how = isSure ? { signal: AbortSignal.timeout(2000) } : { ifAvailable: true };
      navigator.locks.request(lockOf(key), how, (lock) => {
        done(lock !== null);
        return lock && new Promise(() => {});
      }).catch(() => done(false));
    });
  };
  export const isOpen = async (key) => navigator.locks ? navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null) : false;

  // MARK: What earlier versions have kept

  // Pages of before kept pictures alone, each as `{ id: "FORM/0000", form, person, at, name, blob }`, until their form was shared.
  const former = () => new Promise((done, fail) => {
    const asked = indexedDB.open("booth-training", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("chosen", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  const ended = (transaction) => new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => fail(transaction.error);
  });
  // They become drafts, under the key of their form. `before` is the form that this tab had. They leave the old database only when
  // they stand in the new one.
  export const takeFormer = async (person, before) => {
    const database = await former();
    try {
      const reading = database.transaction("chosen"), asked = reading.objectStore("chosen").getAll();
      await ended(reading);
      const forms = new Map();
      for (const one of asked.result) if (one.person === person) forms.set(one.form, [...(forms.get(one.form) || []), one]);
      for (const [form, entries] of forms) {
        if (form !== before && (await isOpen(form))) continue;
        const chosen = entries.map((one, place) => ({ id: "former-" + one.id.split("/").pop(), number: place + 1, page: "former", at: one.at, name: one.name, field: "" }));
        for (const [place, { blob }] of entries.entries()) await addFile(form, "chosen-" + chosen[place].id, blob);
        await change(form, (found) => found ? null : { ...empty(person), numbers: chosen.length, chosen });
        const writing = database.transaction("chosen", "readwrite");
        for (const { id } of entries) writing.objectStore("chosen").delete(id);
        await ended(writing);
      }
    } finally { database.close(); }
  };
  export const empty = (person) => ({ user: person, state: "draft", answers: {}, lent: [], numbers: 0, chosen: [], attachments: [], leftOut: [] });

  """#

/// What a training photo is, and where it goes: each picture to the studio as soon as it is chosen, which makes it ready; then what is
/// said of them, once.
let trainingOutboxScript = #"""
  "use strict";
  import * as drafts from "./DRAFTS";
  import { openOutbox } from "./OUTBOX";
  import { meaning, sendFile, sendValue } from "./WIRE";

  export const most = 6;

  // How often each was in vain, by its id.
  const vain = new Map();
  // Says why it waits, by one of the page's words; what the studio says of it as soon as waiting has not helped.
  const later = (entry, say, word, text) => {
    const tries = (vain.get(entry.id) || 0) + 1;
    vain.set(entry.id, tries);
    say({ word, text: word !== "waits" || tries > 3 ? text : "" });
    return { isLater: true };
  };
  const make = async (entry, bytes, { key, signal, progress, say }) => {
    if (!bytes && !entry.photo) return { fault: "unread" };
    let answer;
    try {
      answer = await sendFile("/training/uploads/" + key + (entry.photo ? "?photo=" + encodeURIComponent(entry.photo) : ""), bytes, { progress, signal });
    } catch { return later(entry, say, "still"); }
    const { status, body } = answer, means = meaning(status);
    if (means === "done" && body.picture) {
      const { id, number, page, at, name, field, photo } = entry;
      return { put: (draft) => draft.attachments.push({ id, number, page, at, name, field, ...(photo && { photo }), picture: body.picture, thumbnail: body.thumbnail }) };
    }
    if (means === "signedOut") return { signedOut: status };
    // Too many at once, or no room for the moment: it waits for its turn, and says so.
    if (means !== "refused" && means !== "gone" && means !== "taken") return later(entry, say, status === 503 ? "waits" : "still", body.error);
    return { fault: "failed", said: body.error };
  };
  // What was ready is sent anew.
  const unready = (draft, names) => {
    const isBack = (one) => !names || names.includes(one.picture);
    const back = draft.attachments.filter(isBack).map(({ picture, thumbnail, ...entry }) => entry);
    const chosen = [...back, ...(draft.chosen || [])].sort((one, other) => one.number - other.number);
    return { ...draft, attachments: draft.attachments.filter((one) => !isBack(one)), chosen };
  };

  export const outbox = openOutbox(drafts, {
    make, most, spare: most, keepsOriginals: true, keepsLeftOut: true,
    attachment: ({ number, picture, thumbnail, name }) => ({ number, picture, thumbnail, name }),
    submit: async (draft) => {
      const { attachments, photographer, kind, notes } = draft.submission;
      const pictures = [...attachments].sort((one, other) => one.number - other.number).map(({ picture, thumbnail, name }) => ({ picture, thumbnail, name }));
      const { status, body } = await sendValue("/training/publish", { key: draft.key, photographer, kind, notes, pictures });
      if (status === 422 && body.missing?.length) {
        await drafts.change(draft.key, (found) => found && { ...unready(found, body.missing), submission: { ...found.submission, attachments: undefined } });
        return { kind: "again" };
      }
      return { kind: "answered", status, said: body.error, address: body.to };
    },
    renamed: (draft) => unready(draft),
  });

  """#

/// What was to be shared when its page was left goes on with every page of the studio; what waits for its writer is pointed to.
let trainingCarrierScript = #"""
  "use strict";
  import * as drafts from "./DRAFTS";

  const { person } = document.body.dataset;
  // What is not shared for good yet can be taken back on any page of the training.
  const place = document.getElementById("training-held"), held = new Set();
  const hold = (key, phase, outbox) => {
    if (phase === "held" || phase === "readying") held.add(key); else held.delete(key);
    if (!place) return;
    place.hidden = !held.size;
    place.querySelector("button").onclick = async () => {
      const [first] = held;
      if (!(await outbox.takeBack(first))) return;
      try { sessionStorage.setItem("booth-training", first); } catch { /* then it is found among all drafts */ }
      location.assign("/training/new");
    };
  };
  const carry = async () => {
    const left = await drafts.sending(person);
    if (!left.length) return;
    const { outbox } = await import("./SHARING");
    await Promise.all(left.map(async ({ key }) => {
      const now = await outbox.send(key, ({ phase }) => hold(key, phase, outbox)).finally(() => hold(key, "", outbox));
      // It waits for its writer, who hears why where it is opened.
      if (now?.isForbidden) await outbox.reopen(key);
    }));
  };
  const point = async () => {
    const unshared = document.getElementById("training-unshared");
    if (!unshared) return;
    const isSomething = ({ answers, attachments, chosen, leftOut }) => attachments.length || chosen.length || leftOut.length || answers.notes;
    const some = (await drafts.all(person)).filter((draft) => draft.state === "draft" && isSomething(draft));
    const open = await Promise.all(some.map(({ key }) => drafts.isOpen(key)));
    unshared.hidden = open.every((isOpen) => isOpen);
  };
  if (person) point().catch(() => {}).then(carry).then(point).catch(() => {});

  """#
