/// Reports that are not sent yet, in the browser's own database: a draft, and its pictures apart from it, so that a keystroke
/// writes little.
let reportsDrafts = #"""
  "use strict";
  let opened = null;
  const open = () => opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open("booth-reports", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("drafts", { keyPath: "key" });
      asked.result.createObjectStore("files", { keyPath: "id" });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => { opened = null; fail(asked.error); };
  });
  const finished = (transaction) => new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => fail(transaction.error);
  });
  const answer = (asked) => new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });

  export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  export const all = async (user) => {
    const database = await open();
    const drafts = await answer(database.transaction("drafts").objectStore("drafts").getAll());
    return drafts.filter((draft) => draft.user === user).sort((a, b) => b.changed - a.changed);
  };
  export const get = async (key) => answer((await open()).transaction("drafts").objectStore("drafts").get(key));

  // Reads, changes and writes in one transaction: two tabs never undo each other's fields. Nothing is written where it
  // gives nothing back.
  export const change = async (key, how) => {
    const transaction = (await open()).transaction("drafts", "readwrite", { durability: "strict" });
    const drafts = transaction.objectStore("drafts");
    let changed;
    const asked = drafts.get(key);
    asked.onsuccess = () => {
      changed = how(asked.result);
      if (changed) drafts.put({ ...changed, key, changed: Date.now() });
    };
    await finished(transaction);
    return changed;
  };

  // A picture's bytes are there before the draft names them.
  export const addFile = async (key, sha256, blob) => {
    const transaction = (await open()).transaction("files", "readwrite", { durability: "strict" });
    transaction.objectStore("files").put({ id: key + "/" + sha256, blob });
    await finished(transaction);
  };
  export const file = async (key, sha256) => {
    const found = await answer((await open()).transaction("files").objectStore("files").get(key + "/" + sha256));
    return found?.blob;
  };
  export const removeFile = async (key, sha256) => {
    const transaction = (await open()).transaction("files", "readwrite");
    transaction.objectStore("files").delete(key + "/" + sha256);
    await finished(transaction);
  };
  export const remove = async (key) => {
    const transaction = (await open()).transaction(["drafts", "files"], "readwrite", { durability: "strict" });
    transaction.objectStore("drafts").delete(key);
    transaction.objectStore("files").delete(IDBKeyRange.bound(key + "/", key + "0", false, true));
    await finished(transaction);
  };

  """#
