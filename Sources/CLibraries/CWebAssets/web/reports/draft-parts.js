// A draft as two devices share it, in parts: the answer to each question, and `=schools`, `=position`, `=pictures` and `=date`. The studio
// keeps each part with the stamp of its last change. What both devices had at last is agreed; from there on what each has changed is told.

import { isEmpty } from "./answers.js";
import { stamp } from "../shared/outbox/store.js";

/**
 * @typedef {import("./types").Attachment} Attachment
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").FieldAnswer} FieldAnswer
 * @typedef {import("./types").School} School
 * @typedef {import("./types").SharedPart} SharedPart
 * @typedef {import("./types").Source} Source
 * @typedef {{ value?: FieldAnswer, typed?: boolean, source?: Source | null, others?: FieldAnswer[] } | null | undefined} AnswerPart
 * @typedef {(School | Attachment)[]} ListPart
 */

/**
 * What a merge asks its page.
 * @typedef {object} MergeContext
 * @property {(part: string) => boolean} isAutomatic whether the field fills itself in
 * @property {(part: string, shared: SharedPart) => boolean} wasSent whether the part was sent from here
 */

// MARK: Parts

/** @param {string} part */
const isList = (part) => part === "=pictures" || part === "=schools";

/**
 * What one of a list is told from others by.
 * @param {School | Attachment} item
 */
const nameOf = (item) => "sha256" in item ? item.sha256 + "/" + item.field : item.id;

/**
 * @param {Draft} draft
 * @param {string} part
 */
const answerPart = (draft, part) => {
  const others = draft.others?.[part];
  return { value: draft.answers[part] ?? null, typed: draft.typed[part] === true, source: draft.sources[part] ?? null, ...(others && { others }) };
};

/**
 * A part as the studio keeps it.
 * @param {Draft} draft
 * @param {string} part
 */
export const partOf = (draft, part) => {
  switch (part) {
    case "=schools": return draft.schools;
    case "=position": return draft.position;
    case "=pictures": return draft.attachments;
    case "=date": return draft.date;
    default: return answerPart(draft, part);
  }
};

/**
 * What stands beside an answer until its writer has chosen.
 * @param {Draft} draft
 * @param {string} part
 * @param {FieldAnswer[] | undefined} others
 */
export const putOthers = (draft, part, others) => {
  if (others?.length) (draft.others ??= {})[part] = others;
  else if (draft.others) delete draft.others[part];
};

/**
 * @param {Draft} draft
 * @param {string} part
 * @param {unknown} value
 */
export const putPart = (draft, part, value) => {
  switch (part) {
    case "=schools": draft.schools = /** @type {School[]} */ (value || []); break;
    case "=position": draft.position = /** @type {string} */ (value || ""); break;
    case "=pictures": draft.attachments = /** @type {Attachment[]} */ (value || []); break;
    case "=date": draft.date = /** @type {string} */ (value || draft.date); break;
    default: {
      const answer = /** @type {AnswerPart} */ (value);
      if (answer?.value === null || answer?.value === undefined) delete draft.answers[part]; else draft.answers[part] = answer.value;
      if (answer?.typed) draft.typed[part] = true; else delete draft.typed[part];
      if (answer?.source) draft.sources[part] = answer.source;
      putOthers(draft, part, answer?.others);
    }
  }
};

/**
 * A value as a text, the same in whichever order its members come.
 * @param {unknown} value
 */
export const canonical = (value) => JSON.stringify(value ?? null, (_, part) =>
  part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part);

// MARK: Agreements

/**
 * Drafts of earlier versions have no agreements about their answers: of those the newer counts.
 * @param {Draft} draft
 * @param {string} part
 */
export const isAgreed = (draft, part) => isList(part) || Boolean(draft.agrees && !part.startsWith("="));

/**
 * @param {Draft} draft
 * @param {string} part
 * @param {{ at: number, value?: unknown }} shared
 */
export const agree = (draft, part, { at, value }) => {
  if (!isAgreed(draft, part)) return;
  (draft.agreed ??= {})[part] = { at, ...(isList(part) && { names: /** @type {ListPart} */ (value || []).map(nameOf) }) };
};

// MARK: Merging

/**
 * Lists that two devices add to at the same time lose nothing: beside what the studio has stands what was added here since both had the
 * same, and without what was taken out here since.
 * @param {Draft} draft
 * @param {string} part
 * @param {unknown} value
 * @returns {ListPart}
 */
