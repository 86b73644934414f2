import BoothCore
import Documents
import HTTPTypes
import Logging
import StudioModel
import StudioServer
import WebSupport

/// One critique, with its pictures.
extension TrainingPage {
  /// `GET /training/critiques/ID`: a page of its own; for a script what stands in the dialog.
  func critique(_ id: String) async throws -> WebAnswer {
    let (critique, principal) = try await found(id)
    if principal.user == critique.photographer { await noteSeen(critique, by: principal.user) }
    let isSender = principal.user == critique.submitter || principal.may(.overseeCritiques)
    let seen =
      isSender && principal.user != critique.photographer
      ? try await documents.document(at: try CritiqueSeen.path(critique.id, by: critique.photographer)) : nil
    let answers = try await answers(to: critique)
    let unread = try await unreadAnswers(by: principal, of: critique.id)
    let thread = thread(critique, principal, answers, unread: unread)
    await noteRead(unread)
    let article = article(critique, principal, seen: isSender ? .some(seen) : nil, thread)
    // Under an address that no page has: kept like a picture, and listed nowhere.
    if context.wantsPart { return StudioShell.kept(picture: shell.html(context, .ok, article)) }
    let title = title(critique, for: principal)
    return StudioShell.kept(page(title: title, scripts: ["training/detail.js"], article), title: title)
  }

  /// Tells its photographer who sent it, and all others who it is for.
  private func title(_ critique: Critique, for reader: Principal) -> String {
    if reader.user == critique.photographer {
      return critique.submitterName.isEmpty
        ? words[.trainingPhoto] : words.filled(.trainingPhotoFrom, critique.submitterName)
    }
    return critique.photographerName.isEmpty
      ? words[.trainingPhoto] : words.filled(.trainingPhotoFor, critique.photographerName)
  }

  /// It is no failure of the page where this cannot be noted: it is noted the next time.
  private func noteSeen(_ critique: Critique, by user: UserID) async {
    do {
      guard try await documents.document(at: try CritiqueSeen.path(critique.id, by: user)) == nil else { return }
      _ = try await documents.commitBatch([try CritiqueSeen.noting(critique, by: user)])
    } catch {
      context.connection.logger.info("that somebody has seen a critique could not be noted")
    }
  }

