// @ts-nocheck
"use strict";
import { fill } from "../shared/dom.js";
import { openForm } from "./form.js";
import { display, normalize } from "./answers.js";

const place = document.querySelector(".builder");
const words = JSON.parse(place.dataset.words);
const token = place.dataset.token;
const original = place.dataset.template;
const said = document.getElementById("builder-said");
const problems = document.getElementById("builder-problems");
const list = document.getElementById("builder-fields");
let base = place.dataset.base ? Number(place.dataset.base) : null;
let template = JSON.parse(original);
let isDirty = false;
// Nobody is told what is missing in a form that they have only begun.
let isTried = base !== null;
const touched = new WeakSet();

// MARK: What is not saved yet stays in this browser

const mine = "booth-form-" + (document.body.dataset.person || "") + "-" + (base === null ? "new" : template.id);
const remember = () => { try { sessionStorage.setItem(mine, JSON.stringify({ base, template })); } catch { /* then it is on the page alone */ } };
const forget = () => { try { sessionStorage.removeItem(mine); } catch { /* nothing was kept */ } };
try {
  const found = JSON.parse(sessionStorage.getItem(mine) || "null");
  if (found && (found.base === base)) {
    template = found.template;
    isDirty = true;
    document.getElementById("builder-restored").hidden = false;
  }
} catch { /* nothing was kept */ }
place.querySelector("[data-forget]").addEventListener("click", () => { forget(); location.reload(); });

// MARK: Ids

// What every report has is no field's id.
const allIDs = () => new Set([...template.fields.map((field) => field.id), ...JSON.parse(place.dataset.reserved)]);
// After its label where that can be written in a calculation, so that expressions can be read.
const newID = (label, taken) => {
  const stem = (label.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "") || "field").slice(0, 40);
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(stem + "_" + number)) number++;
  return stem + "_" + number;
};
const smartTypes = new Set(["mileage", "date_auto", "time_auto", "user_name", "school_name", "photo_count", "current_location", "weather_conditions", "calculation"]);
const makeField = (type, taken) => {
  const label = type === "rows" ? words.typeRows : words["type-" + type];
  const field = { id: newID(type === "rows" ? "rows" : type, taken), type: type === "rows" ? "textarea" : type, label, required: false, options: [], placeholder: "", defaultValue: "" };
  if (["select", "multiselect", "radio"].includes(type)) field.options = ["1", "2"];
  if (smartTypes.has(type)) Object.assign(field, { readOnly: type !== "weather_conditions", smartConfig: { calculationType: type, autoUpdate: true, fallbackValue: "" } });
  if (type === "rows") field.columns = [makeField("text", new Set())];
  return field;
};

// MARK: What has changed

let timer = 0;
const changed = () => {
  isDirty = true;
  said.textContent = words.unsaved;
  remember();
  clearTimeout(timer);
  timer = setTimeout(look, 400);
};
const show = () => {
  for (const input of place.querySelectorAll("[data-of]")) {
    const value = template[input.dataset.of];
    if (input.type === "checkbox") input.checked = value === true; else input.value = value ?? "";
  }
  showFields();
};
place.addEventListener("input", (event) => {
  const name = event.target.dataset.of;
  if (!name) return;
  if (name === "description" && !event.target.value) delete template.description;
  else template[name] = event.target.type === "checkbox" ? event.target.checked : event.target.value;
  changed();
});

// MARK: The studio looks at it

