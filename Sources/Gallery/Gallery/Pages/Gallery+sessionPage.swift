import BoothCore
import HTTPTypes
import WebSupport

/// What of a session the gallery does not have yet.
enum SessionComing {
  /// Files that its manifest names.
  case pictures
  /// It is made after the rest has come; see ``SessionManifest/awaitsFilm(at:)``.
  case filmStrip
}

extension Gallery {
  /// `GET /s/{id}`: a session's pictures, or that they are on their way. A link is known before anything is uploaded,
  /// so an unknown id is not an error.
  func sessionPage(_ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    let asked = PageCache.Asked(session: session, languages: call.languagesAsWritten)
    let known = pages.finished(asked)
    var mark: ObjectsMark?
    if let known {
      // Taken before anything is read, so that what changes meanwhile is found the next time.
      mark = await store.mark(of: known.sources.objects, in: known.sources.folder)
      if let mark, let last = known.mark, mark.isUnchanged(since: last) { return known.answer }
    }
    let (answer, sources) = try await madeSessionPage(session, call)
    let finished = sources.map {
      PageCache.Finished(sources: $0, mark: $0 == known?.sources ? mark : nil, answer: answer)
    }
    if finished != nil || known != nil { pages.keep(finished, for: asked) }
    return answer
  }

  /// - Returns: the page, and all that it depends on where that is no more than a few objects and the names of a folder.
  private func madeSessionPage(
    _ session: SessionName, _ call: WebCall
  ) async throws -> (WebAnswer, PageCache.Sources?) {
    guard let (manifest, tag) = try await taggedManifest(session) else {
      return (try await pageWithoutManifest(session, call), nil)
    }
    // A store that was put back from a copy may have what was erased since.
    if try await isErased(session) { return (try await pageWithoutManifest(session, call), nil) }
    let shell = PageShell(self, event: manifest.eventID, languages: call.languages)
    let there = try await present(manifest.items, session)
    let shown = manifest.items.filter { there.contains($0.path) }
    if shown.isEmpty { return (shell.onTheirWay(), nil) }
    let event = manifest.eventID
    var leadsToEvent = false
    if let event { leadsToEvent = try await access(event) == .open }
    let coming: SessionComing? =
      shown.count < manifest.items.count ? .pictures : manifest.awaitsFilm(at: now()) ? .filmStrip : nil
    let key = PageCache.Key(
      session: session.text, language: shell.words.language, manifest: tag, there: there, coming: coming,
      leadsToEvent: leadsToEvent)
    let page = pages.page(key) {
      var back: HTML?
      if leadsToEvent, let event {
        back = "<nav><a href=\"\(shell.link("e/\(event)"))\">\(shell.words.allOfEvent)</a></nav>\n"
      }
      return shell.session(session, manifest, shown, there, coming, back)
    }
    // What is still coming may come with the time alone.
    return (page, coming == nil ? sources(of: manifest, session) : nil)
  }

  /// Nil where the pictures are not all in one folder, side by side.
  private func sources(of manifest: SessionManifest, _ session: SessionName) -> PageCache.Sources? {
    let paths = manifest.items.flatMap { [$0.path, $0.posterPath].compactMap { $0 } }
    func folder(_ path: String) -> Substring? { path.lastIndex(of: "/").map { path[..<$0] } }
    guard let first = paths.first.flatMap(folder), paths.allSatisfy({ folder($0) == first }),
      let folder = ObjectKey(String(first))
    else { return nil }
    let index = manifest.eventID.map { EventNames.index($0) }
    return PageCache.Sources(
      objects: [session.manifestCopy, session.tombstone] + [index].compactMap { $0 }, folder: folder)
  }

  /// Erased; or on its way, where a booth has announced it or its id says that a booth of ours has made it; or, of any
  /// other id, that nothing is known of it: it may be mistyped, or of an app whose upload has not begun.
  private func pageWithoutManifest(_ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    func shell(_ event: EventID?) -> PageShell { PageShell(self, event: event, languages: call.languages) }
    if try await isErased(session) { return shell(try await event(in: session.tombstone)).erased() }
    if try await store.info(session.announcement) != nil {
      return shell(try await event(in: session.announcement)).onTheirWay()
    }
    // Asked last, so that ids of others that are in lower case have their page.
    if let meant = TypedLink.session(session.text), meant != session.text { return Self.moved(to: meant, call) }
    return session.isOfOurs ? shell(nil).onTheirWay() : shell(nil).nothingYet()
  }

  /// The manifest's copy with its version's tag; read anew only where it has changed.
  func taggedManifest(_ session: SessionName) async throws -> (SessionManifest, String)? {
    guard let info = try await store.info(session.manifestCopy) else { return nil }
    if let known = pages.manifest(session, tag: info.etag) { return (known, info.etag) }
    guard let manifest = try await manifest(session) else { return nil }
    // One that was replaced between the two looks is kept under the older tag by no cache.
    if try await store.info(session.manifestCopy)?.etag == info.etag {
      pages.keep(manifest, of: session, tag: info.etag)
      return (manifest, info.etag)
    }
    return try await taggedManifest(session)
  }

  /// Which of the assets, and of their posters, the store has.
  private func present(_ items: [SessionManifest.Item], _ session: SessionName) async throws -> Set<String> {
    let wanted = Set(items.prefix(ManifestRules.mostAssets).flatMap { [$0.path, $0.posterPath].compactMap { $0 } })
    var there: Set<String> = []
    // One listing of the session's folder instead of a question per file; what older Workers let lie elsewhere is
    // asked for one by one.
    let marker = "/sessions/\(session.text)/"
    let folders = Set(wanted.compactMap { path in path.firstRange(of: marker).map { String(path[..<$0.upperBound]) } })
    for folder in folders {
      var last: ObjectKey?
      repeat {
        let page = try await store.list(prefix: folder, after: last, limit: 1000)
        there.formUnion(page.map(\.key.text))
        last = page.count == 1000 ? page.last?.key : nil
      } while last != nil
    }
    for path in wanted where !there.contains(path) && path.firstRange(of: marker) == nil {
      if let key = ObjectKey(path), try await store.info(key) != nil { there.insert(path) }
    }
    return there
  }
}
