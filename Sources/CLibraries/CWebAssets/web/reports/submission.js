// A draft as it is sent.

import { isEmpty, toSubmission } from "./answers.js";
import { moment } from "./days.js";

/**
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").Field} Field
 */

/**
 * Answers to questions that the form's version no longer asks.
 * @param {Draft} draft
 * @param {Map<string, Field>} fields
 */
export const formerAnswers = (draft, fields) =>
  Object.entries(draft.answers).filter(([id, value]) => !fields.has(id) && !isEmpty(value) && value !== false);

/**
 * What the report says. Its pictures are added as soon as each of them is ready: until then so many are missing.
 * @param {string} key
 * @param {Draft} draft
 * @param {Map<string, Field>} fields
 * @returns {import("./types").Submission}
 */
export const makeSubmission = (key, draft, fields) => ({
  key, template: draft.template, version: draft.version, date: draft.date,
  answers: Object.fromEntries(Object.entries(draft.answers).flatMap(([id, value]) => {
    const field = fields.get(id);
    return field ? [[id, toSubmission(field, value)]] : [];
  })),
  former: Object.fromEntries(formerAnswers(draft, fields).map(([id, value]) => [id, { label: draft.labels?.[id] || id, value }])),
  schools: draft.schools.map((school) => school.id), schoolNames: draft.schools.map((school) => school.name),
  pictures: draft.attachments.length + (draft.chosen?.length || 0), sources: draft.sources,
  position: draft.position, ...(draft.begun || moment()),
});

/**
 * The pictures that were left out without the page having said so: their report waits for its writer.
 * @param {Draft} draft
 * @param {Set<string>} told the ids of those that the page has named
 */
export const leftOutUnseen = ({ leftOut }, told) => (leftOut || []).filter(({ id }) => !told.has(id));
