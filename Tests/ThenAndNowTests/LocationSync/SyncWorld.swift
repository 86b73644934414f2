import BoothCore
import Documents
import Locations
import StudioModel
import Synchronization

@testable import LocationSync

/// An organisation's documents and pictures, data folders and an app, all in memory, with one clock.
final class SyncWorld: Sendable {
  /// What happens to one call of a port.
  enum Fault: Sendable, CaseIterable { case cutBefore, cutAfter, killBefore, killAfter }

  struct State {
    var now: Int64 = 1_700_000_000_000_000
    var table = DocumentTable()
    /// By address; an upload in place of another has another address, and the old one leads nowhere.
    var pictures: [String: (name: String, bytes: [UInt8])] = [:]
    var uploads = 0
    var commits = 0
    var calls = 0
    var fault: (call: Int, kind: Fault)?
    var isDead = false
  }

  let state = Mutex(State())

  /// Time goes on by a second.
  @discardableResult
  func tick() -> Int64 {
    state.withLock {
      $0.now += 1_000_000
      return $0.now
    }
  }

  struct Cut: Error { var isDone: Bool }

  /// One call: with its fault, if it is its turn.
  func call<Value>(_ body: (inout State) throws -> Value) throws -> Value {
    try state.withLock { state in
      if state.isDead { throw Cut(isDone: false) }
      state.calls += 1
      state.now += 1000
      guard let fault = state.fault, fault.call == state.calls else { return try body(&state) }
      switch fault.kind {
      case .cutBefore: throw Cut(isDone: false)
      case .killBefore:
        state.isDead = true
        throw Cut(isDone: false)
      case .cutAfter:
        _ = try body(&state)
        throw Cut(isDone: true)
      case .killAfter:
        state.isDead = true
        _ = try body(&state)
        throw Cut(isDone: true)
      }
    }
  }

  var documents: [String: StoredDocument] {
    get throws {
      let found = try state.withLock {
        try $0.table.page(DocumentQuery(try DocumentCollection("locations"), limit: 1000))
      }
      return Dictionary(uniqueKeysWithValues: found.documents.map { ($0.path.id, $0) })
    }
  }

  /// Writes as another writer does, without looking.
  func write(_ location: SyncedLocation) throws {
    try state.withLock { state in
      let path = try SyncPlaces.path(location.id)
      _ = try state.table.commit([.set(path, location.fields)], at: DocumentTimestamp(microseconds: state.now))
    }
  }

  /// Puts a picture as the app does: under its one name.
  static func put(_ bytes: [UInt8], _ name: String, _ state: inout State) -> StoredPicture {
    state.uploads += 1
    for (address, there) in state.pictures where there.name == name { state.pictures[address] = nil }
    let address = "https://storage/\(name)?token=\(state.uploads)"
    state.pictures[address] = (name, bytes)
    return StoredPicture(name: name, bytes: Int64(bytes.count), crc32c: CRC32C.of(bytes), address: address)
  }
}

extension SyncWorld: DocumentStore {
  private func documents<Value>(_ body: (inout State) throws -> Value) throws(DocumentStoreError) -> Value {
    do { return try call(body) } catch let cut as Cut {
      throw DocumentStoreError(cut.isDone ? .inDoubt : .unavailable, subject: "world", detail: "cut")
    } catch let error as DocumentStoreError { throw error } catch {
      throw DocumentStoreError(.invalid, subject: "world", detail: "\(error)")
    }
  }

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try documents { state in paths.map { state.table[$0] } }
  }

  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    try documents { state in
      var page = try state.table.page(query)
      page.readTime = DocumentTimestamp(microseconds: state.now)
      return page
    }
  }

  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try Self.check(batch: writes)
    return try documents { state in
      state.commits += 1
      return try state.table.commit(writes, at: DocumentTimestamp(microseconds: state.now))
    }
  }

  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> { AsyncStream { $0.finish() } }
}

extension SyncWorld: PictureStorage {
  private func storage<Value>(_ body: (inout State) throws -> Value) throws(PictureStorageError) -> Value {
    do { return try call(body) } catch let error as PictureStorageError { throw error } catch {
      throw PictureStorageError(.unavailable, subject: "world", detail: "cut")
    }
  }

  func look(at name: String) async throws(PictureStorageError) -> StoredPicture? {
    try storage { state in
      state.pictures.first { $0.value.name == name }.map {
        StoredPicture(
          name: name, bytes: Int64($0.value.bytes.count), crc32c: CRC32C.of($0.value.bytes), address: $0.key)
      }
    }
  }

