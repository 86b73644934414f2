// A draft as it is shared.

/**
 * @typedef {import("./types").Attachment} Attachment
 * @typedef {import("./types").Chosen} Chosen
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").PictureEntry} PictureEntry
 */

/** How many pictures a critique has at most (CritiqueDraft.mostPictures). */
export const most = 6;

/**
 * The order in which pictures were chosen, whichever of them is ready first.
 * @template {{ number: number }} Entry
 * @param {Entry[]} entries
 * @returns {Entry[]}
 */
export const inOrder = (entries) => [...entries].sort((one, other) => one.number - other.number);

/**
 * What the form shows: what is ready, what is left out, and of what is on its way as many as there is room for.
 * @param {Draft} draft
 * @returns {PictureEntry[]}
 */
export const shownPictures = ({ attachments, chosen, leftOut }) =>
  inOrder(/** @type {PictureEntry[]} */ ([...attachments, ...(leftOut || []), ...(chosen || []).slice(0, Math.max(0, most - attachments.length))]));

/**
 * What is sent.
 * @param {import("./types").Submission} submission
 */
export const picturesOf = ({ attachments, marks }) => inOrder(attachments || []).map(({ id, picture, thumbnail, name }) => {
  const drawn = marks?.[id || ""];
  return { picture, thumbnail, name, ...(drawn?.length && { marks: drawn }) };
});

/**
 * What was ready is sent anew: the studio has lost it, or its draft has another key.
 * @param {Draft} draft
 * @param {string[]} [names] the pictures, in the studio; without them, all
 * @returns {Draft}
 */
export const withoutReady = (draft, names) => {
  const isBack = (/** @type {Attachment} */ one) => !names || names.includes(one.picture);
  /** @type {Chosen[]} */
  const back = draft.attachments.filter(isBack).map(({ picture: _picture, thumbnail: _thumbnail, ...entry }) => entry);
  return { ...draft, attachments: draft.attachments.filter((one) => !isBack(one)), chosen: inOrder([...back, ...(draft.chosen || [])]) };
};

/**
 * What was too large to be chosen at all is shown all the same, with a reason.
 * @param {Draft} draft
 * @param {string[]} names the files'
 * @param {string} said why
 * @returns {Draft}
 */
export const withLarge = (draft, names, said) => {
  let numbers = draft.numbers || 0;
  const large = names.map((name) => ({ id: "large-" + ++numbers, number: numbers, name, field: "", fault: "large", said }));
  return { ...draft, leftOut: [...(draft.leftOut || []), ...large], numbers };
};
