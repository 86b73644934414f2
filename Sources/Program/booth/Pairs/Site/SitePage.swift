import BoothCore
import Imaging
import Locations
import WebSupport

/// A location's page in a static site.
struct SitePage {
  /// Of the list's pictures, in pixels.
  static let smallSide = 480

  let location: Location
  let facts: PairFacts
  /// Of the old picture as the page shows it.
  let size: PixelSize
  /// Both pictures are in one frame, and lie over each other.
  let isAligned: Bool
  /// Nil where there is no new picture.
  var newSize: PixelSize?
  var unsure: [SharedView.Edge] = []
  /// What the page needs beside it, by its path in the site.
  var files: [(path: String, bytes: [UInt8])] = []

  /// In the site.
  var path: String { "places/\(location.id).html" }

  /// - Parameter site: the site's title, which leads back.
  func html(_ language: Language, site: String) -> HTML {
    func word(_ word: SiteWord) -> String { word.text(in: language) }
    let downloads: HTML? =
      newSize == nil
      ? nil
      : """
      <h2>\(word(.download))</h2>
      <ul>
      <li><a href="../files/\(location.id.text)-sheet-a4.pdf">\(word(.sheet))</a></li>
      <li><a href="../files/\(location.id.text)-slider.html">\(word(.slider))</a></li>
      </ul>

      """
    let notes: HTML? =
      location.notes.isEmpty ? nil : "<p class=\"notes\" dir=\"auto\">\(location.notes)</p>\n"
    let place: HTML? = location.coordinate.map { place in
      "<p>\(word(.position)): <bdi dir=\"ltr\">\(place.words)</bdi> · <a href=\"\(place.googleMapsLink)\" target=\"_blank\" rel=\"noopener\">\(word(.openMap))</a></p>\n"
    }
    return SiteFrame(title: location.title, language: language).html(
      """
      <p><a class="way" href="../index.html">\(word(.back))</a></p>
      <h1 dir="auto">\(location.title)</h1>
      \(pictures(language))
      <div class="facts" lang="\(facts.words.rawValue)" dir="auto">
      \(PairCaption(facts: facts, unsure: unsure, hasNew: newSize != nil).html)</div>
      \(notes)\(place)\(downloads)\(isAligned ? PairStage.script : .empty)
      """)
  }

  private func pictures(_ language: Language) -> HTML {
    let id = location.id.text
    let words = facts.words
    let (then, now) = (
      "\(PairWord.then.text(in: words)): \(facts.dates.then)", "\(PairWord.now.text(in: words)): \(facts.dates.now)"
    )
    func whole(_ half: String, _ size: PixelSize, _ text: String) -> HTML {
      "<figure><img src=\"../pictures/\(id)-\(half).jpg\" width=\"\(size.width)\" height=\"\(size.height)\" alt=\"\(text). \(location.title)\"><figcaption dir=\"auto\">\(text)</figcaption></figure>\n"
    }
    guard let newSize else {
      return
        "<div class=\"halves\">\n\(whole("then", size, then))</div>\n<p class=\"quiet\">\(SiteWord.noNew.text(in: language))</p>"
    }
    guard isAligned else {
      return """
        <div class="halves">
        \(whole("then", size, then))\(whole("now", newSize, now))</div>
        <p class="quiet">\(SiteWord.notAligned.text(in: language))</p>
        """
    }
    let stage = PairStage(
      size: size, old: "../pictures/\(id)-then.jpg", new: "../pictures/\(id)-now.jpg", title: location.title,
      then: then, now: now, share: PairWord.share.text(in: language), drag: PairWord.drag.text(in: language))
    return """
      \(stage.html)
      <p class="row"><button type="button" data-blink aria-pressed="false" hidden>\(SiteWord.blink.text(in: language))</button></p>
      """
  }
}

/// The first page of a static site: a map and a list with a search.
struct SiteIndex {
  let title: String
  let language: Language
  let pages: [SitePage]

