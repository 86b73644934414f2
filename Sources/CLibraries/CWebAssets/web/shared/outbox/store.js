// Drafts and their files in this browser's database.

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").StoredDraft} StoredDraft
 * @typedef {import("./types").Store} Store
 */

export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Every part of a draft has a number that grows with each change, whatever the clocks of two devices say: the higher one counts.
 * @param {{ clock?: number, stamps?: Record<string, number> }} draft
 * @param {string} part
 */
export const stamp = (draft, part) => {
  draft.clock = (draft.clock || 0) + 1;
  (draft.stamps ??= {})[part] = draft.clock;
};

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
const finished = (transaction) => new Promise((done, fail) => {
  transaction.oncomplete = () => done();
  transaction.onabort = transaction.onerror = () => fail(transaction.error);
});
/**
 * @template T
 * @param {IDBRequest<T>} asked
 * @returns {Promise<T>}
 */
const answer = (asked) => new Promise((done, fail) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});

/**
 * Of what was thrown away the key stays, until the studio has thrown it away as well.
 * @param {StoredDraft | undefined} draft
 */
const there = (draft) => draft?.state === "discarded" ? undefined : draft;

/**
 * `makeKey`: keys as the studio takes them for such a thing.
 * @param {string} name the database's
 * @returns {Store}
 */
