import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Copies into folders of the studio's machine: for those who may do with sources what they like.
extension PhotosPages {
  func copy() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let form = try await shell.form(context)
    let photos = try await named(form)
    guard let requested = PhotoForm(form["size"]) else { throw PhotoLibraryError.notFound }
    guard !photos.isEmpty else {
      return WebAnswer.json(.members(["words": .string(choiceWords[.noneThere])]), .unprocessableContent)
    }
    let copy: String
    do throws(PhotoLibraryError) {
      copy = try await library.beginCopy(photos, requested, to: form["folder"])
    } catch {
      guard case .refused(let said) = error else { throw error }
      return WebAnswer.json(.members(["words": .string(said)]), .unprocessableContent)
    }
    return .json(.members(["copy": .string(copy), "absent": try absent(form, photos)]))
  }

  func cancelCopy() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let form = try await shell.form(context)
    do throws(PhotoLibraryError) { try await library.cancelCopy(form["copy"]) } catch {
      // It was over before anybody pressed.
      guard case .notFound = error else { throw error }
    }
    return StudioShell.redirect("/photos/copies")
  }

  func copyList() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    return .json(
      .array(
        try await library.copies().prefix(20).map { copy in
          .members([
            "copy": .string(copy.id), "state": .string(copy.state.rawValue), "over": .bool(copy.isOver),
            "words": .string(line(copy)), "why": .string(copy.remark),
          ])
        }))
  }

  private func line(_ copy: PhotoCopyReport) -> String {
    var parts = [albumWords[state(copy.state)], albumWords.filled(.copied, "\(copy.copied)", "\(copy.total)")]
    if copy.same > 0 { parts.append(albumWords.filled(.same, copy.same)) }
    if copy.failed > 0 { parts.append(albumWords.filled(.notCopied, copy.failed)) }
    return parts.joined(separator: " · ")
  }

  private func state(_ state: PhotoCopyReport.State) -> AlbumText {
    switch state {
    case .waiting: .copyWaiting
    case .running: .copyRunning
    case .done: .copyDone
    case .stopped: .copyStopped
    case .cancelled: .copyCancelled
    }
  }

  func copiesPage() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let copies = try await library.copies()
    let list = copies.map(card)
    let page = pages(
      title: albumWords[.copies],
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1>\(albumWords[.copies])</h1>
      <ul class="rows">\(list)</ul>
      \(copies.isEmpty ? "<p class=\"quiet\">\(albumWords[.noCopies])</p>" : .empty)
      """)
    return copies.contains { !$0.isOver } ? page.with([Self.refresh: "2"]) : page
  }

  private func card(_ copy: PhotoCopyReport) -> HTML {
    let end: HTML? =
      copy.isOver
      ? nil
      : """
      <form method="post" action="/photos/copies/cancel">\(shell.token(context))<input type="hidden" name="copy" value="\(copy.id)">
      <button class="secondary">\(albumWords[.cancelCopy])</button></form>
      """
    let bar: HTML? =
      copy.isOver
      ? nil
      : "<progress max=\"\(copy.total)\" value=\"\(copy.tried)\" aria-label=\"\(albumWords[.copyRunning])\"></progress>\n"
    let failures = copy.failures.map { failure -> HTML in
      "<li><bdi>\(failure.name)</bdi>: <span lang=\"en\" dir=\"ltr\">\(failure.why)</span></li>\n"
    }
    let why: HTML? =
      copy.remark.isEmpty ? nil : "<p class=\"notice bad\" lang=\"en\" dir=\"ltr\">\(copy.remark)</p>\n"
    return """
      <li class="card"><h2><bdi dir="ltr">\(copy.folder)</bdi></h2>
      <p>\(line(copy))</p>\(bar)\(why)\(failures.isEmpty ? .empty : "<ul class=\"quiet\">\(failures)</ul>" as HTML)\(end)</li>

      """
  }
}
