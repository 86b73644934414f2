import BoothArchives
import BoothCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import WebSupport

/// All pictures at once, as one file.
extension Gallery {
  /// `GET /api/s/{id}/all.zip`: what the session's page shows. Where that is nothing, a page in words for
  /// browsers, and the contract's answer for programs.
  func sessionArchive(_ session: SessionName, _ call: WebCall) async throws -> WebAnswer {
    func shell(_ event: EventID?) -> PageShell {
      PageShell(self, event: event, languages: call.languages, depth: Self.depth)
    }
    if try await isErased(session) {
      return call.wantsPage ? shell(try await event(in: session.tombstone)).erased() : Self.erasedAnswer
    }
    let manifest = try await manifest(session)
    if let manifest {
      if try await isOver(manifest, call) {
        return call.wantsPage ? shell(manifest.eventID).ended() : Self.endedAnswer
      }
      let name = PictureName(event: nameForFiles(manifest.eventID), made: moment(manifest)).session
      let archive = try await laidOut(objects(of: manifest, in: ""))
      if let archive { return answer(archive, called: name, call) }
    }
    return call.wantsPage
      ? shell(manifest?.eventID).onTheirWay(.notFound)
      : .error(.notFound, "Session not found or still processing")
  }

  /// `GET /api/events/{id}/all.zip`: what the event's page leads to, each session in a folder of its own. For all who
  /// may see the page.
  func eventArchive(_ event: EventID, _ call: WebCall) async throws -> WebAnswer {
    let shell = PageShell(self, event: event, languages: call.languages, depth: Self.depth)
    let standing = try await standing(event)
    switch try await refusal(event, standing, call) {
    case .needsKey: return call.wantsPage ? shell.needsLink() : Self.answer(.needsKey)
    case .ended: return call.wantsPage ? shell.ended() : Self.endedAnswer
    case nil: break
    }
    // Sort by folder name, oldest first: sessions added during a download go to its end.
    let entries = try await allEntries(event).sorted {
      ($0.createdAt ?? "", $0.session) < ($1.createdAt ?? "", $1.session)
    }
    let objects = try await objects(of: entries.map(\.session))
    if let archive = try await laidOut(objects, under: "events/\(event)/sessions/") {
      return answer(archive, called: PortableName.of(nameForFiles(event)), call)
    }
    return call.wantsPage ? shell.noSessions(.notFound, "no-store") : .error(.notFound, "The event has no pictures yet")
  }

  /// More sessions than an index holds.
  private static let mostSessions = 100_000

  private func allEntries(_ event: EventID) async throws -> [EventIndex.Entry] {
    switch configuration.lists {
    case .index: try await index(event)?.entries ?? []
    case .keys: try await order(event, most: Self.mostSessions).map(\.listed)
    }
  }

  /// Of the archives' addresses, in slashes.
  private static let depth = 4

  /// The archive of those objects that are there; nil where none is.
  /// - Parameter folder: where most of them lie, if there are many: they are looked up by the thousand.
  private func laidOut(_ objects: [NamedObject], under folder: String? = nil) async throws -> LaidOutArchive? {
    var known: [ObjectKey: ListedObject] = [:]
    if let folder {
      for object in try await store.all(prefix: folder) where !object.etag.isEmpty { known[object.key] = object }
    }
    var archived: [ArchivedObject] = []
    for object in objects {
      var found = known[object.key]
      if found == nil { found = try await store.info(object.key).map(ListedObject.init) }
      if let found { archived.append(ArchivedObject(info: found, name: object.name, made: object.made)) }
    }
    return archived.isEmpty ? nil : LaidOutArchive(archived)
  }

  /// The whole archive, or the part that was asked for.
  private func answer(_ whole: LaidOutArchive, called name: String, _ call: WebCall) -> WebAnswer {
    let sent = call.request.headers
    // Who goes on with an archive that was cut while the event went on gets the one that was begun.
    let begun = sent[.range] == nil ? nil : sent[.ifRange].flatMap { whole.beginning(tagged: $0) }
    let archive = begun ?? whole
    let size = Int64(archive.layout.sizeBytes)
    var headers: HTTPFields = [
      .contentType: "application/zip", .contentDisposition: AttachmentHeader.of(name + ".zip"),
      .cacheControl: "private, no-store", .acceptRanges: "bytes", .eTag: EntityTags.header(archive.tag),
    ]
    switch ByteRange.wanted(of: size, tag: archive.tag, sent) {
    case nil: return WebAnswer(.ok, headers, body(archive, 0..<size))
    case .invalid: return .text(.rangeNotSatisfiable, "Invalid Range header")
    case .unsatisfiable:
      return .text(.rangeNotSatisfiable, "Range Not Satisfiable").with([.contentRange: "bytes */\(size)"])
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
      return WebAnswer(.partialContent, headers, body(archive, part))
    }
  }

  private func body(_ archive: LaidOutArchive, _ range: Range<Int64>) -> WebAnswer.Body {
    .stream(Int64(range.count), ArchiveStream(store, archive, checksums, range).pieces)
  }

  /// - Parameter folder: in the archive, with its slash.
  private func objects(of manifest: SessionManifest, in folder: String) -> [NamedObject] {
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
      return NamedObject(key: key, name: folder + unique, made: made ?? Self.unknownMoment)
    }
  }

  /// For a session that does not say when it was: not this moment's, as an archive is the same whenever it is asked for.
  private static let unknownMoment = CivilMoment(Date(timeIntervalSince1970: 946_684_800), secondsFromUTC: 0)

  /// The manifests of so many sessions are on their way at once: a bucket answers each late.
  private static let atOnce = 16

  /// What all of these sessions show, each in a folder of its own. Those that were erased since, or are damaged, are left out.
  private func objects(of sessions: [String]) async throws -> [NamedObject] {
    var folders = ArchiveFolders()
    var objects: [NamedObject] = []
    for start in stride(from: 0, to: sessions.count, by: Self.atOnce) {
      let some = Array(sessions[start..<min(start + Self.atOnce, sessions.count)])
      for (session, manifest) in zip(some, try await manifests(of: some)) {
        guard let manifest else { continue }
        objects += self.objects(of: manifest, in: folders.folder(of: session, at: moment(manifest)?.name) + "/")
      }
    }
    return objects
  }

  /// In the order of the sessions.
  private func manifests(of sessions: [String]) async throws -> [SessionManifest?] {
    try await withThrowingTaskGroup(of: (Int, SessionManifest?).self) { group in
      for (index, text) in sessions.enumerated() {
        group.addTask {
          guard let session = SessionName(listed: text) else { return (index, nil) }
          do { return (index, try await self.manifest(session)) } catch is ObjectStoreError { return (index, nil) }
        }
      }
      var found = [SessionManifest?](repeating: nil, count: sessions.count)
      for try await (index, manifest) in group { found[index] = manifest }
      return found
    }
  }
}

/// A file that is to go into an archive, where its object is there.
private struct NamedObject: Sendable {
  var key: ObjectKey
  /// In the archive.
  var name: String
  var made: CivilMoment
}

/// The folders of an archive's sessions.
private struct ArchiveFolders {
  private var names: Set<String> = []

  /// Its own in the archive: an app's ids may begin alike, and its sessions in one second; and ids that differ in case
  /// alone are one name on many disks.
  mutating func folder(of session: String, at time: String?) -> String {
    let requests = [String(session.prefix(8)), session, "\(session) (\(names.count + 1))"]
    let requested = requests.map { [time, $0].compactMap { $0 }.joined(separator: " ") }
    return requested.first { names.insert($0.lowercased()).inserted } ?? requested[2]
  }
}
