package import PhotoModel

/// Albums and baskets.
extension DataFolderPhotos {
  /// Own ones by their titles, then those of sources; no baskets.
  package func albums() async throws(PhotoLibraryError) -> [PhotoAlbum] {
    try await asked { () throws(PhotoIndexError) in try await self.index.albums() }
  }

  /// One of them, or a basket; nil where there is none. A basket is always there.
  package func album(
    _ id: PhotoAlbumID, of source: PhotoSourceID?
  ) async throws(PhotoLibraryError) -> PhotoAlbum? {
    try await asked { () throws(PhotoIndexError) in try await self.index.album(id, of: source) }
  }

  /// What an album's card shows: its cover alone if one was chosen, otherwise its first photos, in its order; and when its photos
  /// were taken, in seconds since 1970 as the clocks showed them.
  package func face(
    of album: PhotoAlbum, count: Int
  ) async throws(PhotoLibraryError) -> (photos: [PhotoRecord], span: (first: Int64, last: Int64)?) {
    let view = PhotoView(source: album.source, album: album.id, order: .own)
    let photos = try await asked { () throws(PhotoIndexError) in
      try await self.index.photos(view, after: nil, count: count)
    }
    let span = try await asked { () throws(PhotoIndexError) in try await self.index.span(view) }
    let cover = try await asked { () throws(PhotoIndexError) in try await self.index.cover(of: album.id) }
    return (cover.map { [$0] } ?? photos, span)
  }

  /// Chooses an own album's cover.
  /// - Parameter photo: one of the album; otherwise ``PhotoLibraryError/notFound`` is thrown.
  package func setCover(_ photo: PhotoRecord, of album: PhotoAlbumID) async throws(PhotoLibraryError) {
    guard case .own = album else { throw .notPossible }
    try await known(album)
    let own = try await asked { () throws(PhotoIndexError) in try await self.index.photo(photo.number, of: album) }
    guard let own else { throw .notFound }
    try await asked { () throws(PhotoIndexError) in try await self.index.setCover(own, of: album) }
  }

  /// Makes one of one's own.
  /// - Parameter title: 1 to 100 letters; several may have the same.
  package func makeAlbum(_ title: String) async throws(PhotoLibraryError) -> PhotoAlbumID {
    let (title, id, now) = (try Self.title(title), Self.secret(), Self.now)
    try await asked { () throws(PhotoIndexError) in try await self.index.makeAlbum(id, title, at: now) }
    return .own(id)
  }

  /// Gives one of one's own another title.
  package func rename(_ album: PhotoAlbumID, to title: String) async throws(PhotoLibraryError) {
    let title = try Self.title(title)
    guard try await asked({ () throws(PhotoIndexError) in try await self.index.rename(album, to: title) }) else {
      throw .notFound
    }
  }

  /// Forgets one of one's own, or empties a basket; the photos stay where they are.
  package func removeAlbum(_ album: PhotoAlbumID) async throws(PhotoLibraryError) {
    try await known(album)
    try await asked { () throws(PhotoIndexError) in try await self.index.removeAlbum(album) }
  }

  /// Puts photos at the end of an own album or a basket.
  /// - Returns: how many were not in it before.
  package func add(_ photos: [PhotoRecord], to album: PhotoAlbumID) async throws(PhotoLibraryError) -> Int {
    try await known(album)
    let now = Self.now
    return try await asked { () throws(PhotoIndexError) in try await self.index.add(photos, to: album, at: now) }
  }

  /// Takes photos out of an own album or a basket.
  /// - Returns: how many were in it.
  package func take(_ photos: [PhotoRecord], from album: PhotoAlbumID) async throws(PhotoLibraryError) -> Int {
    try await known(album)
    return try await asked { () throws(PhotoIndexError) in try await self.index.take(photos, from: album) }
  }

  /// Changes the order of an own album or a basket.
  package func move(
    _ photos: [PhotoRecord], _ move: PhotoMove, in album: PhotoAlbumID
  ) async throws(PhotoLibraryError) {
    try await known(album)
    try await asked { () throws(PhotoIndexError) in try await self.index.move(photos, move, in: album) }
  }

  /// A source's albums are only read.
  func known(_ album: PhotoAlbumID) async throws(PhotoLibraryError) {
    if case .ofSource = album { throw .notPossible }
    guard try await self.album(album, of: nil) != nil else { throw .notFound }
  }

  private static func title(_ text: String) throws(PhotoLibraryError) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isPlain = !words.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    guard !words.isEmpty, words.count <= 100, words.utf8.count <= 1000, isPlain else {
      throw .refused("an album's title has 1 to 100 letters")
    }
    return words
  }
}
