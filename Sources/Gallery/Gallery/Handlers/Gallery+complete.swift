import BoothCore
import HTTPTypes
import WebSupport

extension Gallery {
  /// `POST /complete`: shows a session, once its manifest is there. Doing it again puts it on top and changes nothing
  /// else.
  func complete(_ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    let rights: BoothRights
    switch try await admission(call) {
    case .refused(let answer): return answer
    case .booth(let admitted): rights = admitted
    }
    let body = try await json(call, context)
    guard let posted = Self.given(body["event_id"]), let sessionID = Self.given(body["session_id"]),
      let path = Self.given(body["manifest_path"])
    else { throw RequestFault("Missing fields: event_id, session_id, manifest_path required") }
    let event = try EventNames.read(posted)
    guard event > 0 else { throw RequestFault("Event ID must be a valid positive integer") }
    guard let sessionText = sessionID.string else { throw RequestFault("Invalid Session ID format") }
    let session = try SessionName(sessionText)
    let key = EventNames.manifest(event, session)
    guard path == .string(key.text) else { throw RequestFault("Invalid manifest_path: expected \(key)") }
    guard rights.isFor(event), try await !isForeign(session, to: rights) else { return Self.foreignAnswer }
    let said = try Self.access(body)
    do {
      let answer = try await complete(event, posted, session, key, said)
      if answer.status == .gone { try await sweepErased(session, of: event) }
      return answer
    } catch let error where error is RequestFault || error is ManifestFault {
      // An erasure that came between took away what was looked for.
      if try await isErased(session) {
        try await sweepErased(session, of: event)
        return Self.erasedAnswer
      }
      guard error is RequestFault else { return .error(.notFound, "Manifest not found") }
      throw error
    }
  }

  private func complete(
    _ event: EventID, _ posted: JSONDocument, _ session: SessionName, _ key: ObjectKey, _ said: Event.GalleryAccess?
  ) async throws -> WebAnswer {
    if try await isErased(session) { return Self.erasedAnswer }
    guard let info = try await store.info(key) else { throw ManifestFault() }
    guard info.sizeBytes <= Int64(ManifestRules.mostBytes) else {
      throw RequestFault("Invalid manifest: expected at most 1 MiB, found \(info.sizeBytes) bytes")
    }
    guard let (_, bytes) = try await store.readAll(key, limit: ManifestRules.mostBytes) else { throw ManifestFault() }
    var manifest = try Self.manifest(bytes)
    try ManifestRules.check(manifest, event, session)
    manifest["event_id"] = posted
    // Kept with the session, too: an index that has to be made anew asks the manifests. What a manifest says itself
    // does not count.
    var kept = configuration.definitionsDecide && configuration.events[event]?.gallery == .link ? .link : said
    if kept == nil {
      kept = configuration.lists == .keys ? try await saidAccess(event) : try await index(event)?.access
    }
    manifest[EventIndex.markName] = kept.map { .string($0.rawValue) }
    _ = try await store.write(session.manifestCopy, contentType: "application/json", bytes: manifest.bytes)
    try await store.delete(session.announcement)
    let shown = SessionManifest(manifest)
    var note: OrderNote?
    switch configuration.lists {
    case .index: try await addToIndex(shown, event, session, said: said)
    case .keys:
      try await keepAccess(said, of: event)
      note = try await place(shown, event, session)
    }
    if try await isErasedAfterWriting(session.manifestCopy, session) {
      if let note { try await remove(note, session) }
      try await takeOutOfList(session, of: event)
      return Self.erasedAnswer
    }
    if configuration.lists == .keys { await indexChanged(event) }
    metrics?.sessionCompleted()
    await makeSmallAhead(shown, session)
    return .json(.members(["status": "ok"]))
  }

  private struct ManifestFault: Error {}

  /// A field that is there: as JavaScript has it, null, 0, false and the empty text are not.
  private static func given(_ value: JSONDocument?) -> JSONDocument? {
    switch value {
    case nil, .null?, .bool(false)?, .string("")?: nil
    case .number(let text)? where Double(text) == 0: nil
    default: value
    }
  }

  private static func manifest(_ bytes: [UInt8]) throws(RequestFault) -> JSONDocument {
    do throws(JSONReader.Fault) {
      return try JSONReader.read(bytes)
    } catch {
      throw RequestFault("Invalid manifest: it is not JSON: \(error)")
    }
  }
}
