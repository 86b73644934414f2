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
    /// Ids that came already: nothing forbids a database two rows of one.
    var seen: Set<LibraryAsset.Number> = []
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
      var found = try await work.reader.assets(keys[work.place..<end])
      for (index, key) in keys[work.place..<end].enumerated() {
        guard let asset = found[index].asset else {
          work.skipped.append("row \(key) of the library: no id, or no file's name")
          continue
        }
        guard work.seen.insert(asset.number).inserted else {
          found[index].asset = nil
          work.skipped.append("row \(key) of the library: another has its id")
          continue
        }
      }
      work.place = end
      let (entries, missing) = try await Self.entries(found, work)
      work.missing += missing
      state = .reading(work)
      return .entries(entries)
    }
  }

  /// Behind the mark of a scan in which nothing was missing; another one since more is read.
  private static let whole = ",whole-2"

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
    let shown = places.shown(asset)
    var flags: PhotoFlags = []
    if asset.isFavourite { flags.insert(.favourite) }
    if asset.isHidden { flags.insert(.hidden) }
    if asset.isTrashed { flags.insert(.trashed) }
    if asset.isEdited ?? shown.isEdit { flags.insert(.edited) }
    if asset.isLive { flags.insert(.live) }
    if asset.isBurst { flags.insert(.burst) }
    if asset.isFilm { flags.insert(.film) }
    if asset.isAside { flags.insert(.aside) }
    if shown.path == nil { flags.insert(.missing) }
    var details = asset.details
    // By its first bytes and its size a photo is known everywhere: stars and colours are kept by them.
    let bytes = shown.path.flatMap { Self.bytes($0, places.root) }
    details.headMD5 = bytes?.head
    // What is shown decides; of raw pictures the database knows more than their first bytes say.
    if !asset.isFilm, let bytes, let path = shown.path {
      if bytes.format != .unknown, shown.isEdit || bytes.format != .tiff {
        details.format = bytes.format.rawValue
      } else if shown.isEdit {
        details.format = path.lowercased().hasSuffix(".heic") ? "HEIF" : "JPEG"
      }
    }
    // The database has the measures of what came of editing.
    if shown.remark == .editMissing { (details.width, details.height) = (nil, nil) }
    let left: LibraryRemark? = asset.isLeftOfBurst ? .leftOfBurst : asset.isAside ? .aside : nil
    return PhotoEntry(
      id: LibraryPhotos.id(asset), name: asset.name, place: Self.place(albums), albums: albums,
      size: bytes?.count ?? (shown.isEdit ? nil : asset.sizeBytes),
      modified: asset.modified.flatMap { FileMoment.number($0) },
      mark: "\(asset.adjusted.map { "\($0)" } ?? ""),\(shown.path == nil ? "" : "here")", details: details,
      isComplete: shown.path == nil || asset.isFilm
        || asset.hasExif && details.format != nil && details.width != nil,
      flags: flags,
      remark: (shown.remark ?? left)?.rawValue)
  }

  /// As many albums as fit in a line.
  private static func place(_ albums: [String]) -> String {
    var place = ""
    for album in albums {
      guard place.utf8.count + album.utf8.count <= 4096 else { return place + ", …" }
      place += place.isEmpty ? album : ", " + album
    }
    return place
  }

  /// A file's size, what its first bytes say it is, and their MD5; nil where it cannot be read.
  private static func bytes(
    _ path: String, _ root: LibraryRoot
  ) -> (head: String, format: CatalogFormat, count: Int64)? {
    do throws(PhotoSourceError) {
      let file = try root.open(path)
      let head = try file.read(at: 0, count: CatalogRow.headBytes)
      return (PhotoMD5(of: head).text, CatalogFormat(magic: head), file.count)
    } catch {
      // Whoever opens it hears why.
      return nil
    }
  }
}
