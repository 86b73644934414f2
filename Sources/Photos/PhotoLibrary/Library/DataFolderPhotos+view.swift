package import PhotoModel
import Synchronization

/// What is asked of the index.
extension DataFolderPhotos {
  /// Terms are asked for anew after so long, where photos have changed: all rows are read for them.
  private static let termsAreGoodFor = Duration.seconds(60)
  private static let mostTerms = 200

  /// What the photos that are shown are known by; up to a minute old.
  package func terms() async throws(PhotoLibraryError) -> PhotoTerms {
    let version = try await asked { () throws(PhotoIndexError) in try await self.index.version() }
    if let known = knownTerms.withLock({ $0 }),
      known.version == version || known.at + Self.termsAreGoodFor > .now
    {
      return known.terms
    }
    let terms = try await asked { () throws(PhotoIndexError) in try await self.index.terms(most: Self.mostTerms) }
    knownTerms.withLock { $0 = (version, .now, terms) }
    return terms
  }

  /// Changes whenever pages may look otherwise: the version of every layout.
  package func version() async throws(PhotoLibraryError) -> Int64 {
    try await asked { () throws(PhotoIndexError) in try await self.index.version() }
  }

  /// How many there are of each month.
  package func layout(_ view: PhotoView) async throws(PhotoLibraryError) -> PhotoLayout {
    try await asked { () throws(PhotoIndexError) in try await self.index.layout(view) }
  }

  /// Photos that follow each other in a view.
  /// - Parameters:
  ///   - month: within which `first` counts; nil: within everything.
  ///   - first: from 0.
  ///   - count: at most so many.
  package func photos(
    _ view: PhotoView, in month: PhotoMonth?, from first: Int, count: Int
  ) async throws(PhotoLibraryError) -> [PhotoRecord] {
    try await asked { () throws(PhotoIndexError) in
      try await self.index.photos(view, in: month, from: first, count: count)
    }
  }

  /// The same by what the last page ended with; nil begins.
  package func photos(
    _ view: PhotoView, after cursor: PhotoCursor?, count: Int
  ) async throws(PhotoLibraryError) -> [PhotoRecord] {
    try await asked { () throws(PhotoIndexError) in try await self.index.photos(view, after: cursor, count: count) }
  }

  /// Where a photo stands in a view: its place from 0; nil where it is not in it.
  package func place(of number: Int64, in view: PhotoView) async throws(PhotoLibraryError) -> Int? {
    try await asked { () throws(PhotoIndexError) in try await self.index.place(of: number, in: view) }
  }

  /// One photo, by its number.
  package func photo(_ number: Int64) async throws(PhotoLibraryError) -> PhotoRecord? {
    try await asked { () throws(PhotoIndexError) in try await self.index.photo(number) }
  }

  /// Photos by their numbers, in that order; those that are gone are left out.
  package func photos(numbered numbers: [Int64]) async throws(PhotoLibraryError) -> [PhotoRecord] {
    try await asked { () throws(PhotoIndexError) in try await self.index.photos(numbered: numbers) }
  }

  /// What has become of photos by their numbers, and which of them a view shows.
  package func presence(of numbers: [Int64], in view: PhotoView) async throws(PhotoLibraryError) -> PhotoPresence {
    try await asked { () throws(PhotoIndexError) in try await self.index.presence(of: numbers, in: view) }
  }

  /// One photo, by its bytes: the same after a rename, and after the index was lost.
  package func photo(_ key: PhotoKey) async throws(PhotoLibraryError) -> PhotoRecord? {
    try await asked { () throws(PhotoIndexError) in try await self.index.photo(key) }
  }

  /// Changes the star and colours of all these photos, or of none; kept by their bytes, of which copies have one mark.
  ///
  /// A photo may have been moved to the bin meanwhile: it has the change when it is brought back.
  /// - Returns: how many photos have the change; those whose bytes are not known yet cannot be marked.
  @discardableResult
  package func mark(_ photos: [PhotoRecord], _ change: PhotoMarkChange) async throws(PhotoLibraryError) -> Int {
    let keys = photos.compactMap(\.key)
    var seen: Set<PhotoKey> = []
    let distinct = keys.filter { seen.insert($0).inserted }
    let now = Self.now
    try await asked { () throws(PhotoIndexError) in try await self.index.mark(distinct, change, at: now) }
    return keys.count
  }

