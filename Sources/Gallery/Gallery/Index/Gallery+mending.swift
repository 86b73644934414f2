import BoothCore
import Crypto
import Logging
import WebSupport

/// An index that is damaged (cut short by a dying disk, say) stops no uploads: what lay there is set aside, never
/// deleted, and the index is made anew from the sessions that the store has.
extension Gallery {
  /// An event's index as it lies there, or nil where there is none. Of one that is larger than any of ours the whole is set
  /// aside, and its beginning given, which is no index.
  func indexBytes(_ event: EventID) async throws(ObjectStoreError) -> (ObjectInfo, [UInt8])? {
    let key = EventNames.index(event)
    guard let info = try await store.info(key) else { return nil }
    guard info.sizeBytes > Int64(EventIndex.mostBytes) else {
      return try await store.readAll(key, limit: EventIndex.mostBytes)
    }
    let digest = URLBase64.encode(SHA256.hash(data: Array(info.etag.utf8)).prefix(9))
    if let (_, whole) = try await store.read(key, range: nil) {
      do throws(ObjectStoreError) {
        _ = try await store.write(
          EventNames.damagedIndex(event, digest: "large-" + digest), contentType: "application/json",
          condition: .ifAbsent, sizeBytes: nil, body: whole)
      } catch {
        guard error.code == .conditionFailed else { throw error }
      }
    }
    var beginning: [UInt8] = []
    if let (_, stream) = try await store.read(key, range: 0..<65536) {
      do { for try await piece in stream { beginning += piece } } catch {
        throw ObjectStoreError(.unavailable, subject: key.text, detail: "\(error)")
      }
    }
    return (info, beginning)
  }

  /// Keeps the damaged bytes, and lists the event's completed sessions, the newest first.
  ///
  /// The new index is closed where the event's definition says so, or where there is none, and what is left of the
  /// damaged one or a booth's last word does.
  func indexMadeAnew(
    _ event: EventID, insteadOf damaged: [UInt8], _ damage: EventIndex.Fault
  ) async throws(ObjectStoreError) -> EventIndex {
    let kept = EventNames.damagedIndex(event, digest: URLBase64.encode(SHA256.hash(data: damaged).prefix(9)))
    do throws(ObjectStoreError) {
      _ = try await store.write(kept, contentType: "application/json", condition: .ifAbsent, bytes: damaged)
    } catch {
      // These very bytes were set aside before.
      guard error.code == .conditionFailed else { throw error }
    }
    let sessions = try await completedSessions(of: event)
    var index = EventIndex(newFor: event, sessions, at: timestamp)
    // What booths have said is in the manifests, too; the newest counts.
    let said = EventIndex.isMarkedClosed(damaged) ? .link : sessions.lazy.compactMap { $0.1.access }.first
    _ = note(said, of: event, in: &index)
    logger.error(
      "an event's index was damaged: it is set aside, and made anew from the sessions",
      metadata: [
        "event.id": "\(event)", "index.damage": "\(damage.words)", "index.kept": "\(kept)",
        "index.sessions": "\(sessions.count)",
      ])
    return index
  }

  /// Those whose manifest was copied by `/complete`, the newest first by their own time.
  private func completedSessions(
    of event: EventID
  ) async throws(ObjectStoreError) -> [(SessionName, SessionManifest)] {
    var sessions: [(SessionName, SessionManifest)] = []
    var last: ObjectKey?
    repeat {
      let page = try await store.list(prefix: EventNames.sessions(event), after: last, limit: 1000)
      for object in page where object.key.text.hasSuffix("/manifest.json") {
        guard let session = SessionName(of: object.key.text), object.key == EventNames.manifest(event, session),
          let manifest = try await completedManifest(session), manifest.eventID == event,
          try await store.info(session.tombstone) == nil
        else { continue }
        sessions.append((session, manifest))
      }
      last = page.count == 1000 ? page.last?.key : nil
    } while last != nil
    return sessions.sorted { a, b in
      (a.1.createdAt ?? "", a.0.text) > (b.1.createdAt ?? "", b.0.text)
    }
  }

  /// Nil where there is none, or where it is damaged, too: then the next upload of the session lists it again.
  private func completedManifest(_ session: SessionName) async throws(ObjectStoreError) -> SessionManifest? {
    guard let (_, bytes) = try await store.readAll(session.manifestCopy, limit: ManifestRules.mostBytes * 2) else {
      return nil
    }
    do throws(JSONReader.Fault) {
      return SessionManifest(try JSONReader.read(bytes))
    } catch {
      logger.error("a session's manifest is damaged", metadata: ["json.fault": "\(error)"])
      return nil
    }
  }
}

extension GalleryServer {
  /// Whether an event's `index.json` can be read, or would be set aside and made anew.
  public static func isIndex(_ bytes: [UInt8]) -> Bool {
    do throws(EventIndex.Fault) {
      _ = try EventIndex(bytes)
      return true
    } catch {
      return false
    }
  }
}
