// @ts-nocheck
"use strict";
import * as drafts from "./drafts.js";
import * as choosing from "./outbox.js";
import { left, seconds, send, takeBack } from "./outbox.js";
import { sendFile } from "../shared/outbox/wire.js";
import * as pictures from "./pictures.js";
import * as answers from "./answers.js";
import { FormState } from "./form-state.js";
import { toAnswer } from "./calculation.js";

export const fill = (text, ...values) => text.replace(/%(\d)/g, (_, digit) => values[digit - 1]);

// `tried` are answers to begin with, of a preview.
export const openForm = (form, isPreview = false, tried = {}) => {
const words = JSON.parse(form.dataset.words);
const fields = JSON.parse(form.dataset.fields);
const byID = new Map(fields.map((field) => [field.id, field]));
const places = new Map([...form.querySelectorAll("[data-field]")].map((place) => [place.dataset.field, place]));
const find = (id) => places.get(id);
const tab = drafts.newKey();
const channel = isPreview ? { postMessage: () => {} } : new BroadcastChannel("booth-reports");
const token = form.dataset.token;

const address = new URL(location.href);
let key = !isPreview && /^[0-9a-f]{32}$/.test(address.searchParams.get("draft") || "") ? address.searchParams.get("draft") : "";
const pad = (number) => String(number).padStart(2, "0");
const today = () => { const now = new Date(); return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`; };
// The day and the hour are those at which it was begun, by the device's clock then: midnight, another zone and the change of the
// hour between beginning and sending change nothing.
const moment = () => { const now = new Date(); return { now: now.getTime() / 1000, offset: -now.getTimezoneOffset() * 60 }; };
let draft = {
  user: form.dataset.user, template: form.dataset.template, templateName: form.dataset.name, version: form.dataset.version,
  date: today(), begun: moment(), answers: {}, typed: {}, sources: {}, labels: {}, schools: [], attachments: [], position: "", state: "draft", agrees: true,
};
let keeps = true;
const kept = form.querySelector("#report-kept");
const said = form.querySelector("#report-said");

// MARK: Keeping

// Writes come one after the other, and what comes while one is made goes together. What is kept is what the other tab has, with
// this one's changes.
// `isQuiet`: the studio need not hear of it.
let writing = Promise.resolve(), waiting = [], isNews = false;
const keep = (how, isQuiet = false) => {
  how(draft);
  if (isPreview || isThrownAway) return writing;
  if (!key) {
    key = drafts.newKey();
    address.searchParams.set("draft", key);
    history.replaceState(null, "", address);
  }
  waiting.push(how);
  isNews ||= !isQuiet;
  if (waiting.length > 1) return writing;
  const whole = draft;
  writing = writing.then(async () => {
    const now = waiting, isToShare = isNews;
    waiting = [];
    isNews = false;
    try {
      await drafts.change(key, (found) => {
        if (found?.state === "sending") return null;
        const changed = found || whole;
        if (found) for (const how of now) how(changed);
        return changed;
      });
      if (!keeps || kept.textContent !== words.keptHere) kept.textContent = words.keptHere;
      keeps = true;
    } catch {
      keeps = false;
      kept.textContent = words.notKept;
    }
    if (isToShare) share();
  });
  return writing;
};
// What fills itself in is kept with what somebody has written: a form that is only looked at leaves no draft.
const fillIn = (how) => key ? keep(how) : how(draft);
// Where somebody typed last, and when.
let touched = { id: "", at: 0 };
// Told when it is kept: the other tab reads it then.
const tell = (change) => writing.then(() => channel.postMessage({ key, tab, ...change }));

const isTyping = (id) => id === touched.id && Date.now() - touched.at < 1500;
const adopt = async (found) => {
  draft = found;
  for (const field of fields) if (!isTyping(field.id)) put(field.id, draft.answers[field.id]);
  form.elements.date.value = draft.date;
  if (position && position !== document.activeElement) position.value = draft.position;
  saysPlace();
  await showSchools();
  showChoice();
  await showPictures();
  showLeftOut();
  showOthers();
  lookAgain();
};
channel.onmessage = async ({ data }) => {
  if (data.key !== key || data.tab === tab || !key) return;
  said.textContent = words.otherTab;
  if (data.hello) { channel.postMessage({ key, tab, seen: true }); return; }
  if (data.seen) return;
  await writing;
  const found = await drafts.get(key);
  if (!found) { if (data.gone) location.assign("/reports"); return; }
  // Sent in the other tab: this one changes it no more, and shows how far it is.
  if (found.state === "sending") {
    if (form.getAttribute("aria-busy") === "true") return;
    draft = found;
    onItsWay();
    return;
  }
  // Taken back there: whoever waits here hears it as well.
  if (form.getAttribute("aria-busy") === "true") return;
  // What is being typed is not taken from under the fingers; it is looked at again when they rest.
  if (isTyping(touched.id)) setTimeout(async () => {
    await writing;
    const rested = await drafts.get(key);
    if (rested) await adopt(rested);
  }, 1600);
  await adopt(found);
};

// MARK: Reading and filling in

const inputs = new WeakMap();
const inputOf = (place) => {
  let input = inputs.get(place);
  if (!input) inputs.set(place, input = place.querySelector("input, select, textarea"));
  return input;
};
const readFrom = (place, field) => {
  const { type } = field;
  if (type === "multiselect") return [...place.querySelectorAll("input:checked")].map((input) => input.value);
  if (type === "radio" && place.querySelector("[type=radio]")) return place.querySelector("input:checked")?.value ?? "";
  const input = inputOf(place);
  return type === "toggle" ? input.checked : answers.normalize(field, input.value);
};
const written = (value) => value === undefined || value === null ? "" : typeof value === "boolean" ? (value ? words.yes : "")
  : Array.isArray(value) ? value.map(written).join(", ") : typeof value === "object" ? Object.values(value).map(written).filter(Boolean).join(" ") : String(value);
// An option that is no longer offered stays what was answered.
const offer = (place, type, option) => {
  const first = place.querySelector(".options label");
  if (!first) {
    const made = document.createElement("p");
    made.className = "hint former";
    made.textContent = option;
    place.querySelector(".options")?.append(made);
    return null;
  }
  const label = first.cloneNode(true), input = label.querySelector("input");
  input.id += "-" + place.querySelectorAll("input").length;
  input.value = option;
  label.querySelector("bdi").textContent = option;
  place.querySelector(".options").append(label);
  return input;
};
// Where nobody has typed yet, what a field begins with is enough: browsers lay the page out for each value that is put otherwise.
const write = (input, text) => {
  if (input.value === text) return;
  if (input.tagName !== "SELECT") input.defaultValue = text;
  if (input.value !== text) input.value = text;
};
const isSame = (a, b) => a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
// Gives back whether it can be seen.
const putInto = (place, field, value) => {
  const { type } = field;
  if (type === "multiselect" || (type === "radio" && place.querySelector("[type=radio]"))) {
    const wanted = (Array.isArray(value) ? value : value === undefined || value === null || value === "" ? [] : [value]).map(written).filter(Boolean);
    const some = type === "radio" ? wanted.slice(0, 1) : wanted;
    for (const option of some) if (![...place.querySelectorAll("input")].some((input) => input.value === option)) offer(place, type, option);
    for (const input of place.querySelectorAll("input")) input.checked = some.includes(input.value);
    return some.length === wanted.length;
  }
  const input = inputOf(place);
  if (type === "toggle") {
    input.checked = value === true;
    return value === undefined || value === null || value === "" || typeof value === "boolean";
  }
  const text = answers.display(field, written(value));
  // What says the same is not written otherwise while somebody types it.
  if (input === document.activeElement && answers.normalize(field, input.value) === written(value)) return true;
  if (input.tagName === "SELECT" && text && ![...input.options].some((option) => option.value === text)) input.add(new Option(text, text));
  write(input, text);
  return input.value === text || Boolean(input.value);
};
const put = (id, value) => {
  const field = byID.get(id), place = find(id);
  if (field.type === "file") return;
  let isSeen;
  if (field.columns) isSeen = putRows(field, value); else isSeen = putInto(place, field, value);
  // What the field cannot show, as its kind has changed, stands beside it.
  if (!isSeen && written(value)) hintOf(place).textContent = fill(words.formerAnswer, written(value));
};
// Looked for once in each place.
const once = (selector) => {
  const known = new WeakMap();
  return (place) => {
    let found = known.get(place);
    if (!found) known.set(place, found = place.querySelector(selector));
    return found;
  };
};
const hintOf = once(":scope > .hint[role=status]"), faultLine = once(":scope > .fault");

// Those that are ready, and those that will be.
const filesOf = (field) => [...draft.attachments, ...(draft.chosen || [])].filter((file) => file.field === field);
const faultOf = (field) => {
  if (!look.isShown(field.id)) return "";
  const value = draft.answers[field.id];
  if (field.type === "file") {
    const files = filesOf(field.id);
    return files.length ? answers.findBoundsFault(field, files) : field.required ? "missing" : "";
  }
  if (field.auto) return answers.ambiguousReadings(field, value).length ? "twoNumbers" : answers.hasOtherUnit(field, value) ? "otherUnit" : "";
  if (field.columns && Array.isArray(value)) {
    const rows = filledRows(field);
    if (!rows.length) return field.required ? "missing" : "";
    return answers.findBoundsFault(field, rows) || (firstCellFault(field) ? "lookAtRows" : "");
  }
  return answers.findFault(field, value);
};
const bounded = (field, fault, value) => fault === "twoNumbers" ? (answers.ambiguousReadings(field || {}, value).length ? fill(words.twoNumbers, ...answers.ambiguousReadings(field, value)) : words.notNumber) : fill(words[fault] || words.wrongKind, answers.display(field || {}, (["tooLow", "tooShort", "tooFew"].includes(fault) ? field?.bounds?.min : field?.bounds?.max) ?? ""));
const mark = (place, text) => {
  const line = faultLine(place);
  if (line.textContent === text) return;
  line.textContent = text;
  for (const input of place.querySelectorAll("input, select, textarea")) {
    if (input.closest("[data-column]") && !place.dataset.column) continue;
    if (text) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
  }
};
const showFault = (id, fault) => {
  const place = id === "date" ? form.querySelector("#date-ask") : find(id);
  if (place) mark(place, fault ? bounded(byID.get(id), fault, draft.answers[id]) : "");
};

// MARK: How far it is

const tally = new Map();
let askedCount = 0, doneCount = 0;
const count = (field) => {
  const before = tally.get(field.id) || [0, 0];
  const isAsked = !field.auto && look.isShown(field.id);
  const isDone = isAsked && (field.type === "file" ? filesOf(field.id).length > 0
    : field.columns ? filledRows(field).length > 0 && !faultOf(field)
    : !answers.isEmpty(draft.answers[field.id]) && !faultOf(field));
  const now = [isAsked ? 1 : 0, isDone ? 1 : 0];
  tally.set(field.id, now);
  askedCount += now[0] - before[0];
  doneCount += now[1] - before[1];
};
const bar = form.querySelector("progress"), far = form.querySelector("#report-progress");
const progress = (...some) => {
  for (const field of some.length ? some : fields) count(field);
  const text = fill(words.progress, doneCount, askedCount);
  if (far.textContent !== text) far.textContent = text;
  bar.max = Math.max(1, askedCount);
  bar.value = doneCount;
};

// MARK: What is asked, and what is calculated

const look = new FormState(fields, {
  answer: (field) => answers.toSubmission(field, draft.answers[field.id]),
  rowCount: (field) => rowsOf(field).length,
  cell: (field, place, column) => answers.toSubmission(column, draft.answers[field.id]?.[place]?.[column.id]),
});
const showField = (field) => {
  const isShown = look.isShown(field.id), place = find(field.id);
  if (place.hidden === !isShown) return;
  place.hidden = !isShown;
  if (!isShown) { showFault(field.id, ""); mended(field.id); }
  changedSections.add(place.closest(".section"));
};
const changedSections = new Set();
const hasShown = (place) => [...place.children].some((child) => child.tagName !== "H2" && !child.hidden);
const showSections = () => {
  for (const section of changedSections) {
    // Tens of which nothing is asked take no room.
    for (const tens of section.querySelectorAll(".tens")) tens.hidden = !hasShown(tens);
    section.hidden = !hasShown(section);
  }
  changedSections.clear();
};
const faultWords = (fault) => fill(words.lackCalculation, fill(words["calc-" + fault.kind] || words["calc-expected"], fault.at + 1, fault.what || (fault.kind === "cycle" ? "" : "?")));
const showCalculated = (field) => {
  if (!field.smart || draft.typed[field.id]) return;
  const { value, fault } = look.value(field.id);
  const text = fault ? faultWords(fault) : "";
  const hint = hintOf(find(field.id));
  if (hint.textContent !== text) hint.textContent = text;
  // The fallback is the studio's, when it arrives.
  const now = fault ? "" : toAnswer(value);
  if (!isSame(now, draft.answers[field.id] ?? "")) put0(field.id, { value: now, source: field.expression });
};
// Everything, or what depends on what has changed.
const reckon = (gone) => {
  const some = gone && new Set(gone);
  for (const id of look.conditional) if (!gone || some.has("?" + id)) { showField(byID.get(id)); if (gone) count(byID.get(id)); }
  showSections();
  for (const id of look.calculated) if (!gone || some.has(id) || some.has("?" + id)) showCalculated(byID.get(id));
  for (const field of look.calculatedRows) {
    if (!gone) { showCells(field); continue; }
    for (const column of field.columns) if (column.expression) {
      const start = `${field.id}.${column.id}#`;
      for (const key of some) if (key.startsWith(start)) showCell(field, Number(key.slice(start.length)), column);
    }
  }
};
const changed = (id, place, column) => {
  const gone = look.changed(id, place, column);
  reckon(gone);
  progress(byID.get(id));
};
const lookAgain = () => {
  for (const field of fields) look.changed(field.id);
  reckon();
  progress();
};