  func upload(_ jpeg: [UInt8], as name: String) async throws(PictureStorageError) -> StoredPicture {
    try storage { Self.put(jpeg, name, &$0) }
  }

  func download(_ address: String) async throws(PictureStorageError) -> [UInt8] {
    try storage { state in
      guard let there = state.pictures[address] else {
        throw PictureStorageError(.notFound, subject: "world", detail: "gone")
      }
      return there.bytes
    }
  }
}

/// A data folder in memory: what it keeps, it keeps at once.
final class FolderInMemory: SyncStore {
  struct Records {
    var here = SyncHere()
    var bytes: [String: [UInt8]] = [:]
  }

  let world: SyncWorld
  let database = Mutex(Records())
  /// How far its clock is ahead, in microseconds.
  let ahead: Int64

  init(_ world: SyncWorld, ahead: Int64 = 0) {
    self.world = world
    self.ahead = ahead
  }

  static func checksum(_ bytes: [UInt8]) -> String {
    let hex = String(CRC32C.of(bytes), radix: 16)
    return String(repeating: "0", count: 16 - hex.count) + hex
  }

  private func call<Value>(_ body: (inout Records) -> Value) throws(StoreError) -> Value {
    do { return try world.call { _ in database.withLock { body(&$0) } } } catch {
      throw StoreError(.failed, subject: "folder", detail: "cut")
    }
  }

  func here(with target: String) async throws(StoreError) -> SyncHere { try call { $0.here } }

  func keep(
    _ after: Location, over before: Location?, with arrivals: [SyncArrival]
  ) async throws(StoreError) -> Location? {
    try call { database in
      guard database.here.locations[after.id] == before else { return nil }
      for arrival in arrivals { database.bytes[Self.checksum(arrival.bytes)] = arrival.bytes }
      database.here.locations[after.id] = after
      return after
    }
  }

  func leave(_ before: Location, at time: WallTime) async throws(StoreError) -> Bool {
    try call { database in
      guard database.here.locations[before.id] == before else { return false }
      database.here.locations[before.id] = nil
      database.here.left[before.id] = time.microseconds
      return true
    }
  }

  func note(_ notes: [LocationID: SyncNote?], with target: String) async throws(StoreError) {
    try call { database in for (id, note) in notes { database.here.notes[id] = note } }
  }

  func jpeg(_ picture: LocationPicture, of location: LocationID) async throws(StoreError) -> [UInt8] {
    try call { $0.bytes[picture.checksum] ?? [] }
  }

  // MARK: What people do

  var now: WallTime { WallTime(microseconds: world.tick() + ahead) }

  @discardableResult
  func add(_ id: String, _ title: String) -> Location {
    let (time, bytes) = (now, Array("old \(id)".utf8))
    let picture = LocationPicture(name: "old.jpg", bytes: Int64(bytes.count), checksum: Self.checksum(bytes))
    let location = Location(
      id: LocationID(id)!, title: title, latitude: 31.7, longitude: 35.2, pair: id, old: picture, createdAt: time)
    database.withLock {
      $0.bytes[picture.checksum] = bytes
      $0.here.locations[location.id] = location
    }
    return location
  }

  func edit(_ id: LocationID, _ title: String) {
    let time = now
    database.withLock {
      $0.here.locations[id]?.title = title
      $0.here.locations[id]?.updatedAt = time
    }
  }

  /// Takes the new picture, as a booth does.
  func photograph(_ id: LocationID, _ what: String) {
    let (time, bytes) = (now, Array("new \(what)".utf8))
    let picture = LocationPicture(
      name: "versions/\(what).jpg", bytes: Int64(bytes.count), checksum: Self.checksum(bytes))
    database.withLock {
      guard var location = $0.here.locations[id] else { return }
      $0.bytes[picture.checksum] = bytes
      location.versions.append(LocationVersion(id: what, picture: picture, takenAt: time))
      (location.chosen, location.status, location.newImageURL) = (what, .completed, nil)
      location.updatedAt = time
      $0.here.locations[id] = location
    }
  }

  func delete(_ id: LocationID) {
    let time = now.microseconds
    database.withLock {
      $0.here.locations[id] = nil
      $0.here.left[id] = time
    }
  }

  var locations: [LocationID: Location] { database.withLock { $0.here.locations } }

  @discardableResult
  func sync(_ mode: SyncMode = .both, isRehearsal: Bool = false) async -> SyncReport {
    let carrier = SyncCarrier(
      documents: world, pictures: world, store: self, target: "world", checksum: Self.checksum)
    return await carrier.run(SyncRun(mode, isRehearsal: isRehearsal, now: world.tick() + ahead))
  }
}
