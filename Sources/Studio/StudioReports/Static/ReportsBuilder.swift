/// The page on which a form is built: its own state is the document as it is kept; the studio looks at it, and draws the preview.
let reportsBuilder = #"""
  "use strict";
  import { openForm, fill } from "./FORM";
  import { shown, taken } from "./ANSWERS";

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

  """#
