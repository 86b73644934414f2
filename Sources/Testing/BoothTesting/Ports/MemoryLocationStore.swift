public import BoothCore
public import BoothVault
import FoundationEssentials
public import Locations
import Synchronization

/// The locations' double: the ``LocationVault`` that a real booth has, over a disk and database in memory. They outlive it, as
/// a disk outlives a process: a second store over the same two is the next start.
///
/// Faults are the disk's own: ``MemoryDisk/refuse(_:)``. Calls run one after the other, each on its caller's thread.
public final class MemoryLocationStore: LocationStore {
  public let disk: MemoryDisk
  let ledger: MemoryLocationLedger
  private let turn = Mutex(())
  /// Where others find a picture's file, by its path.
  private let shown: TemporaryFolder

  /// A new disk and database.
  public convenience init() throws {
    let shown = try TemporaryFolder()
    try self.init(MemoryDisk(root: shown.path), MemoryLocationLedger(), shown)
  }

  private init(_ disk: MemoryDisk, _ ledger: MemoryLocationLedger, _ shown: TemporaryFolder) throws(StoreError) {
    self.disk = disk
    self.ledger = ledger
    self.shown = shown
    _ = try LocationVault(disk: disk, ledger: ledger).open()
  }

  /// The next process's store over the same disk and database; this one is asked nothing more.
  public func reopened() throws(StoreError) -> MemoryLocationStore { try MemoryLocationStore(disk, ledger, shown) }

  private func perform<Value: Sendable>(
    _ body: (LocationVault) throws(StoreError) -> sending Value
  ) throws(StoreError) -> Value {
    let vault = LocationVault(disk: disk, ledger: ledger)
    let result: Result<Value, StoreError> = turn.withLock { _ in
      do throws(StoreError) { return .success(try body(vault)) } catch { return .failure(error) }
    }
    show()
    return try result.get()
  }

  /// What is on the disk, as files that anybody can open.
  private func show() {
    do {
      let root = LocationVault.folder
      for path in disk.files where path.hasPrefix(root + "/") && !shown.exists(path) {
        if let bytes = disk[path] { try shown.put(path, bytes) }
      }
      guard shown.exists(root) else { return }
      for path in try shown.files(under: root) where disk["\(root)/\(path)"] == nil {
        try FileManager.default.removeItem(atPath: shown.path("\(root)/\(path)"))
      }
    } catch {
      print("could not show what is on the disk: \(error)")
    }
  }

  private func bytes(of source: AssetSource) throws(StoreError) -> [UInt8] {
    switch source {
    case .bytes(let bytes): return bytes
    case .file(let path):
      if path.hasPrefix(disk.root + "/"), let bytes = disk[String(path.dropFirst(disk.root.count + 1))] { return bytes }
      do { return try shownBytes(path) } catch {
        throw StoreError(.notFound, subject: path, detail: "cannot read: \(error)")
      }
    }
  }

  public func locations() async throws(StoreError) -> [Location] {
    try perform { vault throws(StoreError) in try vault.ledger.locations(with: []) }
  }

  public func location(_ id: LocationID) async throws(StoreError) -> Location? {
    try perform { vault throws(StoreError) in try vault.ledger.location(id) }
  }

  public func add(_ location: Location, old: AssetSource) async throws(StoreError) {
    let bytes = try bytes(of: old)
    try perform { vault throws(StoreError) in try vault.add(location, old: bytes) }
  }

  public func change(_ location: Location) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.change(location) }
  }

  public func addVersion(
    _ version: NewVersion, of location: LocationID, from source: AssetSource
  ) async throws(StoreError) -> LocationVersion {
    if let there = try await self.location(location)?.versions.first(where: { $0.id == version.id }) { return there }
    let bytes = try bytes(of: source)
    return try perform { vault throws(StoreError) in try vault.addVersion(version, of: location, bytes) }
  }

  public func keep(
    _ registration: KeptRegistration, of version: LocationVersion.ID, at location: LocationID
  ) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.keep(registration, of: version, at: location) }
  }

  public func setMarks(_ marks: NewMarks?, of location: LocationID, at time: WallTime) async throws(StoreError) {
    var brought: (points: [MarkPair], frame: [UInt8], size: PixelSize?)?
    if let marks { brought = (marks.points, try bytes(of: marks.frame), marks.size) }
    let given = brought
    try perform { vault throws(StoreError) in try vault.setMarks(given, of: location, at: time) }
  }

  public func delete(_ id: LocationID, at time: WallTime) async throws(StoreError) {
    try perform { vault throws(StoreError) in try vault.delete(id, at: time) }
  }

  public func path(of picture: LocationPicture, in location: LocationID) -> String {
    "\(disk.root)/\(LocationVault.folder(of: location))/\(picture.name)"
  }
}

/// Books of locations in memory.
public final class MemoryLocationLedger: LocationLedger {
  private struct Records {
    var locations: [LocationID: Location] = [:]
    var leaving: Set<LocationID> = []
    var refusal: StoreError?
    var steps: Int?
  }

  private let records = Mutex(Records())

  public init() {}

  /// From now on every commit is refused; nil lets all through again.
  public func refuse(_ error: StoreError?) { records.withLock { $0.refusal = error } }
  /// Lets `steps` commits through, then refuses all; nil lets all through.
  public func die(after steps: Int?) { records.withLock { $0.steps = steps } }

  public func commit(_ changes: [LocationChange]) throws(StoreError) {
    let refusal: StoreError? = records.withLock { records in
      if let refusal = records.refusal { return refusal }
      if let steps = records.steps {
        guard steps > 0 else { return StoreError(.failed, subject: "books", detail: "the process died") }
        records.steps = steps - 1
      }
      for change in changes {
        switch change {
        case .put(let location): records.locations[location.id] = location
        case .leave(let id, _, _):
          records.locations[id] = nil
          records.leaving.insert(id)
        case .noteFilesGone(let id): records.leaving.remove(id)
        }
      }
      return nil
    }
    if let refusal { throw refusal }
  }

  public func locations(with words: [String]) throws(StoreError) -> [Location] {
    let search = LocationSearch(words.joined(separator: " "))
    return records.withLock { Array($0.locations.values) }.filter { search.matches($0) }
  }

  public func location(_ id: LocationID) throws(StoreError) -> Location? { records.withLock { $0.locations[id] } }
  public func ids() throws(StoreError) -> Set<LocationID> { records.withLock { Set($0.locations.keys) } }
  public func leaving() throws(StoreError) -> [LocationID] { records.withLock { $0.leaving.sorted() } }
}
