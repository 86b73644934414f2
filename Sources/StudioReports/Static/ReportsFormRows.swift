/// Fields that are answered by any number of rows.
let reportsFormRows = #"""
  // MARK: Rows

  const listOf = (field) => find(field.id).querySelector("ol.form-rows");
  const rowsOf = (field) => Array.isArray(draft.answers[field.id]) ? draft.answers[field.id] : [];
  const isRowEmpty = (field, row) => field.columns.every((column) => column.expression || answers.isEmpty(row[column.id]) || row[column.id] === false);
  const filledRows = (field) => rowsOf(field).filter((row) => !isRowEmpty(field, row));
  const cellPlace = (field, place, column) => listOf(field).children[place]?.querySelector(`[data-column="${CSS.escape(column.id)}"]`);
  const firstCellFault = (field) => {
    for (const [place, row] of rowsOf(field).entries()) {
      if (isRowEmpty(field, row)) continue;
      for (const column of field.columns) {
        const fault = column.expression ? "" : answers.fault(column, row[column.id]);
        if (fault) return { place, column, fault };
      }
    }
    return null;
  };
  let made = 0;
  const makeRow = (field) => {
    const row = find(field.id).querySelector("template").content.firstElementChild.cloneNode(true);
    const own = "-" + made++;
    for (const part of row.querySelectorAll("[id]")) part.id += own;
    for (const part of row.querySelectorAll("[for]")) part.htmlFor += own;
    for (const part of row.querySelectorAll("[aria-describedby]")) part.setAttribute("aria-describedby", part.getAttribute("aria-describedby").split(" ").map((id) => id + own).join(" "));
    row.querySelector("[data-remove]").addEventListener("click", () => removeRow(field, [...listOf(field).children].indexOf(row)));
    return row;
  };
  const number = (field) => {
    for (const [place, row] of [...listOf(field).children].entries()) {
      row.setAttribute("aria-label", fill(words.row, find(field.id).dataset.label, place + 1));
      row.querySelector("[data-remove]").setAttribute("aria-label", fill(words.removeRow, place + 1));
    }
    const none = find(field.id).querySelector("[data-none]");
    none.hidden = listOf(field).children.length > 0;
  };
  const showCell = (field, place, column) => {
    const cell = cellPlace(field, place, column);
    if (!cell) return;
    const { value, fault } = look.cell(field, place, column);
    const hint = hintOf(cell), text = fault ? faultWords(fault) : "";
    if (hint.textContent !== text) hint.textContent = text;
    const now = fault ? "" : keptOf(value);
    putInto(cell, column, now);
    if (rowsOf(field)[place] && JSON.stringify(rowsOf(field)[place][column.id] ?? "") !== JSON.stringify(now)) {
      keep((draft) => { const row = draft.answers[field.id]?.[place]; if (row) row[column.id] = now; });
    }
  };
  const showCells = (field) => {
    for (const place of rowsOf(field).keys()) for (const column of field.columns) if (column.expression) showCell(field, place, column);
  };
  const putRows = (field, value) => {
    const list = listOf(field), rows = Array.isArray(value) ? value : [];
    while (list.children.length > rows.length) list.lastElementChild.remove();
    const fresh = document.createDocumentFragment();
    for (let count = list.children.length; count < rows.length; count++) fresh.append(makeRow(field));
    list.append(fresh);
    for (const [place, row] of rows.entries()) {
      const cells = new Map([...list.children[place].querySelectorAll("[data-column]")].map((cell) => [cell.dataset.column, cell]));
      for (const column of field.columns) putInto(cells.get(column.id), column, row?.[column.id]);
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
  const emptyRow = (field) => Object.fromEntries(field.columns.filter((column) => column.value !== undefined && !column.expression).map((column) => [column.id, column.value]));
  const removeRow = (field, place) => {
    setRows(field, (rows) => rows.filter((_, other) => other !== place));
    const next = listOf(field).children[Math.min(place, listOf(field).children.length - 1)];
    (next?.querySelector("[data-remove]") || find(field.id).querySelector("[data-add]")).focus();
    showFault(field.id, "");
  };
  const typedInRow = (field, input) => {
    const row = input.closest("li"), cell = input.closest("[data-column]");
    if (!row || !cell) return;
    const place = [...listOf(field).children].indexOf(row), column = field.columns.find((column) => column.id === cell.dataset.column);
    const value = readFrom(cell, column.type);
    keep((draft) => {
      if (!Array.isArray(draft.answers[field.id])) draft.answers[field.id] = [];
      (draft.answers[field.id][place] ??= {})[column.id] = value;
      stamp(draft, field.id);
    });
    tell({ field: field.id });
    changed(field.id, place, column.id);
    if (faultLine(cell).textContent) leftCell(field, cell);
    if (!faultOf(field)) { showFault(field.id, ""); mended(field.id); }
  };
  const leftCell = (field, cell) => {
    const place = [...listOf(field).children].indexOf(cell.closest("li")), column = field.columns.find((column) => column.id === cell.dataset.column);
    const row = rowsOf(field)[place] || {};
    const fault = column.expression || isRowEmpty(field, row) ? "" : answers.fault(column, row[column.id]);
    mark(cell, fault ? bounded(column, fault) : "");
    if (!fault) mended(`${field.id}.${place + 1}.${column.id}`);
  };
  for (const field of fields) if (field.columns) {
    find(field.id).querySelector("[data-add]").addEventListener("click", () => {
      if (rowsOf(field).length >= 500) { showFault(field.id, "tooMany"); return; }
      setRows(field, (rows) => [...rows, emptyRow(field)]);
      inputOf(listOf(field).lastElementChild)?.focus();
    });
  }

  """#