form.addEventListener("input", (event) => {
  if (event.target.name === "date") {
    const date = event.target.value;
    keep((draft) => { draft.date = date; });
    tell({ field: "date" });
    return;
  }
  const id = event.target.closest("[data-field]")?.dataset.field;
  if (!id || event.target.type === "file") return;
  const field = byID.get(id);
  touched = { id, at: Date.now() };
  mended("=report");
  if (field.columns) { typedInRow(field, event.target); return; }
  const value = readFrom(find(id), field);
  // What a person has typed no answer that comes later takes away; who empties it wants it filled in.
  const typed = field.auto && !answers.isEmpty(value);
  keep((draft) => { draft.answers[id] = value; if (typed) draft.typed[id] = true; else delete draft.typed[id]; stamp(draft, id); });
  tell({ field: id });
  changed(id);
  const fault = faultOf(field);
  if (faultLine(find(id)).textContent) showFault(id, fault);
  if (!fault) mended(id);
});
// An amount stands as amounts are written as soon as it is left.
const writeAmount = (field, input) => {
  if (field.type !== "currency") return;
  const text = answers.display(field, answers.normalize(field, input.value));
  if (input.value !== text) input.value = text;
};
form.addEventListener("focusout", (event) => {
  const place = event.target.closest("[data-field]");
  if (!place || event.target.type === "file") return;
  const cell = event.target.closest("[data-column]");
  writeAmount(cell ? byID.get(place.dataset.field).columns.find((column) => column.id === cell.dataset.column) : byID.get(place.dataset.field), event.target);
  if (cell) { leftCell(byID.get(place.dataset.field), cell); return; }
  if (!place.contains(event.relatedTarget)) showFault(place.dataset.field, faultOf(byID.get(place.dataset.field)));
});
// MARK: Rows

