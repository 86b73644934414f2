import BoothCore
import Documents
import HTTPTypes
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// One location.
extension PlacesPages {
  /// The location that an address names; a stranger's, a malformed one and one that is gone are all nothing.
  func known(_ id: String) async throws -> Location {
    guard let id = LocationID(id), let location = try await places.location(id) else { throw PlaceError.notFound }
    return location
  }

  func placePage(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeLocations)
    return try await place(context, principal, try await known(id))
  }

  func place(
    _ context: StudioContext, _ principal: Principal, _ location: Location, unsaved: String? = nil
  ) async throws -> WebAnswer {
    let mayDelete = try await mayDelete(principal, location)
    let words = PlacesWords(context.language)
    let mayEdit = principal.may(.editLocations)
    return pages(
      context, unsaved == nil ? .ok : .conflict, title: location.title,
      """
      <p><a class="way" href="/places">\(words[.backToList])</a></p>
      <h1><bdi>\(location.title)</bdi></h1>
      <div class="location\(location.chosenVersion == nil ? "" : " compared")" data-viewer data-larger="\(words[.zoomIn])" data-smaller="\(words[.zoomOut])" data-close="\(words[.close])">
      <div class="doing">
      \(mayEdit ? segments(context, location, words) : "<p>\(location.status.badge(words))</p>\n" as HTML)\(try await actions(context, principal, location, words))</div>
      <div class="pictures">\(pictures(context, principal, location, words))</div>
      <div class="facts">
      \(whereabouts(location, words))
      \(notes(context, location, words, mayEdit: mayEdit, unsaved: unsaved))
      \(provenance(location, words))
      \(orders(context, principal, location, words, mayDelete: mayDelete))
      </div></div>
      \(versions(context, location, words, mayEdit: mayEdit))
      """)
  }

  func day(_ time: WallTime, _ words: PlacesWords) -> String { LongDate.day(time.day, in: words.language) }

  /// When a new photo was taken; that this is not known, where neither the photo nor a right clock said it.
  func takenDay(_ version: LocationVersion, _ words: PlacesWords) -> String {
    version.takenAt.trusted ? day(version.takenAt, words) : words[.dateUnknown]
  }

  /// Old and new in one frame with a slider, or the old picture alone.
  private func pictures(
    _ context: StudioContext, _ principal: Principal, _ location: Location, _ words: PlacesWords
  ) -> HTML {
    let sizes = "(min-width: 60rem) 38rem, 95vw"
    guard let version = location.chosenVersion else {
      let image = PictureLadder.image(
        location.old, of: location.id, from: 320, sizes: sizes, text: "\(words[.oldPicture]): \(location.title)")
      let year = location.provenance.date ?? ""
      return """
        <figure><a href="\(PictureLadder.address(location.old, of: location.id, 2560))" data-view>\(image)</a>
        <figcaption>\(words[.oldPicture])\(year.isEmpty ? "" : " · " + year)</figcaption></figure>

        """
    }
    let product = "products-\(location.id)"
    // What failed is said where it was begun.
    let work: HTML? = works.work(product)?.isUnderWay == true ? work(product, words) : nil
    return refreshed(
      "\(comparison(location, version, words, sizes: sizes))\n\(work)\(alignment(context, principal, location, version, words))"
    )
  }

  /// What is done most at a location: a photo taken, or compared.
  private func actions(
    _ context: StudioContext, _ principal: Principal, _ location: Location, _ words: PlacesWords
  ) async throws -> HTML {
    let hasNew = location.chosenVersion != nil
    let compare: HTML? =
      hasNew
      ? "<p><a class=\"button secondary\" href=\"/places/at/\(location.id.text)/compare\">\(words[.compare])</a></p>\n"
      : nil
    guard principal.may(.editLocations) else {
      return hasNew ? "\(compare)" : "<p class=\"quiet\">\(words[.noNew])</p>\n"
    }
    let photo = photoForm(context, location, words, isFirst: !hasNew)
    guard principal.may(.operateBooth) else { return "\(photo)\(compare)" }
    let camera: HTML? =
      if await boothPlace(location) == .has {
        "<p><a class=\"button secondary\" href=\"/places/at/\(location.id.text)/camera\">\(words[.takeNew])</a></p>\n"
      } else if principal.may(.shutDownBooth) {
        // Who starts the booth; others take the photo with what they have in their hand.
        "<p class=\"quiet\">\(words[.boothCamera]) <code class=\"command\" dir=\"ltr\" tabindex=\"0\">\(boothCommand)</code></p>\n"
      } else { nil }
    return "\(photo)\(compare)\(camera)"
  }

  private func segments(_ context: StudioContext, _ location: Location, _ words: PlacesWords) -> HTML {
    let buttons = LocationStatus.allCases.map { status -> HTML in
      let pressed: HTML = status == location.status ? "true" : "false"
      return
        "<button name=\"status\" value=\"\(status.rawValue)\" aria-pressed=\"\(pressed)\">\(status.mark)<span>\(words[status.title])</span></button>\n"
    }
    return """
      <form method="post" action="/places/at/\(location.id.text)/status">\(shell.token(context))
      <div class="segmented" role="group" aria-label="\(words[.byStatus])">
      \(buttons)</div></form>

      """
  }

  private func whereabouts(_ location: Location, _ words: PlacesWords) -> HTML {
    guard let coordinate = location.coordinate else { return .empty }
    let bearing: HTML? = location.bearing.map {
      "<dt>\(words[.bearing])</dt><dd>\(words.filled(.bearingUnit, Self.number($0)))</dd>\n"
    }
    let accuracy: HTML? = location.accuracy.map {
      "<dt>\(words[.accuracy])</dt><dd dir=\"ltr\">\(Coordinate.words(ofDistance: $0))</dd>\n"
    }
    let added = day(location.createdAt, words)
    // Of the day on which it was added all is known.
    let changedAt = day(location.updatedAt, words)
    let changed: HTML? = changedAt == added ? nil : "<dt>\(words[.changed])</dt><dd>\(changedAt)</dd>\n"
    return """
      <dl>
      <dt>\(words[.position])</dt><dd><bdi dir="ltr" class="coordinates">\(coordinate.words)</bdi></dd>
      \(bearing)\(accuracy)<dt>\(words[.added])</dt><dd>\(added)</dd>
      \(changed)      </dl>
      <p><a href="\(coordinate.googleMapsLink)" target="_blank" rel="noopener noreferrer">\(words[.directions])</a></p>
      """
  }

  /// Without a fraction that says nothing: `90`, `45.5`.
  static func number(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(number)"
  }

  private func notes(
    _ context: StudioContext, _ location: Location, _ words: PlacesWords, mayEdit: Bool, unsaved: String?
  ) -> HTML {
    let text: HTML =
      location.notes.isEmpty
      ? "<p class=\"quiet\">\(words[.noNotes])</p>" : "<p class=\"text\" dir=\"auto\">\(location.notes)</p>"
    guard mayEdit else { return "<h2>\(words[.notes])</h2>\n\(text)" }
    let conflict: HTML? = unsaved.map { _ in
      "<div class=\"notice bad\" role=\"alert\"><p>\(words[.notesChanged])</p></div>\n\(text)\n"
    }
    return """
      <form method="post" action="/places/at/\(location.id.text)/notes">\(shell.token(context))
      \(conflict)<input type="hidden" name="seen" value="\(Self.mark(of: location.notes))">
      <label for="notes">\(words[.notes])</label>
      <textarea id="notes" name="notes" rows="5" dir="auto" maxlength="20000">\n\(exact: unsaved ?? location.notes)</textarea>
      <button class="secondary">\(words[.saveNotes])</button></form>
      """
  }

  func provenance(_ location: Location, _ words: PlacesWords) -> HTML {
    let rows = Self.provenanceTexts(location.provenance).filter { !$0.value.isEmpty }.map { title, value -> HTML in
      let isLink = title == .link && (value.hasPrefix("https://") || value.hasPrefix("http://"))
      let shown: HTML =
        isLink
        ? "<a href=\"\(value)\" target=\"_blank\" rel=\"noopener noreferrer\" dir=\"ltr\">\(value)</a>"
        : "<bdi>\(value)</bdi>"
      return "<dt>\(words[title])</dt><dd>\(shown)</dd>\n"
    }
    return rows.isEmpty ? .empty : "<h2>\(words[.provenance])</h2>\n<dl>\(rows)</dl>"
  }

  static func provenanceTexts(_ provenance: Provenance) -> [(key: PlacesText, value: String)] {
    [
      (.archive, provenance.archive), (.signature, provenance.signature), (.author, provenance.author),
      (.date, provenance.date), (.licence, provenance.licence), (.link, provenance.link),
    ].map { ($0, $1 ?? "") }
  }

  private func orders(
    _ context: StudioContext, _ principal: Principal, _ location: Location, _ words: PlacesWords, mayDelete: Bool
  ) -> HTML {
    let edit: HTML? =
      principal.may(.editLocations)
      ? "<p><a class=\"button secondary\" href=\"/places/at/\(location.id.text)/edit\">\(words[.editPlace])</a></p>\n"
      : nil
    guard mayDelete else { return "\(edit)" }
    return """
      \(edit)<details id="delete"><summary>\(shell.icon(.trash))\(words[.deletePlace])</summary>
      <p>\(words[.deleteHelp])</p>
      <form method="post" action="/places/at/\(location.id.text)/delete">\(shell.token(context))<button class="danger">\(words[.deleteNow])</button></form></details>
      """
  }

  private func versions(_ context: StudioContext, _ location: Location, _ words: PlacesWords, mayEdit: Bool) -> HTML {
    guard !location.versions.isEmpty else { return .empty }
    let rows = location.versions.reversed().map { version -> HTML in
      let clock = ", " + version.takenAt.timeOfDay.replacing(".", with: ":")
      let title = takenDay(version, words) + (version.takenAt.trusted ? clock : "")
      let image = PictureLadder.image(
        version.picture, of: location.id, upTo: 640, sizes: "10rem", text: "\(words[.newPicture]), \(title)",
        isLazy: true)
      let choice: HTML =
        version.id == location.chosen
        ? "<p class=\"badge\">\(words[.chosen])</p>"
        : mayEdit
          ? "<form method=\"post\" action=\"/places/at/\(location.id.text)/choose\">\(shell.token(context))<input type=\"hidden\" name=\"version\" value=\"\(version.id)\"><button class=\"plain\" aria-label=\"\(words[.choose]): \(title)\">\(words[.choose])</button></form>"
          : .empty
      return """
        <li><a href="\(PictureLadder.address(version.picture, of: location.id, 2560))" data-view>\(image)</a>
        <p>\(title)</p>\(choice)</li>

        """
    }
    return
      "<h2>\(words[.newPictures]) <span class=\"badge\">\(location.versions.count)</span></h2>\n<ul class=\"versions\">\n\(rows)</ul>"
  }
}
