/// A form: kept from the first keystroke, filled in by itself where it can be, looked over before it is sent.
let reportsForm = #"""
  "use strict";
  import * as drafts from "./DRAFTS";
  import { send } from "./SENDING";
  import * as pictures from "./PICTURES";
  import * as answers from "./ANSWERS";
  import { calculateAll, keptOf } from "./CALCULATION";

  const form = document.querySelector("form.report");
  const words = JSON.parse(form.dataset.words);
  const fields = JSON.parse(form.dataset.fields);
  const byID = new Map(fields.map((field) => [field.id, field]));
  const fill = (text, ...values) => text.replace(/%(\d)/g, (_, digit) => values[digit - 1]);
  const find = (id) => form.querySelector(`[data-field="${CSS.escape(id)}"]`);
  const tab = drafts.newKey();
  const channel = new BroadcastChannel("booth-reports");

  const address = new URL(location.href);
  let key = /^[0-9a-f]{32}$/.test(address.searchParams.get("draft") || "") ? address.searchParams.get("draft") : "";
  const pad = (number) => String(number).padStart(2, "0");
  const today = () => { const now = new Date(); return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`; };
  let draft = {
    user: form.dataset.user, template: form.dataset.template, templateName: form.dataset.name, version: form.dataset.version,
    date: today(), answers: {}, typed: {}, sources: {}, schools: [], attachments: [], position: "", state: "draft",
  };
  let keeps = true;
  const kept = document.getElementById("report-kept");
  const said = document.getElementById("report-said");

  // MARK: Keeping

  // Writes come one after the other. What is kept is what the other tab has, with this one's change.
  let writing = Promise.resolve();
  const keep = (how) => {
    how(draft);
    if (!key) {
      key = drafts.newKey();
      address.searchParams.set("draft", key);
      history.replaceState(null, "", address);
    }
    const whole = draft;
    writing = writing.then(async () => {
      try {
        await drafts.change(key, (found) => {
          if (found?.state === "sending") return null;
          const changed = found || { ...whole };
          how(changed);
          return structuredClone(changed);
        });
        if (!keeps || kept.textContent !== words.keptHere) kept.textContent = words.keptHere;
        keeps = true;
      } catch {
        keeps = false;
        kept.textContent = words.notKept;
      }
    });
    return writing;
  };
  // Where somebody typed last, and when.
  let touched = { id: "", at: 0 };
  // Told when it is kept: the other tab reads it then.
  const tell = (change) => writing.then(() => channel.postMessage({ key, tab, ...change }));

  channel.onmessage = async ({ data }) => {
    if (data.key !== key || data.tab === tab || !key) return;
    said.textContent = words.otherTab;
    if (data.hello) { channel.postMessage({ key, tab, seen: true }); return; }
    if (data.seen) return;
    await writing;
    const found = await drafts.get(key);
    if (!found) { if (data.gone) location.assign("/reports"); return; }
    draft = found;
    // What is being typed is not taken from under the fingers; it is looked at again when they rest.
    const isTyping = (id) => id === touched.id && Date.now() - touched.at < 1500;
    for (const field of fields) if (!isTyping(field.id)) put(field.id, draft.answers[field.id]);
    if (isTyping(touched.id)) setTimeout(async () => {
      await writing;
      const rested = await drafts.get(key);
      if (!rested) return;
      draft = rested;
      for (const field of fields) if (!isTyping(field.id)) put(field.id, draft.answers[field.id]);
    }, 1600);
    form.elements.date.value = draft.date;
    await showSchools();
    await showPictures();
    progress();
  };

  // MARK: Reading and filling in

  const read = (id) => {
    const place = find(id), { type } = byID.get(id);
    if (type === "multiselect") return [...place.querySelectorAll("input:checked")].map((input) => input.value);
    if (type === "radio") return place.querySelector("input:checked")?.value ?? "";
    const input = place.querySelector("input, select, textarea");
    return type === "toggle" ? input.checked : input.value;
  };
  const put = (id, value) => {
    const place = find(id), { type } = byID.get(id);
    if (type === "file") return;
    if (type === "multiselect") {
      for (const input of place.querySelectorAll("input")) input.checked = (value || []).includes(input.value);
    } else if (type === "radio") {
      for (const input of place.querySelectorAll("input")) input.checked = input.value === value;
    } else {
      const input = place.querySelector("input, select, textarea");
      if (type === "toggle") { input.checked = value === true; return; }
      const text = value === undefined || value === null ? "" : typeof value === "boolean" ? (value ? words.yes : "") : Array.isArray(value) ? value.join(", ") : String(value);
      // An option that is no longer offered stays what was answered.
      if (input.tagName === "SELECT" && text && ![...input.options].some((option) => option.value === text)) input.add(new Option(text, text));
      if (input.value !== text) input.value = text;
    }
  };

  const faultOf = (field) => {
    if (field.type === "file") return field.required && !draft.attachments.some((file) => file.field === field.id) ? "missing" : "";
    if (field.auto) return "";
    return answers.fault(field.type, field.required, draft.answers[field.id]);
  };
  const showFault = (id, fault) => {
    const place = id === "date" ? document.getElementById("date-ask") : find(id);
    if (!place) return;
    const line = place.querySelector(".fault");
    line.textContent = fault ? words[fault] || words.wrongKind : "";
    for (const input of place.querySelectorAll("input, select, textarea")) {
      if (fault) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
    }
  };
  const progress = () => {
    const asked = fields.filter((field) => !field.auto);
    const done = asked.filter((field) => field.type === "file" ? draft.attachments.some((file) => file.field === field.id) : !answers.isEmpty(draft.answers[field.id]) && !faultOf(field));
    document.getElementById("report-progress").textContent = fill(words.progress, done.length, asked.length);
    const bar = form.querySelector("progress");
    bar.max = Math.max(1, asked.length);
    bar.value = done.length;
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
    touched = { id, at: Date.now() };
    const value = read(id);
    // What a person has typed no answer that comes later takes away; who empties it wants it filled in.
    const typed = byID.get(id).auto && !answers.isEmpty(value);
    keep((draft) => { draft.answers[id] = value; if (typed) draft.typed[id] = true; else delete draft.typed[id]; });
    tell({ field: id });
    const field = byID.get(id);
    if (find(id).querySelector(".fault").textContent) showFault(id, faultOf(field));
    if (!faultOf(field)) mended(id);
    progress();
    calculate();
  });
  form.addEventListener("focusout", (event) => {
    const id = event.target.closest("[data-field]")?.dataset.field;
    if (id && !event.target.closest("[data-field]").contains(event.relatedTarget)) showFault(id, faultOf(byID.get(id)));
  });

  // MARK: Fields that fill themselves in

  const reckons = fields.some((field) => field.expression);
  // At once, and without a network; a fault is said, and the fallback is the studio's when it arrives.
  const calculate = () => {
    if (!reckons) return;
    const found = calculateAll(fields, (field) => answers.sent(field.type, draft.answers[field.id]));
    for (const [id, { value, fault }] of found) {
      if (draft.typed[id]) continue;
      find(id).querySelector(".hint").textContent = fault ? fill(words.lackCalculation, fault.message) : "";
      const kept = fault ? "" : keptOf(value);
      if (JSON.stringify(kept) === JSON.stringify(draft.answers[id] ?? "")) continue;
      put0(id, { value: kept, source: byID.get(id).expression });
    }
  };

  const token = form.dataset.token;
  let asked = 0, timer = 0, wantsWeather = false;
  const isSmart = fields.some((field) => field.smart);
  const put0 = (id, value) => {
    keep((draft) => { draft.answers[id] = value.value; draft.sources[id] = { source: value.source, at: new Date().toISOString() }; });
    put(id, value.value);
  };
  const refresh = async (weather) => {
    if (!isSmart) return;
    const mine = ++asked;
    const waiting = weather && fields.some((field) => field.type === "weather_conditions" && field.smart);
    const now = new Date();
    let values;
    try {
      const answer = await fetch("/reports/smart", {
        method: "POST", credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(20000),
        headers: { "Content-Type": "application/json", "X-Booth-Token": token, "X-Booth-Part": "1" },
        body: JSON.stringify({
          template: draft.template, schools: draft.schools.map((school) => school.id), position: draft.position,
          photoCount: draft.attachments.length, now: now.getTime() / 1000, offset: -now.getTimezoneOffset() * 60,
          weather: Boolean(waiting), answers: Object.fromEntries(fields.map((field) => [field.id, answers.sent(field.type, draft.answers[field.id])])),
        }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      values = (await answer.json()).values;
    } catch {
      for (const field of fields) if (field.smart && answers.isEmpty(draft.answers[field.id])) find(field.id).querySelector(".hint").textContent = words.lackNetwork;
      const count = fields.find((field) => field.type === "photo_count" && field.smart);
      if (count) put0(count.id, { value: String(draft.attachments.length), source: "pictures" });
      calculate();
      return;
    }
    // An answer to an older question is none.
    if (mine !== asked || draft.state === "sending") return;
    for (const [id, value] of Object.entries(values)) {
      const field = byID.get(id);
      if (!field || draft.typed[id]) continue;
      // Calculated here.
      if (field.expression) continue;
      const isWeather = field.type === "weather_conditions";
      const hint = find(id).querySelector(".hint");
      // The weather comes with its own question; until then what is there stays.
      if (isWeather && draft.position && !waiting) continue;
      const lacks = { home: "lackHome", schools: "lackSchools", coordinates: "lackCoordinates", position: "lackPosition", weather: "lackWeather", name: "lackName", calculation: "lackCalculation" };
      hint.textContent = value.lack ? fill(words[lacks[value.lack]], value.fault || "") : "";
      // What was found out once stays where the template says so.
      if (!field.update && !answers.isEmpty(draft.answers[id]) && !value.lack && draft.sources[id] && draft.sources[id].source !== "fallback") continue;
      // A weather or place that is not known is a sentence for the report, not for the form: it is blank until it is sent.
      const blank = value.lack && ["position", "weather", "home", "schools", "calculation"].includes(value.lack) && value.source === "fallback";
      if (blank) { put(id, draft.answers[id]); continue; }
      put0(id, value);
    }
    calculate();
    progress();
  };
  const refreshSoon = (weather) => {
    wantsWeather ||= weather;
    clearTimeout(timer);
    timer = setTimeout(() => { const weather = wantsWeather; wantsWeather = false; refresh(weather); }, 250);
  };

  """#
