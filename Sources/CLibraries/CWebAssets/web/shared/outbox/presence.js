// Whether this browser has a database of drafts, without creating one: pages with nothing to send load nothing that sends.

/**
 * True as well where the browser does not say: Firefox before 126.
 * @param {string} name the database's
 */
export const mayHave = async (name) => {
  if (!indexedDB.databases) return true;
  try { return (await indexedDB.databases()).some((one) => one.name === name); } catch { return true; }
};
