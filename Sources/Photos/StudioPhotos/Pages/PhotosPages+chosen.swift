import BoothCore
import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// What the page asks of a selection, and what it says of it and of sources that are away.
extension PhotosPages {
  var choiceWords: WordTable<ChoiceText> { WordTable(words.language) }

  /// Which of the selected photos are gone, how many the view shows, and which colours all or any of them have.
  func chosen() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let numbers = try numbers(try await shell.form(context))
    let presence = try await library.presence(of: numbers, in: view)
    let gone = numbers.filter { !presence.there.contains($0) }
    return .json(
      .members([
        "gone": .array(gone.map { .integer($0) }), "shown": .integer(presence.shown.count),
        "common": .integer(presence.common.rawValue), "any": .integer(presence.any.rawValue),
      ]))
  }

  /// What the script says of them, in the reader's language.
  func choiceLabels(_ principal: Principal) -> HTML {
    let words = choiceWords
    let own: [(String, ChoiceText)] = [
      ("of-them-hidden", .ofThemHidden), ("alone", .alone), ("together", .together),
      ("left-selection", .leftSelection), ("not-there", .notThere), ("none-there", .noneThere),
      ("bin-hidden", .binHidden), ("bin-all", .binAll), ("away-photo", .awayPhoto), ("key-title", .keys),
      ("key-opened", .keyOpened),
    ]
    let may = [(StudioAction.markPhotos, "mark"), (.managePhotos, "manage")].filter { principal.may($0.0) }.map { $0.1 }
    let keys = ChoiceText.listed.filter { $0.may.isEmpty || may.contains($0.may) }.map { words[$0.0] }
    let opened = ChoiceText.listedOpened.map { words[$0] }
    return HTML.joined(own.map { name, text in " data-\(name)=\"\(words[text])\"" })
      + " data-key-list=\"\(keys.joined(separator: "\n"))\" data-key-list-opened=\"\(opened.joined(separator: "\n"))\""
  }

  // MARK: Away

  /// One line for all sources of the view that are away, and for folders in them whose disk is; nil where none is.
  func awayLine(_ sources: [PhotoSourceReport]) -> String? {
    let shown = sources.filter { view.source == nil || view.source == $0.id }
    let away = shown.flatMap { $0.state == .offline ? [$0.displayName] : Self.awayFolders($0) }
    guard let first = away.first else { return nil }
    guard away.count > 1 else { return words.filled(.offlineSource, first) }
    return choiceWords.filled(.awaySources, away.joined(separator: ", "))
  }

  /// What folders of a source are called whose disk is away: below the source's own name.
  static func awayFolders(_ source: PhotoSourceReport) -> [String] {
    source.away.map { source.displayName + NameBytes.shown(String($0.prefix.dropLast())) }
  }

  static let isAway = HTTPField.Name("X-Booth-Away")!

  /// What is said of a photo that is not to be had, as its source is away; of a picture to the script that asked for it.
  func away(_ route: PhotosRoute, _ source: String) -> WebAnswer {
    if case .picture = route {
      return WebAnswer(
        .serviceUnavailable,
        [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store", Self.isAway: "1"],
        .bytes(Array("its source is away".utf8)))
    }
    return shell.page(
      context, .serviceUnavailable, title: choiceWords[.awayTitle], section: PhotosFeature.section,
      extras: StudioShell.Extras(styles: ["photos/photos.css"]),
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1>\(choiceWords[.awayTitle])</h1>
      <p>\(words.filled(.offlineSource, source))</p>
      <p>\(choiceWords[.awayHelp])</p>
      """
    ).with([.retryAfter: "30"])
  }
}
