import Documents
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Whose photographs there are.
extension PhotosPages {
  func sourcesPage() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seePhotos)
    let mayManage = principal.may(.managePhotos)
    let sources = try await library.sources()
    let uploads = try library.uploadsSource()
    let list = sources.map { source($0, mayManage, takesUploads: $0.id == uploads) }
    let troubles = await troubles(principal.may(.managePhotos))
    return pages(
      title: words[.sources], script: mayManage ? "photos/folders.js" : nil,
      """
      <p><a class="way" href="/photos">\(words[.photos])</a></p>
      <h1>\(words[.sources])</h1>
      \(troubles)<ul class="rows">\(list)</ul>
      \(mayManage ? addForm(principal) : .empty)
      """)
  }

  private func source(_ source: PhotoSourceReport, _ mayManage: Bool, takesUploads: Bool) -> HTML {
    let uploads: HTML? =
      source.kind == .folder
      ? """
      <form method="post" action="/photos/sources/uploads">\(shell.token(context))<input type="hidden" name="source" value="\(takesUploads ? "" : source.id.text)">
      <button class="secondary">\(uploadWords[takesUploads ? .stopUploads : .useForUploads])</button></form>

      """ : nil
    let badge: HTML? = takesUploads ? " <span class=\"badge\">\(uploadWords[.uploadsHere])</span>" : nil
    let tools: HTML? =
      mayManage
      ? """
      <div class="row"><form method="post" action="/photos/sources/scan">\(shell.token(context))<input type="hidden" name="source" value="\(source.id.text)">
      <button class="secondary">\(words[.scanNow])</button></form>
      \(uploads)<details><summary>\(words[.remove])</summary><form method="post" action="/photos/sources/remove">\(shell.token(context))<input type="hidden" name="source" value="\(source.id.text)">
      <p>\(words[.removeHelp])</p><button class="danger">\(words[.remove])</button></form></details></div>
      """ : nil
    let unread: HTML? = source.unread > 0 ? " · \(words.filled(.toBeRead, source.unread))" : nil
    // Where files lie on the machine is for who may change it.
    let place: HTML? = mayManage ? "<p class=\"quiet\"><bdi dir=\"ltr\">\(source.location)</bdi></p>\n" : nil
    // Of a folder that is not there the system's own words say no more than that.
    let isPlain = source.remark.isEmpty || source.state == .offline && source.kind == .folder
    let remark: HTML? =
      isPlain || !mayManage ? nil : "<p class=\"quiet\" lang=\"en\" dir=\"ltr\">\(source.remark)</p>\n"
    let help: HTML? = source.state == .offline ? "<p>\(choiceWords[.awayHelp])</p>\n" : nil
    let folders: [HTML] =
      source.state == .offline
      ? [] : Self.awayFolders(source).map { "<p class=\"notice bad\">\(words.filled(.offlineSource, $0))</p>\n" }
    let folderHelp: HTML? = folders.isEmpty ? nil : "<p>\(choiceWords[.awayHelp])</p>\n"
    return """
      <li class="card"><h2><a href="/photos?in=\(source.id.text)"><bdi>\(source.displayName)</bdi></a></h2>
      \(place)<p><span class="badge\(source.state == .offline || source.state == .failed ? " bad" : "" as HTML)">\(words[state(source.state)])</span>\(badge)
      \(words.filled(.found, source.count))\(unread)</p>
      \(HTML.joined(folders))\(folderHelp)\(help)\(remark)\(tools)</li>

      """
  }

  private func state(_ state: PhotoSourceReport.State) -> PhotosText {
    switch state {
    case .new: .stateNew
    case .scanning: .stateScanning
    case .ready: .stateReady
    case .offline: .stateOffline
    case .failed: .stateFailed
    }
  }

  /// Administrators choose a folder of the studio's machine; any other source is written.
  /// - Parameter isFirst: whether there is no source yet: then paths of buckets and libraries are no help.
  func addForm(_ principal: Principal, isFirst: Bool = false) -> HTML {
    let chooser: HTML? =
      mayBrowse(principal)
      ? """
      <button type="button" id="choose-folder" hidden data-title="\(folderWords[.choose])" data-close="\(words[.close])" data-use="\(folderWords[.use])" data-up="\(folderWords[.up])" data-none="\(folderWords[.none])" data-failed="\(folderWords[.unreadable])" data-places="\(folderWords[.places])">\(shell.icon(.folderPlus))\(folderWords[.choose])</button>

      """ : nil
    return """
      <form class="card photos-add" method="post" action="/photos/sources/add">\(shell.token(context))
      <h2>\(words[.addFolder])</h2>
      \(chooser)<details open><summary>\(folderWords[.other])</summary>
      <label for="folder">\(words[.folderPath])</label>
      <input id="folder" name="folder" dir="ltr" required maxlength="4096" autocomplete="off" spellcheck="false" aria-describedby="folder-help">
      <p class="quiet" id="folder-help">\(isFirst ? folderWords[.hint] : words[.folderHelp])</p>
      <p><button class="secondary">\(words[.add])</button></p></details></form>
      """
  }

  func addSource() async throws -> WebAnswer {
    let form = try await managed()
    do throws(PhotoLibraryError) {
      let added = try await library.addSource(form["folder"])
      try await library.beginScan(added.id)
      if let from = added.movedFrom { report(choiceWords.filled(.movedHere, from), isGood: true, on: "/photos") }
      // Where it is the only one there is nothing to narrow down.
      let isOnly = try await library.sources().count == 1
      return StudioShell.redirect(isOnly ? "/photos" : "/photos?in=\(added.id.text)")
    } catch {
      guard case .refused(let said) = error else { throw error }
      report(said, isGood: false, on: "/photos/sources")
      return StudioShell.redirect("/photos/sources")
    }
  }

  func removeSource() async throws -> WebAnswer {
    let form = try await managed()
    try await library.remove(try Self.source(form))
    report(words[.removed], isGood: true, on: "/photos/sources")
    return StudioShell.redirect("/photos/sources")
  }

  func scanSource() async throws -> WebAnswer {
    let form = try await managed()
    try await library.beginScan(try Self.source(form))
    return StudioShell.redirect("/photos/sources")
  }

  func managed() async throws -> StudioForm {
    _ = try shell.principal(context, may: .managePhotos)
    return try await shell.form(context)
  }

  static func source(_ form: StudioForm) throws -> PhotoSourceID {
    guard let id = PhotoSourceID(form["source"]) else { throw PhotoLibraryError.notFound }
    return id
  }

  func report(_ said: String, isGood: Bool, on path: String) {
    guard let place = context.place else { return }
    shell.notices.put(StudioNotices.Notice(words: said, isGood: isGood), for: place.id, on: path)
  }
}
