/// How the pages of reports look, besides what all pages have.
let reportsStyle = """
  .reports .top-row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; margin-block-end: 1rem; }
  .reports .top-row h1 { margin: 0; }
  .reports .narrowed { margin-block-end: 1rem; }
  .reports .report-row { display: block; color: inherit; text-decoration: none; }
  .reports .report-row:hover strong { text-decoration: underline; }
  .reports .report-row strong { color: var(--link); }
  .reports .kind { text-transform: capitalize; }
  .reports form.report { max-width: 42rem; }
  .reports .section { background: var(--card); border: 1px solid var(--line); border-radius: var(--round); padding: .25rem var(--space) var(--space); margin-block-end: 1rem; }
  .reports .section > h2 { margin-block: .75rem .25rem; }
  .reports .ask { margin-block-start: 1rem; border: 0; padding: 0; min-width: 0; }
  .reports .ask > label, .reports .ask > legend { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: center; font-weight: 600; margin: 0 0 .25rem; padding: 0; width: 100%; }
  .reports textarea { font: inherit; color: inherit; background: var(--paper); border: 1.5px solid var(--quiet); border-radius: 8px; padding: .5rem .7rem; width: 100%; min-height: 6.5rem; resize: vertical; }
  .reports .ask [readonly] { border-style: dashed; }
  .reports .ask [aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
  .reports .badge.auto { color: var(--good); border-color: currentColor; }
  .reports .others { border-inline-start: .25rem solid var(--bad); margin: .5rem 0 0; padding-inline-start: .6rem; }
  .reports .others p { margin: 0; }
  .reports .others blockquote { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .reports .fault { color: var(--bad); font-weight: 600; margin: .25rem 0 0; }
  .reports .hint { color: var(--quiet); font-size: .92rem; margin: .25rem 0 0; }
  .reports .fault:empty, .reports .hint:empty, .reports #report-said:empty, .reports #report-kept:empty { display: none; }
  .reports .options label { display: flex; gap: .75rem; align-items: center; min-height: var(--thumb); font-weight: 400; margin: 0; cursor: pointer; }
  .reports .options input { width: 1.5rem; height: var(--thumb); padding: 0; flex: none; margin: 0; accent-color: var(--act); }
  .reports .beside { display: flex; gap: .5rem; flex-wrap: wrap; }
  .reports .beside > :first-child { flex: 1 1 12rem; }
  .reports button.plain { background: transparent; color: var(--link); }
  .reports ol.chosen { list-style: none; counter-reset: stop; margin: .5rem 0 0; padding: 0; }
  .reports ol.chosen li { counter-increment: stop; display: flex; gap: .5rem; align-items: center; padding-block: .25rem; border-block-end: 1px solid var(--line); }
  .reports ol.chosen li::before { content: counter(stop); flex: none; inline-size: 1.7rem; block-size: 1.7rem; border-radius: 50%; display: grid; place-items: center; background: var(--good-wash); color: var(--good); font-weight: 700; font-size: .9rem; }
  .reports ol.chosen span { flex: 1; }
  .reports button.small { padding: .2rem .8rem; min-width: var(--thumb); }
  .reports .pictures { list-style: none; margin: .5rem 0 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .75rem; }
  .reports .pictures img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 8px; background: var(--line); }
  .reports .pictures .unshown { display: grid; place-content: center; margin: 0; padding: .5rem; aspect-ratio: 4 / 3; border-radius: 8px; background: var(--line); overflow: hidden; overflow-wrap: anywhere; }
  .reports .pictures .unshown[hidden] { display: none; }
  .reports .pictures .original { margin: .2rem 0 0; }
  .reports .pictures button { width: 100%; margin-block-start: .35rem; }
  .reports .chooser { position: relative; display: inline-flex; margin-block-start: .25rem; }
  .reports .chooser input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; cursor: pointer; }
  .reports .chooser:focus-within { outline: 3px solid var(--ink); outline-offset: 2px; border-radius: 999px; }
  .reports .foot { position: sticky; inset-block-end: 0; background: var(--paper); padding-block: .6rem; border-block-start: 1px solid var(--line); z-index: 1; }
  .reports .foot button { width: 100%; }
  .reports .foot .hint { margin: 0 0 .4rem; text-align: center; }
  .reports progress { width: 100%; height: .5rem; accent-color: var(--act); display: block; margin-block-end: .4rem; }
  .reports dl.answers { display: grid; gap: .1rem 1.5rem; margin: 0; }
  .reports dl.answers dt { font-weight: 600; color: var(--quiet); font-size: .92rem; }
  .reports dl.answers dd { margin: 0 0 .7rem; white-space: pre-wrap; }
  @media (min-width: 40rem) { .reports dl.answers { grid-template-columns: minmax(8rem, 14rem) 1fr; } .reports dl.answers dt { padding-block: .1rem; } }
  .reports .summary ul { margin: .25rem 0 0; padding-inline-start: 1.2rem; }
  .reports .summary a { color: inherit; display: inline-block; vertical-align: top; padding-block: .2rem; min-height: 24px; }
  .reports .summary li { padding-block: .1rem; }
  .reports :is(input, select, textarea, fieldset, li) { scroll-margin-block: 5rem 8rem; }
  .reports [hidden] { display: none; }
  .reports .odd { display: block; color: var(--warn); font-size: .92rem; }
  .reports .report-row .badge { margin-inline-start: .35rem; }
  .reports .report-row .quiet { display: block; }
  .reports .narrowed .row { align-items: end; }
  .reports .narrowed details .field { flex: 1 1 9rem; min-width: 0; }
  .reports .narrowed .options label { display: flex; gap: .75rem; align-items: center; min-height: var(--thumb); font-weight: 400; margin: 0; cursor: pointer; }
  .reports .narrowed .options input { width: 1.5rem; min-height: 0; height: 1.5rem; flex: none; margin: 0; accent-color: var(--act); }
  .reports .choosing li.card:has(.pick) { display: grid; grid-template-columns: var(--thumb) minmax(0, 1fr); align-items: center; column-gap: .25rem; }
  .reports .pick { display: grid; place-items: center; min-height: var(--thumb); margin: 0; cursor: pointer; }
  .reports .pick input { inline-size: 1.4rem; block-size: 1.4rem; min-height: 0; padding: 0; margin: 0; accent-color: var(--act); }
  .reports .choosing li:has(:checked) { outline: 2px solid var(--act); }
  .reports .chosen-bar { align-items: center; justify-content: space-between; margin-block: .5rem; padding-block: .4rem; }
  .reports .chosen-bar.is-chosen { position: sticky; inset-block-end: 0; background: var(--paper); border-block-start: 1px solid var(--line); z-index: 1; }
  .reports .exports { margin-block-start: 1.5rem; }
  .reports .actions { margin-block: 1rem 0; }
  .reports .history ul { list-style: none; margin: 0; padding: 0; }
  .reports .history li { padding-block: .6rem; border-block-start: 1px solid var(--line); }
  .reports .history li:first-child { border: 0; }
  .reports .history a { display: inline-flex; min-height: 24px; align-items: center; }
  .reports dl.answers ol { margin: 0; padding-inline-start: 1.4rem; white-space: normal; }
  .reports dl.answers li { white-space: pre-wrap; }
  .reports .pictures + h2 { margin-block-start: 1rem; }
  .reports .scroll { overflow-x: auto; }
  .reports .mileage { min-width: 22rem; }
  .reports .mileage th:first-child { text-align: start; }
  .reports .mileage tfoot :is(th, td) { font-weight: 700; border-block-start: 2px solid var(--line); }

  """

