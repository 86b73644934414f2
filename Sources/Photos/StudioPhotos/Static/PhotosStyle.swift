/// How the photos' pages look, on the studio's tokens.
let photosStyle = """
  :root { --tag-1: #d93636; --tag-2: #e07b1a; --tag-3: #d8b400; --tag-4: #2f9e44; --tag-5: #2f6fd0; --tag-6: #8a4fc0; --tag-7: #868686; }
  [hidden] { display: none !important; }
  button.plain, .button.plain { background: transparent; color: var(--link); border-color: currentColor; }
  .way { display: inline-flex; align-items: center; min-height: var(--thumb); }
  .way::before { content: "‹"; margin-inline-end: .4em; font-size: 1.3em; line-height: 1; }
  .nothing { text-align: center; padding-block: 2.5rem; }
  .photos-add { max-width: 40rem; text-align: start; }
  .nothing .photos-add { margin: 1rem auto 0; border: 0; }

  body:has(#photos) { display: flex; flex-direction: column; height: 100vh; height: 100dvh; overflow: hidden; }
  body:has(#photos) main { flex: 1; min-height: 0; width: 100%; max-width: none; padding: .5rem 0 0; display: flex; flex-direction: column; }
  .photos-head { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; padding-inline: max(.75rem, env(safe-area-inset-left)); position: relative; z-index: 2; }
  .photos-head h1 { margin: 0; font-size: 1.25rem; }
  .photos-head p { margin: 0; flex: 1; font-variant-numeric: tabular-nums; font-size: .95rem; }
  .photos-head .button, .photos-head button { padding-inline: .9rem; }
  .photos-ways { display: flex; gap: .35rem .5rem; min-width: 0; }
  .photos-ways .button { white-space: nowrap; gap: .4rem; font-variant-numeric: tabular-nums; }
  #photos-away:not(:empty), #photos-mistakes:not(:empty) { padding-inline: .75rem; }
  #photos-away p, #photos-mistakes p { margin-block: .35rem; }
  #photos-away p:has(button) { display: flex; align-items: center; justify-content: space-between; gap: .75rem; padding-block: 0; }
  #photos-away button { flex: none; width: var(--thumb); padding: 0; border-color: transparent; color: inherit; }
  .photos-hints { position: relative; }
  .photos-hints summary { min-width: var(--thumb); min-height: var(--thumb); display: grid; place-items: center; list-style: none; border: 1px solid var(--line); border-radius: 8px; font-weight: 700; }
  .photos-hints summary::-webkit-details-marker, .photos-hints summary::before { display: none; }
  .photos-hint-list:not(:empty) { position: absolute; z-index: 6; inset-block-start: calc(100% + .3rem); inset-inline-end: 0; width: min(30rem, calc(100vw - 1.5rem)); max-height: 60vh; overflow: auto; padding: .5rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); box-shadow: 0 6px 24px rgb(0 0 0 / .25); }
  .photos-hint-list button { width: 100%; border-color: transparent; border-radius: 8px; display: flex; flex-wrap: wrap; justify-content: start; gap: 0 .75rem; text-align: start; font-weight: 400; color: var(--ink); }
  .photos-key-title { margin: .75rem .9rem .25rem; font-weight: 700; }
  .photos-key-list dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .3rem 1rem; margin: 0; padding: 0 .9rem .5rem; }
  .photos-key-list dd { margin: 0; }
  .photos-key-list kbd { font: 700 .95rem var(--font); white-space: nowrap; }
  .photos-hint-list code { font-weight: 700; color: var(--link); }
  button[aria-pressed="true"] { box-shadow: inset 0 0 0 2px currentColor; font-weight: 700; }
  .photos-filter { display: flex; flex-wrap: wrap; gap: .4rem; padding: .4rem max(.75rem, env(safe-area-inset-left)) .5rem; border-block-end: 1px solid var(--line); }
  .photos-filter input { flex: 3 1 12rem; width: auto; }
  .photos-filter select { flex: 1 1 8rem; width: auto; min-width: 0; }
  .photos-tools { position: relative; }
  .photos-tools summary { padding-inline: .5rem; }
  .photos-panel { position: absolute; inset-inline-end: 0; inset-block-start: 100%; z-index: 5; display: grid; grid-template-columns: repeat(3, auto); gap: .4rem; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); box-shadow: 0 6px 24px rgb(0 0 0 / .25); }
  .photos-panel button { border-radius: 8px; white-space: nowrap; }
  @media (max-width: 40rem) {
    .photos-down .top, .photos-down .photos-head > :not(h1), .photos-down .photos-filter, .photos-down #photos-away { display: none !important; }
    .photos-down .photos-head.in-album h1 { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); }
    .photos-head.in-album h1 { flex: 1 0 100%; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    .photos-head:has(~ .photos-filter input[type="search"]:not(:placeholder-shown)) p { position: static; flex: 1 0 100%; order: 9; width: auto; height: auto; clip-path: none; }
    .photos-head:not(.in-album):has(~ #photos) h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .photos-head { gap: .35rem; }
    .photos-head p { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .photos-ways { flex: 1 0 100%; flex-wrap: wrap; }
    .photos-tools { margin-inline-start: auto; }
    .photos-head .button, .photos-head button { padding-inline: .65rem; }
    .photos-filter { padding-block: .3rem .35rem; gap: .3rem; }
    .photos-filter input { flex: 1 0 calc(100% - 3.2rem); min-width: 0; }
    .photos-filter select { padding-inline-start: .5rem; }
    .photos-panel { grid-template-columns: repeat(2, auto); }
  }

  #photos { position: relative; flex: 1; min-height: 0; display: flex; }
  #photos > noscript { overflow: auto; }
  .photos-grid { position: relative; flex: 1; min-width: 0; overflow: hidden; touch-action: pinch-zoom; user-select: none; -webkit-user-select: none; contain: strict; }
  .photos-grid:focus-visible { outline: none; }
  .photos-canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
  .dense .photos-cell { background: none !important; cursor: default; pointer-events: none; }
  .dense .photos-cell::before, .dense .photos-cell::after { display: none; }
  .dense .photos-cell.chosen { outline: none; }
  .dense .photos-grid:focus-visible .photos-cell.focus { outline: 3px solid var(--ink); outline-offset: -3px; box-shadow: inset 0 0 0 6px var(--paper); }
  .dense .photos-grid { cursor: pointer; }
  .photos-layer { position: absolute; inset: 0; will-change: transform; }
  .photos-cell { position: absolute; contain: strict; cursor: pointer; background-color: var(--line); background-size: cover; background-position: 50% 40%; background-repeat: no-repeat; background-origin: content-box; background-clip: content-box; border-radius: 3px; }
  .fit .photos-cell { background-size: contain; background-position: center; background-color: transparent; }
  .fit .photos-cell:not(.here) { background-color: var(--line); background-size: cover; }
  .named .photos-cell { padding-block-end: 20px; }
  .named[data-step="s"] .photos-cell { padding-block-end: 16px; }
  .named[data-step="l"] .photos-cell { padding-block-end: 24px; }
  .photos-cell::after { content: attr(data-name); position: absolute; inset-inline: 0; inset-block-end: 0; padding-inline: .3em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: 11px; line-height: 20px; color: var(--ink); background: var(--marks, none) top / 100% 4px no-repeat; unicode-bidi: plaintext; text-align: start; }
  [data-step="s"] .photos-cell::after { font-size: 10px; line-height: 16px; }
  [data-step="l"] .photos-cell::after { font-size: 12px; line-height: 24px; }
  #photos:not(.named) .photos-cell::after { content: ""; height: 5px; background-size: 100% 5px; }
  #photos:not(.named) .photos-cell.live::after { content: "◉"; height: 24px; padding-inline: .4em; background-position: bottom; color: #fff; line-height: 20px; text-shadow: 0 0 3px #000, 0 0 3px #000; }
  .photos-cell.tagged::after { padding-block-start: 2px; }
  .photos-cell::before { content: ""; position: absolute; z-index: 1; inset-block-start: 6px; inset-inline-start: 6px; width: 22px; height: 22px; border-radius: 50%; border: 2px solid #fff; background: rgb(0 0 0 / .35); box-shadow: 0 0 0 1px rgb(0 0 0 / .5); opacity: 0; color: #fff; font: 700 14px/18px var(--font); text-align: center; }
  .photos-cell:hover::before, .selecting .photos-cell::before, .photos-cell.chosen::before { opacity: 1; }
  .photos-cell.chosen::before { content: "✓"; background: #0b57a4; }
  .photos-cell.chosen { outline: 4px solid var(--act); outline-offset: -4px; }
  .photos-grid:focus-visible .photos-cell.focus { outline: 3px solid var(--ink); outline-offset: -3px; box-shadow: inset 0 0 0 6px var(--paper); }
  .photos-cell.broken { background: repeating-linear-gradient(45deg, var(--line) 0 8px, var(--card) 8px 16px) content-box !important; }
  @media (hover: none) { .photos-cell:hover:not(.chosen)::before { opacity: 0; } .selecting .photos-cell::before { opacity: 1 !important; } }
  .photos-heads { position: absolute; inset: 0; inset-inline-end: 3.25rem; overflow: hidden; pointer-events: none; }
  .photos-month { position: absolute; inset-inline: 0; height: 40px; padding-inline: .75rem; display: flex; align-items: center; font-weight: 700; background: var(--paper); }

  .photos-timeline { margin-block-end: var(--bar, 0px); position: relative; flex: none; width: 3.25rem; touch-action: none; cursor: pointer; border-inline-start: 1px solid var(--line); user-select: none; -webkit-user-select: none; }
  .photos-year { position: absolute; inset-inline: 0; text-align: center; font-size: .75rem; line-height: 1.2; color: var(--quiet); font-variant-numeric: tabular-nums; pointer-events: none; }
  .photos-thumb { position: absolute; inset-inline-start: 0; width: 6px; height: 2.75rem; pointer-events: none; }
  .photos-thumb::before { content: ""; display: block; width: 6px; height: 100%; border-start-end-radius: 4px; border-end-end-radius: 4px; background: var(--act); }
  .photos-bubble { position: absolute; inset-inline-end: 100%; margin-inline-end: .5rem; padding: .4rem .8rem; border-radius: 999px; background: var(--ink); color: var(--paper); font-weight: 700; white-space: nowrap; pointer-events: none; z-index: 3; }
  .photos-state { position: absolute; inset: 0; inset-inline-end: 3.25rem; display: grid; place-content: center; justify-items: center; gap: .25rem; text-align: center; padding: 1rem; pointer-events: none; }
  .photos-state .button { pointer-events: auto; }
  .photos-area { position: absolute; z-index: 2; border: 2px solid var(--act); background: color-mix(in srgb, var(--act) 20%, transparent); pointer-events: none; }

  .photos-bar { position: absolute; z-index: 4; inset-inline: .5rem; inset-block-end: max(.5rem, env(safe-area-inset-bottom)); display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; padding: .5rem .75rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); box-shadow: 0 6px 24px rgb(0 0 0 / .3); }
  .photos-bar strong { padding-inline-end: .5rem; font-variant-numeric: tabular-nums; }
  .photos-bar button { padding-inline: .8rem; font-size: .95rem; }
  .photos-bar details { position: relative; }
  .photos-sheet:not(:empty) { width: max-content; min-width: 12rem; max-width: min(26rem, 92vw); max-height: 60vh; overflow: auto; position: absolute; z-index: 1; inset-block-end: calc(100% + .6rem); inset-inline-start: 0; display: grid; gap: .3rem; padding: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); box-shadow: 0 6px 24px rgb(0 0 0 / .3); white-space: normal; }
  .photos-sheet label, .photos-sheet form { display: grid; gap: .3rem; }
  .photos-sheet p { margin: 0; font-size: .9rem; } .photos-sheet p:empty { display: none; }
  .photos-sheet form { padding-block: .4rem; }
  .photos-saving form { border-block-start: 1px solid var(--line); }
  .photos-choices > button { border-color: transparent; justify-content: start; text-align: start; color: var(--ink); overflow-wrap: anywhere; }
  /* One line that is scrolled sideways. What opens from it stands above it, in a place of its own: nothing here may be what a fixed
     box is placed by, or it would be cut off with the line. */
  @media (max-width: 40rem) {
    .photos-bar { flex-wrap: nowrap; inset-inline: 0; inset-block-end: 0; padding-block-end: max(.5rem, env(safe-area-inset-bottom)); border-radius: var(--round) var(--round) 0 0; overflow-x: auto; overscroll-behavior-x: contain; scrollbar-width: thin; }
    .photos-bar > * { flex: none; white-space: nowrap; }
    .photos-bar details { position: static; }
    .photos-sheet:not(:empty) { position: fixed; inset: auto .5rem calc(5rem + env(safe-area-inset-bottom)); width: auto; max-width: none; }
  }
  .photos-albums { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
  .photos-albums a { display: inline-flex; align-items: center; min-height: var(--thumb); }
  progress { width: 100%; height: .75rem; accent-color: var(--act); }
  .photos-colours button { white-space: nowrap; justify-content: start; gap: .5rem; color: var(--ink); border-color: transparent; }
  .photos-colours button::before { content: ""; width: 18px; height: 18px; border-radius: 50%; background: var(--tag-7); box-shadow: 0 0 0 1px var(--ink); }
  .photos-colours [data-colour="1"]::before { background: var(--tag-1); } .photos-colours [data-colour="2"]::before { background: var(--tag-2); }
  .photos-colours [data-colour="3"]::before { background: var(--tag-3); } .photos-colours [data-colour="4"]::before { background: var(--tag-4); }
  .photos-colours [data-colour="5"]::before { background: var(--tag-5); } .photos-colours [data-colour="6"]::before { background: var(--tag-6); }
  .photos-colours button[aria-pressed="true"], .photos-colours button[aria-pressed="mixed"] { box-shadow: none; }
  .photos-colours [aria-pressed="true"]::after, .photos-colours [aria-pressed="mixed"]::after { content: "✓"; margin-inline-start: auto; padding-inline-start: 1rem; font-weight: 700; }
  .photos-colours [aria-pressed="mixed"]::after { content: "–"; }
  .photos-said:not(:empty) { position: absolute; z-index: 6; inset-block-start: .75rem; inset-inline: 1rem 4rem; margin-inline: auto; width: fit-content; display: flex; align-items: center; gap: 1rem; padding: .4rem 1.2rem; min-height: var(--thumb); border-radius: 999px; background: var(--ink); color: var(--paper); }
  .photos-said button { margin-inline-end: -.7rem; background: transparent; color: inherit; border-color: currentColor; }

  .photos-view { inset: 0; width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; margin: 0; border: 0; padding: 0; background: #000; color: #fff; overflow: hidden; }
  .photos-view[open] { display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr) auto; }
  .photos-view h2 { grid-column: 1 / -1; margin: 0; padding: .6rem 1rem; font-size: 1rem; text-align: center; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  .photos-frame { position: relative; overflow: hidden; touch-action: none; display: grid; place-items: center; min-height: 0; }
  .photos-frame img { width: 100%; height: 100%; object-fit: contain; min-height: 0; position: absolute; inset: 0; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
  .photos-frame .photos-film { width: 100%; height: 100%; object-fit: contain; position: absolute; inset: 0; background: #000; }
  .photos-parts { position: absolute; left: 0; top: 0; width: 0; height: 0; transform-origin: 0 0; pointer-events: none; }
  .photos-frame .photos-parts img { position: absolute; inset: auto; max-width: none; object-fit: fill; }
  .photos-zoom:empty { display: none; }
  .photos-zoom { position: absolute; z-index: 1; inset-block-start: .6rem; inset-inline-start: .6rem; margin: 0; padding: .1rem .7rem; border-radius: 999px; background: rgb(0 0 0 / .75); font-variant-numeric: tabular-nums; pointer-events: none; }
  .photos-film-word:empty { display: none; }
  .photos-film-word { position: absolute; z-index: 1; inset-block-end: .75rem; inset-inline: 1rem; margin: 0 auto; width: fit-content; max-width: 40rem; padding: .6rem 1rem; border-radius: var(--round); background: #1c1b19; color: #fff; text-align: center; }
  .photos-film-word .button { background: #1c1b19; color: #fff; border-color: #fff; margin-block-start: .4rem; }
  .photos-trouble:empty { display: none; }
  .photos-trouble { position: relative; z-index: 1; background: rgb(0 0 0 / .7); border-radius: var(--round); margin: 0; padding: 1rem; font-size: 1.1rem; text-align: center; }
  .photos-frame:focus-visible { outline: none; }
  .photos-frame:focus-visible::after { content: ""; position: absolute; z-index: 2; inset: 0; border: 3px solid #fff; box-shadow: inset 0 0 0 2px #000; pointer-events: none; }
  .photos-marks { position: absolute; z-index: 1; inset-block-end: .6rem; inset-inline: .6rem; margin: 0; display: flex; flex-wrap: wrap; gap: .4rem; pointer-events: none; }
  .photos-marks span { display: inline-flex; align-items: center; gap: .4rem; padding: .15rem .7rem; border-radius: 999px; background: rgb(0 0 0 / .75); font-weight: 700; }
  .photos-marks span[style]::before { content: ""; width: 14px; height: 14px; border-radius: 50%; background: var(--own); box-shadow: 0 0 0 1px #fff; }
  .photos-view .photos-said { background: #fff; color: #111; inset-inline: 1rem; inset-block-start: 3rem; }
  .photos-help { position: absolute; z-index: 7; inset: 3rem 1rem auto; margin-inline: auto; width: fit-content; max-width: 100%; max-height: calc(100% - 9rem); overflow: auto; padding: .5rem 1rem; background: #1c1b19; border: 1px solid #6d6a65; border-radius: var(--round); }
  .photos-view :focus-visible { outline-color: #fff; outline-offset: -3px; }
  .photos-view-tools { grid-column: 1 / -1; display: flex; flex-wrap: wrap; justify-content: center; gap: .4rem; padding: .6rem .5rem max(.6rem, env(safe-area-inset-bottom)); direction: inherit; }
  .photos-view-tools button, .photos-view-tools .button { width: var(--thumb); height: var(--thumb); padding: 0; background: #1c1b19; color: #fff; border-color: #6d6a65; font-size: 1.2rem; }
  .photos-view-tools .button[href^="/photos/film/"] { font-size: .95rem; letter-spacing: -.05em; }
  .photos-view-tools button:disabled { opacity: .35; cursor: default; }
  .photos-facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .3rem 1rem; margin: 0 0 1rem; align-content: start; }
  .photos-facts dt { color: var(--quiet); } .photos-facts dd { margin: 0; }
  .photos-view .photos-facts { width: 22rem; margin: 0; padding: 1rem; overflow: auto; background: #1c1b19; color: #fff; }
  .photos-view .photos-facts dt { color: #c4beb4; }
  .photos-view .photos-facts button { color: #9ecbff; }
  @media (max-width: 52rem) { .photos-view .photos-facts { grid-column: 1 / -1; width: auto; max-height: 40vh; } }
  .photos-one { margin: 0 0 1rem; }
  .photos-one img { display: block; max-width: 100%; max-height: 75vh; margin-inline: auto; background: #000; border-radius: var(--round); }
  .photos-bins, .photos-binned ul { list-style: none; padding: 0; }
  .photos-binned fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
  .photos-binned legend { font-weight: 700; padding: 0; }
  .photos-binned li, .photos-bins li { overflow-wrap: anywhere; }
  .photos-binned li { border-block-end: 1px solid var(--line); padding-block: .3rem; }
  .photos-binned input[type=checkbox] { width: 1.5rem; min-width: 1.5rem; min-height: 1.5rem; flex: none; margin: 0; }
  .photos-binned label { display: flex; align-items: center; gap: .6rem; min-height: var(--thumb); cursor: pointer; }
  .photos-plain { list-style: none; margin: 0; padding: .5rem; display: grid; gap: .4rem; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); }
  .photos-plain img { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; background: var(--line); border-radius: 3px; }

  """
