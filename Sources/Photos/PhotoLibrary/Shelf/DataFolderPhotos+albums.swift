package import PhotoModel

/// Albums and baskets.
extension DataFolderPhotos {
  package func albums() async throws(PhotoShelfError) -> [PhotoAlbum] {
    try await asked { () throws(PhotoIndexError) in try await self.index.albums() }
  }

  package func album(
    _ id: PhotoAlbumID, of source: PhotoSourceID?
  ) async throws(PhotoShelfError) -> PhotoAlbum? {
    try await asked { () throws(PhotoIndexError) in try await self.index.album(id, of: source) }
  }

  package func makeAlbum(_ title: String) async throws(PhotoShelfError) -> PhotoAlbumID {
    let (title, id, now) = (try Self.title(title), Self.secret(), Self.now)
    try await asked { () throws(PhotoIndexError) in try await self.index.makeAlbum(id, title, at: now) }
    return .own(id)
  }

  package func rename(_ album: PhotoAlbumID, to title: String) async throws(PhotoShelfError) {
    let title = try Self.title(title)
    guard try await asked({ () throws(PhotoIndexError) in try await self.index.rename(album, to: title) }) else {
      throw .notFound
    }
  }

  package func removeAlbum(_ album: PhotoAlbumID) async throws(PhotoShelfError) {
    try await known(album)
    try await asked { () throws(PhotoIndexError) in try await self.index.removeAlbum(album) }
  }

  package func add(_ photos: [PhotoRecord], to album: PhotoAlbumID) async throws(PhotoShelfError) -> Int {
    try await known(album)
    let now = Self.now
    return try await asked { () throws(PhotoIndexError) in try await self.index.add(photos, to: album, at: now) }
  }

  package func take(_ photos: [PhotoRecord], from album: PhotoAlbumID) async throws(PhotoShelfError) -> Int {
    try await known(album)
    return try await asked { () throws(PhotoIndexError) in try await self.index.take(photos, from: album) }
  }

  package func move(
    _ photos: [PhotoRecord], _ move: PhotoMove, in album: PhotoAlbumID
  ) async throws(PhotoShelfError) {
    try await known(album)
    try await asked { () throws(PhotoIndexError) in try await self.index.move(photos, move, in: album) }
  }

  /// A source's albums are only read.
  private func known(_ album: PhotoAlbumID) async throws(PhotoShelfError) {
    if case .ofSource = album { throw .notPossible }
    guard try await self.album(album, of: nil) != nil else { throw .notFound }
  }

  private static func title(_ text: String) throws(PhotoShelfError) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isPlain = !words.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    guard !words.isEmpty, words.count <= 100, words.utf8.count <= 1000, isPlain else {
      throw .refused("an album's title has 1 to 100 letters")
    }
    return words
  }
}
