/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

export const isSeen = () => document.visibilityState === "visible";