const listOf = (field) => find(field.id).querySelector("ol.form-rows");
const rowsOf = (field) => Array.isArray(draft.answers[field.id]) ? draft.answers[field.id] : [];
const isRowEmpty = (field, row) => field.columns.every((column) => column.expression || answers.isEmpty(row?.[column.id]) || row[column.id] === false);
// What is known of each row until something in it changes: whether it says something, and what is wrong first.
const seen = new Map();
const rowFacts = (field) => {
  const rows = rowsOf(field);
  let facts = seen.get(field.id);
  if (!facts) seen.set(field.id, facts = []);
  facts.length = rows.length;
  for (const [place, row] of rows.entries()) {
    if (facts[place] && facts[place].row === row) continue;
    const isEmpty = isRowEmpty(field, row);
    let wrong = null;
    if (!isEmpty) for (const column of field.columns) {
      const fault = column.expression ? "" : answers.findFault(column, row[column.id]);
      if (fault) { wrong = { place, column, fault }; break; }
    }
    facts[place] = { row, isEmpty, wrong };
  }
  return facts;
};
const filledRows = (field) => rowFacts(field).filter((facts) => !facts.isEmpty);
const firstCellFault = (field) => rowFacts(field).find((facts) => facts.wrong)?.wrong ?? null;

// Cells of a row that stands there; none of one that is not made yet.
const cells = new WeakMap();
const cellPlace = (field, place, column) => {
  const row = listOf(field).children[place];
  return row && cells.get(row)?.get(column.id);
};
// Rows are empty until they come near the screen: a form of hundreds opens at once. All of them are in the draft, and count.
// One of eight is watched, for those around it.
const firstRows = 12, watched = 8, owners = new WeakMap();
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !target.parentElement) continue;
    const place = placeOf(target);
    for (const row of [...target.parentElement.children].slice(Math.max(0, place - watched), place + watched)) fillRow(row);
  }
}, { rootMargin: "1500px 0px" });
const placeOf = (row) => [...row.parentElement.children].indexOf(row);
const fillRow = (row) => {
  near.unobserve(row);
  const field = owners.get(row);
  if (!field || cells.has(row) || !row.parentElement) return;
  makeCells(field, row);
  const place = placeOf(row);
  putRow(field, row, rowsOf(field)[place]);
  nameRow(field, row, place);
  for (const column of field.columns) if (column.expression) showCell(field, place, column);
};
addEventListener("beforeprint", () => { for (const row of form.querySelectorAll(".form-row")) fillRow(row); });
let made = 0;
const makeRow = (field) => {
  const row = find(field.id).querySelector("template").content.firstElementChild.cloneNode(false);
  owners.set(row, field);
  return row;
};
const makeCells = (field, row) => {
  row.append(...find(field.id).querySelector("template").content.firstElementChild.cloneNode(true).childNodes);
  cells.set(row, new Map([...row.querySelectorAll("[data-column]")].map((cell) => [cell.dataset.column, cell])));
  const own = "-" + made++;
  for (const part of row.querySelectorAll("[id]")) part.id += own;
  for (const part of row.querySelectorAll("[for]")) part.htmlFor += own;
  for (const part of row.querySelectorAll("[aria-describedby]")) part.setAttribute("aria-describedby", part.getAttribute("aria-describedby").split(" ").map((id) => id + own).join(" "));
  row.querySelector("[data-remove]").addEventListener("click", () => removeRow(field, placeOf(row)));
};
const nameRow = (field, row, place) => {
  row.setAttribute("aria-label", fill(words.row, find(field.id).dataset.label, place + 1));
  row.querySelector("[data-remove]")?.setAttribute("aria-label", fill(words.removeRow, place + 1));
};
const putRow = (field, row, answer) => {
  const own = cells.get(row);
  if (own) for (const column of field.columns) putInto(own.get(column.id), column, answer?.[column.id]);
};
const number = (field) => {
  for (const [place, row] of [...listOf(field).children].entries()) nameRow(field, row, place);
  const none = find(field.id).querySelector("[data-none]");
  none.hidden = listOf(field).children.length > 0;
};
const showCell = (field, place, column) => {
  // What no row shows yet is shown when it is made; the studio calculates all of them when they arrive.
  const cell = cellPlace(field, place, column);
  if (!cell) return;
  const { value, fault } = look.cell(field, place, column);
  const now = fault ? "" : toAnswer(value);
  const hint = hintOf(cell), text = fault ? faultWords(fault) : "";
  if (hint.textContent !== text) hint.textContent = text;
  putInto(cell, column, now);
  if (rowsOf(field)[place] && !isSame(rowsOf(field)[place][column.id] ?? "", now)) {
    fillIn((draft) => { const row = draft.answers[field.id]?.[place]; if (row) row[column.id] = now; });
  }
};
const showCells = (field) => {
  for (const place of rowsOf(field).keys()) for (const column of field.columns) if (column.expression) showCell(field, place, column);
};
const putRows = (field, value) => {
  const list = listOf(field), rows = Array.isArray(value) ? value : [];
  seen.delete(field.id);
  while (list.children.length > rows.length) list.lastElementChild.remove();
  const fresh = document.createDocumentFragment();
  for (let count = list.children.length; count < rows.length; count++) fresh.append(makeRow(field));
  const first = list.children.length;
  list.append(fresh);
  for (const [place, row] of [...list.children].entries()) {
    if (!cells.has(row) && place < firstRows) makeCells(field, row);
    if (cells.has(row)) putRow(field, row, rows[place]); else if (place >= first && place % watched === 4) near.observe(row);
  }
  number(field);
  return Array.isArray(value) || answers.isEmpty(value);
};
const setRows = (field, how) => {
  keep((draft) => { draft.answers[field.id] = how(Array.isArray(draft.answers[field.id]) ? draft.answers[field.id] : []); stamp(draft, field.id); });
  tell({ field: field.id });
  putRows(field, draft.answers[field.id]);
  changed(field.id);
};
const emptyRow = (field) => Object.fromEntries(field.columns.filter((column) => column.value !== undefined && !column.expression).map((column) => [column.id, answers.initialAnswer(column)]));
const removeRow = (field, place) => {
  setRows(field, (rows) => rows.filter((_, other) => other !== place));
  const next = listOf(field).children[Math.min(place, listOf(field).children.length - 1)];
  if (next) fillRow(next);
  (next?.querySelector("[data-remove]") || find(field.id).querySelector("[data-add]")).focus();
  showFault(field.id, "");
};
const typedInRow = (field, input) => {
  const row = input.closest("li"), cell = input.closest("[data-column]");
  if (!row || !cell) return;
  const place = placeOf(row), column = field.columns.find((column) => column.id === cell.dataset.column);
  const value = readFrom(cell, column);
  keep((draft) => {
    if (!Array.isArray(draft.answers[field.id])) draft.answers[field.id] = [];
    (draft.answers[field.id][place] ??= {})[column.id] = value;
    stamp(draft, field.id);
  });
  tell({ field: field.id });
  delete seen.get(field.id)?.[place];
  changed(field.id, place, column.id);
  if (faultLine(cell).textContent) leftCell(field, cell);
  if (!faultOf(field)) { showFault(field.id, ""); mended(field.id); }
};
const leftCell = (field, cell) => {
  const place = placeOf(cell.closest("li")), column = field.columns.find((column) => column.id === cell.dataset.column);
  const row = rowsOf(field)[place] || {};
  const fault = column.expression || isRowEmpty(field, row) ? "" : answers.findFault(column, row[column.id]);
  mark(cell, fault ? bounded(column, fault, row[column.id]) : "");
  if (!fault) mended(`${field.id}.${place + 1}.${column.id}`);
};
for (const field of fields) if (field.columns) {
  find(field.id).querySelector("[data-add]").addEventListener("click", () => {
    if (rowsOf(field).length >= 500) { showFault(field.id, "tooMany"); return; }
    setRows(field, (rows) => [...rows, emptyRow(field)]);
    fillRow(listOf(field).lastElementChild);
    listOf(field).lastElementChild.querySelector("input, select, textarea")?.focus();
  });
}
// MARK: Fields that fill themselves in

