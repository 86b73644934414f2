import Crypto
import PhotoLibrary
import PhotoModel
import PhotoSources
import PhotolalaFormat

/// The sums of all bytes of photos, by which other programs know them: those that catalogs beside the photos have, else by reading.
/// What was found out once is kept in the index.
final class WholeHashes {
  private let photos: DataFolderPhotos
  private let sources: [PhotoSourceID: PhotosFolder.Source]
  /// What a folder's catalog says; empty where there is none.
  private var catalogs: [PhotoSourceID: [CatalogRow.Key: PhotoMD5]] = [:]
  private var found: [(photo: IndexedBytes, md5: String)] = []
  /// How many were read to their last byte.
  private(set) var read = 0
  /// How many could not be.
  private(set) var failed = 0

  init(_ photos: DataFolderPhotos) throws(PhotoLibraryError) {
    self.photos = photos
    var sources: [PhotoSourceID: PhotosFolder.Source] = [:]
    for source in try photos.folder.sources() {
      if let id = PhotoSourceID(source.id) { sources[id] = source }
    }
    self.sources = sources
  }

  func kind(of photo: IndexedBytes) -> PhotoSourceKind? { sources[photo.source]?.kind }

  /// Nil where its bytes cannot be had here, or are others than when they were looked at.
  func md5(of photo: IndexedBytes) async throws -> PhotoMD5? {
    if let known = photo.fullMD5.flatMap({ PhotoMD5($0) }) { return known }
    // A bucket is not brought here for that.
    guard let source = sources[photo.source], source.kind != .s3 else { return nil }
    try Task.checkCancellation()
    var md5 = known(photo, source)
    if md5 == nil {
      md5 = await hashed(photo)
      if md5 == nil { failed += 1 } else { read += 1 }
    }
    guard let md5 else { return nil }
    found.append((photo, md5.text))
    if found.count >= 64 { try await keep() }
    return md5
  }

  /// Keeps what was found.
  func keep() async throws {
    guard !found.isEmpty else { return }
    try await photos.index.note(fullMD5s: found)
    found = []
  }

  private func known(_ photo: IndexedBytes, _ source: PhotosFolder.Source) -> PhotoMD5? {
    guard source.kind == .folder, let head = PhotoMD5(photo.key.headMD5) else { return nil }
    if catalogs[photo.source] == nil {
      let path = NameBytes.shown(source.place)
      let kept = KeptCatalog<DiskCatalogFolder, DiskCatalogFolder>(root: DiskCatalogFolder(path: path), cache: nil)
      var sums: [CatalogRow.Key: PhotoMD5] = [:]
      // Of what may begin alike a catalog has one row for two photos, and does not say for which.
      for row in kept.find().found?.catalog.rows ?? [] where !row.format.mayBeAlike {
        if let md5 = row.md5 { sums[row.key] = md5 }
      }
      catalogs[photo.source] = sums
    }
    return catalogs[photo.source]?[CatalogRow.Key(head: head, sizeBytes: photo.key.size)]
  }

  private func hashed(_ photo: IndexedBytes) async -> PhotoMD5? {
    do {
      let content = try await photos.source(photo.source).open(photo.id)
      let key = photo.key
      return try await CopyQueue.apart { () throws(PhotoSourceError) in try Self.hash(content, key) }
    } catch {
      // It is away, or gone: the next request finds it, or not.
      return nil
    }
  }

  /// Nil for other bytes than the key's. Blocks.
  private static func hash(_ content: PhotoContent, _ key: PhotoKey) throws(PhotoSourceError) -> PhotoMD5? {
    guard ContentRange.count(content) == key.size else { return nil }
    var hash = Insecure.MD5()
    var place: Int64 = 0
    while place < key.size {
      let piece = try ContentRange.read(content, at: place, count: 1 << 20)
      guard !piece.isEmpty else { return nil }
      if place == 0, FactsReader.md5(Array(piece.prefix(CatalogRow.headBytes))) != key.headMD5 { return nil }
      hash.update(data: piece)
      place += Int64(piece.count)
    }
    return PhotoMD5(MD5Hash.hex(Array(hash.finalize())))
  }
}