export const openStore = (name, makeKey = newKey) => {
  /** @type {Promise<IDBDatabase> | null} */
  let opened = null;
  /** @returns {Promise<IDBDatabase>} */
  const open = () => opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("drafts", { keyPath: "key" });
      asked.result.createObjectStore("files", { keyPath: "id" });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => { opened = null; fail(asked.error); };
  });

  // Where the database takes nothing, as the device is full or the browser keeps nothing, a draft and its files stay with their page until
  // that is left.
  /** @type {Map<string, StoredDraft>} */
  const held = new Map();
  /** @type {Map<string, Blob>} */
  const heldFiles = new Map();
  /** @param {string} key */
  const letGo = (key) => {
    held.delete(key);
    for (const id of heldFiles.keys()) if (id.startsWith(key + "/")) heldFiles.delete(id);
  };
  /** @type {Store["isHeld"]} */
  const isHeld = (key) => held.has(key) || [...heldFiles.keys()].some((id) => id.startsWith(key + "/"));

  /** @type {Store["all"]} */
  const all = async (user) => {
    const database = await open();
    const drafts = await answer(database.transaction("drafts").objectStore("drafts").getAll());
    return drafts.filter((draft) => draft.user === user && there(draft)).sort((a, b) => b.changed - a.changed);
  };
  // Those on their way, by the mark of their writer that every page has.
  /** @type {Store["sending"]} */
  const sending = async (person) => {
    const drafts = await answer((await open()).transaction("drafts").objectStore("drafts").getAll());
    return drafts.filter((draft) => draft.state === "sending" && draft.sender === person);
  };
  /** @type {Store["get"]} */
  const get = async (key) => held.get(key) ?? there(await answer((await open()).transaction("drafts").objectStore("drafts").get(key)));

  /**
   * Reads, changes and writes in one transaction: two tabs never undo each other's fields. Nothing is written where it
   * gives nothing back. Where it fails, what would have been written is what `get` gives from now on, on this page.
   * @type {Store["change"]}
   */
  const change = async (key, how) => {
    /** @type {Draft | null | undefined | false} */
    let changed;
    let isMade = false;
    /** @param {Draft | undefined} found */
    const make = (found) => {
      changed = how(found);
      isMade = true;
      return changed && { ...changed, key, changed: Date.now() };
    };
    try {
      const transaction = (await open()).transaction("drafts", "readwrite", { durability: "strict" });
      const drafts = transaction.objectStore("drafts");
      const asked = drafts.get(key);
      asked.onsuccess = () => {
        const made = make(held.get(key) ?? there(asked.result));
        if (made) drafts.put(made);
      };
      await finished(transaction);
      held.delete(key);
    } catch (fault) {
      const made = isMade ? changed && { ...changed, key, changed: Date.now() } : make(held.get(key));
      if (made) held.set(key, made);
      throw fault;
    }
    return changed;
  };

  /**
   * A draft under another key, with its pictures, in one transaction: its own belongs to something that was sent already.
   * @type {Store["rename"]}
   */
  const rename = async (key) => {
    const fresh = makeKey();
    /**
     * @param {StoredDraft} draft
     * @returns {StoredDraft}
     */
    const again = (draft) => ({ ...draft, key: fresh, state: "draft", submission: undefined, changed: Date.now() });
    const own = held.get(key);
    try {
      const transaction = (await open()).transaction(["drafts", "files"], "readwrite", { durability: "strict" });
      const drafts = transaction.objectStore("drafts"), files = transaction.objectStore("files");
      const asked = drafts.get(key);
      asked.onsuccess = () => {
        const found = own ?? there(asked.result);
        if (!found) return;
        drafts.put(again(found));
        drafts.delete(key);
        const wanted = files.openCursor(IDBKeyRange.bound(key + "/", key + "0", false, true));
        wanted.onsuccess = () => {
          const cursor = wanted.result;
          if (!cursor) return;
          files.put({ ...cursor.value, id: fresh + cursor.value.id.slice(key.length) });
          cursor.delete();
          cursor.continue();
        };
      };
      await finished(transaction);
    } catch (fault) {
      if (!own) throw fault;
      held.set(fresh, again(own));
    }
    for (const [id, blob] of heldFiles) if (id.startsWith(key + "/")) heldFiles.set(fresh + id.slice(key.length), blob);
    letGo(key);
    return fresh;
  };

  // A picture's bytes are there before the draft names them: under their hash, or as they were chosen.
  /** @type {Store["addFile"]} */
  const addFile = async (key, name, blob) => {
    const transaction = (await open()).transaction("files", "readwrite", { durability: "strict" });
    transaction.objectStore("files").put({ id: key + "/" + name, blob });
    await finished(transaction);
  };
  /** @type {Store["holdFile"]} */
  const holdFile = (key, name, blob) => { heldFiles.set(key + "/" + name, blob); };
  /** @type {Store["file"]} */
  const file = async (key, name) => {
    const own = heldFiles.get(key + "/" + name);
    if (own) return own;
    const found = await answer((await open()).transaction("files").objectStore("files").get(key + "/" + name));
    return found?.blob;
  };
  /** @type {Store["removeFile"]} */
  const removeFile = async (key, name) => {
    heldFiles.delete(key + "/" + name);
    const transaction = (await open()).transaction("files", "readwrite");
    transaction.objectStore("files").delete(key + "/" + name);
    await finished(transaction);
  };
  /** @type {Store["remove"]} */
  const remove = async (key) => {
    letGo(key);
    const transaction = (await open()).transaction(["drafts", "files"], "readwrite", { durability: "strict" });
    transaction.objectStore("drafts").delete(key);
    transaction.objectStore("files").delete(IDBKeyRange.bound(key + "/", key + "0", false, true));
    await finished(transaction);
  };
  /**
   * The keys of drafts that were discarded here and may have reached the studio.
   * @type {Store["discarded"]}
   */
  const discarded = async (user) => {
    const drafts = await answer((await open()).transaction("drafts").objectStore("drafts").getAll());
    return drafts.filter((draft) => draft.user === user && !there(draft)).map((draft) => draft.key);
  };
  /** @type {Store["discard"]} */
  const discard = async (key, user) => {
    letGo(key);
    const transaction = (await open()).transaction(["drafts", "files"], "readwrite", { durability: "strict" });
    transaction.objectStore("drafts").put({ key, user, state: "discarded", changed: Date.now() });
    transaction.objectStore("files").delete(IDBKeyRange.bound(key + "/", key + "0", false, true));
    await finished(transaction);
  };

  return { isHeld, all, sending, get, change, rename, addFile, holdFile, file, removeFile, remove, discarded, discard };
};