  var html: HTML {
    func word(_ word: SiteWord) -> String { word.text(in: language) }
    let pins = pages.compactMap { page in
      page.location.coordinate.map {
        SiteMap.Pin(title: page.location.title, place: $0, page: page.path, status: page.location.status)
      }
    }
    let map: HTML? = SiteMap(pins).map { map in
      """
      <section aria-labelledby="map">
      <h2 id="map">\(word(.map))</h2>
      <div class="map">\(map.html(word(.map)))<p class="row" data-zooms hidden><button type="button" data-zoom="0.6" aria-label="\(word(.zoomIn))">+</button><button type="button" data-zoom="1.6667" aria-label="\(word(.zoomOut))">−</button></p></div>
      </section>

      """
    }
    return SiteFrame(title: title, language: language).html(
      """
      <h1 dir="auto">\(title)</h1>
      <div class="both">
      \(map)<section aria-labelledby="list">
      <h2 id="list">\(word(.list))</h2>
      <p data-search hidden><label for="search">\(word(.search))</label> <input id="search" type="search" autocomplete="off"></p>
      <p role="status" data-none hidden>\(word(.nothingMatches))</p>
      <ul class="places">
      \(pages.map(row))</ul>
      </section>
      </div>
      \(Self.script)
      """)
  }

  private func row(_ page: SitePage) -> HTML {
    let (location, dates) = (page.location, page.facts.dates)
    let now = page.newSize == nil ? SiteWord.noNew.text(in: language) : dates.now
    return
      "<li data-place=\"\(page.path)\"><a href=\"\(page.path)\"><img src=\"pictures/\(location.id.text)-small.jpg\" alt=\"\" loading=\"lazy\" width=\"96\" height=\"96\"><span><strong dir=\"auto\">\(location.title)</strong><span class=\"quiet\"><bdi>\(dates.then)</bdi> – <bdi>\(now)</bdi></span></span></a></li>\n"
  }

  /// Finds words in the list and marks them on the map; makes the map larger, and moves it.
  private static let script: HTML = """
    <script>
    "use strict";
    const fold = (text) => text.normalize("NFKD").replace(/\\p{M}/gu, "").toLowerCase();
    const places = [...document.querySelectorAll("[data-place]")].map((row) => ({ row, text: fold(row.textContent), pin: document.querySelector(`[data-pin="${row.dataset.place}"]`) }));
    document.querySelector("[data-search]").hidden = false;
    document.querySelector("#search").addEventListener("input", (event) => {
      const words = fold(event.target.value).split(/\\s+/).filter(Boolean);
      let found = 0;
      for (const { row, text, pin } of places) {
        row.hidden = !words.every((word) => text.includes(word));
        pin?.classList.toggle("away", row.hidden);
        if (!row.hidden) found += 1;
      }
      document.querySelector("[data-none]").hidden = found > 0;
    });
    const map = document.querySelector("[data-map]");
    if (map) {
      const whole = map.viewBox.baseVal, full = { width: whole.width, height: whole.height };
      const view = { x: 0, y: 0, width: full.width, height: full.height };
      const show = () => {
        view.width = Math.min(full.width, Math.max(full.width / 64, view.width));
        view.height = view.width * full.height / full.width;
        view.x = Math.min(full.width - view.width, Math.max(0, view.x));
        view.y = Math.min(full.height - view.height, Math.max(0, view.y));
        map.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
        map.style.setProperty("--zoom", view.width / full.width);
      };
      document.querySelector("[data-zooms]").hidden = false;
      for (const button of document.querySelectorAll("[data-zoom]")) {
        button.addEventListener("click", () => {
          const width = Math.min(full.width, view.width * Number(button.dataset.zoom));
          view.x += (view.width - width) / 2;
          view.y += (view.width - width) / 2 * full.height / full.width;
          view.width = width;
          show();
        });
      }
      let from = null;
      map.addEventListener("pointerdown", (event) => { if (view.width < full.width) from = { x: event.clientX, y: event.clientY, moved: false }; });
      map.addEventListener("pointermove", (event) => {
        if (!from) return;
        const unit = view.width / map.getBoundingClientRect().width, [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (!from.moved && Math.hypot(dx, dy) < 6) return;
        if (!from.moved) map.setPointerCapture(event.pointerId);
        view.x -= dx * unit;
        view.y -= dy * unit;
        from = { x: event.clientX, y: event.clientY, moved: true };
        show();
      });
      for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, () => { setTimeout(() => { from = null; }); });
      map.addEventListener("click", (event) => { if (from?.moved) event.preventDefault(); }, true);
      map.addEventListener("dragstart", (event) => event.preventDefault());
    }
    </script>
    """
}

