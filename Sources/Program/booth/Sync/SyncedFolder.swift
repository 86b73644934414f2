import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Imaging
import LocationSync
import Locations

/// A data folder's locations as a sync needs them.
struct SyncedFolder: SyncStore {
  let store: FolderLocationStore
  /// How many bytes may still be written, beside what a booth needs of the disk; nil if unknown.
  var left: @Sendable () -> Int64? = { nil }

  private static let last = SyncNote.lastRun
  /// When a run began that has not ended.
  private static let begun = ".begun"

  func here(with target: String) async throws(StoreError) -> SyncHere {
    var here = SyncHere()
    for location in try await store.locations() { here.locations[location.id] = location }
    here.left = try await store.departures().mapValues(\.microseconds)
    for (name, text) in try await store.notes(for: target) {
      guard let id = LocationID(name) else { continue }
      do { here.notes[id] = try JSONDecoder().decode(SyncNote.self, from: Data(text.utf8)) } catch {
        complain("booth: what the last sync noted of \(name) cannot be read: both sides are compared by their moments")
      }
    }
    return here
  }

  func keep(
    _ after: Location, over before: Location?, with arrivals: [SyncArrival]
  ) async throws(StoreError) -> Location? {
    let bytes = arrivals.reduce(Int64(0)) { $0 + Int64($1.bytes.count) }
    if bytes > 0, let left = left(), left < bytes {
      throw StoreError(
        .full, subject: "\(after.id)",
        detail:
          "the disk is full: \(max(0, left) >> 20) MB may be written beside what the booth needs of it; make room, and sync again"
      )
    }
    var location = after
    for arrival in arrivals {
      let size: PixelSize
      do throws(ImageError) { size = try PictureFacts(of: arrival.bytes).size } catch {
        throw StoreError(
          .failed, subject: "\(after.id)", detail: "the \(arrival.kind.words) that came \(error.detail)")
      }
      switch arrival.kind {
      case .historical: location.old.size = size
      case .new: if !location.versions.isEmpty { location.versions[location.versions.count - 1].picture.size = size }
      }
    }
    let new = arrivals.first { $0.kind == .new }?.bytes
    if let before { return try await store.take(location, over: before, new: new) }
    guard let old = arrivals.first(where: { $0.kind == .historical })?.bytes else {
      throw StoreError(.failed, subject: "\(after.id)", detail: "came without its old picture")
    }
    return try await store.take(location, old: old, new: new)
  }

  func leave(_ before: Location, at time: WallTime) async throws(StoreError) -> Bool {
    try await store.delete(before, at: time)
  }

  func note(_ notes: [LocationID: SyncNote?], with target: String) async throws(StoreError) {
    var texts: [String: String?] = [:]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (id, note) in notes {
      do { texts[id.text] = .some(try note.map { String(decoding: try encoder.encode($0), as: UTF8.self) }) } catch {
        throw StoreError(.failed, subject: "\(id)", detail: "its note cannot be written: \(error)")
      }
    }
    try await store.keep(texts, for: target)
  }

  /// A JPEG goes as it is, with its orientation; anything else becomes one of the best quality.
  func jpeg(_ picture: LocationPicture, of location: LocationID) async throws(StoreError) -> [UInt8] {
    let bytes = try await store.bytes(of: picture, in: location)
    guard PictureFormat(beginningWith: bytes) != .jpeg else { return bytes }
    do throws(ImageError) { return try JPEGCodec().encode(try PNG.decode(bytes), quality: 100) } catch {
      throw StoreError(
        .failed, subject: "\(location)/\(picture.name)", detail: "cannot be made a JPEG: \(error.detail)")
    }
  }

  // MARK: Runs

  /// When the last whole run with a project ended; nil: never.
  func lastSync(with target: String) async throws(StoreError) -> WallTime? {
    try await store.notes(for: target)[Self.last].flatMap { Int64($0) }.map(WallTime.init(microseconds:))
  }

  /// - Returns: when a run began that never ended; this one goes on where it was.
  func begin(with target: String, at now: WallTime) async throws(StoreError) -> WallTime? {
    let cut = try await store.notes(for: target)[Self.begun].flatMap { Int64($0) }.map(WallTime.init(microseconds:))
    try await store.keep([Self.begun: "\(now.microseconds)"], for: target)
    return cut
  }

  /// - Parameter isWhole: whether all was done.
  func end(with target: String, at now: WallTime, isWhole: Bool) async throws(StoreError) {
    var notes: [String: String?] = [:]
    notes[Self.begun] = .some(nil)
    if isWhole { notes[Self.last] = "\(now.microseconds)" }
    try await store.keep(notes, for: target)
  }
}

extension SyncPicture {
  /// For people.
  var words: String {
    switch self {
    case .historical: "old picture"
    case .new: "new picture"
    }
  }
}
