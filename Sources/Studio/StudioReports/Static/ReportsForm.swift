/// A form: kept from the first keystroke, filled in by itself where it can be, looked over before it is sent. The same form stands in the
/// builder as a preview, where it is neither kept nor sent.
let reportsForm = #"""
  "use strict";
  import * as drafts from "./DRAFTS";
  import * as choosing from "./OUTBOX";
  import { left, seconds, send, takeBack } from "./OUTBOX";
  import { sendFile } from "./WIRE";
  import * as pictures from "./PICTURES";
  import * as answers from "./ANSWERS";
  import { engine } from "./ENGINE";
  import { keptOf } from "./CALCULATION";

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
    return type === "toggle" ? input.checked : answers.taken(field, input.value);
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
    const text = answers.shown(field, written(value));
    // What says the same is not written otherwise while somebody types it.
    if (input === document.activeElement && answers.taken(field, input.value) === written(value)) return true;
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
      return files.length ? answers.outside(field, files) : field.required ? "missing" : "";
    }
    if (field.auto) return answers.asked(field, value).length ? "twoNumbers" : answers.hasOtherUnit(field, value) ? "otherUnit" : "";
    if (field.columns && Array.isArray(value)) {
      const rows = filledRows(field);
      if (!rows.length) return field.required ? "missing" : "";
      return answers.outside(field, rows) || (firstCellFault(field) ? "lookAtRows" : "");
    }
    return answers.fault(field, value);
  };
  const bounded = (field, fault, value) => fault === "twoNumbers" ? (answers.asked(field || {}, value).length ? fill(words.twoNumbers, ...answers.asked(field, value)) : words.notNumber) : fill(words[fault] || words.wrongKind, answers.shown(field || {}, (["tooLow", "tooShort", "tooFew"].includes(fault) ? field?.bounds?.min : field?.bounds?.max) ?? ""));
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

  const look = engine(fields, (field) => answers.sent(field, draft.answers[field.id]), (field) => rowsOf(field).length,
    (field, place, column) => answers.sent(column, draft.answers[field.id]?.[place]?.[column.id]));
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
    const now = fault ? "" : keptOf(value);
    if (!isSame(now, draft.answers[field.id] ?? "")) put0(field.id, { value: now, source: field.expression });
  };
  // Everything, or what depends on what has changed.
  const reckon = (gone) => {
    const some = gone && new Set(gone);
    for (const id of look.hidden) if (!gone || some.has("?" + id)) { showField(byID.get(id)); if (gone) count(byID.get(id)); }
    showSections();
    for (const id of look.calculated) if (!gone || some.has(id) || some.has("?" + id)) showCalculated(byID.get(id));
    for (const field of look.rowFields) {
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
    const text = answers.shown(field, answers.taken(field, input.value));
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

  """#
