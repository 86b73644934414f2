/// A draft in the studio besides this device, a draft of an older form, and how a form begins.
let reportsFormBeginning = #"""
  // MARK: In the studio as well

  function stamp(draft, part) { drafts.stamp(draft, part); }
  const partOf = (draft, part) => {
    if (part === "=schools") return draft.schools;
    if (part === "=position") return draft.position;
    if (part === "=pictures") return draft.attachments;
    if (part === "=date") return draft.date;
    return { value: draft.answers[part] ?? null, typed: draft.typed[part] === true, source: draft.sources[part] ?? null };
  };
  const putPart = (draft, part, value) => {
    if (part === "=schools") draft.schools = value || [];
    else if (part === "=position") draft.position = value || "";
    else if (part === "=pictures") draft.attachments = value || [];
    else if (part === "=date") draft.date = value || draft.date;
    else {
      if (value?.value === null || value?.value === undefined) delete draft.answers[part]; else draft.answers[part] = value.value;
      if (value?.typed) draft.typed[part] = true; else delete draft.typed[part];
      if (value?.source) draft.sources[part] = value.source;
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
  const agree = (draft, part, { at, value }) => { if (listed[part]) (draft.agreed ??= {})[part] = { at, names: (value || []).map(listed[part]) }; };

  const shared = new Map();
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
      // The studio takes a list only in place of the one that it was made from.
      if (listed[part]) parts[part].after = draft.agreed?.[part]?.at || 0;
    }
    const answer = await post("/reports/draft", JSON.stringify({
      key, template: draft.template, version: Number(draft.version), templateName: draft.templateName, begun: draft.begun || moment(), labels: draft.labels || {}, parts,
    }));
    if (answer.status === 413 || answer.status === 422) { isTooLarge = true; return; }
    if (answer.status === 410) { said.textContent = words.sentElsewhere; lock(true); return; }
    if (!answer.ok) return;
    const found = await answer.json();
    for (const [part, { at }] of Object.entries(parts)) shared.set(part, at);
    const taken = Object.entries(parts).filter(([part]) => listed[part] && !found.parts?.[part]);
    if (taken.length) await keep((draft) => { for (const [part, one] of taken) agree(draft, part, one); });
    await merge(found.parts);
    if (keeps) kept.textContent = words.keptStudio;
    for (const sha256 of found.missing || []) {
      const blob = await drafts.file(key, sha256);
      if (blob) await sendFile("/reports/attachment/" + sha256, blob);
    }
  };
  // What somebody has changed on another device.
  const merge = async (parts) => {
    const newer = Object.entries(parts || {}).filter(([part, { at, value }]) => {
      if (listed[part]) return at !== draft.agreed?.[part]?.at;
      const own = draft.stamps?.[part] || 0;
      return at > own || (at === own && JSON.stringify(value) !== JSON.stringify(partOf(draft, part)));
    }).filter(([part]) => !isTyping(part));
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
  // Begun on another device.
  const fetched = async () => {
    const answer = await fetch("/reports/draft/" + key, { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });
    if (!answer.ok) return null;
    const found = await answer.json();
    const made = { ...draft, version: String(found.version), templateName: found.templateName, begun: found.begun || draft.begun, labels: found.labels || {}, stamps: {}, clock: 0 };
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
      if (draft.answers[field.id] === undefined && field.value !== undefined && !field.smart) draft.answers[field.id] = answers.first(field);
      if (draft.answers[field.id] !== undefined || field.columns) put(field.id, draft.answers[field.id]);
    }
    if (position) position.value = draft.position;
    await showSchools();
    await showPictures();
    showLeftOut();
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

  """#
