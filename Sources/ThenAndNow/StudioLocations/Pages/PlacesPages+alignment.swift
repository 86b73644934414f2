import BoothCore
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// How a photo lies on its old picture: while that is found out, and afterwards.
extension PlacesPages {
  /// What is shown anew, without loading the page, when it is known how the two lie.
  func refreshed(_ inner: HTML) -> HTML { "<div data-refreshed>\n\(inner)</div>\n" }

  /// Whether the photos are aligned; where they are not, why, and what would help.
  func alignment(
    _ context: StudioContext, _ principal: Principal, _ location: Location, _ version: LocationVersion,
    _ words: PlacesWords
  ) -> HTML {
    let path = "/places/at/\(location.id.text)"
    let mayEdit = principal.may(.editLocations)
    func points(_ style: HTML) -> HTML {
      mayEdit ? "<p><a class=\"button\(style)\" href=\"\(path)/points\">\(words[.markPoints])</a></p>\n" : .empty
    }
    if Self.pairName(location, version) != nil {
      let unsure = version.unsureEdges(in: location)
      let sure = version.registration?.cells.map { sureParts($0, location, words) } ?? .empty
      if unsure.isEmpty {
        return "<p class=\"quiet\" data-result>\(words[.registered])</p>\n\(sure)\(points(" plain"))"
      }
      let edges = unsure.map { "<li>\(words[Self.name(of: $0)])</li>\n" as HTML }
      return """
        <div class="notice"><p data-result>\(words[.partlyRegistered])</p>
        <ul>
        \(edges)</ul></div>
        \(sure)\(points(" plain"))
        """
    }
    if works.work("products-\(location.id)").flatMap(Self.stage) == .aligning { return .empty }
    guard let kept = version.registration, kept.isOf(location.old, version.picture) else {
      let button: HTML =
        mayEdit
        ? "<form method=\"post\" action=\"\(path)/products\">\(shell.token(context))<button>\(words[.align])</button></form>\n"
        : .empty
      return "<div class=\"notice\"><p>\(words[.notYetAligned])</p></div>\n\(button)"
    }
    let advice = AlignmentAdvice(
      kept.verdict, method: kept.method, old: location.old.size, new: version.picture.size, hasFeatures: hasFeatures())
    let helps = advice.remedies.map { help($0, principal, words) }
    return """
      <div class="notice warning"><p data-result><strong>\(words[.notRegistered])</strong> \(words[AlignmentAdvice.why(kept.verdict)])</p></div>
      <h2>\(words[.whatHelps])</h2>
      <ul class="helps">
      \(helps)</ul>
      \(points(""))
      """
  }

  /// Shows the command to people who may start and stop the booth, and tells others to ask an administrator.
  private func help(_ remedy: AlignmentAdvice.Remedy, _ principal: Principal, _ words: PlacesWords) -> HTML {
    let text = AlignmentAdvice.words(remedy, in: words.language)
    guard remedy == .weights else { return "<li>\(text)</li>\n" }
    return principal.may(.shutDownBooth)
      ? "<li>\(text) <code dir=\"ltr\">\(AlignmentAdvice.weightsCommand)</code></li>\n"
      : "<li>\(words[.helpWeightsReader])</li>\n"
  }

  /// The old picture, and over it how sure the alignment is in each part.
  private func sureParts(_ cells: KeptCells, _ location: Location, _ words: PlacesWords) -> HTML {
    let kinds = cells.tenths.map(SurePart.init)
    let parts = kinds.enumerated().map { number, kind -> HTML in
      let (x, y) = (number % KeptCells.side, number / KeptCells.side)
      return "<rect class=\"\(kind.rawValue)\" x=\"\(x)\" y=\"\(y)\" width=\"1\" height=\"1\"/>"
    }
    let legend = SurePart.allCases.compactMap { kind -> HTML? in
      let count = kinds.count { $0 == kind }
      guard count > 0 else { return nil }
      let share = (count * 100 + kinds.count / 2) / kinds.count
      return "<li class=\"\(kind.rawValue)\">\(words[kind.text]): <bdi dir=\"ltr\">\(share) %</bdi></li>\n"
    }
    return """
      <details class="sure-parts"><summary>\(words[.sureWhere])</summary>
      <figure><div dir="ltr">\(PictureLadder.image(location.old, of: location.id, from: 320, sizes: "30rem", text: words[.oldPicture]))
      <svg viewBox="0 0 8 8" preserveAspectRatio="none" aria-hidden="true">\(parts)</svg></div>
      <figcaption><ul>
      \(legend)</ul></figcaption></figure></details>

      """
  }

  private static func name(of edge: PictureEdge) -> PlacesText {
    switch edge {
    case .left: .leftEdge
    case .right: .rightEdge
    case .top: .topEdge
    case .bottom: .bottomEdge
    }
  }

  /// How far the work is on a pair: nil where it is over.
  static func stage(_ work: PlaceWork) -> PlacesText? {
    if case .underWay(let progress) = work { progress.text } else { nil }
  }
}

/// How sure an alignment is in one part of the old picture.
enum SurePart: String, CaseIterable {
  case sure, less, uncovered

  init(_ tenths: Int) { self = tenths >= KeptCells.sure ? .sure : tenths > 0 ? .less : .uncovered }

  var text: PlacesText {
    switch self {
    case .sure: .sure
    case .less: .lessSure
    case .uncovered: .notCovered
    }
  }
}
