// The fields of a form while it is built: new ones, and what can be set of each.

import { fill } from "../shared/dom.js";

/**
 * @typedef {import("./types").TemplateField} TemplateField
 * @typedef {Record<string, string>} Words
 */

// Longer ids are none, as the studio takes them.
const longestID = 40;

// Fields that fill themselves in.
export const smartTypes = new Set([
  "mileage", "date_auto", "time_auto", "user_name", "school_name", "photo_count", "current_location", "weather_conditions", "calculation",
]);
// Of which one chooses; a new one has two options, so that it is a choice.
const choiceTypes = ["select", "multiselect", "radio"];
// Which have a placeholder, a least and a greatest value, a pattern.
const placeholderTypes = ["text", "textarea", "number", "email", "phone", "currency", "location"];
const boundedTypes = ["number", "currency", "date", "time", "text", "textarea", "location", "multiselect", "file"];
const patternTypes = ["text", "textarea", "email", "phone", "location"];
// What the studio keeps of a smart field in its `smartConfig`.
const smartSettings = ["expression", "format", "units", "fallbackValue", "autoUpdate"];
// These stay as an empty text; all others are left out where they are empty.
const keptEmpty = ["label", "placeholder", "defaultValue"];

/**
 * A repeated question.
 * @param {TemplateField} field
 * @returns {field is TemplateField & { columns: TemplateField[] }}
 */
export const isRows = (field) => Array.isArray(field.columns) && field.columns.length > 0;

/**
 * An id after its label where that can be written in a calculation, so that expressions can be read: `Job type` is `job_type`, or
 * `job_type_2`.
 * @param {string} label
 * @param {Set<string>} taken
 */
export const newID = (label, taken) => {
  const stem = (label.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "") || "field").slice(0, longestID);
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(stem + "_" + number)) number++;
  return stem + "_" + number;
};

/**
 * @param {TemplateField} field
 * @param {Words} words
 */
export const kindOf = (field, words) => isRows(field) ? words.typeRows : words["type-" + field.type] || field.type;

/**
 * `["Option 1", "Option 2"]`.
 * @param {Words} words
 */
const firstOptions = (words) => [1, 2].map((number) => fill(words.optionNumber, number));

/**
 * A new field.
 * @param {string} type as the palette names it: a field's type, or `rows`
 * @param {Set<string>} taken ids
 * @param {Words} words
 * @returns {TemplateField}
 */
export const makeField = (type, taken, words) => {
  const isRepeated = type === "rows";
  /** @type {TemplateField} */
  const field = {
    id: newID(type, taken), type: isRepeated ? "textarea" : type, label: isRepeated ? words.typeRows : words["type-" + type], required: false,
    options: [], placeholder: "", defaultValue: "",
  };
  if (choiceTypes.includes(type)) field.options = firstOptions(words);
  if (smartTypes.has(type)) {
    Object.assign(field, { readOnly: type !== "weather_conditions", smartConfig: { calculationType: type, autoUpdate: true, fallbackValue: "" } });
  }
  if (isRepeated) field.columns = [makeField("text", new Set(), words)];
  return field;
};

/**
 * A new column of a repeated question.
 * @param {string} type
 * @param {TemplateField[]} columns that are there
 * @param {Words} words
 */
export const makeColumn = (type, columns, words) => {
  const column = makeField(type, new Set(columns.map(({ id }) => id)), words);
  delete column.readOnly;
  return column;
};

/**
 * @param {TemplateField} field
 * @param {TemplateField[]} fields beside which it stands
 */
export const duplicateOf = (field, fields) => {
  const copy = structuredClone(field);
  copy.id = newID(field.id, new Set(fields.map(({ id }) => id)));
  return copy;
};

/**
 * Whether a type can be chosen for a column. Its own calculations are the only ones that a row can have.
 * @param {string} type
 */
export const isColumnType = (type) => type === "calculation" || !["file", "multiselect", ...smartTypes].includes(type);

/**
 * Which settings a field has, by their names on the page.
 * @param {TemplateField} field
 * @param {boolean} isColumn
 * @returns {Record<string, boolean>}
 */
export const partsOf = (field, isColumn) => {
  const { type } = field, isSmart = smartTypes.has(type), isRepeated = isRows(field), isBounded = isRepeated || boundedTypes.includes(type);
  return {
    label: true, type: !isRepeated, required: !isSmart, help: true, showWhen: !isColumn, columns: isRepeated,
    options: choiceTypes.includes(type),
    placeholder: placeholderTypes.includes(type) && !isRepeated,
    defaultValue: !isSmart && type !== "file" && !isRepeated,
    min: isBounded, max: isBounded,
    pattern: patternTypes.includes(type) && !isRepeated,
    expression: type === "calculation", format: type === "date_auto" || type === "time_auto", units: type === "mileage",
    fallbackValue: isSmart && !isColumn, autoUpdate: isSmart && !isColumn && type !== "calculation", readOnly: isSmart && !isColumn,
  };
};

/**
 * Whether a setting is an answer: a number with a point in the form, and as the reader writes it on the page.
 * @param {string} name
 */
export const isAnswer = (name) => ["min", "max", "defaultValue"].includes(name);

/**
 * @param {TemplateField} field
 * @param {string} name of the setting
 * @returns {unknown}
 */
export const settingOf = (field, name) => {
  if (name === "options") return (field.options || []).join("\n");
  return smartSettings.includes(name) ? field.smartConfig?.[name] : field[name];
};

/**
 * @param {TemplateField} field
 * @param {string} type
 * @param {Words} words
 */
const setType = (field, type, words) => {
  field.type = type;
  if (smartTypes.has(type)) {
    field.smartConfig = { ...field.smartConfig, calculationType: type, autoUpdate: field.smartConfig?.autoUpdate ?? true };
    delete field.smartConfig.calculation;
  } else {
    delete field.smartConfig;
    delete field.readOnly;
  }
  if (choiceTypes.includes(type) && !field.options?.length) field.options = firstOptions(words);
};

/**
 * @param {TemplateField} field
 * @param {string} name of the setting
 * @param {string | boolean} value as it was typed, or ticked
 * @param {Words} words
 */
export const setSetting = (field, name, value, words) => {
  if (name === "options") field.options = String(value).split("\n").map((line) => line.trim()).filter(Boolean);
  else if (name === "type") setType(field, String(value), words);
  else if (smartSettings.includes(name)) {
    field.smartConfig ??= { calculationType: field.type, autoUpdate: true };
    if (value === "" && name !== "fallbackValue") delete field.smartConfig[name]; else field.smartConfig[name] = value;
  } else if (value === "" && !keptEmpty.includes(name)) delete field[name];
  else field[name] = value;
};
