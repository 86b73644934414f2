// Earlier versions kept chosen pictures alone, until their form was shared: they become drafts.

import { addFile, change, empty, isOpen } from "./drafts.js";

/** @typedef {{ id: string, form: string, person: string, at: number, name: string, blob: Blob }} Former its id is `FORM/0000` */

/** @returns {Promise<IDBDatabase>} */
const open = () => new Promise((done, fail) => {
  const asked = indexedDB.open("booth-training", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("chosen", { keyPath: "id" });
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});
/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
const finished = (transaction) => new Promise((done, fail) => {
  transaction.oncomplete = () => done();
  transaction.onabort = transaction.onerror = () => fail(transaction.error);
});

/**
 * A person's, by their forms.
 * @param {Former[]} all
 * @param {string} person
 */
export const byForm = (all, person) => {
  /** @type {Map<string, Former[]>} */
  const forms = new Map();
  for (const one of all) if (one.person === person) forms.set(one.form, [...(forms.get(one.form) || []), one]);
  return forms;
};

/**
 * As they stand in a draft.
 * @param {Former[]} entries
 * @returns {import("./types").Chosen[]}
 */
export const toChosen = (entries) =>
  entries.map((one, place) => ({ id: "former-" + one.id.split("/").pop(), number: place + 1, page: "former", at: one.at, name: one.name, field: "" }));

/**
 * A draft has the key of its form. Pictures leave the old database only when they stand in the new one.
 * @param {string} person
 * @param {string | null} before the form that this tab had
 */
export const takeFormer = async (person, before) => {
  const database = await open();
  try {
    const reading = database.transaction("chosen"), asked = reading.objectStore("chosen").getAll();
    await finished(reading);
    for (const [form, entries] of byForm(asked.result, person)) {
      if (form !== before && (await isOpen(form))) continue;
      const chosen = toChosen(entries);
      for (const [place, { blob }] of entries.entries()) await addFile(form, "chosen-" + chosen[place].id, blob);
      await change(form, (found) => found ? null : { ...empty(person), numbers: chosen.length, chosen });
      const writing = database.transaction("chosen", "readwrite");
      for (const { id } of entries) writing.objectStore("chosen").delete(id);
      await finished(writing);
    }
  } finally { database.close(); }
};