// The weather is asked for until an answer about it has come, whatever else is asked meanwhile.
let asked = 0, timer = 0, wantsWeather = false, owesWeather = false;
const isSmart = fields.some((field) => field.smart);
const countPictures = () => draft.attachments.length + (draft.chosen?.length || 0);
const put0 = (id, value) => {
  fillIn((draft) => { draft.answers[id] = value.value; draft.sources[id] = { source: value.source, at: new Date().toISOString() }; stamp(draft, id); });
  put(id, value.value);
  look.changed(id);
};
const refresh = async (weather) => {
  if (!isSmart || isPreview) return;
  const mine = ++asked;
  owesWeather ||= weather;
  const waiting = owesWeather && fields.some((field) => field.type === "weather_conditions" && field.smart);
  let values, now;
  try {
    const answer = await fetch("/reports/smart", {
      method: "POST", credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(20000),
      headers: { "Content-Type": "application/json", "X-Booth-Token": token, "X-Booth-Part": "1" },
      body: JSON.stringify({
        template: draft.template, version: Number(draft.version), schools: draft.schools.map((school) => school.id), position: draft.position,
        photoCount: countPictures(), ...(draft.begun || moment()),
        weather: Boolean(waiting), answers: Object.fromEntries(fields.map((field) => [field.id, answers.toSubmission(field, draft.answers[field.id])])),
      }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    ({ values, now } = await answer.json());
  } catch {
    for (const field of fields) if (field.smart && !field.expression && answers.isEmpty(draft.answers[field.id])) hintOf(find(field.id)).textContent = words.lackNetwork;
    const count = fields.find((field) => field.type === "photo_count" && field.smart);
    if (count) put0(count.id, { value: String(countPictures()), source: "pictures" });
    lookAgain();
    return;
  }
  // A device whose clock is wrong writes reports of the wrong day.
  const hours = Math.round(Math.abs(now - Date.now() / 1000) / 3600);
  if (hours >= 2 && !draft.dated) said.textContent = fill(words.clockOff, hours);
  // An answer to an older question is none.
  if (mine !== asked || draft.state === "sending") return;
  owesWeather = false;
  for (const [id, value] of Object.entries(values)) {
    const field = byID.get(id);
    if (!field || draft.typed[id]) continue;
    // Calculated here.
    if (field.expression) continue;
    const isWeather = field.type === "weather_conditions";
    const hint = hintOf(find(id));
    // The weather comes with its own question; until then what is there stays.
    if (isWeather && draft.position && !waiting) continue;
    const lacks = { home: "lackHome", schools: "lackSchools", coordinates: "lackCoordinates", position: "lackPosition", weather: "lackWeather", name: "lackName", calculation: "noSettings" };
    // A position that is no place is said where it was typed.
    hint.textContent = !value.lack || (value.lack === "position" && draft.position) ? "" : words[lacks[value.lack]];
    // What was found out once stays where the template says so.
    if (!field.update && !answers.isEmpty(draft.answers[id]) && !value.lack && draft.sources[id] && draft.sources[id].source !== "fallback") continue;
    // A weather or place that is not known is a sentence for the report, not for the form: it is blank until it is sent.
    const blank = value.lack && ["position", "weather", "home", "schools", "calculation"].includes(value.lack) && value.source === "fallback";
    if (blank) { put(id, draft.answers[id]); continue; }
    if (JSON.stringify(value.value) !== JSON.stringify(draft.answers[id] ?? "")) put0(id, value);
  }
  lookAgain();
};
// The questions that are on their way, or are to be asked in a moment.
let refreshing = Promise.resolve();
const refreshNow = () => {
  const weather = wantsWeather;
  wantsWeather = false;
  clearTimeout(timer);
  timer = 0;
  refreshing = refresh(weather);
};
const refreshSoon = (weather) => {
  wantsWeather ||= weather;
  clearTimeout(timer);
  timer = setTimeout(refreshNow, 250);
};
// Until they are answered; without an answer for some seconds what is blank is filled in when the studio has the report.
const refreshed = () => {
  if (timer) refreshNow();
  return Promise.race([refreshing, new Promise((done) => setTimeout(done, 3000))]);
};
// MARK: Schools, in the order of the way

const choice = form.querySelector("#school-choice");
const chosen = form.querySelector("#schools-chosen");
const button = (text, label, action) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "plain small";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
};
const showSchools = async () => {
  chosen?.replaceChildren(...draft.schools.map((school, place) => {
    const row = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = school.name;
    row.append(name);
    if (place > 0) row.append(button("↑", fill(words.moveUp, school.name), () => setSchools([...draft.schools.slice(0, place - 1), school, draft.schools[place - 1], ...draft.schools.slice(place + 1)], place - 1)));
    row.append(button("✕", fill(words.remove, school.name), () => setSchools(draft.schools.filter((_, other) => other !== place), -1)));
    return row;
  }));
};
// What follows the schools is of other ones from here on: it is blank until it is known anew, here or when the studio has the report.
const followers = fields.filter((field) => ["mileage", "school_name"].includes(field.type) && field.smart && field.update);
const setSchools = async (schools, focus) => {
  keep((draft) => { draft.schools = schools; delete draft.choosing; stamp(draft, "=schools"); });
  if (!isPreview) for (const { id } of followers) if (!draft.typed[id] && !answers.isEmpty(draft.answers[id])) put0(id, { value: "", source: "schools" });
  tell({ field: "schools" });
  await showSchools();
  (chosen.children[focus]?.querySelector("button") || choice).focus();
  refreshSoon(false);
  lookAgain();
};
// Chosen is not added: a list is gone through by keys, and each step would be a school. What stands chosen is kept with the draft, and
// nothing is sent before its writer has said whether it is one of the way.
const school = form.querySelector("#school-asked");
const asksSchool = (isAsked) => {
  if (!school) return;
  school.hidden = !isAsked || !choice.value;
  school.querySelector(".fault").textContent = school.hidden ? "" : fill(words.schoolNotAdded, choice.selectedOptions[0].textContent);
  if (school.hidden) { choice.removeAttribute("aria-invalid"); mended("=school"); } else choice.setAttribute("aria-invalid", "true");
};
const showChoice = () => {
  if (!choice || choice === document.activeElement) return;
  const { id = "", name = "" } = draft.choosing || {};
  if (id && ![...choice.options].some((option) => option.value === id)) choice.add(new Option(name, id));
  choice.value = id;
  asksSchool(!school.hidden);
};
const addSchool = () => {
  const option = choice.selectedOptions[0];
  if (!option?.value) { choice.focus(); return; }
  choice.value = "";
  asksSchool(false);
  setSchools([...draft.schools, { id: option.value, name: option.textContent }], -1);
};
choice?.addEventListener("change", () => {
  const option = choice.selectedOptions[0];
  const choosing = option?.value ? { id: option.value, name: option.textContent } : undefined;
  keep((draft) => { if (choosing) draft.choosing = choosing; else delete draft.choosing; }, true);
  tell({ field: "schools" });
  asksSchool(!school.hidden);
});
form.querySelector("#school-add")?.addEventListener("click", addSchool);
school?.querySelector("[data-take]").addEventListener("click", addSchool);
school?.querySelector("[data-leave]").addEventListener("click", () => {
  choice.value = "";
  keep((draft) => { delete draft.choosing; }, true);
  tell({ field: "schools" });
  asksSchool(false);
  choice.focus();
});

// MARK: Where somebody is

const position = form.querySelector("#report-position");
const placeHint = form.querySelector("#position-hint");
// As the studio reads it: what is no place on earth is kept and sent as it was typed, and is said.
const isPlace = (text) => {
  const found = /^\s*([+-]?\d+(?:\.\d*)?)\s*,\s*([+-]?\d+(?:\.\d*)?)\s*$/.exec(text);
  return found !== null && Math.abs(found[1]) <= 90 && Math.abs(found[2]) <= 180;
};
const saysPlace = () => { if (placeHint) placeHint.textContent = draft.position && !isPlace(draft.position) ? words.homeWrong : ""; };
const setPosition = (text) => {
  keep((draft) => { draft.position = answers.normalize({ type: "text" }, text); stamp(draft, "=position"); });
  tell({ field: "position" });
  saysPlace();
  // What asked for a position has one now: what comes of it is said when it has come.
  if (isPlace(text)) for (const field of fields) if (["weather_conditions", "current_location"].includes(field.type) && field.smart) hintOf(find(field.id)).textContent = "";
  refreshSoon(true);
};
const locate = (put, hint) => {
  hint.textContent = "";
  if (!navigator.geolocation) { hint.textContent = words.positionFailed; return; }
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => put(coords.latitude.toFixed(6) + "," + coords.longitude.toFixed(6)),
    () => { hint.textContent = words.positionFailed; }, { timeout: 10000, maximumAge: 300000, enableHighAccuracy: true });
};
position?.addEventListener("change", () => setPosition(position.value.trim()));
// A page that is left while it is typed has it as well.
position?.addEventListener("input", () => keep((draft) => { draft.position = answers.normalize({ type: "text" }, position.value.trim()); stamp(draft, "=position"); }));
form.querySelector("#report-locate")?.addEventListener("click", () => locate((text) => { position.value = text; setPosition(text); }, placeHint));
for (const locator of form.querySelectorAll("[data-locate]")) {
  locator.addEventListener("click", () => {
    const place = locator.closest("[data-field]"), id = place.dataset.field;
    locate((text) => { put(id, text); keep((draft) => { draft.answers[id] = text; stamp(draft, id); }); changed(id); }, hintOf(place));
  });
}

// MARK: Sending

const state = form.querySelector("#report-state");
const summary = form.querySelector("#report-summary");
// `rows.2.column`, with rows from 1.
const cellOf = (id) => {
  for (const field of fields) if (field.columns && id.startsWith(field.id + ".")) {
    const [, place, name] = /^(\d+)\.(.*)$/s.exec(id.slice(field.id.length + 1)) || [];
    const column = field.columns.find((column) => column.id === name), made = listOf(field).children[Number(place) - 1];
    if (made) fillRow(made);
    if (column) return { field, column, row: Number(place), place: cellPlace(field, Number(place) - 1, column) };
  }
  return null;
};
// What the summary says of a fault, and where it leads.
const longestAnswer = () => fields.filter((field) => field.type !== "file")
  .map((field) => ({ id: field.id, size: JSON.stringify(answers.toSubmission(field, draft.answers[field.id]) ?? "").length }))
  .reduce((most, one) => one.size > most.size ? one : most, { id: "", size: 0 }).id;
const inputIn = (place) => place?.querySelector("input, select, textarea, button");
const faultFacts = (id, fault) => {
  if (id === "date") return { label: words.day, text: bounded(null, fault), target: form.elements.date };
  if (id.startsWith("=picture/")) {
    const sha256 = id.slice("=picture/".length), file = draft.attachments.find((file) => file.sha256 === sha256);
    const target = file && form.querySelector(`[data-sha256="${CSS.escape(sha256)}"] button:last-of-type`);
    return { label: file?.name || words.pictures, text: bounded(null, fault), target };
  }
  if (id.startsWith("=chosen/")) {
    const entry = draft.leftOut?.find((entry) => "=chosen/" + entry.id === id);
    return { label: "", text: entry ? leftOutWords(entry) : words[fault], target: entry && chooserOf(entry.field) };
  }
  if (id === "=school") return { label: words.schools, text: fill(words.schoolNotAdded, choice.selectedOptions[0].textContent), target: school.querySelector("[data-take]") };
  if (id === "=report") {
    const longest = byID.get(fault === "reportTooLarge" ? longestAnswer() : "");
    return longest ? { label: longest.label, text: words[fault], target: inputIn(find(longest.id)) } : { label: "", text: words[fault] };
  }
  const cell = byID.has(id) ? null : cellOf(id), field = cell?.column || byID.get(id);
  const value = cell ? rowsOf(cell.field)[cell.row - 1]?.[cell.column.id] : draft.answers[id];
  if (cell?.place) mark(cell.place, bounded(cell.column, fault, value));
  return {
    label: cell ? fill(words.row, cell.field.label, cell.row) + ", " + cell.column.label : field?.label || draft.labels?.[id] || id || words.pictures,
    text: bounded(field, fault, value), target: inputIn(cell?.place || find(id)),
  };
};
const showFaults = (faults) => {
  for (const field of fields) showFault(field.id, faults[field.id] || "");
  showFault("date", faults.date || "");
  asksSchool(Boolean(faults["=school"]));
  const ids = Object.keys(faults);
  summary.hidden = !ids.length;
  const list = summary.querySelector("ul");
  list.replaceChildren(...ids.map((id) => {
    const row = document.createElement("li"), link = document.createElement("a");
    row.dataset.fault = id;
    const { label, text, target } = faultFacts(id, faults[id]);
    if (!target) { row.textContent = (label ? label + ": " : "") + text; return row; }
    link.href = "#" + (target.id || "main");
    link.textContent = (label ? label + ": " : "") + text;
    link.addEventListener("click", (event) => { event.preventDefault(); faultFacts(id, faults[id]).target?.focus(); });
    row.append(link);
    return row;
  }));
  if (ids.length) summary.focus();
};
// What is right now need no longer be looked at.
const mended = (id) => {
  summary.querySelector(`[data-fault="${CSS.escape(id)}"]`)?.remove();
  if (!summary.querySelector("li")) summary.hidden = true;
};
const sender = form.querySelector("button[type=submit]");
const lock = (isLocked) => {
  for (const part of form.querySelectorAll(".section")) part.inert = isLocked;
  sender.disabled = isLocked;
  form.setAttribute("aria-busy", String(isLocked));
};
// Until it is on its way for good it can be taken back.
const back = form.querySelector("#report-back"), backTime = form.querySelector("#report-back-time");
let counting = 0;
const offerBack = (isOffered) => {
  clearInterval(counting);
  if (back.hidden === isOffered) {
    const hadFocus = back.contains(document.activeElement);
    back.hidden = !isOffered;
    if (hadFocus) sender.focus();
  }
  const count = () => {
    const rest = Math.ceil(left(draft) / 1000);
    backTime.textContent = rest ? ` (${rest})` : "";
    // Another tab sends it: from here it is not known whether it still waits for pictures.
    if (!rest && isOffered && !form.dataset.phase) offerBack(false);
  };
  if (isOffered) counting = setInterval(count, 250);
  count();
};
back?.querySelector("button").addEventListener("click", async () => {
  if (await takeBack(key)) await tell({ field: "sending" }); else offerBack(false);
});
const saysPhase = ({ phase, sent, total }) => phase === "uploading" ? fill(words.uploading, sent, total)
  : phase === "readying" && draft.chosen?.length ? fill(words.preparingPictures, draft.chosen.length) : words[phase] || words.sending;
const onItsWay = () => {
  lock(true);
  delete form.dataset.phase;
  state.textContent = words.sending;
  offerBack(left(draft) > 0);
  send(key, (now) => {
    form.dataset.phase = now.phase;
    state.textContent = saysPhase(now);
    offerBack(["held", "readying"].includes(now.phase));
  }).then(async (now) => {
    offerBack(false);
    if (!now || now.phase === "takenBack") {
      const found = await drafts.get(key).catch(() => null);
      // Sent in another tab, or thrown away there.
      if (!found) { location.assign("/reports"); return; }
      if (found.state === "sending") { onItsWay(); return; }
      state.textContent = words.takenBack;
      lock(false);
      await adopt(found);
      share();
      sender.focus();
      return;
    }
    if (now.phase === "arrived") { await tell({ gone: true }); location.assign(now.address || "/reports"); return; }
    if (now.phase === "taken") {
      // A report of its own from here on.
      await tell({ gone: true });
      key = now.key;
      address.searchParams.set("draft", key);
      history.replaceState(null, "", address);
      shared.clear();
    }
    if (now.phase === "signedOut") { location.assign("/sign-in?to=" + encodeURIComponent(location.pathname + location.search)); return; }
    draft = (await drafts.get(key).catch(() => null)) || draft;
    lock(false);
    share();
    showFaults(now.faults || {});
  });
};
let isSubmitting = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isPreview || isSubmitting || form.getAttribute("aria-busy") === "true") return;
  isSubmitting = true;
  try { await submit(); } finally { isSubmitting = false; }
});
const submit = async () => {
  // What was chosen a moment ago is of it as well.
  await taking;
  const faults = {};
  if (!draft.date) faults.date = "notDate";
  if (choice?.value) faults["=school"] = "schoolNotAdded";
  for (const field of fields) {
    const fault = faultOf(field) || (draft.others?.[field.id] && look.isShown(field.id) ? "chooseOther" : "");
    if (fault !== "lookAtRows") { if (fault) faults[field.id] = fault; continue; }
    const { place, column, fault: wrong } = firstCellFault(field);
    faults[`${field.id}.${place + 1}.${column.id}`] = wrong;
  }
  showFaults(faults);
  if (Object.keys(faults).length) return;
  // What follows from the newest answers is known before they go, where the studio can be asked.
  await refreshed();
  await keep(() => {});
  const sendable = (found) => found && found.state !== "sending" && {
    ...found, state: "sending", due: Date.now() + seconds * 1000, sender: document.body.dataset.person,
    // What was said before was seen; what is said from here on waits for an answer.
    leftOut: [],
    submission: {
      key, template: found.template, version: found.version, date: found.date,
      answers: Object.fromEntries(Object.entries(found.answers).filter(([id]) => byID.has(id)).map(([id, value]) => [id, answers.toSubmission(byID.get(id), value)])),
      // To questions that this version no longer asks.
      former: Object.fromEntries(Object.entries(found.answers).filter(([id, value]) => !byID.has(id) && !answers.isEmpty(value) && value !== false).map(([id, value]) => [id, { label: found.labels?.[id] || id, value }])),
      schools: found.schools.map((school) => school.id), schoolNames: found.schools.map((school) => school.name),
      // Its pictures stand here as soon as each of them is ready: until then so many are missing.
      pictures: found.attachments.length + (found.chosen?.length || 0), sources: found.sources,
      position: found.position, ...(found.begun || moment()),
    },
  };
  // A full device, or one that keeps nothing, sends what stands on the page.
  const after = await drafts.change(key, (found) => sendable(found || draft)).catch(() => drafts.get(key));
  draft = after || draft;
  tell({ field: "sending" });
  onItsWay();
  back?.querySelector("button").focus();
};
form.querySelector("#report-discard")?.addEventListener("click", async () => {
  if (key) {
    isThrownAway = true;
    clearTimeout(sharing);
    await writing;
    // A full device lets go of it, if nothing else.
    await drafts.discard(key, draft.user).catch(() => drafts.remove(key).catch(() => {}));
    await tell({ gone: true });
  }
  location.assign("/reports");
});
// MARK: Pictures

