/// Sends pictures as they are chosen, each by itself, and says of each what came of it; then publishes once.
let trainingPublishScript = #"""
  const form = document.getElementById("publish"), words = form.dataset;
  const picker = document.getElementById("files"), picked = document.getElementById("picked");
  const complaint = document.getElementById("complaint"), send = document.getElementById("send");
  let files = [];

  const complain = (text) => { complaint.textContent = text; };
  const headers = { "X-Booth-Token": words.token, "X-Booth-Part": "1" };

  // What is chosen is in the browser's own database until it is shared: a page that is left, or reloaded, has it again.
  const person = document.body.dataset.person, day = 86400000;
  let opened = null, number = 0;
  const database = () => opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open("booth-training", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("chosen", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  const within = async (mode, how) => {
    const transaction = (await database()).transaction("chosen", mode), asked = how(transaction.objectStore("chosen"));
    await new Promise((done, fail) => { transaction.oncomplete = () => done(); transaction.onabort = transaction.onerror = () => fail(transaction.error); });
    return asked?.result;
  };
  const keepChosen = (entry) => {
    const { file } = entry;
    entry.id = `${words.key}/${String(number++).padStart(4, "0")}`;
    entry.storing = within("readwrite", (store) => store.put({ id: entry.id, form: words.key, person, at: Date.now(), name: file.name, blob: file }))
      .then(() => { entry.isStored = true; }, () => {});
  };
  const forget = async (entries) => {
    await Promise.all(entries.map((entry) => entry.storing));
    const ids = entries.map((entry) => entry.id).filter(Boolean);
    if (ids.length) await within("readwrite", (store) => { for (const id of ids) store.delete(id); }).catch(() => {});
  };
  // A page says by a lock that it is open: what was chosen there is not taken from it. This tab's own page before is gone.
  const lockOf = (form) => "booth-training-" + form;
  const isOpen = async (form) => navigator.locks ? navigator.locks.request(lockOf(form), { ifAvailable: true }, (lock) => lock === null) : true;
  navigator.locks?.request(lockOf(words.key), () => new Promise(() => {}));
  const goOn = async () => {
    const before = sessionStorage.getItem("booth-training");
    sessionStorage.setItem("booth-training", words.key);
    const all = (await within("readonly", (store) => store.getAll())) || [], found = [];
    for (const one of all) {
      const isOld = Date.now() - one.at > day;
      if (isOld || (one.person === person && one.form !== words.key && (one.form === before || !(await isOpen(one.form))))) found.push({ ...one, isOld });
    }
    const again = found.filter((one) => !one.isOld && one.person === person);
    spare.push(...again.map((one) => new File([one.blob], one.name, { type: one.blob.type })));
    const count = files.length;
    fill();
    await Promise.all(files.slice(count).map((entry) => entry.storing));
    // What has no place here stays for another page.
    const taken = files.slice(count).every((entry) => entry.isStored) ? again.slice(0, again.length - spare.length) : [];
    spare = [];
    await forget([...taken, ...found.filter((one) => one.isOld)].map(({ id }) => ({ id })));
    await sendAll();
  };

  const row = (file) => {
    const item = document.createElement("li"), image = document.createElement("img"), name = document.createElement("bdi");
    const state = document.createElement("span"), bar = document.createElement("progress"), remove = document.createElement("button");
    image.alt = ""; image.width = image.height = 64;
    // A photo that the studio has already, and one of a kind that this browser does not show, is seen when it is ready.
    const address = file.photo ? "" : URL.createObjectURL(file);
    if (address) image.src = address; else image.classList.add("missing");
    image.addEventListener("load", () => { if (address) URL.revokeObjectURL(address); image.classList.remove("missing"); });
    image.addEventListener("error", () => image.classList.add("missing"));
    name.textContent = file.name;
    state.className = "quiet"; state.setAttribute("role", "status"); state.textContent = words.waits;
    bar.max = 1; bar.value = 0; bar.setAttribute("aria-label", file.name);
    remove.type = "button"; remove.className = "plain"; remove.textContent = "✕"; remove.setAttribute("aria-label", `${words.remove}: ${file.name}`);
    const text = document.createElement("span");
    text.append(name, document.createElement("br"), state);
    item.append(image, text, bar, remove);
    picked.append(item);
    const entry = { file, item, image, state, bar, kept: null, isWrong: false, request: null, turns: 0, again: 0 };
    remove.addEventListener("click", () => {
      entry.request?.abort();
      item.remove();
      files = files.filter((other) => other !== entry);
      forget([entry]);
      complain("");
      picker.focus();
    });
    return entry;
  };
  const say = (entry, text, isWrong) => {
    entry.state.textContent = text;
    entry.isWrong = isWrong;
    entry.state.className = isWrong ? "wrong" : "quiet";
    entry.bar.hidden = isWrong || Boolean(entry.kept);
  };
  const upload = (entry) => new Promise((done) => {
    const request = new XMLHttpRequest();
    entry.request = request;
    request.open("POST", "/training/uploads/" + words.key + (entry.file.photo ? "?photo=" + encodeURIComponent(entry.file.photo) : ""));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    // As long as the line brings it on; one that stands still for a minute is given up, and sent again.
    let timer = 0;
    const wait = (milliseconds) => { clearTimeout(timer); timer = setTimeout(() => request.abort(), milliseconds); };
    wait(60000);
    request.upload.addEventListener("load", () => wait(120000));
    request.upload.addEventListener("progress", (event) => {
      wait(60000);
      if (!event.lengthComputable) return;
      entry.bar.value = event.loaded / event.total;
      entry.state.textContent = words.sending.replace("%1", Math.round(100 * event.loaded / event.total));
    });
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      entry.request = null;
      let result = {};
      try { result = JSON.parse(request.responseText); } catch { result = {}; }
      if (request.status === 200 && result.picture) {
        entry.kept = result;
        say(entry, words.ready, false);
        if (!entry.image.naturalWidth) entry.image.src = `/training/pictures/${words.key}/${result.thumbnail}`;
      }
      else if (request.status === 401 || request.status === 403) { say(entry, words.forbidden, true); complain(words.forbidden); }
      // Too many at once: it waits for its turn, and says so.
      else if (request.status === 503 && entry.turns++ < 5) { say(entry, words.waits, false); setTimeout(done, 2000 * entry.turns); return; }
      // Nothing is there twice, whatever of it has come: it is sent again by itself. Taken out it is not.
      else if (files.includes(entry) && (request.status === 0 || request.status === 408) && entry.again++ < 5) {
        say(entry, words.still, false);
        setTimeout(done, 2000 * entry.again);
        return;
      }
      else say(entry, result.error || words.failed, true);
      entry.mayPass = request.status === 0 || request.status >= 500;
      done();
    });
    request.send(entry.file.photo ? null : entry.file);
  });
  let isSending = false;
  const sendAll = async () => {
    if (isSending) return;
    isSending = true;
    for (let entry; (entry = files.find((one) => !one.kept && !one.isWrong));) { await upload(entry); fill(); }
    isSending = false;
    // Whoever takes one out afterwards chooses anew.
    spare = [];
  };
  // What cannot be used takes nobody's place: then the next of those that were chosen is tried.
  let spare = [];
  const fill = () => {
    while (spare.length && files.filter((one) => !one.isWrong || one.mayPass).length < Number(words.most)) {
      const file = spare.shift(), entry = row(file);
      files.push(entry);
      keepChosen(entry);
      if (file.size > Number(words.largest)) say(entry, words.large, true);
    }
  };
  picker.addEventListener("change", async () => {
    complain("");
    spare.push(...picker.files);
    fill();
    if (spare.length) complain(words.many);
    picker.value = "";
    await sendAll();
  });

  for (const photo of JSON.parse(words.photos || "[]")) files.push(row(photo));
  if (files.length) sendAll();
  goOn().catch(() => {});

  let isPublishing = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isPublishing) return;
    isPublishing = true;
    complain("");
    send.setAttribute("aria-disabled", "true");
    const done = await publish();
    if (!done) { isPublishing = false; send.removeAttribute("aria-disabled"); }
  });
  let isDone = false;
  // What stands on this page alone, as the browser has no room for it or keeps nothing, is not left by a slip.
  addEventListener("beforeunload", (event) => { if (!isDone && files.some((entry) => !entry.file.photo && !entry.isStored)) event.preventDefault(); });
  const publish = async () => {
    // What only the line has lost is sent again.
    for (const entry of files) if (entry.isWrong && entry.mayPass) { entry.isWrong = false; entry.again = 0; }
    if (!files.length) { complain(words.none); picker.focus(); return false; }
    while (isSending || files.some((entry) => !entry.kept && !entry.isWrong)) {
      await sendAll();
      if (isSending) await new Promise((later) => setTimeout(later, 50));
    }
    if (files.some((entry) => !entry.kept)) { if (!complaint.textContent) complain(words.wrong); return false; }
    // From here on it goes as it is: what was chosen now would be left out.
    picker.disabled = true;
    try {
      const answer = await fetch("/training/publish", {
        method: "POST", credentials: "same-origin", headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({
          key: words.key, photographer: document.getElementById("photographer").value,
          kind: form.querySelector("input[name=kind]:checked").value, notes: document.getElementById("notes").value,
          pictures: files.map((entry) => ({ picture: entry.kept.picture, thumbnail: entry.kept.thumbnail, name: entry.file.name })),
        }),
      });
      if (answer.status === 401 || answer.status === 403) { complain(words.forbidden); return false; }
      const result = await answer.json();
      if (!answer.ok) { complain(result.error || words.failed); return false; }
      isDone = true;
      await forget(files);
      location.assign(result.to);
      return true;
    } catch { complain(words.failed); return false; } finally { if (!isDone) picker.disabled = false; }
  };

  """#
