public import BoothCore
public import BoothVault
import Dispatch
public import Locations

/// The locations of a data folder: `locations.sqlite` and `locations/ID/`.
///
/// A booth that runs and commands beside it may have the same folder open: each change waits for its turn, and readers
/// never wait. Everything runs on one serial queue, so that a flush never occupies a thread of Swift's pool.
public final class FolderLocationStore: LocationStore, @unchecked Sendable {
  /// The data folder, absolute.
  public let folder: String
  private let queue = DispatchQueue(label: "booth.locations")
  // Touched on the queue alone.
  private let files: LocationFolder

  private init(_ folder: String, _ files: LocationFolder) {
    self.folder = folder
    self.files = files
  }

  /// Opens the data folder for changing its locations, making what is missing and finishing what a crash left half done.
  /// A damaged or missing database is written anew from the locations' folders; the damaged one is set aside.
  public static func open(folder: String) throws(StoreError) -> FolderLocationStore {
    FolderLocationStore(folder, try LocationFolder(folder))
  }

  /// Opens the data folder for looking only. A folder that never had a location has none.
  public static func openForReading(folder: String) throws(StoreError) -> FolderLocationStore {
    FolderLocationStore(folder, try LocationFolder(reading: folder))
  }

  /// Lets the database go. Harmless twice; what is asked later opens it again.
  public func close() { queue.sync { files.close() } }

  /// What had to be found again or could not be put in order, one sentence each, since the folder was opened.
  public func notes() async -> [String] {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: self.files.notes) } }
  }

  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (LocationFolder) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      queue.async {
        let result: Result<Value, StoreError>
        do throws(StoreError) { result = .success(try body(self.files)) } catch {
          if error.code == .damaged || error.code == .replaced { self.files.suspect() }
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Read from the database, without touching any other file.
  public func locations() async throws(StoreError) -> [Location] { try await locations(matching: LocationSearch("")) }

  /// Those that a search finds, without order; read from the database alone.
  public func locations(matching search: LocationSearch) async throws(StoreError) -> [Location] {
    try await perform { files throws(StoreError) in try files.looking()?.ledger.locations(with: search.words) ?? [] }
  }

  /// Another text whenever another person has changed a location since, in this process or another; what is changed
  /// through this store itself makes no other. Much cheaper than reading them.
  public func mark() async throws(StoreError) -> String {
    try await perform { files throws(StoreError) in try files.mark() }
  }

  /// Read from the database, without touching any other file.
  public func location(_ id: LocationID) async throws(StoreError) -> Location? {
    try await perform { files throws(StoreError) in try files.looking()?.ledger.location(id) }
  }

  /// Waits its turn, then for the disk. The source's bytes are copied.
  public func add(_ location: Location, old: AssetSource) async throws(StoreError) {
    try await perform { files throws(StoreError) in
      let bytes = try Self.bytes(of: old)
      try files.locked { vault throws(StoreError) in try vault.add(location, old: bytes) }
    }
  }

  /// Waits its turn, then for the disk.
  public func change(_ location: Location) async throws(StoreError) {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in try vault.change(location) }
    }
  }

  /// Waits its turn, then for the disk. The source's bytes are copied, and a file stays where it is.
  public func addVersion(
    _ version: NewVersion, of location: LocationID, from source: AssetSource
  ) async throws(StoreError) -> LocationVersion {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in
        if let there = try vault.ledger.location(location)?.versions.first(where: { $0.id == version.id }) {
          return there
        }
        return try vault.addVersion(version, of: location, try Self.bytes(of: source))
      }
    }
  }

  /// Waits its turn, then for the disk. The frame's bytes are copied, and a file stays where it is.
  public func setMarks(_ marks: NewMarks?, of location: LocationID, at time: WallTime) async throws(StoreError) {
    try await perform { files throws(StoreError) in
      var brought: (points: [MarkPair], frame: [UInt8], size: PixelSize?)?
      if let marks { brought = (marks.points, try Self.bytes(of: marks.frame), marks.size) }
      let given = brought
      try files.locked { vault throws(StoreError) in try vault.setMarks(given, of: location, at: time) }
    }
  }

  /// Waits its turn, then for the disk.
  public func keep(
    _ registration: KeptRegistration, of version: LocationVersion.ID, at location: LocationID
  ) async throws(StoreError) {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in try vault.keep(registration, of: version, at: location) }
    }
  }

  /// Waits its turn, then for the deletion of every file.
  public func delete(_ id: LocationID, at time: WallTime) async throws(StoreError) {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in try vault.delete(id, at: time) }
    }
  }

  /// Has `body` fill a batch and commit it while no other changes locations; what it leaves uncommitted is given up.
  public func inBatch<Value: Sendable>(
    _ body: @escaping @Sendable (inout LocationBatch) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await perform { files throws(StoreError) in
      try files.locked { vault throws(StoreError) in
        var batch = LocationBatch(vault)
        defer { batch.dropStaged() }
        return try body(&batch)
      }
    }
  }

  /// Looks at nothing: from any thread.
  public func path(of picture: LocationPicture, in location: LocationID) -> String {
    "\(folder)/\(LocationVault.folder(of: location))/\(picture.name)"
  }

  /// A file is read where it is, in any folder, and stays as it is.
  private static func bytes(of source: AssetSource) throws(StoreError) -> [UInt8] {
    switch source {
    case .bytes(let bytes): return bytes
    case .file(let path): return try OutsideFile.read(path, limit: LocationVault.largestPicture)
    }
  }
}
