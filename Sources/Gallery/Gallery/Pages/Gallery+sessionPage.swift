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
    let traces = try await traces(of: session)
    guard let version = traces.manifest, !traces.isErased, let (manifest, tag) = try await manifest(session, version)
    else { return (try await pageWithoutManifest(session, traces, call), nil) }
    let shell = PageShell(self, event: manifest.eventID, languages: call.languages)
    let there = try await present(manifest.items, session)
    let shown = manifest.items.filter { there.contains($0.path) }
    if shown.isEmpty { return (shell.onTheirWay(), nil) }
    let event = manifest.eventID
    var leadsToEvent = false
    var hasPreview = true
    var mayEnd = false
    if let event {
      let standing = try await standing(event)
      if standing.settings.isOver(at: now()), try await refusal(event, standing, call) == .ended {
        return (shell.ended(), nil)
      }
      leadsToEvent = standing.leadsToEvent
      hasPreview = standing.hasPreviews
      mayEnd = standing.settings.expiresAt != nil
    }
    let coming: SessionComing? =
      shown.count < manifest.items.count ? .pictures : manifest.awaitsFilm(at: now()) ? .filmStrip : nil
    let offer = await printOffer(session, event)
    let key = PageCache.Key(
      session: session.text, language: shell.words.language, manifest: tag, there: there, coming: coming,
      leadsToEvent: leadsToEvent, hasPreview: hasPreview, prints: offer)
    let page = pages.page(key) {
      var back: HTML?
      if leadsToEvent, let event {
        back = "<nav><a href=\"\(shell.link("e/\(event)"))\">\(shell.words.allOfEvent)</a></nav>\n"
      }
      return shell.session(
        session, manifest, shown, there, coming, hasPreview: hasPreview, back, prints: shell.prints(session, offer))
    }
    // What is still coming may come with the time alone.
    return (page, coming == nil && !mayEnd && !mayPrint(event) ? sources(of: manifest, session) : nil)
  }

  /// Nil where the pictures are not all in one folder, side by side.
  private func sources(of manifest: SessionManifest, _ session: SessionName) -> PageCache.Sources? {
    let paths = manifest.items.flatMap { [$0.path, $0.posterPath].compactMap { $0 } }
    func folder(_ path: String) -> Substring? { path.lastIndex(of: "/").map { path[..<$0] } }
    guard let first = paths.first.flatMap(folder), paths.allSatisfy({ folder($0) == first }),
      let folder = ObjectKey(String(first))
    else { return nil }
    // Who may see the event is in its index, or beside it, and in its owner's settings.
    let access = manifest.eventID.map { event in
      switch configuration.lists {
      case .index: [EventNames.index(event), EventNames.settings(event)]
      case .keys: [EventNames.access(event), EventNames.settings(event)]
      }
    }
    return PageCache.Sources(
      objects: [session.manifestCopy, session.tombstone] + (access ?? []), folder: folder)
  }

  /// Erased; or on its way, where a booth has announced it or its id says that a booth of ours has made it; or, of any
  /// other id, that nothing is known of it: it may be mistyped, or of an app whose upload has not begun.
  private func pageWithoutManifest(
    _ session: SessionName, _ traces: SessionTraces, _ call: WebCall
  ) async throws -> WebAnswer {
    func shell(_ event: EventID?) -> PageShell { PageShell(self, event: event, languages: call.languages) }
    if traces.isErased { return shell(try await event(in: session.tombstone)).erased() }
    if traces.isAnnounced {
      return shell(try await event(in: session.announcement)).onTheirWay()
    }
    // Asked last, so that ids of others that are in lower case have their page.
    if let meant = TypedLink.session(session.text), meant != session.text { return Self.moved(to: meant, call) }
    return session.isOfOurs ? shell(nil).onTheirWay() : shell(nil).nothingYet()
  }

  /// What the store has of a session beside its files.
  struct SessionTraces {
    /// Which version the copy of its manifest is; nil while none was completed.
    var manifest: String?
    /// A store that was put back from a copy may have what was erased since.
    var isErased = false
    var isAnnounced = false
  }

  /// By one listing of a bucket, which takes its time for each question; in a folder each is looked for.
  func traces(of session: SessionName) async throws(ObjectStoreError) -> SessionTraces {
    var traces = SessionTraces()
    switch configuration.lists {
    case .index:
      traces.manifest = try await store.info(session.manifestCopy)?.etag
      traces.isErased = try await store.info(session.tombstone) != nil
      if traces.manifest == nil { traces.isAnnounced = try await store.info(session.announcement) != nil }
    case .keys:
      for object in try await store.all(prefix: "sessions/\(session.text)/") {
        if object.key == session.manifestCopy { traces.manifest = object.etag }
        if object.key == session.tombstone { traces.isErased = true }
        if object.key == session.announcement { traces.isAnnounced = true }
      }
    }
    return traces
  }

  /// A version of the manifest's copy with its tag, or a newer one; read only where it is not known. Nil where it is gone.
  func manifest(_ session: SessionName, _ version: String) async throws -> (SessionManifest, String)? {
    if let known = pages.manifest(session, tag: version) { return (known, version) }
    return try await taggedManifest(session)
  }

  /// The manifest's copy with its version's tag.
  func taggedManifest(_ session: SessionName) async throws -> (SessionManifest, String)? {
    guard let (manifest, tag) = try await manifestAndTag(session) else { return nil }
    pages.keep(manifest, of: session, tag: tag)
    return (manifest, tag)
  }

  /// Which of the assets, and of their posters, the store has.
  private func present(_ items: [SessionManifest.Item], _ session: SessionName) async throws -> Set<String> {
    let wanted = Set(items.prefix(ManifestRules.mostAssets).flatMap { [$0.path, $0.posterPath].compactMap { $0 } })
    var there: Set<String> = []
    // One listing of the session's folder instead of a question per file; what older Workers let lie elsewhere is
    // asked for one by one.
    let marker = "/sessions/\(session.text)/"
    let folders = Set(wanted.compactMap { path in path.firstRange(of: marker).map { String(path[..<$0.upperBound]) } })
    for folder in folders { there.formUnion(try await store.all(prefix: folder).map(\.key.text)) }
    for path in wanted where !there.contains(path) && path.firstRange(of: marker) == nil {
      if let key = ObjectKey(path), try await store.info(key) != nil { there.insert(path) }
    }
    return there
  }
}