const shown = new Map();
const mostPictures = 100;
const showPictures = async () => {
  for (const list of form.querySelectorAll("[data-pictures]")) {
    const rows = [];
    for (const file of draft.attachments.filter((file) => file.field === list.dataset.pictures)) {
      if (!shown.has(file.sha256) && key) {
        let blob = null;
        try { blob = await drafts.file(key, file.sha256); } catch { /* said beside the send button */ }
        // One that another device has taken, and the studio has.
        shown.set(file.sha256, blob ? URL.createObjectURL(blob) : "/reports/picture/" + file.sha256 + "?side=320");
      }
      const row = document.createElement("li");
      row.dataset.sha256 = file.sha256;
      const picture = document.createElement("img");
      picture.src = shown.get(file.sha256) || "data:,";
      picture.alt = file.name;
      const orders = document.createElement("div");
      orders.className = "beside";
      orders.append(
        button("↻", fill(words.turn, file.name), () => turnPicture(file)),
        button(fill(words.remove, "").replace(/[:：]\s*$/, "").trim(), fill(words.remove, file.name), () => removePicture(file)));
      row.append(picture, orders);
      rows.push(row);
    }
    list.replaceChildren(...rows);
  }
};
const picturesChanged = async (field) => {
  tell({ field: "pictures" });
  await showPictures();
  showFault(field, "");
  const own = byID.get(field);
  if (own) { if (!faultOf(own)) mended(field); progress(own); }
  refreshSoon(false);
};
const chooserOf = (field) => form.querySelector(`input[type=file][data-for="${CSS.escape(field)}"]`);
const dropFile = async (file) => {
  if (!draft.attachments.some((other) => other.sha256 === file.sha256)) await drafts.removeFile(key, file.sha256);
  mended("=picture/" + file.sha256);
};
const removePicture = async (file) => {
  await keep((draft) => { draft.attachments = draft.attachments.filter((other) => other.sha256 !== file.sha256 || other.field !== file.field); stamp(draft, "=pictures"); });
  await dropFile(file);
  await picturesChanged(file.field);
  chooserOf(file.field)?.focus();
};
const hintFor = (field) => chooserOf(field).closest(".ask").querySelector(".hint[role=status]");
const isFull = (error) => error?.name === "QuotaExceededError" || error?.message?.includes("Quota");
const turnPicture = async (file) => {
  const hint = hintFor(file.field);
  try {
    const blob = await drafts.file(key, file.sha256);
    if (!blob) throw new Error("it is not here");
    const turned = await pictures.prepare(blob, 1), sha256 = await pictures.hash(turned);
    await drafts.addFile(key, sha256, turned);
    await keep((draft) => {
      for (const other of draft.attachments) if (other.sha256 === file.sha256 && other.field === file.field) Object.assign(other, { sha256, size: turned.size });
      stamp(draft, "=pictures");
    });
    await dropFile(file);
    hint.textContent = "";
  } catch (error) { hint.textContent = fill(isFull(error) ? words.storageFull : words.pictureFailed, file.name); }
  await picturesChanged(file.field);
  const rows = [...form.querySelectorAll(`[data-pictures="${CSS.escape(file.field)}"] li`)];
  rows.find((row) => row.querySelector("img").alt === file.name)?.querySelector("button")?.focus();
};
// What was chosen, and is not of the report: by name, and why.
const leftOutWords = ({ name, fault }) => fill(words[fault], name);
const late = new Map();
const showLeftOut = () => {
  for (const chooser of form.querySelectorAll("input[type=file]")) {
    const field = chooser.dataset.for;
    const coming = (draft.chosen || []).filter((entry) => entry.field === field);
    const name = coming[0]?.name, count = coming.length > 1 ? ` (${coming.length})` : "";
    const said = [...(draft.leftOut || []).filter((entry) => entry.field === field).map(leftOutWords), ...(late.get(field) || [])];
    hintFor(field).textContent = (name ? fill(words.preparing, name) + count + " " : "") + [...new Set(said)].join(" ");
  }
};
// What the draft has of pictures now, whichever page has prepared them.
const takeOver = async (field) => {
  await writing;
  const found = await drafts.get(key).catch(() => undefined);
  if (!found) return;
  draft.attachments = found.attachments;
  draft.chosen = found.chosen;
  draft.leftOut = found.leftOut;
  draft.clock = Math.max(draft.clock || 0, found.clock || 0);
  if (found.stamps?.["=pictures"]) (draft.stamps ??= {})["=pictures"] = found.stamps["=pictures"];
  showLeftOut();
  if (form.dataset.phase === "readying" && draft.chosen?.length) state.textContent = fill(words.preparingPictures, draft.chosen.length);
  await picturesChanged(field);
  share();
};
let takingOver = Promise.resolve();
if (!isPreview) choosing.listen((news) => {
  if (news.key !== key) return;
  if (news.left === undefined) takingOver = takingOver.then(() => takeOver(news.entry.field)).catch(() => {}); else showLeftOut();
});
const addPictures = async (files, field) => {
  await keep(() => {});
  const { isLate, isFull } = await choosing.take(key, files, field, mostPictures, (file) => answers.normalize({ type: "text" }, file.name));
  const said = [];
  if (isFull) said.push(fill(words.tooManyPictures, mostPictures));
  if (isLate) said.push(...files.map((file) => fill(words.latePicture, file.name)));
  late.set(field, said);
  await takeOver(field);
};
let taking = Promise.resolve();
for (const chooser of form.querySelectorAll("input[type=file]")) {
  chooser.addEventListener("change", () => {
    const files = [...chooser.files];
    chooser.value = "";
    if (isPreview || !files.length) return;
    taking = taking.then(() => addPictures(files, chooser.dataset.for)).catch((error) => { hintFor(chooser.dataset.for).textContent = String(error); });
  });
}
// MARK: In the studio as well

