/// A form's pictures.
let reportsFormPictures = #"""
  // MARK: Pictures

  const shown = new Map();
  const mostPictures = 100;
  const showPictures = async () => {
    for (const list of form.querySelectorAll("[data-pictures]")) {
      const rows = [];
      for (const file of draft.attachments.filter((file) => file.field === list.dataset.pictures)) {
        if (!shown.has(file.sha256) && key) {
          let blob = null;
          try { blob = await drafts.file(key, file.sha256); } catch { /* said beside the send button */ }
          // One that another device has taken, and the studio has.
          shown.set(file.sha256, blob ? URL.createObjectURL(blob) : "/reports/picture/" + file.sha256 + "?side=320");
        }
        const row = document.createElement("li");
        row.dataset.sha256 = file.sha256;
        const picture = document.createElement("img");
        picture.src = shown.get(file.sha256) || "data:,";
        picture.alt = file.name;
        const orders = document.createElement("div");
        orders.className = "beside";
        orders.append(
          button("↻", fill(words.turn, file.name), () => turnPicture(file)),
          button(fill(words.remove, "").replace(/[:：]\s*$/, "").trim(), fill(words.remove, file.name), () => removePicture(file)));
        row.append(picture, orders);
        rows.push(row);
      }
      list.replaceChildren(...rows);
    }
  };
  const picturesChanged = async (field) => {
    tell({ field: "pictures" });
    await showPictures();
    showFault(field, "");
    const own = byID.get(field);
    if (own) { if (!faultOf(own)) mended(field); progress(own); }
    refreshSoon(false);
  };
  const chooserOf = (field) => form.querySelector(`input[type=file][data-for="${CSS.escape(field)}"]`);
  const dropFile = async (file) => {
    if (!draft.attachments.some((other) => other.sha256 === file.sha256)) await drafts.removeFile(key, file.sha256);
    mended("=picture/" + file.sha256);
  };
  const removePicture = async (file) => {
    await keep((draft) => { draft.attachments = draft.attachments.filter((other) => other.sha256 !== file.sha256 || other.field !== file.field); stamp(draft, "=pictures"); });
    await dropFile(file);
    await picturesChanged(file.field);
    chooserOf(file.field)?.focus();
  };
  const hintFor = (field) => chooserOf(field).closest(".ask").querySelector(".hint[role=status]");
  const isFull = (error) => error?.name === "QuotaExceededError" || error?.message?.includes("Quota");
  const turnPicture = async (file) => {
    const hint = hintFor(file.field);
    try {
      const blob = await drafts.file(key, file.sha256);
      if (!blob) throw new Error("it is not here");
      const turned = await pictures.prepare(blob, 1), sha256 = await pictures.hash(turned);
      await drafts.addFile(key, sha256, turned);
      await keep((draft) => {
        for (const other of draft.attachments) if (other.sha256 === file.sha256 && other.field === file.field) Object.assign(other, { sha256, size: turned.size });
        stamp(draft, "=pictures");
      });
      await dropFile(file);
      hint.textContent = "";
    } catch (error) { hint.textContent = fill(isFull(error) ? words.storageFull : words.pictureFailed, file.name); }
    await picturesChanged(file.field);
    const rows = [...form.querySelectorAll(`[data-pictures="${CSS.escape(file.field)}"] li`)];
    rows.find((row) => row.querySelector("img").alt === file.name)?.querySelector("button")?.focus();
  };
  // What was chosen, and is not of the report: by name, and why.
  const leftOutWords = ({ name, fault }) => fill(words[fault], name);
  const late = new Map();
  const showLeftOut = () => {
    for (const chooser of form.querySelectorAll("input[type=file]")) {
      const field = chooser.dataset.for;
      const coming = (draft.chosen || []).filter((entry) => entry.field === field);
      const name = coming[0]?.name, count = coming.length > 1 ? ` (${coming.length})` : "";
      const said = [...(draft.leftOut || []).filter((entry) => entry.field === field).map(leftOutWords), ...(late.get(field) || [])];
      hintFor(field).textContent = (name ? fill(words.preparing, name) + count + " " : "") + [...new Set(said)].join(" ");
    }
  };
  // What the draft has of pictures now, whichever page has prepared them.
  const takeOver = async (field) => {
    await writing;
    const found = await drafts.get(key).catch(() => undefined);
    if (!found) return;
    draft.attachments = found.attachments;
    draft.chosen = found.chosen;
    draft.leftOut = found.leftOut;
    draft.clock = Math.max(draft.clock || 0, found.clock || 0);
    if (found.stamps?.["=pictures"]) (draft.stamps ??= {})["=pictures"] = found.stamps["=pictures"];
    showLeftOut();
    if (form.dataset.phase === "readying" && draft.chosen?.length) state.textContent = fill(words.preparingPictures, draft.chosen.length);
    await picturesChanged(field);
    share();
  };
  let takingOver = Promise.resolve();
  if (!isPreview) choosing.listen((news) => {
    if (news.key !== key) return;
    if (news.left === undefined) takingOver = takingOver.then(() => takeOver(news.entry.field)).catch(() => {}); else showLeftOut();
  });
  const addPictures = async (files, field) => {
    await keep(() => {});
    const { isLate, isFull } = await choosing.take(key, files, field, mostPictures, (file) => answers.taken({ type: "text" }, file.name));
    const said = [];
    if (isFull) said.push(fill(words.tooManyPictures, mostPictures));
    if (isLate) said.push(...files.map((file) => fill(words.latePicture, file.name)));
    late.set(field, said);
    await takeOver(field);
  };
  let taking = Promise.resolve();
  for (const chooser of form.querySelectorAll("input[type=file]")) {
    chooser.addEventListener("change", () => {
      const files = [...chooser.files];
      chooser.value = "";
      if (isPreview || !files.length) return;
      taking = taking.then(() => addPictures(files, chooser.dataset.for)).catch((error) => { hintFor(chooser.dataset.for).textContent = String(error); });
    });
  }

  """#