/// What is around each page of a static site.
struct SiteFrame {
  let title: String
  let language: Language

  func html(_ body: HTML) -> HTML {
    let direction: HTML = language.isRightToLeft ? "rtl" : "ltr"
    return """
      <!doctype html>
      <html lang="\(language.rawValue)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      \(PairStyle.page)
      \(Self.style)
      </head>
      <body>
      <main class="site">
      \(body)
      </main>
      </body>
      </html>

      """
  }

  private static let style: HTML = """
    <style>
    .site { padding: 1rem clamp(1rem, 3vw, 2rem) 3rem; }
    .site h1 { font-size: 1.6rem; margin: .25rem 0 1rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
    .quiet { color: var(--quiet); }
    .facts { margin-block: .75rem; overflow-wrap: anywhere; }
    .facts p { margin: 0 0 .5rem; }
    .notes { white-space: pre-line; overflow-wrap: anywhere; }
    .way { display: inline-flex; align-items: center; min-block-size: 44px; }
    .row { display: flex; gap: .5rem; margin: .75rem 0; }
    .site li a { display: inline-flex; align-items: center; min-block-size: 44px; }
    button { min-inline-size: 44px; min-block-size: 44px; padding: 0 1rem; font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--quiet); border-radius: 22px; cursor: pointer; }
    button[aria-pressed=true] { background: var(--ink); color: var(--ground); }
    :is(button, a, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    input { min-block-size: 44px; inline-size: min(100%, 24rem); padding: 0 .75rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 8px; }
    .halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; align-items: end; }
    .halves img { display: block; max-inline-size: 100%; block-size: auto; max-block-size: 80vh; inline-size: auto; }
    .halves figcaption { padding-inline: 0; color: var(--quiet); }
    .places { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: .5rem 1rem; }
    .places li[hidden] { display: none; }
    .places a { display: flex; gap: .75rem; color: inherit; text-decoration: none; padding: .25rem; border-radius: 8px; }
    .places a:hover strong { text-decoration: underline; }
    .places img { flex: none; inline-size: 96px; block-size: 96px; object-fit: cover; border-radius: 8px; background: var(--edge); }
    .places span { display: block; overflow-wrap: anywhere; min-inline-size: 0; }
    .map { position: relative; }
    .map .row { position: absolute; inset-block-start: .5rem; inset-inline-end: .5rem; margin: 0; flex-direction: column; }
    .map svg { display: block; direction: ltr; inline-size: 100%; block-size: auto; border: 1px solid var(--edge); border-radius: 8px; touch-action: pan-y pinch-zoom; }
    .degrees path { stroke: var(--edge); stroke-width: 1; vector-effect: non-scaling-stroke; fill: none; }
    .degrees text { fill: var(--quiet); font-size: calc(34px * var(--zoom, 1)); }
    circle { r: calc(26px * var(--zoom, 1)); stroke: var(--ground); stroke-width: 2; vector-effect: non-scaling-stroke; }
    circle.touch { r: calc(62px * var(--zoom, 1)); fill: transparent; stroke: none; }
    circle.notVisited { fill: #0062cc; }
    circle.completed { fill: #1d8038; }
    circle.inaccessible { fill: #d70015; }
    svg a:focus-visible { outline: none; }
    svg a:focus-visible circle:not(.touch), svg a:hover circle:not(.touch) { stroke: var(--ink); stroke-width: 4; }
    svg a.away { opacity: .2; }
    @media (min-width: 40rem) {
      .degrees text { font-size: calc(20px * var(--zoom, 1)); }
      circle { r: calc(14px * var(--zoom, 1)); }
      circle.touch { r: calc(32px * var(--zoom, 1)); }
    }
    @media (min-width: 60rem) {
      .both { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2rem; align-items: start; }
      .both > :only-child { grid-column: 1 / -1; }
      .both h2 { margin-block-start: 0; }
      .places { grid-template-columns: 1fr; }
      .map { position: sticky; inset-block-start: 1rem; }
    }
    </style>
    """
}