const post = async (path, body) => {
  const answer = await fetch(path, {
    method: "POST", credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(30000), body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Booth-Token": token, "X-Booth-Part": "1" },
  });
  const json = (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : {};
  return { status: answer.status, json };
};
const remarks = document.getElementById("builder-remarks");
const showProblems = (all) => {
  const found = isTried ? all : [];
  const rows = problems.querySelector("ul");
  rows.replaceChildren(...found.map((problem) => {
    const row = document.createElement("li"), card = problem.field === null ? null : cardOf(problem.field);
    const label = card?.querySelector("[data-title]").textContent;
    if (card) {
      const link = document.createElement("a");
      link.href = "#" + card.querySelector("[data-open]").id;
      link.textContent = label;
      link.addEventListener("click", (event) => { event.preventDefault(); openCard(card); card.querySelector("[data-name]").focus(); });
      row.append(link, ": " + problem.words);
    } else if (problem.of === "noName") {
      const link = document.createElement("a"), name = document.getElementById("b-name");
      link.href = "#b-name";
      link.textContent = name.labels[0].textContent;
      link.addEventListener("click", (event) => { event.preventDefault(); name.focus(); });
      row.append(link, ": " + problem.words);
    } else row.textContent = (problem.field === null ? "" : problem.field + ": ") + problem.words;
    return row;
  }));
  const isBad = found.some((problem) => problem.broken);
  problems.classList.toggle("bad", isBad);
  problems.hidden = remarks.hidden = !found.length;
  remarks.firstChild.textContent = fill(words.remarks, found.length);
  for (const card of place.querySelectorAll(".builder-card")) {
    const own = isTried || touched.has(fieldOf.get(card)) ? all.filter((problem) => problem.field !== null && cardOf(problem.field) === card) : [];
    card.querySelector(":scope > .builder-wrong").replaceChildren(...own.map((problem) => {
      const row = document.createElement("li");
      row.classList.toggle("bad", problem.broken);
      row.textContent = problem.words;
      return row;
    }));
  }
};
remarks.firstChild.addEventListener("click", (event) => { event.preventDefault(); problems.focus(); });
let asked = 0, preview = null;
const look = async () => {
  const mine = ++asked;
  try {
    const { status, json } = await post("/reports/forms/check", { template });
    if (mine !== asked || status !== 200) return;
    showProblems(json.problems);
    const box = document.getElementById("builder-preview");
    const answers = preview?.answers() || {};
    preview = null;
    box.innerHTML = json.html || "";
    const form = box.querySelector("form.report");
    // What was tried out in it stays, where the field is still there.
    if (form) preview = openForm(form, true, answers);
  } catch { /* the next change asks again */ }
  place.dataset.looked = String(mine);
};

const save = async () => {
  const button = place.querySelector("[data-save]");
  button.disabled = true;
  isTried = true;
  // A look that is on its way says nothing new.
  clearTimeout(timer);
  asked++;
  let answer;
  try { answer = await post("/reports/forms/save", { template, base }); } catch { answer = { status: 0, json: {} }; }
  button.disabled = false;
  if (answer.status === 200) {
    base = answer.json.version;
    isDirty = false;
    forget();
    said.textContent = fill(words.savedForm, base);
    look();
    document.getElementById("builder-restored").hidden = true;
    if (location.pathname.endsWith("/new")) history.replaceState(null, "", "/reports/forms/edit/" + encodeURIComponent(answer.json.id));
  } else if (answer.status === 422) {
    showProblems(answer.json.problems || []);
    problems.focus();
    said.textContent = words.notSaved;
  } else said.textContent = answer.status === 409 ? words.changedMeanwhile : words.saveFailed;
};
place.querySelector("[data-save]").addEventListener("click", save);

// MARK: On a phone one of two is seen

for (const button of place.querySelectorAll("[data-show]")) button.addEventListener("click", () => {
  place.dataset.shows = button.dataset.show;
  for (const other of place.querySelectorAll("[data-show]")) other.setAttribute("aria-pressed", String(other === button));
});

// MARK: The palette

const search = document.getElementById("b-search");
search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  let found = 0;
  for (const group of place.querySelectorAll(".palette-group")) {
    let own = 0;
    for (const button of group.querySelectorAll("[data-add]")) {
      button.hidden = wanted !== "" && !button.textContent.toLowerCase().includes(wanted) && !button.dataset.add.includes(wanted);
      if (!button.hidden) own++;
    }
    group.hidden = own === 0;
    found += own;
  }
  document.getElementById("palette-none").hidden = found > 0;
});
// Beside the fields where there is room, else in a sheet over them.
const palette = document.getElementById("builder-palette"), sheet = document.getElementById("palette-sheet");
const isWide = matchMedia("(min-width: 64rem)");
const settlePalette = () => {
  if (isWide.matches) {
    sheet.close();
    place.querySelector(".builder-work").before(palette);
  } else sheet.append(palette);
};
isWide.addEventListener("change", settlePalette);
settlePalette();
place.querySelector("[data-palette]").addEventListener("click", () => {
  search.value = "";
  search.dispatchEvent(new Event("input"));
  sheet.showModal();
  search.focus();
});
sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
// Beside the sheet is outside.
sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
for (const button of place.querySelectorAll("[data-add]")) button.addEventListener("click", () => {
  if (sheet.open) sheet.close();
  template.fields.push(makeField(button.dataset.add, allIDs()));
  showFields();
  const card = list.lastElementChild;
  openCard(card);
  const label = card.querySelector("[data-name=label]");
  label.focus();
  label.select();
  changed();
});
// MARK: Cards