function stamp(draft, part) { drafts.stamp(draft, part); }
const partOf = (draft, part) => {
  if (part === "=schools") return draft.schools;
  if (part === "=position") return draft.position;
  if (part === "=pictures") return draft.attachments;
  if (part === "=date") return draft.date;
  const others = draft.others?.[part];
  return { value: draft.answers[part] ?? null, typed: draft.typed[part] === true, source: draft.sources[part] ?? null, ...(others && { others }) };
};
const putOthers = (draft, part, others) => { if (others?.length) (draft.others ??= {})[part] = others; else if (draft.others) delete draft.others[part]; };
const putPart = (draft, part, value) => {
  if (part === "=schools") draft.schools = value || [];
  else if (part === "=position") draft.position = value || "";
  else if (part === "=pictures") draft.attachments = value || [];
  else if (part === "=date") draft.date = value || draft.date;
  else {
    if (value?.value === null || value?.value === undefined) delete draft.answers[part]; else draft.answers[part] = value.value;
    if (value?.typed) draft.typed[part] = true; else delete draft.typed[part];
    if (value?.source) draft.sources[part] = value.source;
    putOthers(draft, part, value?.others);
  }
};
const post = (path, body) => fetch(path, {
  method: "POST", credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(30000), body,
  headers: { "Content-Type": "application/json", "X-Booth-Token": token, "X-Booth-Part": "1" },
});
// Lists that two devices add to at the same time lose nothing: beside what the studio has stands what was added here since both had the
// same, and without what was taken out here since.
const listed = { "=pictures": (file) => file.sha256 + "/" + file.field, "=schools": (school) => school.id };
const united = (draft, part, value) => {
  const name = listed[part], theirs = value || [], own = partOf(draft, part) || [];
  const before = new Set(draft.agreed?.[part]?.names), mine = new Set(own.map(name)), there = new Set(theirs.map(name));
  return [
    ...theirs.filter((one) => mine.has(name(one)) || !before.has(name(one))),
    ...own.filter((one) => !there.has(name(one)) && !before.has(name(one))),
  ];
};
// What was written to one question on two devices, before either knew of the other, stands beside each other until its writer has
// chosen: `others` are the texts besides the one in the field. Drafts of before know no common state of their answers: of those the newer
// counts.
const isAgreed = (draft, part) => Boolean(listed[part] || (draft.agrees && !part.startsWith("=")));
const agree = (draft, part, { at, value }) => { if (isAgreed(draft, part)) (draft.agreed ??= {})[part] = { at, ...(listed[part] && { names: (value || []).map(listed[part]) }) }; };
const isWritten = (part, value) => !answers.isEmpty(value?.value) && value.value !== false && (!byID.get(part)?.auto || value.typed);
// The same, in whichever order its members come.
const plain = (value) => JSON.stringify(value ?? null, (_, part) => part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part);
const besides = (part, own, value) => {
  const all = [...(own.others || []), ...(isWritten(part, own) && isWritten(part, value) ? [value.value] : []), ...(value?.others || [])], said = all.map(plain);
  return all.filter((_, place) => said[place] !== plain(own.value) && said.indexOf(said[place]) === place);
};

