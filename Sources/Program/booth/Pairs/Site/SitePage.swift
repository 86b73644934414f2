import BoothCore
import Imaging
import Locations
import StudioLocations
import StudioServer
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
    let words = SiteWords(language)
    let downloads: HTML? =
      newSize == nil
      ? nil
      : """
      <h2>\(words[.download])</h2>
      <ul>
      <li><a href="../files/\(location.id.text)-sheet-a4.pdf">\(words[.sheet])</a></li>
      <li><a href="../files/\(location.id.text)-slider.html">\(words[.slider])</a></li>
      </ul>

      """
    let notes: HTML? =
      location.notes.isEmpty ? nil : "<p class=\"notes\" dir=\"auto\">\(location.notes)</p>\n"
    let place: HTML? = location.coordinate.map { place in
      "<p>\(words[.position]): <bdi dir=\"ltr\">\(place.words)</bdi> · <a href=\"\(place.googleMapsLink)\" target=\"_blank\" rel=\"noopener\">\(words[.openMap])</a></p>\n"
    }
    return SiteFrame(title: location.title, language: language).html(
      """
      <p><a class="way" href="../index.html">\(words[.back])</a></p>
      <h1 dir="auto">\(location.title)</h1>
      \(pictures(language))
      <div class="facts" lang="\(facts.words.rawValue)" dir="auto">
      \(PairCaption(facts: facts, unsure: unsure, hasNew: newSize != nil).html)</div>
      \(notes)\(place)\(downloads)\(isAligned ? PairAssets.script("stage") : .empty)
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
        "<div class=\"halves\">\n\(whole("then", size, then))</div>\n<p class=\"quiet\">\(SiteWords(language)[.noNew])</p>"
    }
    guard isAligned else {
      return """
        <div class="halves">
        \(whole("then", size, then))\(whole("now", newSize, now))</div>
        <p class="quiet">\(SiteWords(language)[.notAligned])</p>
        """
    }
    let stage = PairStage(
      size: size, old: "../pictures/\(id)-then.jpg", new: "../pictures/\(id)-now.jpg", title: location.title,
      then: then, now: now, share: PairWord.share.text(in: language), drag: PairWord.drag.text(in: language))
    return """
      \(stage.html)
      <p class="row"><button type="button" data-blink aria-pressed="false" hidden>\(SiteWords(language)[.blink])</button></p>
      """
  }
}

/// The first page of a static site: a map and a list with a search.
struct SiteIndex {
  let title: String
  let language: Language
  let pages: [SitePage]

  var html: HTML {
    let words = SiteWords(language)
    let pins = pages.compactMap { page in
      page.location.coordinate.map {
        SiteMap.Pin(title: page.location.title, place: $0, page: page.path, status: page.location.status)
      }
    }
    let map: HTML? = SiteMap(pins).map { map in
      """
      <section aria-labelledby="map">
      <h2 id="map">\(words[.map])</h2>
      <div class="map">\(map.html(words[.map]))<p class="row" data-zooms hidden><button type="button" data-zoom="0.6" aria-label="\(words[.zoomIn])">+</button><button type="button" data-zoom="1.6667" aria-label="\(words[.zoomOut])">−</button></p></div>
      </section>

      """
    }
    return SiteFrame(title: title, language: language).html(
      """
      <h1 dir="auto">\(title)</h1>
      <div class="both">
      \(map)<section aria-labelledby="list">
      <h2 id="list">\(words[.list])</h2>
      <p data-search hidden><label for="search">\(words[.search])</label> <input id="search" type="search" autocomplete="off"></p>
      <p role="status" data-none hidden>\(words[.nothingMatches])</p>
      <ul class="places">
      \(pages.map(row))</ul>
      </section>
      </div>
      \(PairAssets.script("site"))
      """)
  }

  private func row(_ page: SitePage) -> HTML {
    let (location, dates) = (page.location, page.facts.dates)
    let now = page.newSize == nil ? SiteWords(language)[.noNew] : dates.now
    return
      "<li data-place=\"\(page.path)\"><a href=\"\(page.path)\"><img src=\"pictures/\(location.id.text)-small.jpg\" alt=\"\" loading=\"lazy\" width=\"96\" height=\"96\"><span><strong dir=\"auto\">\(location.title)</strong><span class=\"quiet\"><bdi>\(dates.then)</bdi> – <bdi>\(now)</bdi></span></span></a></li>\n"
  }
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
      \(PairAssets.styles(["page", "site"]))
      </head>
      <body>
      <main class="site">
      \(body)
      </main>
      </body>
      </html>

      """
  }
}
