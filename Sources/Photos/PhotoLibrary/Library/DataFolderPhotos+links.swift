package import PhotoModel

/// A link that a person has opened: the album that it shows, and what proves its PIN.
package struct OpenedAlbumLink: Sendable {
  /// What is known of the link.
  package let link: AlbumLink
  /// The album's title.
  package let title: String
  let token: String
  let pin: String?
  let pass: String

  /// Whether a browser may see the album.
  /// - Parameters:
  ///   - passes: what its cookies hold.
  ///   - now: seconds since 1970; a pass is good for the day on which it was given, and for the next.
  package func isOpen(to passes: [String], at now: Int64) -> Bool {
    guard pin != nil else { return true }
    let today = AlbumLinkSecrets.day(now)
    let own = [today, today - 1].map { AlbumLinkSecrets.pass(token, day: $0, by: pass) }
    return passes.contains { one in own.contains { AlbumLinkSecrets.same($0, one) } }
  }
}

/// What came of a PIN.
package enum PINAnswer: Sendable, Equatable {
  /// It is the link's: with this the browser may see the album from now on.
  case right(pass: String)
  case wrong
  /// There were too many wrong ones: the next is looked at after so many seconds.
  case wait(seconds: Int64)
}

/// Links by which people without an account see albums.
extension DataFolderPhotos {
  /// All of them, the newest first; those that have expired are there for 30 days.
  package func links() async throws(PhotoLibraryError) -> [AlbumLink] {
    try await asked { () throws(PhotoIndexError) in try await self.index.marks.links() }
  }

  /// Creates a link.
  /// - Parameters:
  ///   - album: one of one's own.
  ///   - days: how long it is good, within ``AlbumLink/days``.
  ///   - pin: as ``AlbumLink/pin(_:)`` gives it; nil: it asks for none.
  ///   - now: seconds since 1970.
  /// - Returns: its secret, for the address; it is not kept.
  package func makeLink(
    to album: PhotoAlbumID, days: Int, pin: String?, allowsOriginals: Bool, at now: Int64
  ) async throws(PhotoLibraryError) -> String {
    guard case .own = album else { throw .notPossible }
    try await known(album)
    guard AlbumLink.days.contains(days) else { throw .refused("a link is good for 1 to 365 days") }
    let token = AlbumLinkSecrets.token()
    let link = PhotoMarks.Link(
      link: AlbumLink(
        id: Self.secret(), album: album, made: now, expires: now + Int64(days) * 86_400, hasPIN: pin != nil,
        allowsOriginals: allowsOriginals),
      pin: pin.map { AlbumLinkSecrets.proof(ofPIN: $0, token) }, pass: AlbumLinkSecrets.key())
    try await asked { () throws(PhotoIndexError) in
      try await self.index.marks.put(link, keptAs: AlbumLinkSecrets.kept(token))
    }
    return token
  }

  /// Lets a link show nothing from now on.
  package func removeLink(_ id: String) async throws(PhotoLibraryError) {
    guard try await asked({ () throws(PhotoIndexError) in try await self.index.marks.removeLink(id) }) else {
      throw .notFound
    }
  }

  /// The link of a secret; nil where there is none, it has expired, or its album is gone.
  /// - Parameter now: seconds since 1970.
  package func link(_ token: String, at now: Int64) async throws(PhotoLibraryError) -> OpenedAlbumLink? {
    guard AlbumLinkSecrets.isToken(token) else { return nil }
    let kept = AlbumLinkSecrets.kept(token)
    let found = try await asked { () throws(PhotoIndexError) in try await self.index.marks.link(keptAs: kept) }
    guard let found, now < found.link.link.expires else { return nil }
    return OpenedAlbumLink(
      link: found.link.link, title: found.title, token: token, pin: found.link.pin, pass: found.link.pass)
  }

  /// Tries a PIN; the try is counted on the disk before the PIN is looked at.
  /// - Parameters:
  ///   - text: what a person entered.
  ///   - now: seconds since 1970.
  package func tryPIN(
    _ text: String, of opened: OpenedAlbumLink, at now: Int64
  ) async throws(PhotoLibraryError) -> PINAnswer {
    let id = opened.link.id
    let pass = AlbumLinkSecrets.pass(opened.token, day: AlbumLinkSecrets.day(now), by: opened.pass)
    guard let kept = opened.pin else { return .right(pass: pass) }
    // What could be no PIN is no try.
    guard let pin = AlbumLink.pin(text) else { return .wrong }
    let tried = try await asked { () throws(PhotoIndexError) in try await self.index.marks.countTry(id, at: now) }
    guard tried.wait == 0 else { return .wait(seconds: tried.wait) }
    guard AlbumLinkSecrets.same(AlbumLinkSecrets.proof(ofPIN: pin, opened.token), kept) else { return .wrong }
    try await asked { () throws(PhotoIndexError) in
      try await self.index.marks.forgiveTry(id, before: tried.before, counted: tried.counted)
    }
    return .right(pass: pass)
  }

  /// Its page was opened.
  package func noteOpened(_ link: AlbumLink, at now: Int64) async throws(PhotoLibraryError) {
    try await asked { () throws(PhotoIndexError) in try await self.index.marks.noteOpened(link.id, at: now) }
  }

  /// A photo of an album, as its page shows it; nil for one that is not in it, is hidden, or is gone.
  package func photo(
    _ number: Int64, of album: PhotoAlbumID
  ) async throws(PhotoLibraryError) -> PhotoRecord? {
    try await asked { () throws(PhotoIndexError) in try await self.index.photo(number, of: album) }
  }
}
