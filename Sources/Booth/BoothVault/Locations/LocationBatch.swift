public import BoothCore
public import Locations

/// Locations that come in together, as in an import: their files are flushed at once, and one commit names them all.
///
/// Nothing is promised of a location before ``commit()`` has returned it. What a power cut leaves of a batch is either in
/// the database, or gone at the next start; or its files were all on the disk, and the next start takes it up.
public struct LocationBatch {
  private let vault: LocationVault
  private var staged: [Location] = []
  private var files: [String] = []
  private var folders: [String] = []
  /// In small letters, of what is in the database and what is staged; nil until the first is staged.
  private var taken: Set<String>?
  /// Bytes of pictures that were staged and not committed.
  public private(set) var bytes = 0

  /// An empty batch.
  public init(_ vault: LocationVault) { self.vault = vault }

  /// How many were staged and not committed.
  public var count: Int { staged.count }

  /// A location's versions with their bytes.
  public typealias Versions = [(version: LocationVersion, bytes: [UInt8])]

  /// Writes a location's files, without waiting for the disk. The names, sizes and checksums of its pictures are set as
  /// the bytes have them; the pixels that the caller has counted stay.
  /// - Parameters:
  ///   - known: the old picture's fingerprint, where the caller has it: hashing is most of what an import does.
  ///   - anchor: the bytes of the frame that points were marked in; without it those of `location` are left out.
  public mutating func stage(
    _ location: Location, old: [UInt8], known: Fingerprint? = nil, versions: Versions = [], anchor: [UInt8]? = nil
  ) throws(StoreError) {
    let marks = location.marks
    var location = location
    if location.pair.isEmpty { location.pair = location.id.text }
    (location.createdAt, location.updatedAt) = (location.createdAt.kept, location.updatedAt.kept)
    location.old = try vault.picture("old", old, size: location.old.size, known: known)
    location.versions = []
    for (version, bytes) in versions {
      var version = version
      version.takenAt = version.takenAt.kept
      version.picture = try vault.picture("versions/\(version.id)", bytes, size: version.picture.size)
      location.versions.append(version)
    }
    location.marks = nil
    if let anchor, let points = marks?.points {
      let stem = LocationMarks.stem(of: vault.disk.fingerprint(of: anchor).checksum)
      location.marks = LocationMarks(anchor: try vault.picture(stem, anchor, size: marks?.anchor.size), points: points)
    }
    try LocationVault.check(location)
    try refuseTaken(location)
    let folder = "\(LocationVault.folder)/\(LocationVault.stagedPrefix)\(location.id)"
    try vault.empty(folder)
    _ = try vault.disk.makeFolder(folder)
    folders.append(folder)
    staged.append(location)
    do throws(StoreError) {
      try write(old, "\(folder)/\(location.old.name)")
      if !versions.isEmpty {
        _ = try vault.disk.makeFolder("\(folder)/\(LocationVault.versions)")
        folders.append("\(folder)/\(LocationVault.versions)")
      }
      if let anchor, let name = location.marks?.anchor.name { try write(anchor, "\(folder)/\(name)") }
      for (kept, given) in zip(location.versions, versions) { try write(given.bytes, "\(folder)/\(kept.picture.name)") }
      try write(try LocationSheet(location: location).json(), LocationVault.sheetPath(in: folder))
    } catch {
      staged.removeLast()
      taken?.remove(location.id.text.lowercased())
      files.removeAll { $0.hasPrefix(folder + "/") }
      folders.removeAll { $0 == folder || $0.hasPrefix(folder + "/") }
      do throws(StoreError) { try vault.empty(folder) } catch {}  // swept at the next start
      throw error
    }
    bytes += old.count + (anchor?.count ?? 0) + versions.reduce(0) { $0 + $1.bytes.count }
  }

  /// On file systems that do not tell capital letters from small ones, `Gate` and `gate` are one folder: never both.
  private mutating func refuseTaken(_ location: Location) throws(StoreError) {
    let id = location.id.text.lowercased()
    if taken == nil { taken = Set(try vault.ledger.ids().map { $0.text.lowercased() }) }
    guard taken?.insert(id).inserted == false else { return }
    let isSame = try vault.ledger.location(location.id) != nil || staged.contains { $0.id == location.id }
    throw StoreError(
      .failed, subject: location.id.text,
      detail: isSame
        ? "there is a location of this id already" : "there is a location whose id differs from this in capitals alone")
  }

  private mutating func write(_ bytes: [UInt8], _ path: String) throws(StoreError) {
    let file = try vault.disk.create(path)
    defer { file.close() }
    try file.write(bytes)
    files.append(path)
  }

  /// Makes all that was staged durable, and then known. When it throws, none of it is kept.
  /// - Returns: the locations as they are kept, in the order in which they were staged.
  public mutating func commit() throws(StoreError) -> [Location] {
    guard !staged.isEmpty else { return [] }
    let disk = vault.disk
    try disk.syncTogether(files: files, folders: folders)
    for location in staged {
      let folder = LocationVault.folder(of: location.id)
      // What an earlier attempt, or a deletion that was not finished, has left.
      if try disk.isOrdinary(folder) != nil { try vault.drop(location.id) }
      try disk.rename("\(LocationVault.folder)/\(LocationVault.stagedPrefix)\(location.id)", to: folder)
    }
    try disk.syncFolder(LocationVault.folder)
    try vault.ledger.commit(staged.map { .put($0) })
    defer { forget() }
    return staged
  }

  private mutating func forget() {
    staged = []
    taken = nil
    files = []
    folders = []
    bytes = 0
  }

  /// Gives up what was staged and not committed; its files go now, or at the next start.
  public mutating func dropStaged() {
    for location in staged {
      do throws(StoreError) {
        guard try vault.ledger.location(location.id) == nil else { continue }
        try vault.empty("\(LocationVault.folder)/\(LocationVault.stagedPrefix)\(location.id)")
        if try vault.disk.isOrdinary(LocationVault.folder(of: location.id)) != nil { try vault.drop(location.id) }
      } catch {}  // swept at the next start
    }
    forget()
  }
}
