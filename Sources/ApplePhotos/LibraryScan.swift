import HeldPhotos
import PhotoBrowser
import PhotoCatalogs

/// One scan of a library: pulled by one reader, step after step.
actor LibraryScan {
  private let source: LibraryPhotos
  private let mark: PhotoScanMark?
  private var state = State.new

  private struct Work {
    let reader: PhotosDatabase
    let places: LibraryPlaces
    var place = 0
    var skipped: [String] = []
    var missing = 0
  }

  private enum State {
    case new
    case reading(Work)
    case over
  }

  /// How many photos a step has.
  private static let step = 500

  init(_ source: LibraryPhotos, since mark: PhotoScanMark?) {
    self.source = source
    self.mark = mark
  }

  func next() async throws -> PhotoScanStep? {
    do throws(LibraryFault) { return try await step() } catch {
      state = .over
      throw LibraryPhotos.promised(error)
    }
  }

  private func step() async throws(LibraryFault) -> PhotoScanStep? {
    switch state {
    case .over: return nil
    case .new:
      let now = try await source.mark()
      // What is missing may come back without the database being told.
      if let mark, mark.text == now + Self.whole {
        state = .over
        return .unchanged
      }
      let (reader, places) = try await source.current()
      state = .reading(Work(reader: reader, places: places))
      return try await step()
    case .reading(var work):
      if let name = work.skipped.popLast() {
        state = .reading(work)
        return .skipped(name: name, why: .badRow)
      }
      let keys = work.reader.keys
      guard work.place < keys.count else {
        state = .over
        return .mark(PhotoScanMark(work.reader.copy.mark + (work.missing == 0 ? Self.whole : "")))
      }
      let end = min(work.place + Self.step, keys.count)
      let found = try await work.reader.assets(keys[work.place..<end])
      for (key, pair) in zip(keys[work.place..<end], found) where pair.asset == nil {
        work.skipped.append("row \(key) of the library: no id, or no file's name")
      }
      work.place = end
      let (entries, missing) = try await Self.entries(found, work)
      work.missing += missing
      state = .reading(work)
      return .entries(entries)
    }
  }

  /// Behind the mark of a scan in which nothing was missing.
  private static let whole = ",whole"

  private static func entries(
    _ found: [(asset: LibraryAsset?, albums: [String])], _ work: Work
  ) async throws(LibraryFault) -> (entries: [PhotoEntry], missing: Int) {
    let places = work.places
    var entries = try await LibraryPhotos.apart { () throws(LibraryFault) in
      found.compactMap { pair in
        pair.asset.map { (key: $0.key, isKeptThere: $0.isInCloud, entry: Self.entry($0, pair.albums, places)) }
      }
    }
    let missing = entries.filter { $0.entry.flags.contains(.missing) }
    let lost = missing.filter { $0.entry.remark == LibraryRemark.originalMissing.rawValue }
    // What should be on the disk by the database was not copied, or was lost, also where iCloud has it, too.
    let cloud = try await work.reader.inCloud(lost.map(\.key)) ?? Set(lost.filter(\.isKeptThere).map(\.key))
    for index in entries.indices where cloud.contains(entries[index].key) {
      entries[index].entry.remark = LibraryRemark.inICloud.rawValue
    }
    return (entries.map(\.entry), missing.count)
  }

  private static func entry(_ asset: LibraryAsset, _ albums: [String], _ places: LibraryPlaces) -> PhotoEntry {
    let (path, remark) = places.shown(asset)
    var flags: PhotoFlags = []
    if asset.isFavourite { flags.insert(.favourite) }
    if asset.isHidden { flags.insert(.hidden) }
    if asset.isTrashed { flags.insert(.trashed) }
    if asset.isEdited { flags.insert(.edited) }
    if asset.isLive { flags.insert(.live) }
    if asset.isBurst { flags.insert(.burst) }
    if asset.isFilm { flags.insert(.film) }
    if path == nil { flags.insert(.missing) }
    var details = asset.details
    // What is shown decides.
    if let path, asset.isEdited, remark == nil { details.format = path.hasSuffix(".heic") ? "HEIF" : "JPEG" }
    let left = asset.isLeftOfBurst ? LibraryRemark.leftOfBurst : nil
    // By its first bytes and its size a photo is known everywhere: stars and colours are kept by them.
    let bytes: (head: String, count: Int64)? = path.flatMap { Self.bytes($0, places.root) }
    details.headMD5 = bytes?.head
    return PhotoEntry(
      id: LibraryPhotos.id(asset), name: asset.name, place: albums.joined(separator: ", "), albums: albums,
      size: bytes?.count ?? (asset.isEdited && remark == nil ? nil : asset.sizeBytes),
      modified: asset.modified.flatMap { FileMoment.number($0) },
      mark: "\(asset.adjusted.map { "\($0)" } ?? ""),\(path == nil ? "" : "here")", details: details,
      isComplete: path == nil || asset.isFilm || asset.hasExif && details.format != nil && details.width != nil,
      flags: flags,
      remark: (remark ?? left)?.rawValue)
  }

  /// A file's size, with the MD5 of its first bytes; nil where it cannot be read.
  private static func bytes(_ path: String, _ root: LibraryRoot) -> (head: String, count: Int64)? {
    do throws(PhotoSourceError) {
      let file = try root.open(path)
      return (PhotoMD5(of: try file.read(at: 0, count: CatalogRow.headBytes)).text, file.count)
    } catch {
      // Whoever opens it hears why.
      return nil
    }
  }
}