const open = new WeakSet(), fieldOf = new WeakMap(), listOf = new WeakMap();
let made = 0;
const cardOf = (id) => {
  for (const card of list.querySelectorAll(":scope > .builder-card")) {
    const field = fieldOf.get(card);
    if (field.id === id) return card;
    if (field.columns && id.startsWith(field.id + ".")) {
      return [...card.querySelectorAll(".builder-card")].find((inner) => field.id + "." + fieldOf.get(inner).id === id) || card;
    }
  }
  return null;
};
const partsOf = (field, isColumn) => {
  const { type } = field, isSmart = smartTypes.has(type), isRows = Array.isArray(field.columns) && field.columns.length > 0;
  return {
    label: true, type: !isRows, required: !isSmart, help: true, showWhen: !isColumn, columns: isRows,
    options: ["select", "multiselect", "radio"].includes(type),
    placeholder: ["text", "textarea", "number", "email", "phone", "currency", "location"].includes(type) && !isRows,
    defaultValue: !isSmart && type !== "file" && !isRows,
    min: isRows || ["number", "currency", "date", "time", "text", "textarea", "location", "multiselect", "file"].includes(type),
    max: isRows || ["number", "currency", "date", "time", "text", "textarea", "location", "multiselect", "file"].includes(type),
    pattern: ["text", "textarea", "email", "phone", "location"].includes(type) && !isRows,
    expression: type === "calculation", format: type === "date_auto" || type === "time_auto", units: type === "mileage",
    fallbackValue: isSmart && !isColumn, autoUpdate: isSmart && !isColumn && type !== "calculation", readOnly: isSmart && !isColumn,
  };
};
const settings = ["expression", "format", "units", "fallbackValue", "autoUpdate"];
const valueOf = (field, name) => {
  if (name === "options") return (field.options || []).join("\n");
  if (settings.includes(name)) return field.smartConfig?.[name];
  return field[name];
};
const setValue = (field, name, value) => {
  if (name === "options") field.options = value.split("\n").map((line) => line.trim()).filter(Boolean);
  else if (name === "type") {
    field.type = value;
    if (smartTypes.has(value)) field.smartConfig = { ...field.smartConfig, calculationType: value, autoUpdate: field.smartConfig?.autoUpdate ?? true };
    else { delete field.smartConfig; delete field.readOnly; }
    if (field.smartConfig) delete field.smartConfig.calculation;
    if (["select", "multiselect", "radio"].includes(value) && !field.options?.length) field.options = ["1", "2"];
  } else if (settings.includes(name)) {
    field.smartConfig ??= { calculationType: field.type, autoUpdate: true };
    if (value === "" && name !== "fallbackValue") delete field.smartConfig[name]; else field.smartConfig[name] = value;
  } else if (value === "" && !["label", "placeholder", "defaultValue"].includes(name)) delete field[name];
  else field[name] = value;
};
const title = (card) => {
  const field = fieldOf.get(card), name = field.label?.trim() || words.untitled;
  card.querySelector("[data-title]").textContent = name;
  card.querySelector("[data-kind]").textContent = field.columns?.length ? words.typeRows : words["type-" + field.type] || field.type;
  card.querySelector("[data-needed]").hidden = field.required !== true;
  for (const [part, text] of [["grip", "drag"], ["up", "up"], ["down", "down"]]) card.querySelector(`[data-${part}]`).setAttribute("aria-label", fill(words[text], name));
};
const showParts = (card) => {
  const field = fieldOf.get(card), parts = partsOf(field, listOf.get(card) !== template.fields);
  const body = card.querySelector(":scope > .builder-body");
  for (const part of body.querySelectorAll("[data-part]")) if (part.closest(".builder-card") === card) part.hidden = !parts[part.dataset.part];
  const two = body.querySelector(":scope > .builder-two");
  two.hidden = !parts.min;
};
const ownInputs = (card) => [...card.querySelectorAll("[data-name]")].filter((input) => input.closest(".builder-card") === card);
const isNumeric = (name) => ["min", "max", "defaultValue"].includes(name);
const makeCard = (field, fields) => {
  const card = document.getElementById("builder-card").content.firstElementChild.cloneNode(true);
  const own = "-" + made++;
  for (const part of card.querySelectorAll("[id]")) part.id += own;
  for (const part of card.querySelectorAll("[for]")) part.htmlFor += own;
  for (const part of card.querySelectorAll("[aria-describedby]")) part.setAttribute("aria-describedby", part.getAttribute("aria-describedby") + own);
  // Only rows have columns, and columns none of their own.
  if (!field.columns?.length) card.querySelector("[data-part=columns]").remove();
  const opener = card.querySelector("[data-open]"), body = card.querySelector(":scope > .builder-body");
  opener.id = "b-open" + own;
  body.id = "b-body" + own;
  opener.setAttribute("aria-controls", body.id);
  fieldOf.set(card, field);
  listOf.set(card, fields);
  for (const input of ownInputs(card)) {
    const name = input.dataset.name, value = valueOf(field, name);
    if (name === "type") {
      if (![...input.options].some((option) => option.value === field.type)) input.add(new Option(field.type, field.type));
      if (fields !== template.fields) for (const option of [...input.options]) if (["file", "multiselect", ...smartTypes].includes(option.value) && option.value !== "calculation") option.remove();
    }
    if (input.type === "checkbox") input.checked = value === true; else input.value = isNumeric(name) ? display({ type: field.type }, value ?? "") : value ?? "";
    input.addEventListener("input", () => {
      // Limits and what a field begins with are numbers with a point in the form, as answers are.
      const text = isNumeric(name) ? normalize({ type: field.type }, input.value) : input.value;
      setValue(field, name, input.type === "checkbox" ? input.checked : text);
      touched.add(field);
      title(card);
      if (name === "type") { showParts(card); for (const other of ownInputs(card)) if (other.dataset.name === "options") other.value = valueOf(field, "options"); }
      changed();
    });
  }
  card.querySelector("[data-id]").textContent = field.id;
  title(card);
  showParts(card);
  const showBody = () => {
    body.hidden = !open.has(field);
    opener.setAttribute("aria-expanded", String(open.has(field)));
  };
  opener.addEventListener("click", () => { if (open.has(field)) open.delete(field); else open.add(field); showBody(); });
  showBody();
  const inner = card.querySelector("[data-columns]");
  if (field.columns?.length) for (const column of field.columns) inner.append(makeCard(column, field.columns));
  for (const button of card.querySelectorAll("[data-add-column]")) button.addEventListener("click", () => {
    const column = makeField(button.dataset.addColumn, new Set(field.columns.map((column) => column.id)));
    delete column.readOnly;
    field.columns.push(column);
    open.add(column);
    inner.append(makeCard(column, field.columns));
    inner.lastElementChild.querySelector("[data-name=label]").focus();
    changed();
  });
  card.querySelector("[data-up]").addEventListener("click", () => move(card, -1, "[data-up]"));
  card.querySelector("[data-down]").addEventListener("click", () => move(card, 1, "[data-down]"));
  ownButton(card, "[data-duplicate]").addEventListener("click", () => duplicate(card));
  ownButton(card, "[data-drop]").addEventListener("click", () => drop(card));
  grip(card);
  return card;
};
const ownButton = (card, name) => [...card.querySelectorAll(name)].find((button) => button.closest(".builder-card") === card);
const openCard = (card) => {
  for (let one = card; one; one = one.parentElement?.closest(".builder-card")) {
    open.add(fieldOf.get(one));
    one.querySelector(":scope > .builder-body").hidden = false;
    one.querySelector("[data-open]").setAttribute("aria-expanded", "true");
  }
};
const showFields = () => {
  list.replaceChildren(...template.fields.map((field) => makeCard(field, template.fields)));
  document.getElementById("builder-none").hidden = template.fields.length > 0;
};

