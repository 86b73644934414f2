public import PhotoModel

/// Makes a catalog of a source's photos, and holds one against them.
public struct CatalogMaker: Sendable {
  /// What it came to.
  public struct Report: Sendable, Equatable {
    /// How many photos are in the catalog.
    public var photos = 0
    /// How many of them were read to their last byte.
    public var hashed = 0
    /// How many are what a known catalog said, by their first bytes and their size.
    public var known = 0
    /// Those that are left out, by their names, with the reason.
    public var failed: [String: String] = [:]
    /// What was there; nil where a part of it could not be read.
    public var list: DirectoryList?
    /// Nothing.
    public init() {}
  }

  private let source: any PhotoProvider
  private let reader: any PhotoReader

  /// - Parameter reader: tells when a photo was taken.
  public init(of source: any PhotoProvider, reader: any PhotoReader) {
    self.source = source
    self.reader = reader
  }

  /// Reads the photos' first bytes, and all bytes of unknown ones.
  /// - Parameters:
  ///   - known: a catalog whose rows are believed where first bytes and size are the same.
  ///   - older: one of the first kind, believed where name, size and time are the same.
  ///   - progress: hears how far it has come.
  public func make(
    known: PhotoCatalog = PhotoCatalog(), older: OlderCatalog? = nil, progress: (Report) -> Void = { _ in }
  ) async throws -> (catalog: PhotoCatalog, report: Report) {
    let believed = Dictionary(known.rows.map { ($0.key, $0) }) { first, _ in first }
    var report = Report()
    var rows: [CatalogRow] = []
    var places: [PhotoMD5: Int] = [:]
    var alike: [CatalogRow.Key: Alike] = [:]
    var files: [DirectoryList.Entry] = []
    for try await step in source.scan(since: nil) {
      guard case .entries(let entries) = step else {
        if case .unreadable(let prefix, let why) = step { report.failed[prefix] = why }
        continue
      }
      files += entries.map(Self.file)
      for entry in entries where !entry.flags.contains(.film) {
        try Task.checkCancellation()
        do throws(PhotoSourceError) {
          let content = try await source.open(entry.id)
          var (row, isKnown) = try row(entry, content, believed, older)
          if let first = alike[row.key], !isKnown || row.format.mayBeAlike {
            // Two of one key may be two photos, as scans with a white edge are: then nothing is believed of them.
            if isKnown { (row, isKnown) = try self.row(entry, content, [:], nil) }
            let other: PhotoMD5?
            if first.isKnown {
              other = try self.row(first.entry, try await source.open(first.entry.id), [:], nil).row.md5
            } else {
              other = first.md5
            }
            if other != row.md5 {
              report.failed[Self.name(first.entry)] =
                "\(Self.name(entry)) is another photo with the same first \(CatalogRow.headBytes) bytes and the same size: catalogs have one row for both"
            }
          }
          alike[row.key] = Alike(entry: entry, md5: row.md5, isKnown: isKnown)
          if isKnown { report.known += 1 } else { report.hashed += 1 }
          // The same photo twice is one row: the one that is later in the list.
          if let md5 = row.md5, let place = places.updateValue(rows.count, forKey: md5) { rows[place].md5 = nil }
          rows.append(row)
        } catch {
          report.failed[Self.name(entry)] = Self.words(error)
        }
        report.photos = rows.count
        progress(report)
      }
    }
    let catalog = PhotoCatalog(rows: Self.once(rows))
    report.photos = catalog.rows.count
    if report.failed.isEmpty { report.list = DirectoryList(files) }
    return (catalog, report)
  }

  /// Whether the same files are there as a list says, and none was changed since it was written: then a catalog of that moment is
  /// one of now, and nothing need be opened. A list has seconds modulo 10 alone, so their equality is not enough.
  /// - Parameter since: when the catalog was written, in nanoseconds since 1970, by the clock of the folder's disk.
  public func isAsListed(_ list: DirectoryList, since: Int64) async throws -> Bool {
    var files: [DirectoryList.Entry] = []
    for try await step in source.scan(since: nil) {
      try Task.checkCancellation()
      switch step {
      case .entries(let entries):
        // Disks' times are as coarse as two seconds.
        guard entries.allSatisfy({ $0.modified.map { $0 < since - 2_000_000_000 } ?? false }) else { return false }
        files += entries.map(Self.file)
      case .unreadable, .away: return false
      case .films, .sidecars, .skipped, .remark, .unchanged, .mark: break
      }
    }
    return DirectoryList(files) == list
  }

  /// The last photo of a key.
  private struct Alike {
    var entry: PhotoEntry
    var md5: PhotoMD5?
    var isKnown: Bool
  }

  private static func name(_ entry: PhotoEntry) -> String {
    entry.place.isEmpty ? entry.name : entry.place + "/" + entry.name
  }

