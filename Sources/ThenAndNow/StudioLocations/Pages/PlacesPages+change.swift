import BoothCore
import Crypto
import Documents
import HTTPTypes
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// What is changed of one location, by forms that need no script.
extension PlacesPages {
  func changeStatus(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    try await change(context, id) { form, _ throws(PlaceError) in
      guard let status = LocationStatus(rawValue: form["status"]) else { throw .notFound }
      var change = PlaceChange()
      change.status = status
      return change
    }
  }

  func chooseVersion(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    try await change(context, id) { form, location throws(PlaceError) in
      guard location.versions.contains(where: { $0.id == form["version"] }) else { throw .notFound }
      var change = PlaceChange()
      change.chosen = form["version"]
      return change
    }
  }

  /// Notes that another person has changed since the page was made are not written over unseen.
  func saveNotes(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let form = try await shell.form(context)
    return try await turns.one { try await saveNotes(context, id, form, principal) }
  }

  private func saveNotes(
    _ context: StudioContext, _ id: String, _ form: StudioForm, _ principal: Principal
  ) async throws -> WebAnswer {
    let location = try await known(id)
    let notes = Self.lines(form["notes"])
    if notes == location.notes { return back(context, to: location.id, say: .saved) }
    guard form["seen"] == Self.mark(of: location.notes) else {
      return try await place(context, principal, location, unsaved: notes)
    }
    var change = PlaceChange()
    change.notes = notes
    return try await save(context, principal, location.id, change)
  }

  private func change(
    _ context: StudioContext, _ id: String, _ read: (StudioForm, Location) throws(PlaceError) -> PlaceChange
  ) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let form = try await shell.form(context)
    return try await turns.one {
      let location = try await known(id)
      return try await save(context, principal, location.id, try read(form, location))
    }
  }

  private func save(
    _ context: StudioContext, _ principal: Principal, _ id: LocationID, _ change: PlaceChange
  ) async throws -> WebAnswer {
    do throws(PlaceError) { _ = try await places.change(id, change, by: principal.user) } catch {
      guard case .refused(let words) = error else { throw error }
      return back(context, to: id, say: .notSaved, words)
    }
    return back(context, to: id, say: .saved)
  }

  /// To the location's page, which says what came of it.
  func back(_ context: StudioContext, to id: LocationID, say text: PlacesText, _ detail: String? = nil) -> WebAnswer {
    let words = PlacesWords(context.language)
    let path = "/places/at/\(id)"
    say(detail.map { words.filled(text, $0) } ?? words[text], isGood: detail == nil, to: context, on: path)
    return StudioShell.redirect(path)
  }

  /// By which a page's notes are known again.
  static func mark(of notes: String) -> String {
    URLBase64.encode(SHA256.hash(data: Array(notes.utf8)).prefix(9))
  }

  /// Forms send lines with a carriage return (HTML, "form-data set").
  static func lines(_ text: String) -> String {
    text.replacing("\r\n", with: "\n")
  }

  // MARK: Deleting

  func delete(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    _ = try await shell.form(context)
    let words = PlacesWords(context.language)
    let location = try await known(id)
    let isLeader = principal.may(.deleteLocation)
    guard try await mayDelete(principal, location) else { throw StudioFault.forbidden }
    // A person may have begun to work on it since the page was there.
    guard try await places.delete(location, unchanged: !isLeader) else {
      return back(context, to: location.id, say: .notSaved, words[.deleteTooLate])
    }
    say(words.filled(.deleted, location.title), isGood: true, to: context, on: "/places")
    return StudioShell.redirect("/places")
  }

  /// Managers and administrators; and who added it, while no other person has worked on it.
  func mayDelete(_ principal: Principal, _ location: Location) async throws -> Bool {
    if principal.may(.deleteLocation) { return true }
    guard principal.may(.editLocations) else { return false }
    let author = try await places.loneAuthor(of: location)
    return principal.may(.deleteLocation, on: StudioSubject(principal.organisation, owner: author))
  }

  // MARK: Title, place and source

  func editPage(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let location = try await known(id)
    return edit(context, location, PlaceFields(location))
  }

  func saveEdit(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let form = try await shell.form(context)
    return try await turns.one { try await saveEdit(context, principal, id, form) }
  }

  private func saveEdit(
    _ context: StudioContext, _ principal: Principal, _ id: String, _ form: StudioForm
  ) async throws -> WebAnswer {
    let location = try await known(id)
    // What was not touched stays as another person may have made it since the page was there.
    let fields = PlaceFields(form).changed(from: PlaceFields(form, prefix: Self.was), upon: PlaceFields(location))
    switch fields.change(of: location) {
    case .failure(let complaint):
      return edit(context, location, fields, complaint: PlacesWords(context.language)[complaint.text])
    case .success(let change):
      do throws(PlaceError) { _ = try await places.change(location.id, change, by: principal.user) } catch {
        guard case .refused(let words) = error else { throw error }
        return edit(context, location, fields, complaint: PlacesWords(context.language).filled(.notSaved, words))
      }
      return back(context, to: location.id, say: .saved)
    }
  }

  /// What a field of the form held when its page was made.
  private static let was = "was-"

  private func edit(
    _ context: StudioContext, _ location: Location, _ fields: PlaceFields, complaint: String? = nil
  ) -> WebAnswer {
    let words = PlacesWords(context.language)
    let before = PlaceFields(location)
    func was(_ name: String, _ value: String) -> HTML {
      "<input type=\"hidden\" name=\"\(Self.was + name)\" value=\"\(exact: value)\">"
    }
    let hidden =
      [was("title", before.title), was("at", before.at), was("bearing", before.bearing)]
      + before.provenance.map { was($0.key.rawValue, $0.value) }
    let told: HTML? = complaint.map { "<p class=\"notice bad\" role=\"alert\">\($0)</p>\n" }
    let sources = fields.provenance.map { Self.field($0, words) }
    return pages(
      context, complaint == nil ? .ok : .badRequest, title: words[.editPlace],
      """
      <p><a class="way" href="/places/at/\(location.id.text)">\(words[.backToPlace])</a></p>
      <h1>\(words[.editPlace])</h1>
      \(told)<form method="post" action="/places/at/\(location.id.text)/edit" class="card form" data-deliberate>\(shell.token(context))\(hidden)
      <label for="title">\(words[.title])</label>
      <input id="title" name="title" dir="auto" required maxlength="500" value="\(exact: fields.title)">
      <label for="at">\(words[.position])</label>
      <input id="at" name="at" dir="ltr" required maxlength="100" value="\(exact: fields.at)" aria-describedby="at-help">
      <p class="quiet" id="at-help">\(words[.positionHelp])</p>
      <label for="bearing">\(words[.bearing])</label>
      <input id="bearing" name="bearing" dir="ltr" inputmode="decimal" maxlength="20" value="\(exact: fields.bearing)" aria-describedby="bearing-help">
      <p class="quiet" id="bearing-help">\(words[.bearingHelp])</p>
      <h2>\(words[.provenance])</h2>
      \(sources)<button>\(words[.save])</button></form>
      """)
  }
}

