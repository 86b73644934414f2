import PhotoModel
import PhotolalaFormat

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
    var absent = LibraryAbsence()
    /// Ids that came already: nothing forbids a database two rows of one.
    var seen: Set<LibraryAsset.Number> = []

    /// The next photos, each once, with their albums; empty at the end.
    mutating func next() async throws(LibraryFault) -> [Found] {
      let keys = reader.keys[place..<min(place + LibraryScan.step, reader.keys.count)]
      guard !keys.isEmpty else { return [] }
      place = keys.endIndex
      var photos: [Found] = []
      for (key, found) in zip(keys, try await reader.assets(keys)) {
        guard let asset = found.asset else {
          skipped.append("row \(key) of the library: no id, or no file's name")
          continue
        }
        guard seen.insert(asset.number).inserted else {
          skipped.append("row \(key) of the library: another has its id")
          continue
        }
        photos.append(Found(asset: asset, albums: found.albums))
      }
      return photos
    }
  }

  private struct Found: Sendable {
    var asset: LibraryAsset
    var albums: [String: Int64]
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
      if let mark, try await isUnchanged(mark.text, now) {
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
      guard work.place < work.reader.keys.count else {
        state = .over
        return .mark(PhotoScanMark(work.reader.copy.mark + work.absent.text))
      }
      let entries = try await Self.entries(try await work.next(), &work)
      state = .reading(work)
      return .entries(entries)
    }
  }

  /// Whether the database is the one of that mark, and what was missing then is missing now: it may come back without the database
  /// being told. No photo is opened for that.
  private func isUnchanged(_ mark: String, _ now: String) async throws(LibraryFault) -> Bool {
    if mark == now + LibraryAbsence().text { return true }
    guard mark.hasPrefix(now + LibraryAbsence.beginning) else { return false }
    let (reader, places) = try await source.current()
    var work = Work(reader: reader, places: places)
    while work.place < reader.keys.count {
      let photos = try await work.next()
      let remarks = try await LibraryPhotos.apart { () throws(LibraryFault) in
        photos.map { places.shown($0.asset).remark }
      }
      for (photo, remark) in zip(photos, remarks) { work.absent.add(photo.asset, remark) }
    }
    return mark == reader.copy.mark + work.absent.text
  }

  private static func entries(_ photos: [Found], _ work: inout Work) async throws(LibraryFault) -> [PhotoEntry] {
    let places = work.places
    let pairs = try await work.reader.rawPairs(photos.map(\.asset.key))
    let read = try await LibraryPhotos.apart { () throws(LibraryFault) in
      photos.map { photo in
        let shown = places.shown(photo.asset)
        let entry = entry(photo.asset, photo.albums, shown, places.root)
        return (
          remark: shown.remark, entry: entry,
          raw: raw(of: photo.asset, entry, places, isSaid: pairs.contains(photo.asset.key))
        )
      }
    }
    var entries = read.map(\.entry)
    for (photo, read) in zip(photos, read) { work.absent.add(photo.asset, read.remark) }
    let lost = entries.indices.filter { entries[$0].remark == LibraryRemark.originalMissing.rawValue }
    // What should be on the disk by the database was not copied, or was lost, also where iCloud has it, too.
    let cloud =
      try await work.reader.inCloud(lost.map { photos[$0].asset.key })
      ?? Set(lost.map { photos[$0].asset }.filter(\.isInCloud).map(\.key))
    for index in lost where cloud.contains(photos[index].asset.key) {
      entries[index].remark = LibraryRemark.inICloud.rawValue
    }
    return entries + read.compactMap(\.raw)
  }

  /// The raw picture of a pair, as a folder would have it: the index puts it behind the other one.
  private static func raw(
    of asset: LibraryAsset, _ other: PhotoEntry, _ places: LibraryPlaces, isSaid: Bool
  ) -> PhotoEntry? {
    guard let path = places.raw(asset, isSaid: isSaid), let bytes = bytes(path, places.root) else { return nil }
    let ending = path.utf8.lastIndex(of: 0x2E).map { String(path[$0...]) } ?? ""
    let stem = other.name.utf8.lastIndex(of: 0x2E).map { String(other.name[..<$0]) } ?? other.name
    var details = PhotoDetails()
    details.taken = other.details.taken
    details.latitude = other.details.latitude
    details.longitude = other.details.longitude
    return PhotoEntry(
      id: LibraryPhotos.rawID(asset), name: stem + ending, place: other.place, size: bytes.count,
      modified: other.modified, mark: "raw", details: details,
      flags: other.flags.intersection([.hidden, .trashed, .aside, .burst]))
  }

  private static func entry(
    _ asset: LibraryAsset, _ places: [String: Int64], _ shown: LibraryPlaces.Shown, _ root: LibraryRoot
  ) -> PhotoEntry {
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
    let bytes = shown.path.flatMap { Self.bytes($0, root) }
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
    let albums = places.keys.sorted()
    var entry = PhotoEntry(
      id: LibraryPhotos.id(asset), name: asset.name, place: Self.place(albums), albums: albums,
      size: bytes?.count ?? (shown.isEdit ? nil : asset.sizeBytes),
      // Of a moment without a clock, this machine's clock is better than Greenwich's where the file says nothing either.
      modified: (asset.hasNoClock ? asset.created : asset.modified).flatMap { FileMoment.number($0) },
      mark: "\(asset.adjusted.map { "\($0)" } ?? ""),\(shown.path == nil ? "" : "here")"
        + (albums.isEmpty ? "" : "," + LibraryAbsence.sum(of: albums.map { "\($0)=\(places[$0] ?? 0)" })),
      details: details,
      isComplete: shown.path == nil || asset.isFilm
        || asset.hasExif && details.format != nil && details.width != nil && !asset.hasNoClock,
      flags: flags,
      remark: (shown.remark ?? left)?.rawValue)
    entry.albumPlaces = places
    return entry
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
      // Its opener hears why.
      return nil
    }
  }
}
