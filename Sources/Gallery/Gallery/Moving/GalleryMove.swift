public import BoothCore
import FoundationEssentials
public import Logging
import WebSupport

/// Moves a gallery from one store into another: a folder into a bucket, a bucket into a folder.
///
/// The gallery of the first store may serve meanwhile; the second's may not yet. Each pass compares all objects, by sizes and checksums, and
/// copies what is missing or another; it may be cut off at any moment, and the next goes on. ``finish(told:)``, for which the first gallery is
/// to be stopped, makes passes until nothing has changed, and from then on the second store is not touched any more: what its gallery is
/// brought cannot be replaced by what is older.
///
/// What lists are made of is not copied but made anew where the stores keep lists otherwise (``GalleryConfiguration/EventLists``).
public struct GalleryMove: Sendable {
  /// One of the two stores.
  public struct Side: Sendable {
    var store: any ObjectStore
    var lists: GalleryConfiguration.EventLists

    /// Takes a store, and how its gallery keeps lists.
    public init(_ store: any ObjectStore, lists: GalleryConfiguration.EventLists) {
      (self.store, self.lists) = (store, lists)
    }
  }

  /// What a pass has found and done.
  public struct Report: Sendable, Equatable {
    /// Objects that the first store has, apart from lists.
    public internal(set) var objects = 0
    /// What they amount to, in bytes.
    public internal(set) var bytes: Int64 = 0
    /// Of them, those that were copied, and are known to be whole.
    public internal(set) var copied = 0
    /// What was copied, in bytes.
    public internal(set) var copiedBytes: Int64 = 0
    /// Objects that the first store has no more: they were deleted in the second.
    public internal(set) var deleted = 0
    /// Places in lists that were written or taken away.
    public internal(set) var places = 0
    /// Sessions that are in events' lists.
    public internal(set) var listed = 0
    /// Sessions that wait for a host, and are in no list of a folder's gallery.
    public internal(set) var waiting = 0

    /// Whether the second store was as the first already.
    public var hasChangedNothing: Bool { copied == 0 && deleted == 0 && places == 0 }
  }

  /// Why nothing is moved.
  public enum Fault: Error, Sendable, Equatable {
    /// The second store has objects that were not moved there.
    case isInUse(key: String)
    /// The first store changes as fast as it is copied.
    case neverDone
  }

  let from: Side
  let to: Side
  let logger: Logger

  /// - Parameter logger: of what the first gallery mends in its lists.
  public init(from: Side, to: Side, logger: Logger) { (self.from, self.to, self.logger) = (from, to, logger) }

  /// In the second store while it is filled.
  private static let mark: ObjectKey = {
    guard let key = ObjectKey("private/move.json") else { preconditionFailure("these names make a key") }
    return key
  }()
  private static let atOnce = 8

  /// Makes the second store as the first is now.
  /// - Parameter told: hears after some hundred objects how far it is.
  /// - Throws: ``Fault``, or `ObjectStoreError`; what was copied until then stays.
  public func pass(told: @Sendable (Report) -> Void = { _ in }) async throws -> Report {
    var there: [ObjectKey: ListedObject] = [:]
    for object in try await to.store.all(prefix: "") { there[object.key] = object }
    try await begin(there)
    let source = try await from.store.all(prefix: "").filter { isMoved($0.key) }
    var report = Report()
    report.deleted = try await delete(there.values.filter { isMoved($0.key) }, notIn: source)
    for first in stride(from: 0, to: source.count, by: Self.atOnce) {
      let objects = source[first..<min(first + Self.atOnce, source.count)]
      let copied = try await withThrowingTaskGroup(of: Int64?.self) { [there] group in
        for object in objects { group.addTask { try await self.bring(object, over: there[object.key]) } }
        return try await group.reduce(into: [Int64]()) { if let bytes = $1 { $0.append(bytes) } }
      }
      report.objects += objects.count
      report.bytes += objects.reduce(0) { $0 + $1.sizeBytes }
      report.copied += copied.count
      report.copiedBytes += copied.reduce(0, +)
      if report.objects % 800 == 0 { told(report) }
    }
    switch (from.lists, to.lists) {
    case (.index, .keys): try await makeKeys(&report)
    case (.keys, .index): try await makeIndexes(&report)
    case (.index, .index), (.keys, .keys): break
    }
    return report
  }

