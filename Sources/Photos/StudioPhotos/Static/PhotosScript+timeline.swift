/// The third part of the browser's script: the time line, and the beginning.
let photosTimelineScript = """
  // MARK: Time line

  const jump = (event) => {
    const box = timeline.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientY - box.top - 22) / Math.max(1, box.height - 44)));
    goTo(Math.round(share * Math.max(0, layout.total - shownCount())));
  };
  timeline.addEventListener("pointerdown", (event) => { timeline.setPointerCapture(event.pointerId); bubble.hidden = false; jump(event); });
  timeline.addEventListener("pointermove", (event) => { if (timeline.hasPointerCapture(event.pointerId)) jump(event); });
  timeline.addEventListener("lostpointercapture", () => { bubble.hidden = true; });
  timeline.addEventListener("wheel", (event) => { event.preventDefault(); move(event.deltaY); }, { passive: false });
  timeline.addEventListener("keydown", (event) => {
    const stretch = layout.blocks[block]?.stretch ?? 0;
    const many = layout.months.length > 1;
    const by = many ? null : Math.max(1, Math.round(layout.total / 50));
    const target = {
      ArrowDown: () => many ? layout.starts[stretch + 1] : topOrdinal() + by,
      ArrowUp: () => many ? layout.starts[layout.blocks[block].from === 0 && y < 4 ? stretch - 1 : stretch] : topOrdinal() - by,
      PageDown: () => many ? layout.starts[stretch + 12] ?? layout.total - 1 : topOrdinal() + 5 * by,
      PageUp: () => many ? layout.starts[Math.max(0, stretch - 12)] : topOrdinal() - 5 * by, Home: () => 0, End: () => layout.total - 1,
    }[event.key];
    if (!target || !layout.total) return;
    event.preventDefault();
    const ordinal = target();
    if (ordinal !== undefined) goTo(Math.max(0, Math.min(layout.total - 1, ordinal)));
  });

  new ResizeObserver(() => {
    const box = grid.getBoundingClientRect();
    if (Math.abs(box.width - width) < 1 && Math.abs(box.height - height) < 1) return;
    const [at, isWide] = [topOrdinal(), Math.abs(box.width - width) < 1];
    [width, height] = [box.width, box.height];
    if (isWide) { settle(); drawYears(); draw(); } else if (layout.total) reshape(at);
  }).observe(grid);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") renew(); else news.rest(); });
  addEventListener("pagehide", () => {
    news.rest();
    // Who comes back finds the place.
    const at = topOrdinal() > 0 ? photoAt(topOrdinal())?.[0] : null;
    if (!history.state?.photo) history.replaceState({ ...history.state, at }, "");
  });
  document.addEventListener("booth:back", () => renew());
  addEventListener("pageshow", (event) => { if (event.persisted) renew(); });

  tell(words.loading);
  const box = grid.getBoundingClientRect();
  [width, height] = [box.width, box.height];
  renew(true, history.state?.at ? [history.state.at] : null);

  """
