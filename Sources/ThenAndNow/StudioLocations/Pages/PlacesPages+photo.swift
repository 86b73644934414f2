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
  static func progress(_ done: Int, _ all: Int) -> PlaceWork.Progress {
    done == 0 ? PlaceWork.Progress(.aligning) : PlaceWork.Progress(.makesProducts, done, all)
  }
}