  private func article(_ critique: Critique, _ principal: Principal, seen: StoredDocument??, _ thread: HTML) -> HTML {
    let back = principal.user == critique.photographer || !principal.may(.overseeCritiques)
    let list =
      back ? "/training" : "/training/team/" + PercentEncoding.component(critique.photographer.text)
    let paragraphs = critique.notes.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      .map { "<p dir=\"auto\">\($0)</p>\n" as HTML }
    let seenLine: HTML? = seen.map { seen -> HTML in
      let when = CritiqueSeen.time(seen)
      return
        "<dt>\(words[.seen])</dt><dd>\(when.map { time($0) } ?? "<span class=\"quiet\">\(words[.notSeenYet])</span>")</dd>\n"
    }
    return """
      <article class="critique" data-critique="\(critique.id)" data-back="\(list)" aria-labelledby="critique-title">
      <div class="top-line"><h1 id="critique-title" tabindex="-1">\(title(critique, for: principal))</h1>\(badge(critique.kind))
      <a class="icon-button button close" href="\(list)" aria-label="\(words[.close])">\(shell.icon(.xLg))</a></div>
      \(gallery(critique, principal))
      <div class="side">
      <button type="button" class="grabber" aria-expanded="false" aria-label="\(words[.trainingNotes])" hidden></button>
      <h2>\(words[.trainingNotes])</h2>
      <div class="notes">
      \(paragraphs)</div>
      \(marksAside(canDraw: principal.may(.editCritique, on: critique.subject)))
      \(thread)<dl class="facts"><dt>\(words[.submittedBy])</dt><dd><bdi>\(critique.submitterName.isEmpty ? critique.submitterEmail : critique.submitterName)</bdi></dd>
      <dt>\(words[.date])</dt><dd>\(time(critique.createdAt))</dd>
      \(seenLine)</dl>
      \(tools(critique, principal))</div></article>

      """
  }

  /// For whom it is theirs to change.
  private func tools(_ critique: Critique, _ principal: Principal) -> HTML {
    let edit: HTML? =
      principal.may(.editCritique, on: critique.subject)
      ? "<a class=\"button plain\" href=\"\(Self.address(critique))/edit\">\(words[.edit])</a>\n" : nil
    let delete: HTML? =
      principal.may(.deleteCritique, on: critique.subject)
      ? """
      <details id="delete"><summary>\(words[.delete])</summary><form method="post" action="\(Self.address(critique))/delete">\(shell.token(context))
      <p>\(words[.deleteHelp])</p><button class="danger">\(words[.deleteNow])</button></form></details>

      """ : nil
    return edit == nil && delete == nil ? .empty : "<div class=\"tools\">\(edit)\(delete)</div>\n"
  }

  // MARK: Pictures

  private func gallery(_ critique: Critique, _ principal: Principal) -> HTML {
    guard !critique.pictures.isEmpty else {
      return "<p class=\"gone wide\">\(words[.noPicture])</p>\n"
    }
    let count = critique.pictures.count
    let shown = critique.pictures.map { Self.shown($0.address, of: critique) }
    let thumbnails = critique.pictures.enumerated().map { place, picture -> HTML in
      let address = shown[place] ?? ""
      let name = Self.fileName(picture, place)
      let small = Self.shown(picture.thumbnail, of: critique)
      let face: HTML =
        small.map { "<img src=\"\($0)\" alt=\"\" width=\"60\" height=\"60\">" }
        ?? "<span class=\"gone\" aria-hidden=\"true\"></span>"
      let here: HTML = place == 0 ? " aria-current=\"true\"" : .empty
      return """
        <li><a href="\(address)" data-picture="\(address)" data-name="\(exact: name)" data-marks="\(exact: Self.json(picture.marks))"\(here)>\(face)<span class="unseen">\(words.filled(.pictureOf, "\(place + 1)", "\(count)"))</span></a></li>

        """
    }
    let first: HTML =
      shown[0].map { "<img id=\"picture\" src=\"\($0)\" alt=\"\(words.filled(.pictureOf, "1", "\(count)"))\">" }
      ?? "<img id=\"picture\" alt=\"\" hidden>"
    let missing: HTML = shown[0] == nil ? .empty : " hidden"
    let several: HTML = count > 1 ? .empty : " hidden"
    func button(_ name: HTML, _ icon: Icon, _ title: TrainingText, isHidden: Bool = false, turns: Bool = false) -> HTML
    {
      let hidden: HTML = isHidden ? " hidden" : .empty
      return
        "<button type=\"button\" class=\"icon-button\" data-do=\"\(name)\" aria-label=\"\(words[title])\" title=\"\(words[title])\"\(hidden)>\(shell.icon(icon, turns: turns))</button>"
    }
    let canDraw = principal.may(.editCritique, on: critique.subject)
    let tools: HTML? =
      canDraw
      ? """
      <details class="drawing" id="drawing"><summary>\(words[.draw])</summary>
      \(drawing("<button type=\"button\" class=\"save-marks secondary\" data-do=\"save-marks\">\(words[.saveMarks])</button>"))
      <p class="quiet">\(words[.drawHelp])</p></details>

      """ : nil
    return """
      <div class="gallery" data-gallery data-of="\(words[.of])" data-picture="\(words[.pictureOf])" data-copied="\(words[.linkCopied])" data-link="\(Self.address(critique))" data-failed="\(words[.notSaved])" data-saved="\(words[.marksSaved])" data-token="\(canDraw ? context.token : "")">
      <div class="stage" dir="ltr">\(first)<canvas hidden></canvas>
      <p class="gone" id="gone"\(missing)>\(words[.unavailable])</p>
      <div class="pad" hidden>\(button("up", .chevronUp, .panUp))\(button("left", .chevronLeft, .panLeft))\(button("right", .chevronRight, .panRight))\(button("down", .chevronDown, .panDown))</div>
      </div>
      <div class="controls" role="group" aria-label="\(words[.pictureControls])">
      <span class="pair"\(several)>\(button("previous", .chevronLeft, .previous, turns: true))<span class="counter" role="status">\(words.filled(.of, "1", "\(count)"))</span>\(button("next", .chevronRight, .next, turns: true))</span>
      <span class="pair">\(button("out", .zoomOut, .zoomOut))<output class="zoom" dir="ltr">100 %</output>\(button("in", .zoomIn, .zoomIn))</span>
      <span class="pair">\(button("full", .fullscreen, .fullScreen))<a class="icon-button button save" data-do="save" href="\(shown[0] ?? "")" download="\(Self.fileName(critique.pictures[0], 0))" aria-label="\(words[.save])" title="\(words[.save])">\(shell.icon(.download))</a>\(button("share", .share, .share))\(button("show-marks", .eye, .showMarks, isHidden: true))</span>
      <p class="told" role="status"></p>
      </div>
      \(tools)<ol class="strip"\(several) aria-label="\(words[.pictures])">
      \(thumbnails)</ol>
      </div>

      """
  }

  /// What a picture is saved as: as its sender's file was called, which may be written by another program.
  static func fileName(_ picture: Critique.Picture, _ place: Int) -> String {
    PortableName.file(picture.name ?? "", orElse: "training-\(place + 1).jpg")
  }

  // MARK: Files

  /// `GET /training/pictures/ALBUM/NAME`: for who may see the critique.
  func picture(_ album: String, _ name: String) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seeCritiques)
    guard CritiqueDraft.isID(album), KeptPicture.isName(name),
      let bytes = try await self.pictures.jpeg(
        name, in: PictureAlbum(organisation: principal.organisation.text, name: album))
    else { return WebAnswer.notFound }
    let answer = WebAnswer(
      .ok,
      [
        .contentType: "image/jpeg", .cacheControl: "private, no-cache",
        .contentSecurityPolicy: SecurityHeaders.upload("image/jpeg"), .eTag: "\"\(name)\"",
      ], .bytes(bytes))
    return StudioShell.kept(picture: answer, isFixed: true)
  }
}