/// How rows, versions and drafts look.
let reportsFormStyle = """
  .reports .ask > .label { display: flex; flex-wrap: wrap; gap: .25rem .6rem; font-weight: 600; margin: 0 0 .25rem; }
  .reports .help { margin: 0 0 .35rem; }
  .reports ol.form-rows { list-style: none; counter-reset: row; margin: .5rem 0; padding: 0; }
  .reports .form-row { counter-increment: row; position: relative; border: 1px solid var(--line); border-radius: 8px; padding: .25rem .75rem .75rem; margin-block-end: .6rem; content-visibility: auto; contain-intrinsic-size: auto 12rem; }
  .reports .form-row:empty { content-visibility: visible; position: static; min-height: 12rem; }
  .reports .tens { content-visibility: auto; contain-intrinsic-size: auto 55rem; margin-inline: -.4rem; padding-inline: .4rem; padding-block-end: .4rem; }
  .reports .form-row::before { content: counter(row); color: var(--quiet); font-weight: 700; font-size: .9rem; line-height: var(--thumb); }
  .reports .form-row > [data-remove] { position: absolute; inset-block-start: .25rem; inset-inline-end: .25rem; border-color: transparent; }
  .reports .form-row .ask { margin-block-start: .6rem; }
  .reports .form-row .ask:first-child { margin-block-start: 0; }
  @media (min-width: 40rem) { .reports .form-row .cells { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .5rem 1rem; align-items: start; } .reports .form-row .ask { margin-block-start: 0; } }
  .reports .newer ul { margin: .25rem 0; padding-inline-start: 1.2rem; }
  .reports .pictures .beside { flex-wrap: nowrap; margin-block-start: .35rem; }
  .reports .pictures .beside button { margin: 0; width: auto; padding: .2rem .6rem; flex: 1 1 auto; min-width: var(--thumb); }

  """
