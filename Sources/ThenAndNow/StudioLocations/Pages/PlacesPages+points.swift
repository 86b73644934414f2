import BoothCore
import Documents
import HTTPTypes
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// Points that a person marks in both pictures, for photos that could not be aligned by themselves, or were aligned wrongly.
extension PlacesPages {
  func pointsPage(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let location = try await known(id)
    guard let version = location.chosenVersion else { throw PlaceError.notFound }
    let words = PlacesWords(context.language)
    // Those that were refused, or are kept, of this photo, to be changed; those of another frame say nothing of it.
    let kept = location.marks.flatMap { $0.anchor.checksum == version.picture.checksum ? $0.points : nil }
    var marks = kept ?? []
    if case .failed(.pointsRefused(let last))? = works.work("products-\(location.id)"), last.version == version.id {
      marks = last.points
    }
    let known = marks.map { "\($0.old.x) \($0.old.y) \($0.frame.x) \($0.frame.y)" }.joined(separator: "\n")
    return pages(
      context, title: "\(words[.markPoints]): \(location.title)", extras: .init(modules: ["locations/points.js"]),
      """
      <p><a class="way" href="/places/at/\(location.id.text)/compare">\(words[.compare])</a></p>
      <h1>\(words[.markPoints])</h1>
      <p id="points-help">\(words[.markHelp])</p>
      <noscript><p class="notice bad">\(words[.markScript])</p></noscript>
      <form class="points" method="post" action="/places/at/\(location.id.text)/points" data-points data-least="\(LocationMarks.counts.lowerBound)" data-most="\(LocationMarks.counts.upperBound)" data-point="\(words[.point])" data-remove="\(words[.removePoint])" data-pairs="\(words[.pointsMarked])" data-next-then="\(words[.nextThen])" data-next-now="\(words[.nextNow])" data-offer="\(words[.suggestedMatch])" data-searching="\(words[.searchingMatches])" data-failed="\(words[.failed])">\(shell.token(context))<input type="hidden" name="version" value="\(version.id)"><input type="hidden" name="points" value="\(known)">
      <div class="sides">\(side("old", location, location.old, .oldPicture, words))\(side("now", location, version.picture, .newPicture, words))</div>
      \(preview(location, version, words))
      <div class="tray" data-scripted hidden><p role="status" data-count></p>
      <ul class="chips" data-list></ul>
      <p role="status" data-fit></p>
      <div class="row"><button type="button" class="secondary" data-suggest data-find="\(words[.suggestMatches])" data-hide="\(words[.hideMatches])">\(words[.suggestMatches])</button>
      <button type="button" class="icon-button" data-look aria-label="\(words[.preview])" title="\(words[.preview])" hidden>\(shell.icon(.eye))</button>
      <button disabled>\(words[.align])</button></div></div></form>
      """)
  }

  private func side(
    _ half: HTML, _ location: Location, _ picture: LocationPicture, _ text: PlacesText, _ words: PlacesWords
  ) -> HTML {
    let image = PictureLadder.image(
      picture, of: location.id, from: 640, sizes: "(min-width: 60rem) 48vw, 96vw",
      text: "\(words[text]): \(location.title)")
    func button(_ step: HTML, _ title: PlacesText, _ icon: Icon) -> HTML {
      "<button type=\"button\" class=\"icon-button\" data-nearer=\"\(step)\" data-of=\"\(half)\" aria-label=\"\(words[title]): \(words[text])\">\(shell.icon(icon))</button>\n"
    }
    return """
      <figure><figcaption><span>\(words[text])</span><span class="nearer" data-scripted hidden>\(button("1", .zoomIn, .zoomIn))\(button("-1", .zoomOut, .zoomOut))</span></figcaption>
      <div class="stage"><div class="frame" data-half="\(half)" data-large="\(PictureLadder.address(picture, of: location.id, PictureLadder.sides.last ?? 2560))">\(image)</div></div></figure>

      """
  }

  /// Both as the marked points align them; the page's script shows it where they say something.
  private func preview(_ location: Location, _ version: LocationVersion, _ words: PlacesWords) -> HTML {
    func image(_ picture: LocationPicture) -> HTML {
      PictureLadder.image(
        picture, of: location.id, from: 640, upTo: 1280, sizes: "(min-width: 60rem) 40rem, 96vw", text: "")
    }
    return """
      <section class="preview" data-preview hidden aria-label="\(words[.preview])"><h2>\(words[.preview])</h2>
      <div class="aligned" data-aligned dir="ltr"><div class="behind">\(image(version.picture))</div><div class="before">\(image(location.old))</div></div>
      <input type="range" min="0" max="100" step="1" value="50" data-share aria-label="\(words[.divider])" dir="ltr"></section>
      """
  }