// MARK: Order

const settle = (card) => {
  const fields = listOf.get(card), name = card.querySelector("[data-title]").textContent;
  const order = [...card.parentElement.children].map((other) => fieldOf.get(other));
  fields.splice(0, fields.length, ...order);
  changed();
  said.textContent = fill(words.movedTo, name, fields.indexOf(fieldOf.get(card)) + 1, fields.length);
};
const move = (card, by, focus) => {
  const other = by < 0 ? card.previousElementSibling : card.nextElementSibling;
  if (!other) return;
  if (by < 0) other.before(card); else other.after(card);
  card.querySelector(focus).focus();
  settle(card);
};
const grip = (card) => {
  const handle = card.querySelector("[data-grip]");
  handle.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(card, event.key === "ArrowUp" ? -1 : 1, "[data-grip]");
  });
  let from = null;
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    handle.setPointerCapture(event.pointerId);
    from = card.nextElementSibling;
    card.classList.add("moving");
  });
  handle.addEventListener("pointermove", (event) => {
    if (!card.classList.contains("moving")) return;
    // The other one moves: what is moved itself loses its pointer.
    const before = card.previousElementSibling, after = card.nextElementSibling;
    if (before && event.clientY < before.getBoundingClientRect().top + before.offsetHeight / 2) card.after(before);
    else if (after && event.clientY > after.getBoundingClientRect().top + after.offsetHeight / 2) card.before(after);
  });
  const end = () => {
    if (!card.classList.contains("moving")) return;
    card.classList.remove("moving");
    if (card.nextElementSibling !== from) settle(card);
  };
  handle.addEventListener("pointerup", end);
  handle.addEventListener("pointercancel", end);
};

