import Locations

/// How the pages of locations look, on the studio's tokens.
let placesStyle = """
  .head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; margin-block-end: .75rem; }
  .head h1 { margin: 0; }
  .head .row { margin: 0; }
  button.plain, .button.plain { background: transparent; color: var(--link); border-color: currentColor; }
  [hidden] { display: none !important; }
  textarea { font: inherit; color: inherit; background: var(--paper); border: 1.5px solid var(--quiet); border-radius: 8px; padding: .5rem .7rem; width: 100%; resize: vertical; }
  form > textarea + button { margin-block-start: .5rem; }

  .filter { gap: .25rem .75rem; }
  .filter .field { flex: 1 1 9rem; }
  .filter .field:first-of-type { flex: 1 0 100%; }
  .filter .help { flex: 1 0 100%; margin: .25rem 0 0; font-size: .9rem; }
  @media (min-width: 52rem) { .filter .field:first-of-type { flex: 3 1 14rem; } }

  .places { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
  .place { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); overflow: hidden; }
  .place img { display: block; width: 100%; height: 100%; min-height: 5.5rem; aspect-ratio: 4 / 3; object-fit: cover; background: var(--line); }
  .place { grid-template-rows: 1fr auto auto 1fr; }
  .place img { grid-row: 1 / -1; }
  .place strong { grid-area: 2 / 2; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.3; padding-inline-end: .75rem; unicode-bidi: plaintext; text-align: left; }
  [dir="rtl"] .place strong { text-align: right; }
  .place .is { grid-area: 3 / 2; padding-inline-end: .75rem; padding-block-start: .25rem; font-size: .95rem; color: var(--quiet); min-width: 0; }
  .is::before { content: ""; display: inline-block; width: 1.15em; height: 1.15em; vertical-align: -.2em; margin-inline-end: .4em; background: no-repeat center / contain; }
  \(LocationStatus.allCases.map { "  .is.\($0.rawValue)::before { background-image: \($0.picture); }" }.joined(separator: "\n"))
  .place:hover strong { text-decoration: underline; }
  @media (min-width: 40rem) {
    .places { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
    .place { display: flex; flex-direction: column; gap: 0; height: 100%; }
    .place img { height: auto; }
    .place strong { padding: .6rem .75rem 0; }
    .place .is { padding: .25rem .75rem .75rem; }
  }
  .advice { font-size: 1.3rem; font-weight: 700; min-height: 2em; margin: 0; }
  .advice:empty { visibility: hidden; }
  .choices { border: 0; margin: 0 0 .75rem; padding: 0; }
  .choices legend { font-weight: 600; }
  .choice { display: flex; align-items: center; gap: .6rem; min-height: var(--thumb); font-weight: 400; margin: 0; }
  .choice input { width: 1.3rem; min-height: 1.3rem; flex: none; }
  .status { display: inline-flex; align-items: center; gap: .4rem; font-size: .95rem; }
  .mark { flex: none; stroke: var(--ink); stroke-width: 1; stroke-linejoin: round; }
  .mark .hole { fill: var(--card); stroke: none; }
  .mark .sign { fill: none; stroke: #000; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
  .pages { margin-block-start: 1rem; }
  .nothing { text-align: center; padding-block: 2.5rem; }

  .location { display: grid; gap: 1rem 2rem; }
  @media (min-width: 60rem) { .location { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
  .pictures figure { margin: 0 0 1rem; }
  .pictures img { display: block; width: 100%; height: auto; max-height: 80vh; object-fit: contain; background: #000; border-radius: var(--round); }
  figcaption { color: var(--quiet); font-size: .9rem; padding-block-start: .3rem; }
  .segments { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1rem; }
  .segments button { flex: 1 1 auto; background: var(--card); color: var(--ink); border-color: var(--quiet); border-radius: 8px; gap: .4rem; padding-inline: .8rem; }
  .segments button[aria-pressed="true"] { border-color: var(--act); box-shadow: inset 0 0 0 2px var(--act); font-weight: 700; }
  .location dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem 1rem; margin: 0 0 1rem; }
  dt { color: var(--quiet); }
  dd { margin: 0; }
  .coordinates { font-variant-numeric: tabular-nums; }
  .text { white-space: pre-wrap; }
  .versions { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; }
  .versions img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; background: var(--line); border-radius: 8px; }
  .versions p { margin: .35rem 0; font-size: .9rem; }
  .form { max-width: 40rem; }
  .form .row { align-items: center; }
  .form .row input { flex: 1 1 14rem; width: auto; }
  .form > button { margin-block-start: 1rem; }
  [data-told] { margin-block: .75rem 0; }
  .files { padding-inline-start: 1.2rem; }
  .files li { padding-block: .35rem; }
  .problems { max-height: 24rem; overflow: auto; padding-inline-start: 1.2rem; text-align: left; }

  .compare { margin-block-end: 1rem; }
  .stage { overflow: auto; border-radius: var(--round); }
  .pair { display: grid; gap: .75rem; }
  .pair figure { margin: 0; min-width: 0; }
  .pair img { display: block; width: 100%; height: auto; max-height: 80vh; object-fit: contain; background: #000; }
  .pair .placeholder { display: grid; place-items: center; aspect-ratio: 3 / 2; margin: 0; background: var(--line); color: var(--ink); }
  .divider { display: none; }
  @media (min-width: 48rem) { .pair { grid-template-columns: 1fr 1fr; } }
  .pair { width: calc(100% * var(--zoom, 1)); }
  .compare[data-mode="slider"] .pair, .compare[data-mode="blink"] .pair { position: relative; display: block; background: #000; aspect-ratio: var(--shape, 1.5); max-height: calc(min(76vh, 50rem) * var(--zoom, 1)); }
  .compare[data-mode="slider"] figure, .compare[data-mode="blink"] figure { position: absolute; inset: 0; }
  .compare[data-mode="slider"] img, .compare[data-mode="blink"] img { width: 100%; height: 100%; max-height: none; -webkit-user-drag: none; user-select: none; }
  .compare[data-mode="slider"] figcaption, .compare[data-mode="blink"] figcaption { position: absolute; inset-block-end: .5rem; max-width: 46%; background: rgb(0 0 0 / .7); color: #fff; padding: .15rem .6rem; border-radius: 6px; }
  .compare[data-mode="slider"] .then figcaption, .compare[data-mode="blink"] figcaption { left: .5rem; }
  .compare[data-mode="slider"] .now figcaption { right: .5rem; }
  .compare[data-mode="slider"] .pair { touch-action: pan-y; cursor: ew-resize; }
  .compare[data-mode="slider"] .then { z-index: 1; clip-path: inset(0 calc(100% - var(--share, 50%)) 0 0); }
  .compare[data-mode="slider"] .divider { display: block; position: absolute; z-index: 2; inset-block: 0; left: var(--share, 50%); width: 4px; margin-left: -2px; background: #fff; box-shadow: 0 0 0 1px #000; }
  .compare[data-mode="slider"] .divider::after { content: "◂ ▸"; position: absolute; top: 50%; left: 50%; transform: translate(-50%, -50%); display: grid; place-items: center; width: 44px; height: 44px; border-radius: 50%; background: #fff; color: #000; border: 1px solid #000; font-size: 14px; }
  .compare[data-mode="blink"] figure { visibility: hidden; }
  .compare[data-mode="blink"][data-half="then"] .then, .compare[data-mode="blink"][data-half="now"] .now { visibility: visible; }
  .compare .controls { margin-block-start: .75rem; display: grid; gap: .5rem; }
  .compare .row { align-items: center; }
  .compare .row input { flex: 1 1 100%; order: -1; width: auto; padding: 0; border: 0; background: none; accent-color: var(--act); }
  @media (min-width: 48rem) { .compare .row input { flex: 1 1 10rem; order: 0; } }
  .compare:not([data-mode="slider"]) [data-for="slider"], .compare:not([data-mode="blink"]) [data-for="blink"] { display: none; }
  dialog { border: 1px solid var(--line); border-radius: var(--round); background: var(--card); color: var(--ink); max-width: min(42rem, 96vw); padding: var(--space); }
  dialog::backdrop { background: rgb(0 0 0 / .7); }
  dialog h2 { margin-block-start: 0; }
  dialog .card { border: 0; padding: 0; }
  dialog.view { inset: 0; width: 100vw; height: 100dvh; max-width: none; max-height: none; margin: 0; border: 0; border-radius: 0; padding: .5rem; background: #000; color: #fff; overflow: hidden; }
  dialog.view[open] { display: grid; grid-template-rows: minmax(0, 1fr) auto; gap: .5rem; }
  dialog.view .frame { overflow: auto; }
  dialog.view .frame img { display: block; object-fit: contain; width: calc(100% * var(--zoom, 1)); height: calc(100% * var(--zoom, 1)); }
  dialog.view .row { justify-content: center; }
  dialog.view button { background: #000; color: #fff; border-color: #fff; }
  dialog.view :focus-visible { outline-color: #fff; }
  dialog.view .compare { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; min-height: 0; margin: 0; }
  dialog.view .stage { min-height: 0; border-radius: 0; }
  dialog.view .compare[data-mode="slider"] .pair, dialog.view .compare[data-mode="blink"] .pair { height: calc(100% * var(--zoom, 1)); aspect-ratio: auto; max-height: none; }
  dialog.view .pair img { max-height: none; }
  dialog.view .compare button[aria-pressed="true"] { box-shadow: inset 0 0 0 2px #fff; }

  .camera { display: grid; gap: 1rem 1.5rem; }
  @media (min-width: 52rem) { .camera { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
  .camera .row { gap: .5rem; margin-block: .5rem; }
  .camera .row form { flex: 1 1 auto; }
  .camera .row button { width: 100%; }

  .legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 0 0 .5rem; }
  #map { height: min(70vh, 44rem); min-height: 20rem; border: 1px solid var(--line); border-radius: var(--round); background: #e9e6de; z-index: 0; }
  #map .leaflet-bar a { width: 44px; height: 44px; line-height: 44px; font-size: 22px; color: #000; }
  #map .pin { display: grid; place-items: center; }
  #map .pin .mark { width: 30px; height: 30px; stroke: #000; }
  #map .pin .mark .hole { fill: #fff; }
  #map .cluster { display: grid; place-items: center; border-radius: 50%; background: #1c1b19; color: #fff; border: 3px solid #fff; box-shadow: 0 0 0 1px #1c1b19; font: 700 15px/1 var(--font); }
  #map .leaflet-popup-content { font: 1rem/1.4 var(--font); color: #1c1b19; }
  #map .leaflet-popup-content p { margin: 0 0 .4rem; }
  #map .leaflet-popup-content a { color: #0b57a4; display: flex; align-items: center; min-height: 44px; font-weight: 600; }
  #map .leaflet-container a.leaflet-popup-close-button { width: 44px; height: 44px; line-height: 44px; font-size: 22px; color: #1c1b19; }
  #map a.leaflet-popup-close-button { width: 44px; height: 44px; line-height: 36px; font-size: 22px; color: #1c1b19; padding: 4px; z-index: 1; }
  #map :focus-visible, #map:focus-visible { outline: 3px solid #1c1b19 !important; outline-offset: 1px; }
  #map .degree { font: 11px/1 var(--font); color: #55524c; white-space: nowrap; }
  #map .leaflet-popup-content .status { color: #1c1b19; display: flex; }
  #map .leaflet-control-scale-line { background: #fff; color: #1c1b19; font-size: 12px; }
  #map .leaflet-popup-content .mark { stroke: #000; }

  """
