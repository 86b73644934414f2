import BoothCore
import Documents
import HTTPTypes
import HummingbirdCore
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// Today's photo of a location, from a phone's camera or a disk. It is aligned with the old picture as soon as it is kept, as a booth's
/// photo is.
extension PlacesPages {
  /// Without scripts a form with a button; with them one press takes or chooses the photo, which is sent by the browser's outbox.
  func photoForm(_ context: StudioContext, _ location: Location, _ words: PlacesWords, isFirst: Bool) -> HTML {
    let style: HTML = isFirst ? "" : " class=\"secondary\""
    let title: PlacesText = isFirst ? .addPhoto : .addAnother
    let help: HTML? = isFirst ? "<p class=\"quiet\">\(words[.addPhotoHelp])</p>\n" : nil
    return """
      <form class="photo" method="post" action="/places/at/\(location.id.text)/photo" enctype="multipart/form-data" data-photo="\(location.id.text)" data-sending="\(words[.sending])" data-waits="\(words[.photoWaits])" data-failed="\(words[.photoFailed])" data-unread="\(words[.photoUnread])">\(shell.token(context))<input type="hidden" name="key" value="\(NewPlaceFields().key)">
      <h2\(isFirst ? "" : " class=\"unseen\"" as HTML)>\(words[title])</h2>
      \(help)<div class="row" data-scripted hidden>
      <button type="button"\(style) data-take>\(shell.icon(.camera))\(words[.capture])</button>
      <button type="button" class="secondary" data-pick>\(shell.icon(.image))\(words[.choosePhoto])</button></div>
      <div data-plain><label for="photo">\(words[.photoFile])</label>
      <input id="photo" name="picture" type="file" accept="image/jpeg,image/png" required>
      <button\(style)>\(words[.upload])</button></div>
      <progress max="100" value="0" hidden aria-label="\(words[.capture])"></progress>
      <p class="notice" role="status" data-told hidden></p></form>
      """
  }

  /// `POST /places/at/ID/photo`: a form with `key` and the photo.
  func addPhoto(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    let words = PlacesWords(context.language)
    if let refusal = tooLarge(context, words, limit: Self.largestPicture) { return refusal }
    return try await shell.fileForm(context, upTo: Self.largestPicture) { form, file in
      let location = try await known(id)
      let key = NewPlaceFields.isKey(form["key"]) ? form["key"] : NewPlaceFields().key
      let path = "/places/at/\(location.id)"
      do throws(PlaceError) {
        let received = try await places.receive(Self.pieces(file), upTo: Self.largestPicture)
        let kept = try await places.addPhoto(
          NewPhoto(key: key, author: principal.user), picture: received, to: location.id)
        return StudioShell.redirect(beginAligning(context, kept))
      } catch {
        let (text, detail) = try Self.words(error, words, limit: Self.largestPicture)
        say(detail.map { "\(text) \($0)" } ?? text, isGood: false, to: context, on: path)
        return StudioShell.redirect(path).closing()
      }
    }
  }

