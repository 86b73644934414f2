/// How all pages look; the colours come from the event's own file.
let galleryStyle = """
  * { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; }
  body {
    margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink);
    font: 1rem/1.5 var(--font); overflow-wrap: anywhere;
  }
  a { color: var(--link); }
  a:focus-visible, button:focus-visible, video:focus-visible {
    outline: 3px solid var(--ink); outline-offset: 3px; border-radius: 6px;
  }
  h1 { font-size: 1.35rem; line-height: 1.25; margin: 0; text-wrap: balance; }
  p { margin: 0; }
  .quiet { color: var(--quiet); font-size: .95rem; }

  .band {
    background: var(--band); color: var(--on-band); border-block-end: 6px solid var(--edge);
    padding: 1.75rem max(1.25rem, env(safe-area-inset-left)) 1.5rem; text-align: center;
  }
  .band .event { font-size: clamp(1.6rem, 5.5vw, 2.6rem); font-weight: 700; line-height: 1.15; text-wrap: balance; }
  .band .when { margin-block-start: .35rem; }
  .band nav { margin-block-start: .9rem; }
  .band a {
    color: inherit; text-decoration: none; border: 1.5px solid currentColor; border-radius: 999px;
    padding: .45rem 1.1rem; display: inline-block;
  }
  .band a:hover { background: var(--on-band); color: var(--band); }
  .band a:focus-visible { outline-color: var(--on-band); border-radius: 999px; }

  main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
  .lead {
    display: flex; flex-wrap: wrap; gap: .9rem 1.25rem; align-items: center; justify-content: space-between;
    margin-block-end: 1.25rem;
  }
  .count {
    display: inline-block; min-width: 1.9em; text-align: center; font-size: .85rem; font-weight: 600; line-height: 1.6;
    vertical-align: .15em; margin-inline-start: .35rem; padding: 0 .55em; border-radius: 999px;
    background: var(--card); border: 1px solid var(--line); color: var(--quiet);
  }
  .banner {
    background: var(--card); border: 1px solid var(--line); border-inline-start: 5px solid var(--link);
    border-radius: 10px; padding: .8rem 1rem; margin-block-end: 1.5rem;
  }

  figure {
    margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow: hidden;
    display: flex; flex-direction: column;
  }
  figure img, figure video { display: block; width: 100%; height: auto; background: var(--line); min-height: 9rem; }
  figure video { max-height: 80vh; background: #000; }
  figure .open { display: block; cursor: zoom-in; }
  figcaption {
    display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; justify-content: space-between;
    padding: .75rem .9rem; font-size: .95rem;
  }
  .grid figcaption > span:first-child { flex: 1 0 100%; }
  .actions { display: flex; flex-wrap: wrap; gap: .4rem; }
  .actions a, .actions button, .button {
    font: inherit; font-weight: 600; font-size: .9rem; line-height: 1.2; text-decoration: none; cursor: pointer;
    display: inline-block; padding: .6rem .85rem; border-radius: 999px; border: 1.5px solid var(--line);
    background: transparent; color: var(--ink);
  }
  .actions a:hover, .actions button:hover { border-color: var(--quiet); }
  .actions a[download], .button { background: var(--band); border-color: var(--band); color: var(--on-band); }
  .button { font-size: 1rem; padding: .75rem 1.4rem; }
  .actions a[download]:hover, .button:hover { border-color: var(--ink); }

  .album { display: grid; gap: 1.75rem; align-items: start; }
  .composites { display: flex; flex-wrap: wrap; gap: 1.5rem; justify-content: center; }
  .composites figure { max-width: min(100%, 34rem); box-shadow: 0 8px 30px rgb(0 0 0 / .16); }
  .composites img { width: auto; max-width: 100%; max-height: 82vh; margin: 0 auto; }
  .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1.25rem;
    align-items: start; }
  @media (min-width: 58rem) {
    .beside { grid-template-columns: minmax(17rem, 25rem) minmax(0, 1fr); }
    .beside .composites { position: sticky; inset-block-start: 1.25rem; }
    .beside .grid { grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
  }

  .cards {
    list-style: none; margin: 0; padding: 0; display: grid; gap: 1.1rem;
    grid-template-columns: repeat(auto-fill, minmax(min(44%, 13.5rem), 1fr));
  }
  .card {
    display: flex; flex-direction: column; height: 100%; background: var(--card); color: var(--ink);
    border: 1px solid var(--line); border-radius: 14px; overflow: hidden; text-decoration: none;
    transition: transform .15s, box-shadow .15s;
  }
  .card:hover { transform: translateY(-3px); box-shadow: 0 10px 26px rgb(0 0 0 / .18); }
  .card img, .card video, .card .blank {
    display: block; width: 100%; aspect-ratio: 2 / 3; object-fit: cover; object-position: 50% 20%;
    background: var(--line);
  }
  .card .caption { padding: .65rem .8rem; font-size: .9rem; color: var(--quiet); }
  .pages {
    display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: center;
    margin-block-start: 2rem;
  }

  .notice { max-width: 34rem; margin: 12vh auto 0; text-align: center; display: grid; gap: 1.1rem; }
  .notice h1 { font-size: clamp(1.5rem, 5vw, 2rem); }
  .waiting { display: flex; gap: .6rem; justify-content: center; }
  .waiting i {
    width: 2.1rem; height: 2.8rem; border-radius: 5px; background: var(--card); border: 4px solid var(--link);
    border-block-end-width: 11px; animation: arrive 1.5s ease-in-out infinite;
  }
  .waiting i:nth-child(2) { animation-delay: .2s; }
  .waiting i:nth-child(3) { animation-delay: .4s; }
  @keyframes arrive { 0%, 70%, 100% { transform: none; opacity: 1; } 35% { transform: translateY(-.6rem); opacity: .55; } }

  dialog.viewer {
    width: 100vw; height: 100vh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
    background: rgb(0 0 0 / .94); color: #fff;
  }
  dialog.viewer::backdrop { background: #000; }
  dialog.viewer[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; }
  /* A swipe across is ours, and not the browser's way back. */
  html:has(dialog.viewer[open]), dialog.viewer { overscroll-behavior: none; }
  .stage { min-height: 0; touch-action: pan-y pinch-zoom; }
  .stage img, .stage video { display: block; width: 100%; height: 100%; object-fit: contain; }
  .viewer .bar { display: flex; gap: .5rem; align-items: center; justify-content: space-between; padding: .6rem .9rem; }
  .viewer button {
    font: inherit; color: #fff; background: rgb(255 255 255 / .14); border: 0; border-radius: 999px; cursor: pointer;
    min-width: 3rem; min-height: 2.9rem; padding: .4rem 1.1rem;
  }
  .viewer button:focus-visible { outline-color: #fff; }
  dialog.share {
    width: min(32rem, calc(100vw - 2rem)); padding: 1.1rem; border: 1px solid var(--line); border-radius: 16px;
    background: var(--card); color: var(--ink);
  }
  dialog.share::backdrop { background: rgb(0 0 0 / .6); }
  .share input {
    font: inherit; width: 100%; padding: .6rem .7rem; margin-block-end: .8rem; border: 1px solid var(--line);
    border-radius: 8px; background: var(--paper); color: var(--ink);
  }
  .share button {
    font: inherit; font-weight: 600; padding: .6rem 1rem; margin-inline-end: .5rem; cursor: pointer;
    border: 1.5px solid var(--band); border-radius: 999px; background: var(--band); color: var(--on-band);
  }
  .share button + button { background: transparent; border-color: var(--line); color: var(--ink); }
  .toast {
    position: fixed; inset-block-end: 1.5rem; inset-inline: 0; margin: 0 auto; width: fit-content; max-width: 90vw;
    background: var(--ink); color: var(--paper); border-radius: 999px; padding: .6rem 1.3rem;
  }
  @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
  @media print { .band nav, .actions, .banner, .pages { display: none; } }

  """