  /// The last pass, or the last few: the first gallery serves no more.
  /// - Returns: what all of them together have done.
  public func finish(told: @Sendable (Report) -> Void = { _ in }) async throws -> Report {
    var all = Report()
    for _ in 0..<5 {
      let report = try await pass(told: told)
      let (copied, bytes) = (all.copied + report.copied, all.copiedBytes + report.copiedBytes)
      let (deleted, places) = (all.deleted + report.deleted, all.places + report.places)
      all = report
      (all.copied, all.copiedBytes, all.deleted, all.places) = (copied, bytes, deleted, places)
      guard report.hasChangedNothing else { continue }
      try await to.store.delete(Self.mark)
      return all
    }
    throw Fault.neverDone
  }

  /// Marks the second store, which is to be empty or marked.
  private func begin(_ there: [ObjectKey: ListedObject]) async throws {
    guard there[Self.mark] == nil else { return }
    if let own = there.keys.first(where: isMoved) { throw Fault.isInUse(key: own.text) }
    let note = JSONDocument.members([
      "version": 1, "begun_at": .string(Date.ISO8601FormatStyle().format(Date.now)),
    ])
    _ = try await to.store.write(Self.mark, contentType: "application/json", bytes: note.bytes)
  }

  /// Whether an object is copied as it is. What stands for a moment only is not, nor what lists are made of where they are made anew.
  private func isMoved(_ key: ObjectKey) -> Bool {
    let parts = key.text.split(separator: "/", omittingEmptySubsequences: false)
    if key == Self.mark || ["private/tries/", "private/check/"].contains(where: { key.text.hasPrefix($0) }) {
      return false
    }
    guard from.lists != to.lists else { return true }
    switch (parts[0], parts.count) {
    case ("events", 3): return parts[2] != "index.json"
    case ("events", 4): return parts[2] != "order" && parts[2] != "waiting"
    case ("sessions", 4): return parts[2] != "order"
    case ("private", 4): return parts[1] != "events" || parts[3] != "access.json"
    default: return true
    }
  }

  /// Deletes what the first store has no more, such as what was erased there meanwhile, or a token that was ended.
  /// - Throws: where there is a session of which the first store knows nothing: the second has been in use.
  private func delete(_ there: [ListedObject], notIn source: [ListedObject]) async throws -> Int {
    let known = Set(source.map(\.key))
    let sessions = Set(source.compactMap { Self.session(of: $0.key) })
    let gone = there.filter { !known.contains($0.key) }
    for object in gone {
      if let session = Self.session(of: object.key), !sessions.contains(session) {
        throw Fault.isInUse(key: object.key.text)
      }
    }
    for object in gone { try await to.store.delete(object.key) }
    return gone.count
  }

  /// The session that an object is of.
  private static func session(of key: ObjectKey) -> SessionName? {
    SessionName(of: key.text) ?? AssetPath.session(ofFactsIn: key.text)
  }

  // MARK: One object

  /// - Returns: how many bytes were copied; nil where it was there, or is gone.
  private func bring(_ object: ListedObject, over there: ListedObject?) async throws -> Int64? {
    if let there, there.sizeBytes == object.sizeBytes, try await isSame(object, there) { return nil }
    guard let (info, stream) = try await from.store.read(object.key, range: nil) else { return nil }
    let sum = RunningSum()
    let written = try await to.store.write(
      object.key, contentType: info.contentType, condition: .always, sizeBytes: info.sizeBytes,
      body: sum.reading(stream))
    let sent = sum.value
    if written.sizeBytes == sent.sizeBytes, written.etag == sent.md5 { return sent.sizeBytes }
    guard try await ObjectSum.of(object.key, in: to.store) == sent else {
      throw ObjectStoreError(
        .incomplete, subject: object.key.text, detail: "what is there after it was copied is not what was sent")
    }
    return sent.sizeBytes
  }

  /// By the sums of their bytes; an object that a bucket names by its MD5 need not be read there.
  private func isSame(_ here: ListedObject, _ there: ListedObject) async throws -> Bool {
    if ObjectSum.isMD5(here.etag), here.etag == there.etag { return true }
    if ObjectSum.isMD5(here.etag), let sum = try await ObjectSum.of(there.key, in: to.store), sum.md5 == here.etag {
      return true
    }
    guard let own = try await ObjectSum.of(here.key, in: from.store) else { return false }
    if own.md5 == there.etag { return true }
    return try await ObjectSum.of(there.key, in: to.store) == own
  }
}
