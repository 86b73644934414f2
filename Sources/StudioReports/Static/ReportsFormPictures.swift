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
  const addPicture = async (file, field) => {
    if (file.size === 0) return fill(words.emptyFile, file.name);
    if (draft.attachments.length >= mostPictures) return fill(words.tooManyPictures, mostPictures);
    let blob;
    try { blob = await pictures.prepare(file); } catch {
      return fill(await pictures.isHEIC(file).catch(() => false) ? words.heicFailed : words.pictureFailed, file.name);
    }
    const sha256 = await pictures.hash(blob);
    const isThere = (draft) => draft.attachments.some((other) => other.sha256 === sha256 && other.field === field);
    if (isThere(draft)) return "";
    try {
      await keep(() => {});
      await drafts.addFile(key, sha256, blob);
    } catch (error) { return fill(isFull(error) ? words.storageFull : words.notKept, file.name); }
    await keep((draft) => {
      if (!isThere(draft)) draft.attachments.push({ sha256, size: blob.size, type: "image/jpeg", name: answers.taken({ type: "text" }, file.name), field });
      stamp(draft, "=pictures");
    });
    return "";
  };
  for (const chooser of form.querySelectorAll("input[type=file]")) {
    chooser.addEventListener("change", async () => {
      const hint = hintFor(chooser.dataset.for), field = chooser.dataset.for;
      const failed = new Set(), files = [...chooser.files];
      chooser.value = "";
      for (const [place, file] of files.entries()) {
        hint.textContent = fill(words.preparing, file.name) + (files.length > 1 ? ` (${place + 1}/${files.length})` : "");
        const said = isPreview ? "" : await addPicture(file, field);
        if (said) failed.add(said);
      }
      hint.textContent = [...failed].join(" ");
      await picturesChanged(field);
    });
  }

  """#
