// @ts-nocheck
"use strict";
import { openStore } from "../shared/outbox/store.js";

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