  private static func file(_ entry: PhotoEntry) -> DirectoryList.Entry {
    let name = entry.id.text.split(separator: "/").last.map(String.init) ?? entry.name
    return DirectoryList.Entry(
      name: NameBytes.bytes(name), sizeBytes: entry.size ?? 0, modified: entry.modified.map(FileMoment.seconds) ?? 0)
  }

  /// Without those whose whole hash a later row has: an upsert of each after the other would leave the same.
  private static func once(_ rows: [CatalogRow]) -> [CatalogRow] {
    var last: [CatalogRow.Key: CatalogRow] = [:]
    for row in rows where row.md5 != nil { last[row.key] = row }
    return rows.filter { $0.md5 != nil && last[$0.key] == $0 }
  }

  private func row(
    _ entry: PhotoEntry, _ content: PhotoContent, _ believed: [CatalogRow.Key: CatalogRow],
    _ older: OlderCatalog?
  ) throws(PhotoSourceError) -> (row: CatalogRow, isKnown: Bool) {
    let count = content.count
    guard count > 0 else { throw .invalidData("it is empty") }
    let first = try content.read(at: 0, count: CatalogRow.headBytes)
    let head = PhotoMD5(of: first)
    if let row = believed[CatalogRow.Key(head: head, sizeBytes: count)], row.md5 != nil { return (row, true) }
    if let row = older?.row(name: entry.name, sizeBytes: count, modified: entry.modified),
      let date = row.taken ?? row.modified
    {
      let format = CatalogFormat(magic: first)
      return (CatalogRow(head: head, sizeBytes: count, md5: row.md5, date: date, format: format), true)
    }
    let details = reader.details(of: content)
    // What its first bytes make a photo is one, also when the rest is damaged: catalogs tell photos by these alone.
    if let trouble = details.trouble, CatalogFormat(magic: first) == .unknown { throw .invalidData(trouble) }
    var hash = MD5Hash()
    var place: Int64 = 0
    while place < count {
      let piece = try content.read(at: place, count: 1 << 20)
      guard !piece.isEmpty else { throw .loadFailed("it became shorter while it was read") }
      hash.update(piece)
      place += Int64(piece.count)
    }
    let date =
      details.taken?.unixSeconds ?? entry.modified.map { $0 / 1_000_000_000 - ($0 % 1_000_000_000 < 0 ? 1 : 0) } ?? 0
    return (
      CatalogRow(head: head, sizeBytes: count, md5: PhotoMD5(hash), date: date, format: CatalogFormat(magic: first)),
      false
    )
  }

  private static func words(_ error: PhotoSourceError) -> String {
    switch error {
    case .itemNotFound: "it is gone"
    case .notAuthorized: "nobody may read it"
    case .loadFailed(let words), .invalidData(let words), .sourceUnavailable(let words), .binUnusable(let words): words
    case .nameTaken, .anotherFile: "another has its name"
    case .folderTaken(let folder): "something else stands where its folder \(folder) was"
    }
  }
}

extension CatalogFormat {
  /// Whether two photos of this kind may well begin with the same bytes and be of one length: what is not packed has the length of its
  /// pixels. Of packed ones only copies have, and damaged copies.
  public var mayBeAlike: Bool {
    switch self {
    case .jpeg, .png, .heif, .gif, .webp: false
    default: true
    }
  }
}

/// How a catalog and a folder differ.
public struct CatalogDifference: Sendable, Equatable {
  /// Photos in the folder that the catalog has not.
  public var missing: [CatalogRow]
  /// Rows of the catalog that no photo in the folder has.
  public var gone: [CatalogRow]
  /// Rows whose whole hash is another one.
  public var changed: [CatalogRow]

  /// - Parameter now: what the folder has.
  public init(_ catalog: PhotoCatalog, now: PhotoCatalog) {
    let old = Dictionary(catalog.rows.map { ($0.key, $0) }) { first, _ in first }
    let new = Dictionary(now.rows.map { ($0.key, $0) }) { first, _ in first }
    missing = now.rows.filter { old[$0.key] == nil }
    gone = catalog.rows.filter { new[$0.key] == nil }
    changed = catalog.rows.filter { row in
      new[row.key].map { $0.md5 != nil && row.md5 != nil && $0.md5 != row.md5 } ?? false
    }
  }

  /// Nothing differs.
  public var isEmpty: Bool { missing.isEmpty && gone.isEmpty && changed.isEmpty }
}

extension PhotoContent {
  /// In bytes.
  var count: Int64 {
    switch self {
    case .file(let file): file.count
    case .bytes(let bytes): Int64(bytes.count)
    }
  }

  /// At most so many bytes from a place on; fewer only at the end.
  func read(at place: Int64, count: Int) throws(PhotoSourceError) -> [UInt8] {
    switch self {
    case .file(let file): return try file.read(at: place, count: count)
    case .bytes(let bytes): return Array(bytes.dropFirst(Int(place)).prefix(count))
    }
  }
}
