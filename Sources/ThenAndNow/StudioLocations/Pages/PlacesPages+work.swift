import Documents
import HTTPTypes
import LocationLibrary
import StudioModel
import StudioServer
import WebSupport

/// How far something is that takes longer than a page.
extension PlacesPages {
  /// Where its state stands on a page; scripts ask for it, and load the page anew when it is over.
  func work(_ name: String, _ words: PlacesWords) -> HTML {
    switch works.work(name) {
    case nil, .done: .empty
    case .underWay(let progress):
      """
      <p class="notice good" role="status" data-working="/places/progress/\(name)" data-stage="\(progress.text.rawValue)">\(Self.words(progress, words))</p>
      <noscript><p><a href="">\(words[.reload])</a></p></noscript>

      """
    case .failed(.pointsRefused(let refused)):
      "<div class=\"notice warning\"><p><strong>\(words[AlignmentAdvice.why(refused.verdict)])</strong></p><p>\(words[.alignmentStays])</p></div>\n"
    case .failed(let error):
      "<div class=\"notice bad\"><p>\(words[.failed])</p><p lang=\"en\" dir=\"ltr\">\(error.words)</p></div>\n"
    }
  }

  private static func words(_ progress: PlaceWork.Progress, _ words: PlacesWords) -> String {
    let numbers = progress.numbers.map { "\($0)" }
    return switch numbers.count {
    case 0: words[progress.text]
    case 1: words.filled(progress.text, numbers[0])
    default: words.filled(progress.text, numbers[0], numbers[1])
    }
  }

  /// For scripts: its words while it is under way, nothing when it is over. `X-Booth-Stage` names what is being done: a page shows what
  /// has come of it when another stage begins.
  func workState(_ context: StudioContext, _ name: String) throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    guard case .underWay(let progress)? = works.work(name) else {
      return WebAnswer(.noContent, [.cacheControl: "no-store"])
    }
    return .text(.ok, Self.words(progress, PlacesWords(context.language)))
      .with([Self.stageHeader: progress.text.rawValue, .cacheControl: "no-store"])
  }

  private static let stageHeader = HTTPField.Name("X-Booth-Stage")!

  /// The page that shows how far it is; or says that too much is under way.
  func begun(_ context: StudioContext, _ isBegun: Bool, on path: String) -> WebAnswer {
    if !isBegun { say(PlacesWords(context.language)[.busy], isGood: false, to: context, on: path) }
    return StudioShell.redirect(path)
  }
}