// MARK: Duplicate and remove

const duplicate = (card) => {
  const field = fieldOf.get(card), fields = listOf.get(card);
  const copy = structuredClone(field);
  copy.id = newID(field.id, new Set(fields.map((other) => other.id)));
  fields.splice(fields.indexOf(field) + 1, 0, copy);
  open.add(copy);
  const made = makeCard(copy, fields);
  card.after(made);
  made.querySelector("[data-name=label]").focus();
  changed();
};
const undo = document.getElementById("builder-undo");
let removed = null;
const drop = (card) => {
  const field = fieldOf.get(card), fields = listOf.get(card);
  // Rows without columns are no rows.
  if (fields !== template.fields && fields.length === 1) return;
  removed = { field, fields, place: fields.indexOf(field) };
  fields.splice(removed.place, 1);
  const next = card.nextElementSibling || card.previousElementSibling;
  card.remove();
  undo.querySelector("p").textContent = fill(words.removedField, field.label || words.untitled);
  undo.hidden = false;
  (next?.querySelector("[data-open]") || (isWide.matches ? search : place.querySelector("[data-palette]"))).focus();
  document.getElementById("builder-none").hidden = template.fields.length > 0;
  changed();
};
undo.querySelector("[data-undo]").addEventListener("click", () => {
  if (removed) removed.fields.splice(removed.place, 0, removed.field);
  const { field } = removed || {};
  removed = null;
  undo.hidden = true;
  showFields();
  changed();
  [...list.querySelectorAll(".builder-card")].find((card) => fieldOf.get(card) === field)?.querySelector("[data-open]").focus();
});

show();
if (isDirty) said.textContent = words.unsaved;
look();
place.dataset.ready = "1";