  /// `POST /places/at/ID/photo/KEY`: the bytes alone, as the browser's outbox sends them. Answers `{"to": ADDRESS}`.
  func addPhoto(_ context: StudioContext, _ id: String, key: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .editLocations)
    try shell.checkToken(context)
    guard NewPlaceFields.isKey(key) else { throw PlaceError.notFound }
    let words = PlacesWords(context.language)
    let location = try await known(id)
    do {
      return try await shell.receive(context, upTo: Self.largestPicture) { file in
        let received = ReceivedFile(path: file.path) { _ in }
        do throws(PlaceError) {
          let kept = try await places.addPhoto(
            NewPhoto(key: key, author: principal.user), picture: received, to: location.id)
          return .json(.members(["to": .string(beginAligning(context, kept))]))
        } catch {
          let (text, detail) = try Self.words(error, words, limit: Self.largestPicture)
          return WebAnswer.error(.unprocessableContent, detail.map { "\(text) \($0)" } ?? text)
        }
      }
    } catch is TooLargeFault {
      return WebAnswer.error(.contentTooLarge, words.filled(.tooLarge, Int(Self.largestPicture >> 20))).closing()
    }
  }

  /// Aligns the chosen photo, unless too much is under way: then the page that follows has a button for it.
  /// - Returns: that page.
  private func beginAligning(_ context: StudioContext, _ location: Location) -> String {
    let (places, language) = (places, context.language)
    if location.chosenVersion?.registration == nil {
      _ = works.begin("products-\(location.id)", PlaceWork.Progress(.aligning)) { report in
        try await places.makeProducts(of: location.id, language: language) { report(Self.progress($0, $1)) }
        return .made
      }
    }
    return "/places/at/\(location.id)/compare"
  }

  /// Photos are aligned before anything is made of them.
  private static func progress(_ done: Int, _ all: Int) -> PlaceWork.Progress {
    done == 0 ? PlaceWork.Progress(.aligning) : PlaceWork.Progress(.makesProducts, done, all)
  }

  // MARK: Points

  /// Where points are marked in both pictures, for photos that could not be aligned by themselves, or were aligned wrongly.
  func pointsPage(_ context: StudioContext, _ id: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .editLocations)
    let location = try await known(id)
    guard let version = location.chosenVersion else { throw PlaceError.notFound }
    let words = PlacesWords(context.language)
    func side(_ half: PairHalf, _ picture: LocationPicture, _ text: PlacesText) -> HTML {
      let image = PictureLadder.image(
        picture, of: location.id, from: 640, sizes: "(min-width: 60rem) 48vw, 96vw",
        text: "\(words[text]): \(location.title)")
      return """
        <figure><figcaption>\(words[text])</figcaption>
        <div class="stage"><div class="frame" data-half="\(half == .then ? "old" : "now")">\(image)</div></div></figure>

        """
    }
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
      <form class="points" method="post" action="/places/at/\(location.id.text)/points" data-points data-least="\(LocationMarks.counts.lowerBound)" data-most="\(LocationMarks.counts.upperBound)" data-point="\(words[.point])" data-remove="\(words[.removePoint])" data-pairs="\(words[.pointsMarked])" data-next-then="\(words[.nextThen])" data-next-now="\(words[.nextNow])">\(shell.token(context))<input type="hidden" name="version" value="\(version.id)"><input type="hidden" name="points" value="\(known)">
      <div class="sides">\(side(.then, location.old, .oldPicture))\(side(.now, version.picture, .newPicture))</div>
      <div class="tray" data-scripted hidden><p role="status" data-count></p>
      <ul class="chips" data-list></ul>
      <div class="row"><button type="button" class="icon-button" data-nearer="1" aria-label="\(words[.zoomIn])">\(shell.icon(.zoomIn))</button>
      <button type="button" class="icon-button" data-nearer="-1" aria-label="\(words[.zoomOut])">\(shell.icon(.zoomOut))</button>
      <button disabled>\(words[.align])</button></div></div></form>
      """)
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
    let isBegun = works.begin("products-\(location.id)", PlaceWork.Progress(.aligning)) { report in
      try await places.align(location.id, by: points, in: version.id, language: language) {
        report(Self.progress($0, $1))
      }
      return .made
    }
    return begun(context, isBegun, on: path)
  }

  /// Nil for anything but four to 64 pairs of points within their pictures.
  static func points(_ text: String) -> [MarkPair]? {
    var pairs: [MarkPair] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      let numbers = words.compactMap { Double($0) }
      guard words.count == 4, numbers.count == 4, numbers.allSatisfy((0.0...1.0).contains),
        pairs.count < LocationMarks.counts.upperBound
      else { return nil }
      pairs.append(
        MarkPair(old: PicturePoint(x: numbers[0], y: numbers[1]), frame: PicturePoint(x: numbers[2], y: numbers[3])))
    }
    return LocationMarks.counts.contains(pairs.count) ? pairs : nil
  }

  // MARK: How the two lie

  /// Whether the photos are aligned; where they are not, why, and what to do.
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
      return "<p class=\"quiet\">\(words[.registered])</p>\n\(points(" plain"))"
    }
    if works.work("products-\(location.id)")?.isUnderWay == true { return .empty }
    guard let kept = version.registration, kept.isOf(location.old, version.picture) else {
      let button: HTML =
        mayEdit
        ? "<form method=\"post\" action=\"\(path)/products\">\(shell.token(context))<button>\(words[.align])</button></form>\n"
        : .empty
      return "<div class=\"notice\"><p>\(words[.notYetAligned])</p></div>\n\(button)"
    }
    let lack: HTML? =
      kept.method != "points" && !hasFeatures()
      ? "<p>\(words[.featuresMissing]) <code dir=\"ltr\">Scripts/setup weights</code></p>" : nil
    return
      "<div class=\"notice warning\"><p><strong>\(words[.notRegistered])</strong></p><p>\(words[Self.reason(kept.verdict)])</p>\(lack)</div>\n\(points(""))"
  }

  /// A registration's verdict in words.
  static func reason(_ verdict: String) -> PlacesText {
    switch verdict {
    case "tooSmall": .whyTooSmall
    case "ambiguous": .whyAmbiguous
    case "contradicting": .whyContradicting
    case "implausible": .whyImplausible
    case "tooFewPoints", "pointsInLine": .whyInLine
    case "pointsContradicting": .whyPoints
    default: .whyTooLittle
    }
  }
}
