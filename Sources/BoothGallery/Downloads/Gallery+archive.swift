import BoothArchives
import BoothCore
import BoothWeb
import FoundationEssentials
import HTTPTypes

/// All pictures at once, as one file.
extension Gallery {
  /// `GET /api/s/{id}/all.zip`: what the session's page shows.
  func sessionArchive(_ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    guard let manifest = try await manifest(session) else {
      return try await isErased(session)
        ? Self.erasedAnswer : .error(.notFound, "Session not found or still processing")
    }
    let name = PictureName(event: nameForFiles(manifest.eventID), made: moment(manifest)).session
    var objects = objects(of: manifest, in: "")[...]
    return archive(called: name) { objects.popFirst() }
  }

  /// `GET /api/events/{id}/all.zip`: what the event's page leads to, each session in a folder of its own. For whoever may
  /// see the page.
  func eventArchive(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let access = try await access(event)
    guard mayRead(event, access, call) else {
      return .error(.forbidden, "This event's gallery needs the event's link")
    }
    // The oldest first, in the order of the folders' names.
    let entries = (try await index(event)?.entries ?? []).sorted {
      ($0.createdAt ?? "", $0.session) < ($1.createdAt ?? "", $1.session)
    }
    let sessions = SessionsToArchive(self, entries.map(\.session))
    return archive(called: PortableName.of(nameForFiles(event))) { try await sessions.next() }
  }

  private func archive(called name: String, _ next: @escaping () async throws -> ArchivedObject?) -> WebAnswer {
    WebAnswer(
      .ok,
      [
        .contentType: "application/zip", .contentDisposition: PictureName.attachment(name + ".zip"),
        .cacheControl: "private, no-store", .acceptRanges: "none",
      ], .unmeasured(ArchiveStream(store, next).pieces))
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