export const uniteLists = (draft, part, value) => {
  const theirs = /** @type {ListPart} */ (value || []), own = /** @type {ListPart} */ (partOf(draft, part) || []);
  const before = new Set(draft.agreed?.[part]?.names), mine = new Set(own.map(nameOf)), there = new Set(theirs.map(nameOf));
  return [
    ...theirs.filter((item) => mine.has(nameOf(item)) || !before.has(nameOf(item))),
    ...own.filter((item) => !there.has(nameOf(item)) && !before.has(nameOf(item))),
  ];
};

/**
 * The parts that the studio has otherwise than the draft, and newer.
 * @param {Draft} draft
 * @param {Record<string, SharedPart>} parts
 */
export const findNewer = (draft, parts) => Object.entries(parts).filter(([part, { at, value }]) => {
  if (isAgreed(draft, part)) return at !== draft.agreed?.[part]?.at;
  const own = draft.stamps?.[part] || 0;
  return at > own || (at === own && JSON.stringify(value) !== JSON.stringify(partOf(draft, part)));
});

/**
 * Takes over what was changed on another device. Gives back whether the studio is to hear of the result.
 * @param {Draft} draft
 * @param {[part: string, shared: SharedPart][]} newer
 * @param {MergeContext} context
 */
export const mergeParts = (draft, newer, context) => {
  let isToShare = false;
  for (const [part, shared] of newer) {
    if (isList(part)) isToShare = mergeList(draft, part, shared) || isToShare;
    else if (isAgreed(draft, part)) isToShare = mergeAnswer(draft, part, shared, context) || isToShare;
    // It may have been changed here meanwhile.
    else if ((draft.stamps?.[part] || 0) <= shared.at) takePart(draft, part, shared);
  }
  return isToShare;
};

/**
 * @param {Draft} draft
 * @param {number} at
 */
const raiseClock = (draft, at) => { draft.clock = Math.max(draft.clock || 0, at); };

/**
 * @param {Draft} draft
 * @param {string} part
 * @param {SharedPart} shared
 */
const takePart = (draft, part, { at, value }) => {
  putPart(draft, part, value);
  (draft.stamps ??= {})[part] = at;
  raiseClock(draft, at);
};

/**
 * @param {Draft} draft
 * @param {string} part
 * @param {SharedPart} shared
 */
const mergeList = (draft, part, { at, value }) => {
  const all = uniteLists(draft, part, value), isChangedHere = JSON.stringify(all) !== JSON.stringify(value || []);
  takePart(draft, part, { at, value: all });
  agree(draft, part, { at, value });
  if (isChangedHere) stamp(draft, part);
  return isChangedHere;
};

/**
 * Whether a person has written it.
 * @param {boolean} isAutomatic
 * @param {AnswerPart} answer
 */
const isWritten = (isAutomatic, answer) => !isEmpty(answer?.value) && answer?.value !== false && (!isAutomatic || Boolean(answer?.typed));

/**
 * What stands beside an answer when another device has answered as well: each text once.
 * @param {boolean} isAutomatic
 * @param {NonNullable<AnswerPart>} own
 * @param {AnswerPart} theirs
 * @returns {FieldAnswer[]}
 */
const otherAnswers = (isAutomatic, own, theirs) => {
  const both = isWritten(isAutomatic, own) && isWritten(isAutomatic, theirs);
  const all = [...(own.others || []), ...(both ? [theirs?.value] : []), ...(theirs?.others || [])], texts = all.map(canonical);
  return all.filter((_, place) => texts[place] !== canonical(own.value) && texts.indexOf(texts[place]) === place);
};

/**
 * What was written to one question on two devices, before either knew of the other, stands beside each other until its writer has chosen.
 * @param {Draft} draft
 * @param {string} part
 * @param {SharedPart} shared
 * @param {MergeContext} context
 */
const mergeAnswer = (draft, part, shared, context) => {
  const { at } = shared, theirs = /** @type {AnswerPart} */ (shared.value);
  const own = answerPart(draft, part), number = draft.stamps?.[part] || 0, isChangedHere = number !== (draft.agreed?.[part]?.at || 0);
  agree(draft, part, { at });
  // Sent from here, and its answer was lost: what was written here since takes its place.
  if (isChangedHere && context.wasSent(part, shared)) return true;
  raiseClock(draft, at);
  const isAutomatic = context.isAutomatic(part), others = otherAnswers(isAutomatic, own, theirs);
  const isSettled = canonical(own.value) === canonical(theirs?.value) && canonical(others) === canonical(theirs?.others || []);
  // Typed text goes before what is empty, and before what was filled in; of two that were filled in the newer counts.
  if (isChangedHere && !isSettled && (isWritten(isAutomatic, own) || (!isWritten(isAutomatic, theirs) && number > at))) {
    putOthers(draft, part, others);
    stamp(draft, part);
    return true;
  }
  putPart(draft, part, theirs);
  (draft.stamps ??= {})[part] = at;
  return false;
};
