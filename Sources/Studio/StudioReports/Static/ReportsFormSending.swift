/// The form's schools, place, pictures, and its sending.
let reportsFormSending = #"""
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
    keep((draft) => { draft.position = answers.taken({ type: "text" }, text); stamp(draft, "=position"); });
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
  position?.addEventListener("input", () => keep((draft) => { draft.position = answers.taken({ type: "text" }, position.value.trim()); stamp(draft, "=position"); }));
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
    .map((field) => ({ id: field.id, size: JSON.stringify(answers.sent(field, draft.answers[field.id]) ?? "").length }))
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
        answers: Object.fromEntries(Object.entries(found.answers).filter(([id]) => byID.has(id)).map(([id, value]) => [id, answers.sent(byID.get(id), value)])),
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

  """#
