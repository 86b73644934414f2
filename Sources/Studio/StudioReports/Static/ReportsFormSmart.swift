/// Fields of a form that fill themselves in, of what the studio knows.
let reportsFormSmart = #"""
  // MARK: Fields that fill themselves in

  // The weather is asked for until an answer about it has come, whatever else is asked meanwhile.
  let asked = 0, timer = 0, wantsWeather = false, owesWeather = false;
  const isSmart = fields.some((field) => field.smart);
  const countPictures = () => draft.attachments.length + (draft.chosen?.length || 0);
  const put0 = (id, value) => {
    fillIn((draft) => { draft.answers[id] = value.value; draft.sources[id] = { source: value.source, at: new Date().toISOString() }; stamp(draft, id); });
    put(id, value.value);
    look.changed(id);
  };
  const refresh = async (weather) => {
    if (!isSmart || isPreview) return;
    const mine = ++asked;
    owesWeather ||= weather;
    const waiting = owesWeather && fields.some((field) => field.type === "weather_conditions" && field.smart);
    let values, now;
    try {
      const answer = await fetch("/reports/smart", {
        method: "POST", credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(20000),
        headers: { "Content-Type": "application/json", "X-Booth-Token": token, "X-Booth-Part": "1" },
        body: JSON.stringify({
          template: draft.template, version: Number(draft.version), schools: draft.schools.map((school) => school.id), position: draft.position,
          photoCount: countPictures(), ...(draft.begun || moment()),
          weather: Boolean(waiting), answers: Object.fromEntries(fields.map((field) => [field.id, answers.sent(field, draft.answers[field.id])])),
        }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      ({ values, now } = await answer.json());
    } catch {
      for (const field of fields) if (field.smart && !field.expression && answers.isEmpty(draft.answers[field.id])) hintOf(find(field.id)).textContent = words.lackNetwork;
      const count = fields.find((field) => field.type === "photo_count" && field.smart);
      if (count) put0(count.id, { value: String(countPictures()), source: "pictures" });
      lookAgain();
      return;
    }
    // A device whose clock is wrong writes reports of the wrong day.
    const hours = Math.round(Math.abs(now - Date.now() / 1000) / 3600);
    if (hours >= 2 && !draft.dated) said.textContent = fill(words.clockOff, hours);
    // An answer to an older question is none.
    if (mine !== asked || draft.state === "sending") return;
    owesWeather = false;
    for (const [id, value] of Object.entries(values)) {
      const field = byID.get(id);
      if (!field || draft.typed[id]) continue;
      // Calculated here.
      if (field.expression) continue;
      const isWeather = field.type === "weather_conditions";
      const hint = hintOf(find(id));
      // The weather comes with its own question; until then what is there stays.
      if (isWeather && draft.position && !waiting) continue;
      const lacks = { home: "lackHome", schools: "lackSchools", coordinates: "lackCoordinates", position: "lackPosition", weather: "lackWeather", name: "lackName", calculation: "noSettings" };
      // A position that is no place is said where it was typed.
      hint.textContent = !value.lack || (value.lack === "position" && draft.position) ? "" : words[lacks[value.lack]];
      // What was found out once stays where the template says so.
      if (!field.update && !answers.isEmpty(draft.answers[id]) && !value.lack && draft.sources[id] && draft.sources[id].source !== "fallback") continue;
      // A weather or place that is not known is a sentence for the report, not for the form: it is blank until it is sent.
      const blank = value.lack && ["position", "weather", "home", "schools", "calculation"].includes(value.lack) && value.source === "fallback";
      if (blank) { put(id, draft.answers[id]); continue; }
      if (JSON.stringify(value.value) !== JSON.stringify(draft.answers[id] ?? "")) put0(id, value);
    }
    lookAgain();
  };
  // The questions that are on their way, or are to be asked in a moment.
  let refreshing = Promise.resolve();
  const refreshNow = () => {
    const weather = wantsWeather;
    wantsWeather = false;
    clearTimeout(timer);
    timer = 0;
    refreshing = refresh(weather);
  };
  const refreshSoon = (weather) => {
    wantsWeather ||= weather;
    clearTimeout(timer);
    timer = setTimeout(refreshNow, 250);
  };
  // Until they are answered; without an answer for some seconds what is blank is filled in when the studio has the report.
  const refreshed = () => {
    if (timer) refreshNow();
    return Promise.race([refreshing, new Promise((done) => setTimeout(done, 3000))]);
  };

  """#
