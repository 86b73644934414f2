/// A draft in the studio besides this device, a draft of an older form, and how a form begins.
let reportsFormBeginning = #"""
  // MARK: In the studio as well

  function stamp(draft, part) { drafts.stamp(draft, part); }
  const partOf = (draft, part) => {
    if (part === "=schools") return draft.schools;
    if (part === "=position") return draft.position;
    if (part === "=pictures") return draft.attachments;
    if (part === "=date") return draft.date;
    const others = draft.others?.[part];
    return { value: draft.answers[part] ?? null, typed: draft.typed[part] === true, source: draft.sources[part] ?? null, ...(others && { others }) };
  };
  const putOthers = (draft, part, others) => { if (others?.length) (draft.others ??= {})[part] = others; else if (draft.others) delete draft.others[part]; };
  const putPart = (draft, part, value) => {
    if (part === "=schools") draft.schools = value || [];
    else if (part === "=position") draft.position = value || "";
    else if (part === "=pictures") draft.attachments = value || [];
    else if (part === "=date") draft.date = value || draft.date;
    else {
      if (value?.value === null || value?.value === undefined) delete draft.answers[part]; else draft.answers[part] = value.value;
      if (value?.typed) draft.typed[part] = true; else delete draft.typed[part];
      if (value?.source) draft.sources[part] = value.source;
      putOthers(draft, part, value?.others);
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
  // What was written to one question on two devices, before either knew of the other, stands beside each other until its writer has
  // chosen: `others` are the texts besides the one in the field. Drafts of before know no common state of their answers: of those the newer
  // counts.
  const isAgreed = (draft, part) => Boolean(listed[part] || (draft.agrees && !part.startsWith("=")));
  const agree = (draft, part, { at, value }) => { if (isAgreed(draft, part)) (draft.agreed ??= {})[part] = { at, ...(listed[part] && { names: (value || []).map(listed[part]) }) }; };
  const isWritten = (part, value) => !answers.isEmpty(value?.value) && value.value !== false && (!byID.get(part)?.auto || value.typed);
  // The same, in whichever order its members come.
  const plain = (value) => JSON.stringify(value ?? null, (_, part) => part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part);
  const besides = (part, own, value) => {
    const all = [...(own.others || []), ...(isWritten(part, own) && isWritten(part, value) ? [value.value] : []), ...(value?.others || [])], said = all.map(plain);
    return all.filter((_, place) => said[place] !== plain(own.value) && said.indexOf(said[place]) === place);
  };

  const shared = new Map(), posted = new Map();
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
      // The studio takes it only in place of the one that it was made from.
      if (isAgreed(draft, part)) parts[part].after = draft.agreed?.[part]?.at || 0;
      if (!posted.has(part)) posted.set(part, new Map());
      posted.get(part).set(at, plain(parts[part].value));
    }
    const answer = await post("/reports/draft", JSON.stringify({
      key, template: draft.template, version: Number(draft.version), templateName: draft.templateName, begun: draft.begun || moment(), labels: draft.labels || {}, parts,
    }));
    if (answer.status === 413 || answer.status === 422) { isTooLarge = true; return; }
    if (answer.status === 410) { said.textContent = words.sentElsewhere; lock(true); return; }
    if (!answer.ok) return;
    const found = await answer.json();
    for (const [part, { at }] of Object.entries(parts)) shared.set(part, at);
    const taken = Object.entries(parts).filter(([part]) => isAgreed(draft, part) && !found.parts?.[part]);
    if (taken.length) await keep((draft) => { for (const [part, one] of taken) agree(draft, part, one); }, true);
    await merge(found.parts);
    if (keeps) kept.textContent = words.keptStudio;
    for (const sha256 of found.missing || []) {
      const blob = await drafts.file(key, sha256);
      if (blob) await sendFile("/reports/attachment/" + sha256, blob);
    }
  };
  // What somebody has changed on another device.
  const merge = async (parts) => {
    let isLater = false;
    const newer = Object.entries(parts || {}).filter(([part, { at, value }]) => {
      if (isAgreed(draft, part)) return at !== draft.agreed?.[part]?.at;
      const own = draft.stamps?.[part] || 0;
      return at > own || (at === own && JSON.stringify(value) !== JSON.stringify(partOf(draft, part)));
    }).filter(([part]) => !isTyping(part) || !(isLater = true));
    // Not from under the fingers: looked at again when they rest.
    if (isLater) share();
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
        if (isAgreed(draft, part)) {
          const own = partOf(draft, part), number = draft.stamps?.[part] || 0, isOurs = number !== (draft.agreed?.[part]?.at || 0);
          // Sent from here, and its answer was lost: what was written here since takes its place.
          if (isOurs && posted.get(part)?.get(at) === plain(value)) { agree(draft, part, { at }); isToShare = true; continue; }
          agree(draft, part, { at });
          draft.clock = Math.max(draft.clock || 0, at);
          // Typed text goes before what is empty, and before what was filled in; of two that were filled in the newer counts.
          const others = besides(part, own, value), isSettled = plain(own.value) === plain(value?.value) && plain(others) === plain(value?.others || []);
          if (isOurs && !isSettled && (isWritten(part, own) || (!isWritten(part, value) && number > at))) {
            putOthers(draft, part, others);
            stamp(draft, part);
            isToShare = true;
            continue;
          }
          putPart(draft, part, value);
          (draft.stamps ??= {})[part] = at;
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
  // What stands beside an answer, with what can be done about it.
  const showOthers = () => {
    for (const field of fields) {
      const place = find(field.id), found = (draft.others?.[field.id] || []).map(written);
      let list = place.querySelector(":scope > .others");
      if (!list && !found.length) continue;
      if (!list) {
        list = document.createElement("div");
        list.className = "others";
        list.setAttribute("role", "group");
        list.setAttribute("aria-label", words.otherDevice);
        faultLine(place).before(list);
      }
      list.hidden = !found.length;
      if (list.dataset.shown === JSON.stringify(found)) continue;
      list.dataset.shown = JSON.stringify(found);
      const said = document.createElement("p");
      said.setAttribute("role", "alert");
      said.textContent = words.otherDevice;
      list.replaceChildren(...(found.length ? [said] : []), ...found.map((text, number) => {
        const row = document.createElement("div"), quote = document.createElement("blockquote"), acts = document.createElement("div");
        quote.dir = "auto";
        quote.textContent = text;
        acts.className = "beside";
        acts.append(button(words.takeOther, words.takeOther + ": " + text, () => choose(field, number, true)), button(words.keepMine, words.keepMine + ": " + text, () => choose(field, number, false)));
        row.append(quote, acts);
        return row;
      }));
    }
  };
  const choose = async (field, number, isTaken) => {
    const { id } = field, others = draft.others?.[id] || [], value = others[number];
    keep((draft) => {
      if (isTaken) { draft.answers[id] = value; if (field.auto) draft.typed[id] = true; }
      putOthers(draft, id, others.filter((_, other) => other !== number));
      stamp(draft, id);
    });
    if (isTaken) put(id, value);
    tell({ field: id });
    changed(id);
    showOthers();
    showFault(id, "");
    mended(id);
    inputIn(find(id))?.focus();
  };
  // Begun on another device.
  const fetched = async () => {
    const answer = await fetch("/reports/draft/" + key, { credentials: "same-origin", cache: "no-store", headers: { "X-Booth-Part": "1" } });
    if (!answer.ok) return null;
    const found = await answer.json();
    const made = { ...draft, agrees: true, version: String(found.version), templateName: found.templateName, begun: found.begun || draft.begun, labels: found.labels || {}, stamps: {}, clock: 0 };
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
    showChoice();
    await showPictures();
    showLeftOut();
    showOthers();
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
