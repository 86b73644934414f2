/// The fields of a form that is being built, each a card that opens.
let reportsBuilderCards = #"""
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
      if (input.type === "checkbox") input.checked = value === true; else input.value = isNumeric(name) ? shown({ type: field.type }, value ?? "") : value ?? "";
      input.addEventListener("input", () => {
        // Limits and what a field begins with are numbers with a point in the form, as answers are.
        const text = isNumeric(name) ? taken({ type: field.type }, input.value) : input.value;
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

  """#

/// How the builder looks: on a phone one of building and preview, on a desk both.
let reportsBuilderStyle = """
  .reports .form-card > p { margin-block-end: .5rem; }
  .reports .orders { align-items: center; margin-block: .25rem; }
  .reports .orders button { margin: 0; }
  .reports .builder-tabs { display: flex; gap: .5rem; margin-block-end: 1rem; }
  .reports .builder-tabs button { flex: 1; }
  .reports .builder-tabs [aria-pressed="true"] { background: var(--act); color: var(--on-act); }
  .reports .builder[data-shows="building"] > .builder-preview, .reports .builder[data-shows="preview"] > .builder-work { display: none; }
  @media (min-width: 64rem) {
    .reports .builder { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr) minmax(0, 22rem); gap: 1.25rem; align-items: start; }
    .reports .builder-tabs, .reports .builder-acts [data-palette] { display: none; }
    .reports .builder > .palette { position: sticky; inset-block-start: 1rem; max-block-size: calc(100vh - 2rem); overflow: auto; }
    .reports .builder > .palette .palette-types button { width: 100%; justify-content: flex-start; text-align: start; }
    .reports .builder[data-shows] > .builder-work, .reports .builder[data-shows] > .builder-preview { display: block; }
    .reports .builder-preview { position: sticky; inset-block-start: 1rem; max-block-size: calc(100vh - 2rem); overflow: auto; border: 1px solid var(--line); border-radius: var(--round); padding: var(--space); }
  }
  .reports .builder-preview .foot { position: static; }
  .reports .builder-fields { list-style: none; margin: 0 0 1rem; padding: 0; }
  .reports .builder-card { padding: .4rem .6rem; }
  .reports .builder-card.moving { outline: 3px solid var(--act); }
  .reports .builder-bar { display: flex; gap: .25rem; align-items: center; }
  .reports .builder-bar button { border-color: transparent; padding: .2rem .4rem; min-width: var(--thumb); margin: 0; }
  .reports .builder-bar .builder-open { flex: 1; justify-content: flex-start; text-align: start; color: var(--ink); font-weight: 400; border-radius: 8px; min-width: 0; }
  .reports .builder-bar .grip { touch-action: none; cursor: grab; color: var(--quiet); }
  .reports .builder-body { padding: .25rem .4rem .6rem; }
  .reports .builder-body textarea { min-height: 5rem; }
  .reports .builder-two { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
  .reports .builder-wrong { list-style: none; padding: 0 .4rem; font-size: .92rem; }
  .reports .builder-wrong:empty { display: none; }
  .reports .builder-wrong .bad { color: var(--bad); font-weight: 600; }
  .reports #builder-problems:not(.bad) { background: var(--warn-wash); color: var(--warn); }
  .reports #builder-remarks a { display: inline-flex; align-items: center; min-height: 24px; }
  .reports .builder-acts { display: flex; gap: .5rem; }
  .reports .builder-acts button { margin: 0; }
  .reports .palette-sheet { background: var(--card); color: inherit; border: 1px solid var(--line); border-radius: var(--round) var(--round) 0 0; inline-size: 100%; max-inline-size: 44rem; max-block-size: 85vh; margin: auto auto 0; padding: var(--space); }
  .reports .palette-sheet::backdrop { background: rgb(0 0 0 / .5); }
  .reports .palette-sheet [data-close] { float: inline-end; }
  .reports .palette-sheet .palette { border: 0; padding: 0; margin: 0; background: transparent; box-shadow: none; }
  .reports .palette h2 { margin-block: .25rem .75rem; font-size: 1.15rem; }
  .reports .palette h3, .reports .builder-body h3 { font-size: 1rem; margin: .9rem 0 .4rem; }
  .reports .palette-types { display: flex; flex-wrap: wrap; gap: .4rem; }
  .reports .palette-types button { padding: .3rem .9rem; margin: 0; }
  .reports .builder code { overflow-wrap: anywhere; }

  """
