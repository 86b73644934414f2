import BoothCore
import Documents
import HTTPTypes
import HummingbirdCore
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// Adding a location: its picture is sent as it is, by a script that shows how far it is; the location is made when the picture
/// has come whole and could be decoded.
extension PlacesPages {
  /// A photograph of 200 megapixels as JPEG has some 100 MB.
  static let largestPicture: Int64 = 128 << 20

  func newPage(_ context: StudioContext) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let words = PlacesWords(context.language)
    let query = PlacesQuery(context.call.query)
    return pages(
      context, title: words[.addPlace],
      """
      <p><a class="way" href="/places">\(words[.backToList])</a></p>
      <h1>\(words[.addPlace])</h1>
      \(addForm(context, words, NewPlaceFields(at: query.nearText)))
      \(try await nameList())
      """)
  }

  /// Positions by the names of locations that are there already, for a browser to complete.
  private func nameList() async throws -> HTML {
    let known = try await places.page(
      PlacesList(LocationSearch(""), status: nil, order: .date), after: nil, count: Self.mostNames)
    let options = known.page.locations.compactMap { location -> HTML? in
      location.coordinate.map { "<option value=\"\($0.words)\">\(location.title)</option>" }
    }
    return "<datalist id=\"known-places\">\(options)</datalist>"
  }

  /// More would make the page heavy.
  private static let mostNames = 200

  /// Of a form that was sent without a script, with what is wrong with it.
  private func newPage(_ context: StudioContext, _ fields: NewPlaceFields, complaint: String, _ detail: String?)
    -> WebAnswer
  {
    let words = PlacesWords(context.language)
    let more: HTML? = detail.map { "<p lang=\"en\" dir=\"ltr\">\($0)</p>" }
    return pages(
      context, .unprocessableContent, title: words[.addPlace],
      """
      <p><a class="way" href="/places">\(words[.backToList])</a></p>
      <h1>\(words[.addPlace])</h1>
      <div class="notice bad" role="alert"><p>\(complaint)</p>\(more)</div>
      \(addForm(context, words, fields))
      """)
  }

  /// The file stands last: what is asked beside it is known, and may be refused, before it comes.
  func addForm(
    _ context: StudioContext, _ words: PlacesWords, _ fields: NewPlaceFields, hasMap: Bool = false
  ) -> HTML {
    let onMap: HTML =
      hasMap ? .empty : " <a href=\"/places/map\">\(words[.chooseOnMap])</a>"
    return """
      <form class="card form" data-deliberate method="post" action="/places/new" enctype="multipart/form-data" data-send>\(shell.token(context))<input type="hidden" name="key" value="\(fields.key)">
      <label for="new-title">\(words[.title])</label>
      <input id="new-title" name="title" dir="auto" required maxlength="500" value="\(exact: fields.title)" data-missing="\(words[.titleMissing])">
      <label for="new-at">\(words[.position])</label>
      <div class="row"><input id="new-at" name="at" dir="auto" required maxlength="500" autocomplete="off" list="known-places" value="\(exact: fields.at)" data-from-picture aria-describedby="new-at-help" data-missing="\(words[.positionWrong])">
      <button type="button" class="plain" data-here="new-at" data-refused="\(words[.positionRefused])" hidden>\(words[.useMyPosition])</button></div>
      <p class="quiet" id="new-at-help">\(words[.positionOrName])\(onMap)</p>
      <p class="quiet" role="status" data-position-read hidden>\(words[.positionRead])</p>
      <label for="date">\(words[.oldYear])</label>
      <input id="date" name="date" dir="auto" maxlength="2000" value="\(exact: fields.value(.date))" aria-describedby="date-help">
      <p class="quiet" id="date-help">\(words[.oldYearHelp])</p>
      <label for="new-notes">\(words[.notes])</label>
      <textarea id="new-notes" name="notes" rows="3" dir="auto" maxlength="20000">\n\(exact: fields.notes)</textarea>
      <details><summary>\(words[.provenance])</summary>
      \(fields.provenance.filter { $0.key != .date }.map { Self.field($0, words) })</details>
      <label for="new-picture">\(words[.pictureFile])</label>
      <input id="new-picture" name="picture" type="file" accept="image/jpeg,image/png" required data-first data-missing="\(words[.pictureMissing])">
      \(sending(words))
      <button>\(words[.add])</button></form>
      """
  }

  /// A text of a picture's source.
  static func field(_ field: PlaceFields.Field, _ words: PlacesWords) -> HTML {
    let direction: HTML = field.key == .link ? "ltr" : "auto"
    return """
      <label for="\(field.key.rawValue)">\(words[field.key == .date ? .oldYear : field.key])</label>
      <input id="\(field.key.rawValue)" name="\(field.key.rawValue)" dir="\(direction)" maxlength="2000" value="\(exact: field.value)">

      """
  }

  /// What a form that sends a file says while a script sends it.
  func sending(_ words: PlacesWords) -> HTML {
    """
    <p class="notice" role="status" data-told data-sending="\(words[.sending])" data-failed="\(words[.sendingFailed])" hidden></p>
    """
  }

  /// `POST /places/new`: `title`, `at` and `notes`, then the picture.
  func add(_ context: StudioContext) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let words = PlacesWords(context.language)
    if let refusal = tooLarge(context, words, limit: Self.largestPicture) { return refusal }
    return try await shell.fileForm(context, upTo: Self.largestPicture) { form, file in
      try await add(context, form, file, principal, words)
    }
  }

  private func add(
    _ context: StudioContext, _ form: StudioForm, _ file: MultipartForm, _ principal: Principal, _ words: PlacesWords
  ) async throws -> WebAnswer {
    var fields = NewPlaceFields(
      title: form["title"], at: form["at"], notes: Self.lines(form["notes"]), provenance: PlaceFields(form).provenance)
    if NewPlaceFields.isKey(form["key"]) { fields.key = form["key"] }
    func complaint(_ text: String, _ detail: String? = nil) -> WebAnswer {
      (context.wantsPart
        ? Self.complaint(text, detail) : newPage(context, fields, complaint: text, detail)).closing()
    }
    guard !fields.title.allSatisfy(\.isWhitespace) else { return complaint(words[.titleMissing]) }
    guard let place = try await position(fields.at) else { return complaint(words[.positionWrong]) }
    do throws(PlaceError) {
      let received = try await places.receive(Self.pieces(file), upTo: Self.largestPicture)
      let location = try await places.add(
        NewPlace(
          title: fields.title, coordinate: place, notes: fields.notes,
          provenance: PlaceFields.provenance(fields.provenance),
          key: fields.key),
        picture: received,
        by: principal.user)
      let path = "/places/at/\(location.id.text)"
      say(words.filled(.isAdded, location.title), isGood: true, to: context, on: path)
      return context.wantsPart ? .json(.members(["to": .string(path)])) : StudioShell.redirect(path)
    } catch {
      let (text, detail) = try Self.words(error, words, limit: Self.largestPicture)
      return complaint(text, detail)
    }
  }

  /// A position as people write it, or that of a location by its title; nil where it is neither.
  private func position(_ text: String) async throws -> Coordinate? {
    if let written = PlacesQuery.coordinate(text) { return written }
    let title = text.lowercased()
    return try await places.locations(matching: LocationSearch(text)).first { $0.title.lowercased() == title }?
      .coordinate
  }

  /// What says of itself that it is too large need not come.
  func tooLarge(_ context: StudioContext, _ words: PlacesWords, limit: Int64) -> WebAnswer? {
    let length = context.call.request.headers[.contentLength].flatMap { Int64($0) } ?? 0
    guard length > limit + Int64(MultipartForm.longestFields) else { return nil }
    let text = words.filled(.tooLarge, Int(limit >> 20))
    if context.wantsPart { return Self.complaint(text).closing() }
    return pages(
      context, .contentTooLarge, title: words[.places], "<div class=\"notice bad\" role=\"alert\"><p>\(text)</p></div>"
    ).closing()
  }

  /// What is wrong with what was sent, for the person there; what is no fault of theirs is thrown.
  static func words(
    _ error: PlaceError, _ words: PlacesWords, limit: Int64
  ) throws -> (text: String, detail: String?) {
    switch error {
    case .noPicture(let detail): (words[.noPicture], detail)
    case .tooLarge: (words.filled(.tooLarge, Int(limit >> 20)), nil)
    case .refused(let detail): (words[.failed], detail)
    case .pointsRefused(let refused): (words[AlignmentAdvice.why(refused.verdict)], nil)
    case .notFound, .unavailable: throw error
    }
  }

  static func complaint(_ text: String, _ detail: String? = nil) -> WebAnswer {
    .json(.members(["said": .string(text), "detail": detail.map { .string($0) }]), .unprocessableContent)
  }
}

/// The form of a new location, as it was filled in.
struct NewPlaceFields {
  var title = ""
  var at = ""
  var notes = ""
  /// Archive, signature, author, date, licence, link.
  var provenance = PlacesPages.provenanceTexts(Provenance()).map { PlaceFields.Field(key: $0.key, value: $0.value) }
  /// By chance: what is sent twice under it is added once.
  var key = Self.newKey()

  func value(_ key: PlacesText) -> String { provenance.first { $0.key == key }?.value ?? "" }

  private static func newKey() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let part = String(random.next() as UInt32, radix: 16)
      return String(repeating: "0", count: 8 - part.count) + part
    }.joined()
  }

  static func isKey(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
