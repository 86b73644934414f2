/// Fields that are answered by any number of rows.
let reportsFormRows = #"""
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
        const fault = column.expression ? "" : answers.fault(column, row[column.id]);
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
    const now = fault ? "" : keptOf(value);
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
  const emptyRow = (field) => Object.fromEntries(field.columns.filter((column) => column.value !== undefined && !column.expression).map((column) => [column.id, answers.first(column)]));
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
    const fault = column.expression || isRowEmpty(field, row) ? "" : answers.fault(column, row[column.id]);
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

  """#
