/// A catalog as a folder keeps it, with a copy in a cache: which of both counts, and how a new one takes the place of an old
/// one, so that a reader meanwhile has the old or the new.
public struct KeptCatalog<Root: CatalogFolder, Cache: CatalogFolder> {
  /// A catalog of a million photographs has some 100 MB; more is none.
  public static var mostBytes: Int { 256 << 20 }

  private let root: Root
  private let cache: Cache?

  /// - Parameters:
  ///   - root: where the photographs are.
  ///   - cache: a folder for this one alone; nil where there is none.
  public init(root: Root, cache: Cache?) {
    self.root = root
    self.cache = cache
  }

  /// Where a catalog was found.
  public enum Place: String, Sendable { case root, cache }

  /// What was found.
  public struct Found: Sendable, Equatable {
    /// The catalog itself.
    public var catalog: PhotoCatalog
    /// Where.
    public var place: Place
    /// How many rows were left out, by the reason.
    public var skipped: [SkippedRow: Int]
    /// The hash that the pointer names, which the bytes have.
    public var md5: PhotoMD5
  }

  /// Why there is no catalog to go by, for each place that was looked at.
  public enum Missing: Sendable, Equatable {
    /// No pointer.
    case none
    /// A pointer that names no hash.
    case badPointer
    /// The snapshot that is named is not there.
    case noSnapshot(PhotoMD5)
    /// The snapshot has other bytes than its name says.
    case changed(PhotoMD5)
    /// It could not be read.
    case unreadable(String)

    /// For people.
    public var words: String {
      switch self {
      case .none: "there is no catalog"
      case .badPointer: "\(CatalogPointer.name) names no snapshot"
      case .noSnapshot(let md5): "\(CatalogPointer.snapshotName(md5)) is named and not there"
      case .changed(let md5): "\(CatalogPointer.snapshotName(md5)) has other bytes than its name says"
      case .unreadable(let words): words
      }
    }
  }

  /// The catalog that counts: the root's, else the cache's; else why there is neither, and it is to be made anew.
  public func find() -> (found: Found?, root: Missing?, cache: Missing?) {
    let first = Self.find(in: root, .root)
    if case .success(let found) = first { return (found, nil, nil) }
    guard let cache else { return (nil, first.missing, nil) }
    let second = Self.find(in: cache, .cache)
    if case .success(let found) = second { return (found, first.missing, nil) }
    return (nil, first.missing, second.missing)
  }

  private enum Outcome {
    case success(Found)
    case failure(Missing)
    var missing: Missing? { if case .failure(let missing) = self { missing } else { nil } }
  }

  private static func find(in folder: some CatalogFolder, _ place: Place) -> Outcome {
    do throws(CatalogFolderError) {
      guard let pointer = try folder.read(CatalogPointer.name, limit: CatalogPointer.mostBytes) else {
        return .failure(.none)
      }
      guard let md5 = CatalogPointer.read(pointer) else { return .failure(.badPointer) }
      guard let bytes = try folder.read(CatalogPointer.snapshotName(md5), limit: mostBytes) else {
        return .failure(.noSnapshot(md5))
      }
      guard PhotoMD5(of: bytes) == md5 else { return .failure(.changed(md5)) }
      var skipped: [SkippedRow: Int] = [:]
      let catalog = PhotoCatalog.read(bytes, skipped: &skipped)
      return .success(Found(catalog: catalog, place: place, skipped: skipped, md5: md5))
    } catch {
      return .failure(
        error.code == .tooLarge && error.detail.contains(CatalogPointer.name) ? .badPointer : .unreadable(error.detail))
    }
  }

  /// Puts a catalog in the place of whatever there was: snapshot, then pointer, then the older snapshots go; in the cache
  /// first, with the working copy, then in the root. A root that cannot be written keeps what it had.
  /// - Parameter list: what lay in the root; nil if it is not known completely. It stands in the root alone, as it is
  ///   of that.
  /// - Returns: The hash, and whether the root has it, too; else why not.
  /// - Throws: Where neither could be written, or the root is full.
  public func publish(_ catalog: PhotoCatalog, list: DirectoryList? = nil) throws(CatalogFolderError) -> (
    md5: PhotoMD5, refused: CatalogFolderError?
  ) {
    let bytes = catalog.bytes
    let md5 = PhotoMD5(of: bytes)
    if let cache {
      try cache.write(CatalogPointer.workingName, bytes)
      try Self.publish(bytes, md5, nil, in: cache)
    }
    do throws(CatalogFolderError) { try Self.publish(bytes, md5, list, in: root) } catch {
      guard cache != nil, error.code == .readOnly else { throw error }
      return (md5, error)
    }
    return (md5, nil)
  }

  private static func publish(
    _ bytes: [UInt8], _ md5: PhotoMD5, _ list: DirectoryList?, in folder: some CatalogFolder
  ) throws(CatalogFolderError) {
    try folder.write(CatalogPointer.snapshotName(md5), bytes)
    try folder.write(CatalogPointer.name, CatalogPointer.bytes(md5))
    let listed = list?.bytes
    if let listed { try folder.write(DirectoryList.name(md5), listed) }
    for name in try folder.names(beginning: ".photolala.") {
      if let other = CatalogPointer.snapshot(named: name), other != md5 { try folder.remove(name) }
      if let other = DirectoryList.list(named: name), other != md5 || listed == nil { try folder.remove(name) }
    }
  }

  /// The root's list of a catalog; nil where there is none, or one that says nothing.
  public func list(of md5: PhotoMD5) -> DirectoryList? {
    var skipped: [SkippedRow: Int] = [:]
    do throws(CatalogFolderError) {
      guard let bytes = try root.read(DirectoryList.name(md5), limit: Self.mostBytes) else { return nil }
      let list = DirectoryList.read(bytes, skipped: &skipped)
      return skipped.isEmpty ? list : nil
    } catch {
      return nil
    }
  }
}