  /// Moves photos to their sources' bins.
  /// - Returns: by what it is undone, and how many were moved.
  package func moveToTrash(_ photos: [PhotoRecord]) async throws(PhotoLibraryError) -> PhotoUndo {
    var undo = PhotoUndo(name: Self.secret())
    let chosen = Set(photos.map(\.number))
    var marks: [PhotoSourceID: PhotoScanMark?] = [:]
    var outdated: Set<PhotoSourceID> = []
    for photo in try await withRaws(photos) {
      guard let bin = try source(photo.source) as? any PhotoBin else {
        undo.troubles.append(PhotoBinTrouble(name: photo.entry.name, reason: .noBin))
        continue
      }
      if marks[photo.source] == nil {
        let known = try await asked { () throws(PhotoIndexError) in try await self.index.source(photo.source) }
        marks.updateValue(known?.mark, forKey: photo.source)
      }
      let seen = PhotoSeen(photo.entry, of: marks[photo.source] ?? nil)
      let trashed: PhotoTrashed
      do throws(PhotoSourceError) {
        trashed = try await bin.moveToTrash(photo.entry.id, with: photo.film?.id, seen: seen)
      } catch {
        var trouble = PhotoBinTrouble(name: photo.entry.name, error)
        if trouble.reason == .anotherFile || trouble.reason == .away { outdated.insert(photo.source) }
        if error == .itemNotFound, try await isAway(photo) != nil { trouble.reason = .away }
        undo.troubles.append(trouble)
        continue
      }
      do throws(PhotoIndexError) { try await index.trashed(trashed, of: photo, under: undo.name, at: Self.now) } catch {
        // What could not be undone is not done: the data folder's disk may be full while the photo's own has room.
        do throws(PhotoSourceError) { try await bin.restore(trashed) } catch {
          // It lies in the bin with a note from where: `booth photos bin` has it.
        }
        undo.troubles.append(PhotoBinTrouble(name: photo.entry.name, reason: .failed))
        continue
      }
      // A raw picture goes with the one that was chosen.
      if chosen.contains(photo.number) { undo.count += 1 }
    }
    // What is known of them is not how they are.
    for id in outdated { try await beginScan(id) }
    return undo
  }

  /// Cannot be guessed.
  static func secret() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// What lies in a source's bin; nothing where it has none.
  package func binned(_ id: PhotoSourceID) async throws -> [PhotoTrashed] {
    guard let bin = try source(id) as? any PhotoBin else { return [] }
    return try await bin.trashed()
  }

  /// Moves a photo from its source's bin back to where it was; never over another one.
  package func bringBack(_ photo: PhotoTrashed, _ id: PhotoSourceID) async throws {
    guard let bin = try source(id) as? any PhotoBin else { return }
    try await Self.bringBack(photo, in: bin)
  }

  /// One that another process was faster with, so that it lies where it was, is back as well.
  static func bringBack(_ photo: PhotoTrashed, in bin: any PhotoBin) async throws(PhotoSourceError) {
    do throws(PhotoSourceError) { try await bin.restore(photo) } catch {
      guard error == .itemNotFound else { throw error }
      _ = try await bin.identity(of: photo.id)
    }
  }

  /// Takes back what was moved last under this name, as far as that is possible.
  /// - Returns: how many are back, and which are not.
  package func undo(_ name: String) async throws(PhotoLibraryError) -> PhotoUndone {
    let trashed = try await asked { () throws(PhotoIndexError) in try await self.index.trashed(under: name) }
    guard !trashed.isEmpty else { throw .notFound }
    var undone = PhotoUndone(count: 0, troubles: [])
    var sources: Set<PhotoSourceID> = []
    for (id, photo) in trashed {
      let last = photo.id.text.split(separator: "/").last.map(String.init) ?? photo.id.text
      let bin: (any PhotoBin)?
      do throws(PhotoLibraryError) { bin = try source(id) as? any PhotoBin } catch {
        // The source was forgotten meanwhile; its bin is as it was.
        bin = nil
      }
      guard let bin else {
        undone.troubles.append(PhotoBinTrouble(name: NameBytes.shown(last), reason: .away))
        continue
      }
      do throws(PhotoSourceError) { try await Self.bringBack(photo, in: bin) } catch {
        var trouble = PhotoBinTrouble(name: NameBytes.shown(last), error)
        if error == .itemNotFound, try await isAway(id) != nil { trouble.reason = .away }
        undone.troubles.append(trouble)
        continue
      }
      undone.count += 1
      sources.insert(id)
      do throws(PhotoLibraryError) {
        try await asked { () throws(PhotoIndexError) in try await self.index.forget(photo, under: name) }
      } catch {
        // The disk is full, say: the photo is back, and the others are not kept from it. Once more it would be found where it was.
      }
    }
    for id in sources { try await beginScan(id) }
    return undone
  }
}
