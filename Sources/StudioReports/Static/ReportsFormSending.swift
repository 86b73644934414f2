/// The form's schools, place, pictures, and its sending.
let reportsFormSending = #"""
  // MARK: Schools, in the order of the way

  const choice = document.getElementById("school-choice");
  const chosen = document.getElementById("schools-chosen");
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
  const setSchools = async (schools, focus) => {
    keep((draft) => { draft.schools = schools; });
    tell({ field: "schools" });
    await showSchools();
    (chosen.children[focus]?.querySelector("button") || choice).focus();
    refreshSoon(false);
  };
  document.getElementById("school-add")?.addEventListener("click", () => {
    const option = choice.selectedOptions[0];
    if (!option?.value) { choice.focus(); return; }
    setSchools([...draft.schools, { id: option.value, name: option.textContent }], -1);
    choice.value = "";
  });

  // MARK: Where somebody is

  const position = document.getElementById("report-position");
  const setPosition = (text) => {
    keep((draft) => { draft.position = text; });
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
  document.getElementById("report-locate")?.addEventListener("click", () => locate((text) => { position.value = text; setPosition(text); }, document.getElementById("position-hint")));
  for (const locator of form.querySelectorAll("[data-locate]")) {
    locator.addEventListener("click", () => {
      const place = locator.closest("[data-field]"), id = place.dataset.field;
      locate((text) => { put(id, text); keep((draft) => { draft.answers[id] = text; }); progress(); }, place.querySelector(".hint"));
    });
  }

  // MARK: Pictures

  const shown = new Map();
  const showPictures = async () => {
    for (const list of form.querySelectorAll("[data-pictures]")) {
      const rows = [];
      for (const file of draft.attachments.filter((file) => file.field === list.dataset.pictures)) {
        if (!shown.has(file.sha256)) {
          const blob = await drafts.file(key, file.sha256);
          if (blob) shown.set(file.sha256, URL.createObjectURL(blob));
        }
        const row = document.createElement("li");
        const picture = document.createElement("img");
        picture.src = shown.get(file.sha256) || "data:,";
        picture.alt = file.name;
        row.append(picture, button(fill(words.remove, "").replace(/[:：]\s*$/, "").trim(), fill(words.remove, file.name), () => removePicture(file)));
        rows.push(row);
      }
      list.replaceChildren(...rows);
    }
  };
  const removePicture = async (file) => {
    await keep((draft) => { draft.attachments = draft.attachments.filter((other) => other.sha256 !== file.sha256 || other.field !== file.field); });
    tell({ field: "pictures" });
    if (!draft.attachments.some((other) => other.sha256 === file.sha256)) await drafts.removeFile(key, file.sha256);
    await showPictures();
    form.querySelector(`input[type=file][data-for="${CSS.escape(file.field)}"]`)?.focus();
    progress();
    refreshSoon(false);
  };
  for (const chooser of form.querySelectorAll("input[type=file]")) {
    chooser.addEventListener("change", async () => {
      const hint = chooser.closest(".ask").querySelector(".hint");
      const failed = [];
      const files = [...chooser.files];
      chooser.value = "";
      for (const file of files) {
        hint.textContent = fill(words.preparing, file.name);
        try {
          const blob = await pictures.prepare(file);
          const sha256 = await pictures.hash(blob);
          if (draft.attachments.some((other) => other.sha256 === sha256 && other.field === chooser.dataset.for)) continue;
          await keep(() => {});
          await drafts.addFile(key, sha256, blob);
          await keep((draft) => {
            if (!draft.attachments.some((other) => other.sha256 === sha256 && other.field === chooser.dataset.for)) draft.attachments.push({ sha256, size: blob.size, type: "image/jpeg", name: file.name, field: chooser.dataset.for });
          });
        } catch { failed.push(file.name); }
      }
      tell({ field: "pictures" });
      hint.textContent = failed.length ? fill(words.pictureFailed, failed.join(", ")) : "";
      await showPictures();
      showFault(chooser.dataset.for, "");
      progress();
      refreshSoon(false);
    });
  }

  // MARK: Sending

  const state = document.getElementById("report-state");
  const summary = document.getElementById("report-summary");
  const showFaults = (faults) => {
    for (const field of fields) showFault(field.id, faults[field.id] || "");
    showFault("date", faults.date || "");
    const ids = Object.keys(faults);
    summary.hidden = !ids.length;
    const list = summary.querySelector("ul");
    list.replaceChildren(...ids.map((id) => {
      const row = document.createElement("li"), link = document.createElement("a");
      row.dataset.fault = id;
      const target = id === "date" ? form.elements.date : find(id)?.querySelector("input, select, textarea");
      link.href = "#" + (target?.id || "main");
      link.textContent = (byID.get(id)?.label || words.pictures) + ": " + (words[faults[id]] || words.wrongKind);
      link.addEventListener("click", (event) => { event.preventDefault(); target?.focus(); });
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
  const lock = (isLocked) => {
    for (const part of form.querySelectorAll(".section")) part.inert = isLocked;
    form.querySelector("button[type=submit]").disabled = isLocked;
    form.setAttribute("aria-busy", String(isLocked));
  };
  const onItsWay = () => {
    lock(true);
    state.textContent = words.sending;
    send(key, (now) => {
      state.textContent = now.phase === "uploading" ? fill(words.uploading, now.sent, now.total) : words[now.phase] || words.sending;
      form.dataset.phase = now.phase;
    }).then(async (now) => {
      if (!now) {
        // Sent in another tab, or thrown away there.
        if (!(await drafts.get(key))) location.assign("/reports");
        return;
      }
      if (now.phase === "arrived") { await tell({ gone: true }); location.assign(now.address || "/reports"); return; }
      if (now.phase === "signedOut") { location.assign("/sign-in?to=" + encodeURIComponent(location.pathname + location.search)); return; }
      draft = (await drafts.get(key)) || draft;
      lock(false);
      showFaults(now.faults || {});
    });
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    const faults = {};
    if (!draft.date) faults.date = "notDate";
    for (const field of fields) { const fault = faultOf(field); if (fault) faults[field.id] = fault; }
    showFaults(faults);
    if (Object.keys(faults).length) return;
    clearTimeout(timer);
    const now = new Date();
    await keep(() => {});
    const changed = await drafts.change(key, (found) => found && found.state !== "sending" && {
      ...found, state: "sending",
      submission: {
        key, template: found.template, version: found.version, date: found.date,
        answers: Object.fromEntries(Object.entries(found.answers).filter(([id]) => byID.has(id)).map(([id, value]) => [id, answers.sent(byID.get(id).type, value)])),
        schools: found.schools.map((school) => school.id), attachments: found.attachments, sources: found.sources,
        position: found.position, now: now.getTime() / 1000, offset: -now.getTimezoneOffset() * 60,
      },
    });
    draft = changed || draft;
    onItsWay();
  });
  document.getElementById("report-discard")?.addEventListener("click", async () => {
    if (key) { await writing; await drafts.remove(key); await tell({ gone: true }); }
    location.assign("/reports");
  });

  // MARK: Beginning

  const begin = async () => {
    if (key) {
      try {
        const found = await drafts.get(key);
        if (found && found.user === draft.user) draft = found; else key = "";
      } catch { key = ""; keeps = false; kept.textContent = words.notKept; }
    }
    form.elements.date.value = draft.date;
    for (const field of fields) {
      if (draft.answers[field.id] === undefined && field.value !== undefined && !field.smart) draft.answers[field.id] = field.value;
      put(field.id, draft.answers[field.id]);
    }
    if (position) position.value = draft.position;
    await showSchools();
    await showPictures();
    progress();
    if (key) { kept.textContent = words.keptHere; channel.postMessage({ key, tab, hello: true }); }
    form.dataset.ready = "1";
    if (draft.state === "sending") onItsWay(); else refreshSoon(Boolean(draft.position));
  };
  addEventListener("online", () => { if (draft.state !== "sending") refreshSoon(Boolean(draft.position)); });
  begin();

  """#