/// A location's form, as it was filled in.
struct PlaceFields: Equatable {
  struct Fault: Error, Equatable {
    var text: PlacesText
  }

  struct Field: Equatable {
    var key: PlacesText
    var value: String
  }

  var title: String
  var at: String
  var bearing: String
  /// Archive, signature, author, date, licence, link.
  var provenance: [Field]

  init(_ location: Location) {
    title = location.title
    at = location.coordinate?.words ?? ""
    bearing = location.bearing.map(PlacesPages.number) ?? ""
    provenance = PlacesPages.provenanceTexts(location.provenance).map { Field(key: $0.key, value: $0.value) }
  }

  init(_ form: StudioForm, prefix: String = "") {
    (title, at, bearing) = (form[prefix + "title"], form[prefix + "at"], form[prefix + "bearing"])
    provenance = PlacesPages.provenanceTexts(Provenance()).map {
      Field(key: $0.key, value: form[prefix + $0.key.rawValue])
    }
  }

  /// What is as it was when the page was made becomes as it is now.
  func changed(from was: PlaceFields, upon now: PlaceFields) -> PlaceFields {
    var fields = self
    if title == was.title { fields.title = now.title }
    if at == was.at { fields.at = now.at }
    if bearing == was.bearing { fields.bearing = now.bearing }
    for (index, field) in provenance.enumerated() where was.provenance.contains(field) {
      if let current = now.provenance.first(where: { $0.key == field.key }) { fields.provenance[index] = current }
    }
    return fields
  }

  /// A bearing as people write it; thousands of degrees are none, so that `12,345` has one reading.
  private static func degrees(_ text: String) -> Double? {
    switch WrittenNumber.read(text) {
    case .one(let plain), .either(_, let plain): Double(plain)
    case .none: nil
    }
  }

  /// What is different from the location. A position that reads as before is not touched: it may be kept to more digits than are
  /// shown.
  func change(of location: Location) -> Result<PlaceChange, Fault> {
    var change = PlaceChange()
    guard !title.allSatisfy(\.isWhitespace) else { return .failure(Fault(text: .titleMissing)) }
    if title != location.title { change.title = title }
    guard let place = PlacesQuery.coordinate(at) else { return .failure(Fault(text: .positionWrong)) }
    if place.words != location.coordinate?.words { change.coordinate = place }
    if bearing.allSatisfy(\.isWhitespace) {
      if location.bearing != nil { change.bearing = .some(nil) }
    } else {
      guard let number = Self.degrees(bearing), (0...360).contains(number) else {
        return .failure(Fault(text: .bearingHelp))
      }
      if number != location.bearing { change.bearing = .some(number == 360 ? 0 : number) }
    }
    let source = Self.provenance(provenance)
    if source != location.provenance { change.provenance = source }
    return .success(change)
  }

  /// What is filled in; blanks are nothing.
  static func provenance(_ fields: [Field]) -> Provenance {
    func text(_ key: PlacesText) -> String? {
      fields.first { $0.key == key }.flatMap { $0.value.allSatisfy(\.isWhitespace) ? nil : $0.value }
    }
    var source = Provenance()
    source.archive = text(.archive)
    source.signature = text(.signature)
    source.author = text(.author)
    source.date = text(.date)
    source.licence = text(.licence)
    source.link = text(.link)
    return source
  }
}