const shared = new Map(), posted = new Map();
let sharing = 0, isSharing = false, isTooLarge = false, isThrownAway = false;
const share = () => {
  if (isPreview || isTooLarge || isThrownAway || !key) return;
  clearTimeout(sharing);
  sharing = setTimeout(async () => {
    if (isSharing || draft.state === "sending") { share(); return; }
    isSharing = true;
    try { await shareNow(); } catch { /* without a network it is on this device, and is shared at the next change */ }
    isSharing = false;
  }, 1500);
};
const shareNow = async () => {
  const parts = {};
  for (const [part, at] of Object.entries(draft.stamps || {})) if (shared.get(part) !== at) {
    parts[part] = { at, value: partOf(draft, part) };
    // The studio takes it only in place of the one that it was made from.
    if (isAgreed(draft, part)) parts[part].after = draft.agreed?.[part]?.at || 0;
    if (!posted.has(part)) posted.set(part, new Map());
    posted.get(part).set(at, plain(parts[part].value));
  }
  const answer = await post("/reports/draft", JSON.stringify({
    key, template: draft.template, version: Number(draft.version), templateName: draft.templateName, begun: draft.begun || moment(), labels: draft.labels || {}, parts,
  }));
  if (answer.status === 413 || answer.status === 422) { isTooLarge = true; return; }
  if (answer.status === 410) { said.textContent = words.sentElsewhere; lock(true); return; }
  if (!answer.ok) return;
  const found = await answer.json();
  for (const [part, { at }] of Object.entries(parts)) shared.set(part, at);
  const taken = Object.entries(parts).filter(([part]) => isAgreed(draft, part) && !found.parts?.[part]);
  if (taken.length) await keep((draft) => { for (const [part, one] of taken) agree(draft, part, one); }, true);
  await merge(found.parts);
  if (keeps) kept.textContent = words.keptStudio;
  for (const sha256 of found.missing || []) {
    const blob = await drafts.file(key, sha256);
    if (blob) await sendFile("/reports/attachment/" + sha256, blob);
  }
};
// What somebody has changed on another device.
const merge = async (parts) => {
  let isLater = false;
  const newer = Object.entries(parts || {}).filter(([part, { at, value }]) => {
    if (isAgreed(draft, part)) return at !== draft.agreed?.[part]?.at;
    const own = draft.stamps?.[part] || 0;
    return at > own || (at === own && JSON.stringify(value) !== JSON.stringify(partOf(draft, part)));
  }).filter(([part]) => !isTyping(part) || !(isLater = true));
  // Not from under the fingers: looked at again when they rest.
  if (isLater) share();
  if (!newer.length) return;
  let isToShare = false;
  const how = (draft) => {
    for (const [part, { at, value }] of newer) {
      if (listed[part]) {
        const all = united(draft, part, value), isMore = JSON.stringify(all) !== JSON.stringify(value || []);
        putPart(draft, part, all);
        agree(draft, part, { at, value });
        (draft.stamps ??= {})[part] = at;
        draft.clock = Math.max(draft.clock || 0, at);
        // The studio, and through it the other device, is to hear of what was added or taken out here.
        if (isMore) { stamp(draft, part); isToShare = true; }
        continue;
      }
      if (isAgreed(draft, part)) {
        const own = partOf(draft, part), number = draft.stamps?.[part] || 0, isOurs = number !== (draft.agreed?.[part]?.at || 0);
        // Sent from here, and its answer was lost: what was written here since takes its place.
        if (isOurs && posted.get(part)?.get(at) === plain(value)) { agree(draft, part, { at }); isToShare = true; continue; }
        agree(draft, part, { at });
        draft.clock = Math.max(draft.clock || 0, at);
        // Typed text goes before what is empty, and before what was filled in; of two that were filled in the newer counts.
        const others = besides(part, own, value), isSettled = plain(own.value) === plain(value?.value) && plain(others) === plain(value?.others || []);
        if (isOurs && !isSettled && (isWritten(part, own) || (!isWritten(part, value) && number > at))) {
          putOthers(draft, part, others);
          stamp(draft, part);
          isToShare = true;
          continue;
        }
        putPart(draft, part, value);
        (draft.stamps ??= {})[part] = at;
        continue;
      }
      // Changed here meanwhile, as by a picture that has become ready.
      if ((draft.stamps?.[part] || 0) > at) continue;
      putPart(draft, part, value);
      (draft.stamps ??= {})[part] = at;
      draft.clock = Math.max(draft.clock || 0, at);
    }
  };
  for (const [part, { at }] of newer) shared.set(part, at);
  await keep(how);
  await tell({ field: "merged" });
  await adopt(draft);
  if (isToShare) share();
};
// What stands beside an answer, with what can be done about it.
const showOthers = () => {
  for (const field of fields) {
    const place = find(field.id), found = (draft.others?.[field.id] || []).map(written);
    let list = place.querySelector(":scope > .others");
    if (!list && !found.length) continue;
    if (!list) {
      list = document.createElement("div");
      list.className = "others";
      list.setAttribute("role", "group");
      list.setAttribute("aria-label", words.otherDevice);
      faultLine(place).before(list);
    }
    list.hidden = !found.length;
    if (list.dataset.shown === JSON.stringify(found)) continue;
    list.dataset.shown = JSON.stringify(found);
    const said = document.createElement("p");
    said.setAttribute("role", "alert");
    said.textContent = words.otherDevice;
    list.replaceChildren(...(found.length ? [said] : []), ...found.map((text, number) => {
      const row = document.createElement("div"), quote = document.createElement("blockquote"), acts = document.createElement("div");
      quote.dir = "auto";
      quote.textContent = text;
      acts.className = "beside";
      acts.append(button(words.takeOther, words.takeOther + ": " + text, () => choose(field, number, true)), button(words.keepMine, words.keepMine + ": " + text, () => choose(field, number, false)));
      row.append(quote, acts);
      return row;
    }));
  }
};
const choose = async (field, number, isTaken) => {
  const { id } = field, others = draft.others?.[id] || [], value = others[number];
  keep((draft) => {
    if (isTaken) { draft.answers[id] = value; if (field.auto) draft.typed[id] = true; }
    putOthers(draft, id, others.filter((_, other) => other !== number));
    stamp(draft, id);
  });
  if (isTaken) put(id, value);
  tell({ field: id });
  changed(id);
  showOthers();
  showFault(id, "");
  mended(id);
  inputIn(find(id))?.focus();
};
// Begun on another device.
const fetched = async () => {
  const answer = await fetch("/reports/draft/" + key, { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });
  if (!answer.ok) return null;
  const found = await answer.json();
  const made = { ...draft, agrees: true, version: String(found.version), templateName: found.templateName, begun: found.begun || draft.begun, labels: found.labels || {}, stamps: {}, clock: 0 };
  for (const [part, { at, value }] of Object.entries(found.parts)) {
    putPart(made, part, value);
    agree(made, part, { at, value });
    made.stamps[part] = at;
    made.clock = Math.max(made.clock, at);
    shared.set(part, at);
  }
  await drafts.change(key, () => made);
  return made;
};

