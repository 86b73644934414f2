import BoothCore
import BoothStore
import FoundationEssentials

@testable import CommandSupport

/// Whether the database of a booth that was killed, started again and drained balance: nothing lost, nothing twice, nothing
/// stuck, nothing unknown.
struct Records {
  /// The data folder, and the folder of events.
  let data: String
  let events: String
  private let disk: POSIXDisk
  private let store: VaultSessionStore
  private(set) var faults: [String] = []

  private init(folder: String, events: String) throws {
    data = folder + "/data"
    self.events = events
    disk = try POSIXDisk(root: data)
    store = try VaultSessionStore.openForReading(folder: data)
  }

  /// All that is wrong, in words.
  /// - Parameter folder: holds the booth's folder `data`.
  static func faults(in folder: String, events: String, after list: [String]) async throws -> [String] {
    var records = try Records(folder: folder, events: events)
    let sessions = try await records.store.sessions(limit: .max)
    try records.look(for: Promises(list), in: sessions)
    try await records.lookForStuck(sessions)
    try records.lookForStrays(sessions)
    try records.lookAtGallery(sessions)
    if records.faults.isEmpty { try await records.lookAtPages(sessions) }
    return records.faults
  }

  /// The files below a folder, by their path in it.
  private func files(under folder: String) throws -> [String] {
    var found: [String] = []
    for name in try disk.names(in: folder) {
      var isFolder = false
      let path = "\(data)/\(folder)/\(name)"
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
        found += try files(under: "\(folder)/\(name)").map { "\(name)/\($0)" }
      } else {
        found.append(name)
      }
    }
    return found
  }

  mutating func note(_ fault: String) { faults.append(fault) }

  /// Every promise is kept, once, here or at the gallery, with its bytes.
  private mutating func look(for promises: Promises, in sessions: [SessionRecord]) throws {
    let recorded = Dictionary(grouping: sessions.flatMap(\.assets), by: \.path)
    for kept in promises.standing {
      guard let asset = recorded[kept.path]?.first else {
        faults.append("lost: \(kept.path) was promised and is not in the books")
        continue
      }
      if asset.checksum != kept.checksum { faults.append("lost: \(kept.path) is recorded with another checksum") }
    }
    for session in sessions where session.state != .discarded {
      if promises.leftSessions.contains(session.id.text) { faults.append("back: \(session.id) was thrown away") }
      for asset in session.assets where promises.leftAssets.contains(asset.id) {
        faults.append("back: \(asset.path) was thrown away")
      }
    }
    for session in sessions {
      let places = Dictionary(grouping: session.assets) { "\($0.kind.rawValue) \($0.strip)" }
      for (place, assets) in places where assets.count > 1 {
        faults.append("duplicated: \(place) of \(session.id) \(assets.count) times")
      }
      for asset in session.assets where try disk.fingerprint(asset.path)?.checksum != asset.checksum {
        faults.append("lost: the bytes of \(asset.path)")
      }
    }
  }

  private mutating func lookForStuck(_ sessions: [SessionRecord]) async throws {
    for session in sessions where session.state != .uploaded && session.state != .discarded {
      faults.append("stuck: \(session.id) is \(session.state)")
    }
    for job in try await store.jobs(all: true) where !job.state.isOver {
      faults.append("stuck: job \(job.id), \(job.kind) of \(job.subject), is \(job.state)")
    }
  }

  /// Files that no database knows. What was complete and not yet recorded as the power failed may stay in its session's
  /// folder; everything half written must be gone.
  private mutating func lookForStrays(_ sessions: [SessionRecord]) throws {
    let known = Set(sessions.flatMap(\.assets).map(\.path))
    let discarded = sessions.filter { $0.state == .discarded }.map { "sessions/\($0.id)/" }
    for file in try files(under: "sessions").map({ "sessions/\($0)" }) where !known.contains(file) {
      if file.hasSuffix(".part") || discarded.contains(where: file.hasPrefix) { faults.append("stray: \(file)") }
    }
    for file in try files(under: "scratch") { faults.append("stray: scratch/\(file)") }
    for file in try files(under: "gallery/.booth/drafts") { faults.append("stray: gallery draft \(file)") }
  }

  /// The gallery has every file of every session, with its bytes, and nothing else but small pictures of them; its index has each once.
  private mutating func lookAtGallery(_ sessions: [SessionRecord]) throws {
    var expected: Set<String> = []
    for session in sessions where session.state == .uploaded {
      expected.insert("sessions/\(session.id)/manifest.json")
      expected.insert(GalleryPath.manifest(event: session.event, session: session.id))
      expected.insert("events/\(session.event)/index.json")
      for asset in session.assets {
        let key = GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip)
        expected.insert(key)
        if try disk.fingerprint("gallery/\(key)")?.checksum != asset.checksum {
          faults.append("lost: \(key) at the gallery")
        }
      }
      let index = String(decoding: try disk.read("gallery/events/\(session.event)/index.json"), as: UTF8.self)
      let entries = index.split(separator: "\"\(session.id)\"", omittingEmptySubsequences: false).count - 1
      if entries != 1 { faults.append("index: \(session.id) is listed \(entries) times") }
    }
    // Of an erased session the gallery keeps the tombstone.
    for session in sessions where session.state == .discarded { expected.insert("sessions/\(session.id)/erased.json") }
    // Small pictures are made by themselves, as far as there was time; of an erased session there are none.
    let small = sessions.filter { $0.state == .uploaded }.map { "sessions/\($0.id)/small/" }
    for file in try files(under: "gallery")
    where !file.hasPrefix(".booth/") && !expected.contains(file) && !small.contains(where: file.hasPrefix) {
      faults.append("stray: gallery/\(file)")
    }
  }
}