  /// `POST /places/at/ID/points`: `version`, and `points`: lines of four fractions, old x and y, new x and y.
  func align(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let form = try await shell.form(context)
    let location = try await known(id)
    guard let version = location.chosenVersion, let points = Self.points(form["points"]) else {
      throw PlaceError.notFound
    }
    let path = "/places/at/\(location.id.text)/compare"
    guard version.id == form["version"] else {
      say(PlacesWords(context.language)[.photoChanged], isGood: false, to: context, on: path)
      return StudioShell.redirect(path)
    }
    let (places, language) = (places, context.language)
    // The pictures and films of an earlier alignment may still be made.
    let isBegun = works.begin("products-\(location.id)", PlaceWork.Progress(.aligning), waits: true) { report in
      try await places.align(location.id, by: points, in: version.id, language: language) {
        report(Self.progress($0, $1))
      }
      return .made
    }
    return begun(context, isBegun, on: path)
  }

  // MARK: What they say

  /// `POST /places/at/ID/points/fit`: the form's fields, with any number of points. Answers what they say together, as
  /// `PointsFit` in the pages' `types.d.ts` has it. Nothing is kept.
  func fit(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let form = try await shell.form(context)
    let (location, words) = (try await known(id), PlacesWords(context.language))
    guard let version = location.versions.first(where: { $0.id == form["version"] }),
      let points = Self.points(form["points"], counts: 0...LocationMarks.counts.upperBound)
    else { throw PlaceError.notFound }
    let fit = try await places.fit(points, of: location, in: version)
    func number(_ value: Double) -> JSONDocument { .number("\(value)") }
    return .json(
      .members([
        "verdict": .string(fit.verdict), "words": .string(Self.words(of: fit, words)),
        "isGood": .bool(fit.verdict == "accepted" && fit.wrong.isEmpty),
        "misses": .array(fit.misses.map { .string(Self.percent($0, words)) }),
        "wrong": .array(fit.wrong.map { .integer($0) }),
        "transform": fit.transform.map { .array($0.map(number)) } ?? .null,
        "region": fit.region.map { .array($0.map { .array([number($0.x), number($0.y)]) }) } ?? .null,
      ]))
  }

  /// Whether the points fit; which one does not; where the alignment is sure.
  static func words(of fit: MarkedFit, _ words: PlacesWords) -> String {
    func point(_ text: PlacesText) -> String? {
      fit.wrong.first.map { words.filled(text, "\($0 + 1)", percent(fit.misses[$0], words)) }
    }
    switch fit.verdict {
    case "accepted":
      var said = [point(.fitLeftOut) ?? words[.fitGood]]
      if fit.isFlat {
        said.append(words[.fitFlat])
      } else if let share = fit.share, share < leastShare {
        said.append(words.filled(.fitCovers, Int((share * 100).rounded())))
      }
      if let deviation = fit.deviation { said.append(words.filled(.fitDeviation, percent(deviation, words))) }
      return said.joined(separator: " ")
    case "pointsContradicting":
      return [words[.fitContradicting], point(.fitWrong)].compactMap(\.self).joined(separator: " ")
    case "pointsInLine": return words[.whyInLine]
    default: return ""
    }
  }

  /// Points that cover less than this share of the picture should be joined by others.
  private static let leastShare = 0.6

  /// `0.0243` is `2.4 %`, in a language whose comma is one `2,4 %`.
  static func percent(_ share: Double, _ words: PlacesWords) -> String {
    let tenths = Int((share * 1000).rounded())
    let comma = [.german, .french, .spanish].contains(words.language) ? "," : "."
    return "\(tenths / 10)\(comma)\(tenths % 10)\u{A0}%"
  }

  /// `POST /places/at/ID/points/suggest`: the form's fields, with any number of points. Answers, after some seconds,
  /// `{"pairs": [[old x, old y, new x, new y], …], "words": …}` in fractions; 409 while too much else is under way.
  func suggest(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let form = try await shell.form(context)
    let (location, words) = (try await known(id), PlacesWords(context.language))
    guard let version = location.versions.first(where: { $0.id == form["version"] }),
      let points = Self.points(form["points"], counts: 0...LocationMarks.counts.upperBound)
    else { throw PlaceError.notFound }
    let places = places
    let found = try await works.run("matches-\(location.id)", PlaceWork.Progress(.searchingMatches)) {
      try await places.findMatches(beside: points, of: location, in: version)
    }
    guard let found else { return WebAnswer.error(.conflict, words[.busy]) }
    let pairs = found.pairs.map { pair -> JSONDocument in
      .array([pair.old.x, pair.old.y, pair.frame.x, pair.frame.y].map { .number("\($0)") })
    }
    return .json(
      .members(["pairs": .array(pairs), "words": .string(words[pairs.isEmpty ? .noMatches : .matchesHelp])]))
  }

  /// Nil for anything but so many pairs of points within their pictures: four to 64, if not told otherwise.
  static func points(_ text: String, counts: ClosedRange<Int> = LocationMarks.counts) -> [MarkPair]? {
    var pairs: [MarkPair] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      let numbers = words.compactMap { Double($0) }
      guard words.count == 4, numbers.count == 4, numbers.allSatisfy((0.0...1.0).contains),
        pairs.count < counts.upperBound
      else { return nil }
      pairs.append(
        MarkPair(old: PicturePoint(x: numbers[0], y: numbers[1]), frame: PicturePoint(x: numbers[2], y: numbers[3])))
    }
    return counts.contains(pairs.count) ? pairs : nil
  }
}
