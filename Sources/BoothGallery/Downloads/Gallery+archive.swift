import BoothArchives
import BoothCore
import BoothWeb
import FoundationEssentials
import HTTPTypes

/// All pictures at once, as one file.
extension Gallery {
  /// `GET /api/s/{id}/all.zip`: what the session's page shows. Where that is nothing, a page in words for whoever looks
  /// with a browser, and the contract's answer for programs.
  func sessionArchive(_ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    func shell(_ event: EventID?) -> PageShell {
      PageShell(self, event: event, languages: call.languages, depth: Self.depth)
    }
    if try await isErased(session) {
      return call.wantsPage ? shell(try await event(in: session.tombstone)).erased() : Self.erasedAnswer
    }
    let manifest = try await manifest(session)
    if let manifest {
      let name = PictureName(event: nameForFiles(manifest.eventID), made: moment(manifest)).session
      var objects = objects(of: manifest, in: "")[...]
      if let archive = try await archive(called: name, { objects.popFirst() }) { return archive }
    }
    return call.wantsPage
      ? shell(manifest?.eventID).onTheirWay(.notFound)
      : .error(.notFound, "Session not found or still processing")
  }

  /// `GET /api/events/{id}/all.zip`: what the event's page leads to, each session in a folder of its own. For whoever may
  /// see the page.
  func eventArchive(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages, depth: Self.depth)
    let access = try await access(event)
    guard mayRead(event, access, call) else {
      return call.wantsPage ? shell.needsLink() : .error(.forbidden, "This event's gallery needs the event's link")
    }
    // The oldest first, in the order of the folders' names.
    let entries = (try await index(event)?.entries ?? []).sorted {
      ($0.createdAt ?? "", $0.session) < ($1.createdAt ?? "", $1.session)
    }
    let sessions = SessionsToArchive(self, entries.map(\.session))
    if let archive = try await archive(called: PortableName.of(nameForFiles(event)), { try await sessions.next() }) {
      return archive
    }
    return call.wantsPage ? shell.noSessions(.notFound, "no-store") : .error(.notFound, "The event has no pictures yet")
  }

  /// Of the archives' addresses, in slashes.
  private static let depth = 4

  /// Nil where none of the objects is there.
  private func archive(
    called name: String, _ next: @escaping () async throws -> ArchivedObject?
  ) async throws -> WebAnswer? {
    var first: ArchivedObject?
    repeat {
      first = try await next()
      guard let key = first?.key else { return nil }
      if try await store.info(key) != nil { break }
    } while true
    return WebAnswer(
      .ok,
      [
        .contentType: "application/zip", .contentDisposition: AttachmentHeader.of(name + ".zip"),
        .cacheControl: "private, no-store", .acceptRanges: "none",
      ],
      .unmeasured(
        ArchiveStream(store) {
          defer { first = nil }
          if let first { return first }
          return try await next()
        }.pieces))
  }

  /// - Parameter folder: in the archive, with its slash.
  func objects(of manifest: SessionManifest, in folder: String) -> [ArchivedObject] {
    let made = moment(manifest)
    let name = PictureName(event: nameForFiles(manifest.eventID), made: made)
    var taken: Set<String> = []
    var seen: Set<String> = []
    return manifest.items.prefix(ManifestRules.mostAssets).compactMap { item in
      guard let key = ObjectKey(item.path), seen.insert(item.path).inserted, AssetPath(item.path) == .public else {
        return nil
      }
      let file = name.file(item.path)
      let dot = file.lastIndex(of: ".") ?? file.endIndex
      var unique = file
      var number = 2
      while !taken.insert(unique.lowercased()).inserted {
        unique = "\(file[..<dot]) (\(number))\(file[dot...])"
        number += 1
      }
      return ArchivedObject(
        key: key, name: folder + unique, made: made ?? CivilMoment(now(), secondsFromUTC: secondsFromUTC(now())))
    }
  }
}

/// The sessions of an event, of which one at a time is looked at. `@unchecked`: as the stream that asks it.
private final class SessionsToArchive: @unchecked Sendable {
  private let gallery: Gallery
  private var sessions: ArraySlice<String>
  private var objects: ArraySlice<ArchivedObject> = []
  private var folders: Set<String> = []

  init(_ gallery: Gallery, _ sessions: [String]) {
    self.gallery = gallery
    self.sessions = sessions[...]
  }

  func next() async throws -> ArchivedObject? {
    while objects.isEmpty {
      guard let text = sessions.popFirst() else { return nil }
      let session: SessionName
      do throws(RequestFault) { session = try SessionName(text) } catch { continue }
      // Erased since, or damaged: the others are sent all the same.
      var manifest: SessionManifest?
      do { manifest = try await gallery.manifest(session) } catch is ObjectStoreError { continue }
      guard let manifest else { continue }
      objects = gallery.objects(of: manifest, in: folder(of: text, manifest) + "/")[...]
    }
    return objects.popFirst()
  }

  /// Its own in the archive: an app's ids may begin alike, and its sessions in one second; and ids that differ in case
  /// alone are one name on many disks.
  private func folder(of session: String, _ manifest: SessionManifest) -> String {
    let time = gallery.moment(manifest)?.name
    let wishes = [String(session.prefix(8)), session, "\(session) (\(folders.count + 1))"]
    let names = wishes.map { [time, $0].compactMap { $0 }.joined(separator: " ") }
    return names.first { folders.insert($0.lowercased()).inserted } ?? names[2]
  }
}
