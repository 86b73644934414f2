/// How the training's pages look; the studio's tokens, and the colours of the existing apps as far as they can be read: the words
/// of a badge are darker (in the dark lighter) than theirs, as green and orange of theirs have a contrast of 2 : 1.
let trainingStyle = """
  :root { --good-back: #d1fae5; --good-ink: #065f46; --good-edge: #10b981; --better-back: #fed7aa; --better-ink: #7c2d12; --better-edge: #f59e0b; --blue: #3b82f6; }
  @media (prefers-color-scheme: dark) {
    :root:not([data-look="light"]) { --good-back: #064e3b; --good-ink: #d1fae5; --better-back: #6b2b0c; --better-ink: #fed7aa; }
  }
  :root[data-look="dark"] { --good-back: #064e3b; --good-ink: #d1fae5; --better-back: #6b2b0c; --better-ink: #fed7aa; }
  .head { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin-block-end: .75rem; }
  .head h1 { flex: 1 1 10rem; margin: 0; }
  .counts { list-style: none; margin: 0 0 .75rem; padding: 0; display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .5rem; }
  .count { background: var(--card); border: 1px solid var(--line); border-block-start: 4px solid var(--blue); border-radius: 12px; padding: .5rem .75rem; line-height: 1.25; }
  .count.good { border-block-start-color: var(--good-edge); }
  .count.improvement { border-block-start-color: var(--better-edge); }
  .count strong { display: block; font-size: 1.5rem; }
  .count span { font-size: .8rem; color: var(--quiet); }
  .choose { margin-block-end: .5rem; }
  .choose.two { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: space-between; }
  .segments { list-style: none; margin: 0; padding: 3px; display: inline-flex; gap: 3px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; max-width: 100%; }
  .segments.wide { display: flex; } .segments.wide li { flex: 1 1 0; }
  .segments li { display: flex; } .segments a { flex: 1; display: flex; align-items: center; justify-content: center; text-align: center; min-height: var(--thumb); padding: .1rem .45rem; border-radius: 9px; color: inherit; text-decoration: none; font-size: .85rem; line-height: 1.15; overflow-wrap: normal; }
  @media (min-width: 44rem) { .segments a { padding-inline: .8rem; font-size: .9rem; } }
  .segments a[aria-current] { background: var(--act); color: var(--on-act); font-weight: 600; }
  .as-grid::before { content: "▦" / ""; margin-inline-end: .3em; } .as-list::before { content: "☰" / ""; margin-inline-end: .3em; }
  .kind { display: inline-flex; align-items: center; gap: .35em; font-size: .8rem; font-weight: 600; line-height: 1.2; padding: 4px 10px; border-radius: 20px; }
  .cards .kind { white-space: nowrap; } @media (max-width: 43.99rem) { .cards.grid .kind { font-size: .72rem; padding: 4px 7px; } }
  .kind.good { background: var(--good-back); color: var(--good-ink); } .kind.improvement { background: var(--better-back); color: var(--better-ink); }
  .kind.good::before { content: "✓" / ""; } .kind.improvement::before { content: "▲" / ""; font-size: .75em; }
  .critique .kind, .publish .kind { font-size: .875rem; }
  #news { position: sticky; inset-block-start: .5rem; z-index: 2; text-align: center; margin: 0; }
  #news[hidden] { display: none; }

  .cards { list-style: none; margin: .75rem 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .cards.list { grid-template-columns: minmax(0, 1fr); }
  @media (min-width: 44rem) { .cards.grid { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
  @media (min-width: 64rem) { .cards.list { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
  .cards > .space { grid-column: 1 / -1; }
  .cards .card { position: relative; display: flex; flex-direction: column; padding: 0 0 .6rem; margin: 0; overflow: hidden; color: inherit; text-decoration: none; block-size: 100%; }
  .cards .card:hover .text { text-decoration: underline; }
  .cards img, .cards .gone { display: block; inline-size: 100%; aspect-ratio: 3 / 2; block-size: auto; object-fit: cover; background: var(--line); }
  .cards.list img, .cards.list .gone { aspect-ratio: 16 / 9; }
  .cards .kind, .cards .several { position: absolute; inset-block-start: .5rem; inset-inline-end: .5rem; max-inline-size: calc(100% - 1rem); }
  .cards .kind + .several { inset-block-start: 2.4rem; }
  .several, .new { font-size: .8rem; font-weight: 600; line-height: 1.2; padding: 4px 10px; border-radius: 20px; background: var(--paper); border: 1px solid var(--line); }
  .new { background: var(--act); color: var(--on-act); border-color: var(--act); }
  .text { padding: .4rem .6rem 0; font-size: .9rem; line-height: 1.4; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden; block-size: calc(2.8em + .4rem); }
  .by { padding: .25rem .6rem 0; font-size: .8rem; line-height: 1.3; color: var(--quiet); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-block-size: calc(1.3em + .25rem); }
  .gone { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: .25rem; text-align: center; background: var(--line); color: var(--ink); padding: .5rem; font-size: .85rem; margin: 0; }
  .gone::before, .camera::before { content: "📷" / ""; font-size: 1.6rem; }
  .gone[hidden] { display: none; } .gone.wide { min-block-size: 12rem; border-radius: 12px; }
  .strip .gone { font-size: 0; padding: 0; } .strip .gone::before { font-size: 1.2rem; }
  .nothing { text-align: center; padding: 3rem 1rem; } .camera::before { font-size: 3rem; }
  .more { text-align: center; }
  .team .card { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; min-block-size: var(--thumb); color: inherit; text-decoration: none; } .team strong { flex: 1 1 8rem; }

  dialog.viewer { border: 0; padding: 0; background: var(--paper); color: var(--ink); inline-size: 100%; max-inline-size: 100%; block-size: 100%; max-block-size: 100%; margin: 0; overscroll-behavior: contain; }
  dialog.viewer::backdrop { background: rgb(0 0 0 / .6); }
  @media (min-width: 44rem) { dialog.viewer { inline-size: min(60rem, 94vw); block-size: auto; max-block-size: 94vh; margin: auto; border-radius: 16px; } }
  dialog.viewer .critique { padding: .5rem 1rem 1.5rem; }
  .bar { display: flex; gap: .5rem; align-items: center; justify-content: space-between; }
  dialog.viewer .bar { position: sticky; inset-block-start: 0; z-index: 2; background: var(--paper); padding-block: .25rem; }
  .bar h1 { margin: 0; font-size: 1.2rem; } .bar h1:focus { outline: none; }
  .close { display: inline-grid; place-items: center; flex: none; inline-size: var(--thumb); block-size: var(--thumb); border-radius: 50%; border: 1px solid var(--line); background: var(--card); color: inherit; text-decoration: none; font-size: 1.1rem; }
  .gallery { background: #111; color: #fff; border-radius: 12px; overflow: hidden; }
  .gallery:fullscreen { display: flex; flex-direction: column; border-radius: 0; } .gallery:fullscreen .stage { flex: 1; block-size: auto; max-block-size: none; }
  .stage { position: relative; block-size: 60vh; max-block-size: 60vh; overflow: hidden; touch-action: pan-y; display: grid; place-items: center; user-select: none; -webkit-user-select: none; }
  .stage.zoomed { touch-action: none; cursor: grab; } .stage.draws { touch-action: none; cursor: crosshair; }
  .stage > img, .stage > canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: contain; -webkit-user-drag: none; }
  .stage > canvas { pointer-events: none; } .stage > [hidden] { display: none; }
  .stage.loading::after { content: ""; position: absolute; inset: calc(50% - 1.25rem); border: 4px solid #777; border-block-start-color: #fff; border-radius: 50%; }
  @media (prefers-reduced-motion: no-preference) {
    .stage.loading::after { animation: turn 1s linear infinite; } @keyframes turn { to { rotate: 1turn; } }
    .stage.glides > img, .stage.glides > canvas { transition: transform .2s; }
  }
  .stage .gone { background: #222; color: #fff; position: absolute; inset: 0; font-size: 1rem; }
  .pad { position: absolute; inset: auto .5rem .5rem auto; display: grid; grid-template-columns: repeat(3, 44px); gap: 2px; } .pad[hidden] { display: none; }
  .pad [data-do=up] { grid-area: 1 / 2; } .pad [data-do=left] { grid-area: 2 / 1; } .pad [data-do=right] { grid-area: 2 / 3; } .pad [data-do=down] { grid-area: 3 / 2; }
  .controls { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; justify-content: space-between; padding: .25rem .5rem; }
  .pair { display: inline-flex; align-items: center; gap: .25rem; } .pair[hidden] { display: none; }
  .controls button, .controls .save, .pad button, .drawing [data-tool] { inline-size: 44px; block-size: 44px; min-height: 44px; padding: 0; border-radius: 50%; border: 1px solid #777; background: rgb(30 30 30 / .85); color: #fff; font-size: 1.25rem; display: inline-grid; place-items: center; text-decoration: none; }
  .controls [hidden] { display: none; } .controls button:disabled { opacity: .4; }
  .gallery :focus-visible { outline-color: #fff; }
  .counter { min-inline-size: 4.5em; text-align: center; } .zoom { min-inline-size: 3.6em; text-align: center; }
  .told { flex-basis: 100%; margin: 0; } .told:empty { display: none; }
  .strip { list-style: none; margin: 0; padding: .25rem .5rem .5rem; display: flex; gap: .5rem; overflow-x: auto; } .strip[hidden] { display: none; }
  .strip a { display: block; inline-size: 64px; block-size: 64px; border: 2px solid transparent; border-radius: 8px; overflow: hidden; } .strip a[aria-current] { border-color: #fff; }
  .strip img, .strip .gone { inline-size: 60px; block-size: 60px; object-fit: cover; display: flex; }
  .facts { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 0; } .facts dt { color: var(--quiet); } .facts dd { margin: 0; }
  .notes { font-size: 1.05rem; line-height: 1.6; max-inline-size: 45rem; } .notes p { margin-block-end: .75rem; }
  .tools { margin-block-start: 1.25rem; border-block-start: 1px solid var(--line); padding-block-start: 1rem; }
  .pins { margin: 0; padding: .25rem 1rem .75rem 2.5rem; } .pins[hidden] { display: none; }
  .drawing { padding: 0 .75rem .5rem; } .drawing summary { color: #fff; } .drawing .quiet { color: #ccc; } .drawing [aria-pressed=true] { background: #fff; color: #111; }
  .drawing .row { align-items: end; } .drawing .plain { background: transparent; color: #fff; border-color: #999; } .drawing input, .drawing select { color: var(--ink); }

  .publish fieldset { border: 0; padding: 0; margin: .75rem 0; } .publish legend { font-weight: 600; padding: 0; }
  .choice { display: flex; align-items: center; gap: .6rem; min-block-size: var(--thumb); margin: 0; } .choice input { inline-size: 1.4rem; min-height: 1.4rem; block-size: 1.4rem; margin: 0; }
  textarea { font: inherit; color: inherit; background: var(--paper); border: 1.5px solid var(--quiet); border-radius: 8px; padding: .6rem .7rem; inline-size: 100%; resize: vertical; }
  .files { list-style: none; margin: 0 0 .75rem; padding: 0; display: grid; gap: .5rem; }
  .files li { display: grid; grid-template-columns: 64px minmax(0, 1fr) auto; gap: .25rem .75rem; align-items: center; border: 1px solid var(--line); border-radius: 10px; padding: .5rem; }
  .files img { inline-size: 64px; block-size: 64px; object-fit: cover; border-radius: 6px; background: var(--line); grid-row: span 2; }
  .files progress { inline-size: 100%; grid-column: 2; } .files .wrong, .complaint { color: var(--bad); font-weight: 600; } .complaint:empty { display: none; }
  .files img.missing { visibility: hidden; }
  .files button { grid-column: 3; grid-row: 1 / span 2; inline-size: 44px; padding: 0; background: transparent; color: inherit; border-color: var(--line); }

  """
