/// The third part of the browser's script: what stands around the photos and makes room for them, and keys of the whole page.
let photosHeadScript = """
  // MARK: Places

  // A photo's place among those that are shown, or null.
  const placeOf = async (number) => {
    if (alone) { const at = alone.indexOf(number); return at < 0 ? null : at; }
    const answer = await ask("/photos/place.json?" + new URLSearchParams({ ...query, photo: number }));
    if (answer.status >= 500) throw new Error(String(answer.status));
    return answer.ok ? (await answer.json()).place ?? null : null;
  };

  // Does something with a photo, at once where it is known; else as soon as it is, unless something else is shown by then.
  const known = async (ordinal, act) => {
    const [asked, others] = [query, alone];
    const photo = photoAt(ordinal) ?? await viewer.hooks.photo(ordinal).catch(() => null);
    if (photo && asked === query && others === alone) act(photo);
  };

  // What is selected alone, or everything again.
  const showAlone = (list) => { alone = list; renew(true); };

  // MARK: Sources that are away

  let lastAway = "[]";
  const tellAway = (away) => {
    lines("photos-away", away, words.close);
    const now = JSON.stringify(away);
    if (now === lastAway) return;
    lastAway = now;
    pictures.wake();
  };

  // MARK: Room

  // What the bar covers can be scrolled above it.
  new ResizeObserver(() => {
    const own = chosen.bar.hidden ? 0 : Math.ceil(root.getBoundingClientRect().bottom - chosen.bar.getBoundingClientRect().top) + 4;
    if (own === pad) return;
    pad = own;
    root.style.setProperty("--bar", pad + "px");
    drawYears();
    settle();
    draw();
  }).observe(chosen.bar);

  // On phones the head goes while one scrolls down, and is there again as soon as one scrolls up. What is seen stays where it is.
  let travelled = 0;
  const fold = (isDown) => {
    if (document.body.classList.contains("photos-down") === isDown) return;
    const before = grid.getBoundingClientRect();
    const isTop = block === 0 && y === 0;
    document.body.classList.toggle("photos-down", isDown);
    travelled = 0;
    const after = grid.getBoundingClientRect();
    height = after.height;
    if (!isTop) y -= before.top - after.top;
    settle();
    drawYears();
    draw();
  };
  const isFarDown = () => {
    let above = y;
    for (let at = block - 1; at >= 0 && above < 480; at -= 1) above += layout.height(layout.blocks[at]);
    return above >= 480;
  };
  const follow = (by) => {
    if (!phone.matches) return;
    if (by < 0 !== travelled < 0) travelled = 0;
    travelled += by;
    if (travelled < -60) fold(false);
    else if (travelled > 60 && isFarDown() && !document.activeElement?.closest(".photos-head, .photos-filter")) fold(true);
  };

  // MARK: Keys of the whole page

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || viewer.dialog.open) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable], dialog")) return;
    if (event.key === "?") {
      event.preventDefault();
      const box = document.querySelector(".photos-hints");
      fold(false);
      box.open = !box.open;
      if (box.open) box.firstElementChild.focus(); else grid.focus();
    } else if (event.key === "s" && words.may.includes("mark")) {
      known(focus, (photo) => chosen.mark({ star: photo[4] & 1 ? "0" : "1" }, chosen.has(photo[0]) ? chosen.list : String(photo[0])));
    }
  });

  """
