/// The colours in the dark: of a device that is dark, or of somebody who has chosen it.
private let darkTokens = """
  --paper: #161513; --card: #211f1c; --ink: #f1eee8; --quiet: #b3ada3; --line: #3d3a35;
  --link: #8ec2ff; --act: #8ec2ff; --on-act: #10233a; --good: #84d698; --warn: #f0c36b; --bad: #ff9d94;
  --good-wash: #16301d; --warn-wash: #362a10; --bad-wash: #3d1c19;
  """

/// How all the studio's pages look: tokens first, then what is built of them. Phones first.
let studioStyle = """
  :root {
    color-scheme: light dark;
    --paper: #f6f5f2; --card: #ffffff; --ink: #1c1b19; --quiet: #5d5a54; --line: #d9d5cd;
    --link: #0b57a4; --act: #0b57a4; --on-act: #ffffff; --good: #1d6b33; --warn: #7a4d00; --bad: #a32020;
    --good-wash: #e5f3e8; --warn-wash: #fdf1d8; --bad-wash: #fbe6e4;
    --space: 1rem; --round: 12px; --thumb: 44px;
    --font: system-ui, "Noto Sans", "DejaVu Sans", "Noto Sans Hebrew", "Noto Sans Arabic", sans-serif;
  }
  @media (prefers-color-scheme: dark) { :root:not([data-look="light"]) { \(darkTokens) } }
  :root[data-look="dark"] { color-scheme: dark; \(darkTokens) }
  :root[data-look="light"] { color-scheme: light; }
  @media (prefers-contrast: more) { :root { --quiet: var(--ink); --line: var(--ink); } }

  * { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; }
  body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--font); overflow-wrap: anywhere; }
  a { color: var(--link); }
  :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; border-radius: 6px; }
  main:focus { outline: none; }
  h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .75rem; }
  h2 { font-size: 1.1rem; line-height: 1.3; margin: 1.5rem 0 .5rem; }
  .card h1, .card h2 { margin-block-start: 0; }
  .card > input:not([type="hidden"]) + h2 { margin-block-start: 1.75rem; }
  p { margin: 0 0 .5rem; }
  .quiet { color: var(--quiet); }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; padding: 0; margin: 0; min-height: 0; }
  .skip { position: absolute; inset-inline-start: -100vw; }
  .skip:focus { position: fixed; inset: .5rem auto auto .5rem; background: var(--card); padding: .6rem 1rem; z-index: 3; }

  .top { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; padding: .25rem max(1rem, env(safe-area-inset-left)); background: var(--card); border-block-end: 1px solid var(--line); }
  .brand { font-weight: 700; padding-block: .6rem; flex: none; max-width: 100%; }
  dl.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem 1rem; margin: 0; } dl.facts dd { margin: 0; }
  /* All of it is seen, also on a phone: in as many rows as it takes. */
  .top nav { min-width: 0; flex: 1 1 20rem; }
  .top ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; list-style: none; margin: 0 -.75rem; padding: 3px 0; }
  .top li { flex: none; }
  .top a { white-space: nowrap; display: inline-flex; align-items: center; min-height: var(--thumb); padding: 0 .75rem; color: inherit; text-decoration: none; border-radius: 8px; }
  .top a:hover { text-decoration: underline; }
  @media (max-width: 52rem) { .brand { flex: 1 0 100%; padding-block: .4rem 0; } .top ul { margin-inline: -.5rem; } .top a { padding: 0 .5rem; } }
  .top a[aria-current] { font-weight: 700; box-shadow: inset 0 -3px var(--act); border-radius: 0; }
  main { max-width: 70rem; margin: 0 auto; padding: 1.25rem max(1rem, env(safe-area-inset-left)) 4rem; }
  #lost { position: sticky; inset-block-start: 0; margin: 0; padding: .75rem 1rem; background: var(--warn-wash); color: var(--warn); font-weight: 600; z-index: 2; }
  #lost[hidden] { display: none; }

  .card { background: var(--card); border: 1px solid var(--line); border-radius: var(--round); padding: var(--space); margin-block-end: .75rem; }
  .narrow { max-width: 26rem; margin-inline: auto; }
  .rows { list-style: none; margin: 0 0 1rem; padding: 0; }
  .row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; }
  .row > h2, .row > .quiet { flex: 1 0 100%; margin-block-end: 0; }
  .field { margin: 0; flex: 1 1 12rem; }
  label { display: block; font-weight: 600; margin-block-start: .5rem; }
  input, select { font: inherit; color: inherit; background: var(--paper); border: 1.5px solid var(--quiet); border-radius: 8px; padding: .5rem .7rem; width: 100%; min-height: var(--thumb); }
  .link { font-family: monospace; font-size: .85rem; }
  button, .button { font: inherit; font-weight: 600; cursor: pointer; display: inline-flex; align-items: center; justify-content: center; min-height: var(--thumb); padding: .4rem 1.2rem; border-radius: 999px; border: 1.5px solid var(--act); background: var(--act); color: var(--on-act); text-decoration: none; }
  .narrow button { width: 100%; margin-block: 1rem .75rem; }
  .card > button, .card form > button { margin-block-start: .5rem; }
  .row > button { margin-block-start: 0; }
  .card form > .row + p { margin-block-start: .75rem; }
  button:hover, .button:hover { text-decoration: underline; }
  button.danger { background: transparent; color: var(--bad); border-color: var(--bad); }
  summary { cursor: pointer; min-height: var(--thumb); display: flex; align-items: center; gap: .5rem; font-weight: 600; color: var(--link); }
  summary::before { content: "▸"; } details[open] > summary::before { content: "▾"; }
  [dir="rtl"] summary::before { content: "◂"; } [dir="rtl"] details[open] > summary::before { content: "▾"; }

  .badge { display: inline-block; font-size: .85rem; font-weight: 600; padding: 0 .6em; border-radius: 999px; border: 1px solid var(--line); color: var(--quiet); }
  .badge.bad { color: var(--bad); border-color: currentColor; }
  .notice { border-inline-start: 5px solid; border-radius: 8px; padding: .75rem 1rem; margin-block-end: 1rem; }
  .notice p:last-child { margin: 0; }
  .notice.good { background: var(--good-wash); color: var(--good); }
  .notice.bad { background: var(--bad-wash); color: var(--bad); }
  .notice input { color: var(--ink); }

  .booth { display: grid; gap: 1rem 1.5rem; }
  @media (min-width: 52rem) { .booth:has(.screen) { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
  .screen { margin: 0; }
  .screen img { display: block; width: 100%; height: auto; max-height: 70vh; object-fit: contain; background: #000; border-radius: var(--round); }
  .screen img:not([src]) { visibility: hidden; }
  .screen img.old { opacity: .4; }
  .screen figcaption { color: var(--quiet); font-size: .9rem; padding-block-start: .35rem; }
  .state { font-size: 1.3rem; line-height: 1.3; padding: .75rem 1rem; border-radius: var(--round); border-inline-start: 6px solid; }
  .state.good { background: var(--good-wash); color: var(--good); }
  .state.warning { background: var(--warn-wash); color: var(--warn); }
  .state.bad { background: var(--bad-wash); color: var(--bad); }
  .orders { margin-block: .75rem; }
  .way { display: inline-flex; align-items: center; min-height: var(--thumb); }
  .way::before { content: "‹"; margin-inline-end: .4em; font-size: 1.3em; line-height: 1; }
  .button.plain { background: transparent; color: var(--link); }
  .events { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem; }
  .events img { display: block; width: 100%; height: auto; border-radius: 8px; background: var(--line); }
  .chart { display: block; max-width: 100%; height: auto; }
  .chart rect { fill: var(--act); }
  .chart text { fill: var(--ink); font: 12px var(--font); text-anchor: middle; }
  .hours { border-collapse: collapse; margin-block-end: 1rem; font-variant-numeric: tabular-nums; }
  .hours caption { text-align: start; padding-block-end: .25rem; }
  .hours th, .hours td { padding: .25rem .75rem; border-block-end: 1px solid var(--line); text-align: end; }
  .hours .bad { color: var(--bad); font-weight: 700; }
  .log { direction: ltr; text-align: left; overflow: auto; max-height: 75vh; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .75rem; font-size: .85rem; white-space: pre-wrap; display: flex; flex-direction: column-reverse; }
  .parts { list-style: none; margin: 0 0 .75rem; padding: 0; }
  .part .told { display: block; }
  .part { display: flex; gap: .6rem; padding-block: .4rem; border-block-end: 1px solid var(--line); }
  .sign { flex: none; inline-size: 1.5rem; block-size: 1.5rem; border-radius: 50%; display: grid; place-items: center; font-size: .9rem; font-weight: 700; }
  .part.good .sign { background: var(--good-wash); color: var(--good); }
  .part.warning .sign { background: var(--warn-wash); color: var(--warn); }
  .part.bad .sign { background: var(--bad-wash); color: var(--bad); }
  @media (prefers-reduced-motion: no-preference) { button, .top a { transition: opacity .15s; } }

  """
