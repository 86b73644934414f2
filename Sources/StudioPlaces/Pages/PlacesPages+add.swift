import BoothCore
import BoothStudio
import BoothWeb
import HTTPTypes
import HummingbirdCore
import StudioRules
import ThenAndNow

/// Adding a location: its picture is sent as it is, by a script that shows how far it is; the location is made when the picture
/// has come whole and could be decoded.
extension PlacesPages {
  /// A photograph of 200 megapixels as JPEG has some 100 MB.
  static let largestPicture: Int64 = 128 << 20

  func newPage(_ visit: Visit) throws -> WebAnswer {
    _ = try shell.principal(visit, may: .editLocations)
    let words = PlacesWords(visit.language)
    let query = PlacesQuery(visit.call.query)
    return pages(
      visit, title: words[.addPlace],
      """
      <p><a class="way" href="/places">\(words[.backToList])</a></p>
      <h1>\(words[.addPlace])</h1>
      \(addForm(visit, words, at: query.nearText))
      """)
  }

  func addForm(_ visit: Visit, _ words: PlacesWords, at text: String) -> HTML {
    """
    <form class="card form" data-send="/places/new" data-fields="title at notes" data-file="picture">
    <label for="new-title">\(words[.title])</label>
    <input id="new-title" name="title" dir="auto" required maxlength="500" data-missing="\(words[.titleMissing])">
    <label for="new-at">\(words[.position])</label>
    <div class="row"><input id="new-at" name="at" dir="ltr" required maxlength="100" value="\(text)" aria-describedby="new-at-help" data-missing="\(words[.positionWrong])">
    <button type="button" class="plain" data-here="new-at" data-refused="\(words[.positionRefused])" hidden>\(words[.useMyPosition])</button></div>
    <p class="quiet" id="new-at-help">\(words[.positionHelp])</p>
    <label for="new-notes">\(words[.notes])</label>
    <textarea id="new-notes" name="notes" rows="3" dir="auto" maxlength="4000"></textarea>
    <label for="new-picture">\(words[.pictureFile])</label>
    <input id="new-picture" name="picture" type="file" accept="image/jpeg,image/png" required data-missing="\(words[.pictureMissing])">
    \(sending(visit, words))
    <button>\(words[.addPlace])</button></form>
    """
  }

  /// What a form that sends a file says.
  func sending(_ visit: Visit, _ words: PlacesWords) -> HTML {
    """
    <input type="hidden" data-token value="\(visit.token)">
    <noscript><p class="notice bad">\(words[.needsScript])</p></noscript>
    <p class="notice" role="status" data-told data-sending="\(words[.sending])" data-failed="\(words[.sendingFailed])" hidden></p>
    """
  }

  /// `POST /places/new?title=…&at=…&notes=…`, with the picture's bytes as its body.
  func add(_ visit: Visit) async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .editLocations)
    try shell.checkToken(visit)
    let words = PlacesWords(visit.language)
    let query = visit.call.query
    let title = query["title"] ?? ""
    guard !title.allSatisfy(\.isWhitespace) else { return Self.complaint(words[.titleMissing]) }
    guard let place = PlacesQuery.coordinate(query["at"] ?? "") else { return Self.complaint(words[.positionWrong]) }
    do {
      let file = try await receive(visit, upTo: Self.largestPicture)
      let location = try await places.add(
        NewPlace(title: title, coordinate: place, notes: Self.lines(query["notes"] ?? "")), picture: file)
      say(
        words.filled(.isAdded, location.title), isGood: true, to: visit, on: "/places/at/\(location.id.text)")
      return .json(.members(["to": .string("/places/at/\(location.id.text)")]))
    } catch let error as PlaceError {
      return try answer(error, words, limit: Self.largestPicture)
    }
  }

  func receive(_ visit: Visit, upTo limit: Int64) async throws -> ReceivedFile {
    if let length = visit.call.request.headers[.contentLength].flatMap({ Int64($0) }), length > limit {
      throw PlaceError.tooLarge
    }
    return try await shell.pieces(of: visit, upTo: limit) { try await places.receive($0, upTo: limit) }
  }

  /// What a script is told that sent something; it says it to whoever sits there.
  func answer(_ error: PlaceError, _ words: PlacesWords, limit: Int64) throws -> WebAnswer {
    switch error {
    case .noPicture(let detail): Self.complaint(words[.noPicture], detail)
    case .tooLarge: Self.complaint(words.filled(.tooLarge, Int(limit >> 20))).closing()
    case .refused(let detail): Self.complaint(words[.failed], detail)
    case .notFound, .unavailable: throw error
    }
  }

  private static func complaint(_ text: String, _ detail: String? = nil) -> WebAnswer {
    .json(.members(["said": .string(text), "detail": detail.map { .string($0) }]), .unprocessableContent)
  }
}