// MARK: Drafts of an older form

form.querySelector("[data-move]")?.addEventListener("click", async (event) => {
  const version = event.target.dataset.move;
  const labels = Object.fromEntries(fields.map((field) => [field.id, field.label]));
  await keep((draft) => { draft.labels = { ...draft.labels, ...labels }; draft.version = version; });
  location.assign(address.pathname + (key ? "?draft=" + key : ""));
});
const showFormer = () => {
  const place = form.querySelector("#report-former");
  if (!place) return;
  const rows = Object.entries(draft.answers).filter(([id, value]) => !byID.has(id) && !answers.isEmpty(value) && value !== false).flatMap(([id, value]) => {
    const term = document.createElement("dt"), said = document.createElement("dd");
    term.textContent = draft.labels?.[id] || id;
    said.textContent = written(value);
    return [term, said];
  });
  place.querySelector("dl").replaceChildren(...rows);
  place.hidden = !rows.length;
};

// MARK: Beginning

const begin = async () => {
  if (key) {
    try {
      const found = await drafts.get(key) || await fetched().catch(() => null);
      if (found && found.user === draft.user) draft = found; else key = "";
    } catch { key = ""; keeps = false; kept.textContent = words.notKept; }
  }
  // A draft stays on the form that it was begun on.
  if (key && String(draft.version) !== form.dataset.version) {
    if (form.dataset.asked !== String(draft.version)) {
      location.replace(`${address.pathname}?draft=${key}&version=${encodeURIComponent(draft.version)}`);
      return;
    }
    await keep((draft) => { draft.version = form.dataset.version; });
  }
  if (isPreview) draft.answers = Object.fromEntries(Object.entries(tried).filter(([id]) => byID.has(id) && !byID.get(id).expression));
  draft.typed ??= {};
  draft.sources ??= {};
  form.elements.date.value = draft.date;
  for (const field of fields) {
    if (draft.answers[field.id] === undefined && field.value !== undefined && !field.smart) draft.answers[field.id] = answers.initialAnswer(field);
    if (draft.answers[field.id] !== undefined || field.columns) put(field.id, draft.answers[field.id]);
  }
  if (position) position.value = draft.position;
  await showSchools();
  showChoice();
  await showPictures();
  showLeftOut();
  showOthers();
  if (draft.chosen?.length) choosing.prepare(key);
  reckon();
  progress();
  showFormer();
  saysPlace();
  if (key) { kept.textContent = words.keptHere; channel.postMessage({ key, tab, hello: true }); }
  form.dataset.ready = "1";
  if (draft.state === "sending") onItsWay(); else { refreshSoon(Boolean(draft.position)); share(); }
};
if (!isPreview) addEventListener("online", () => { if (draft.state !== "sending") { refreshSoon(Boolean(draft.position)); share(); } });
// What is in this page alone goes with it.
if (!isPreview) addEventListener("beforeunload", (event) => { if (key && !isThrownAway && (choosing.isReading() || drafts.isHeld(key))) event.preventDefault(); });
begin();
return { answers: () => draft.answers };
};

for (const form of document.querySelectorAll("form.report:not([data-preview])")) openForm(form);
