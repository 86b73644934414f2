import GRDB
public import PhotoModel

/// Albums and baskets.
extension PhotoIndex {
  /// Own ones by their titles, then those of sources.
  public func albums() async throws(PhotoIndexError) -> [PhotoAlbum] {
    var albums: [PhotoAlbum] = []
    for (id, title) in try await marks.albums() {
      let album = PhotoAlbumID.own(String(id.dropFirst("own:".count)))
      albums.append(PhotoAlbum(id: album, title: title, count: try await count(album, of: nil)))
    }
    return albums
      + (try await read { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT s.id, a.title, sum(p.visible IN (1, 3)) FROM album a JOIN source s ON s.n = a.source
            JOIN album_photo m ON m.album = a.n JOIN photo p ON p.n = m.photo
            GROUP BY a.n HAVING sum(p.visible IN (1, 3)) > 0 ORDER BY s.n, lower(a.title), a.title
            """
        ).map { PhotoAlbum(id: .ofSource($0[1]), title: $0[1], source: PhotoSourceID($0[0]), count: $0[2]) }
      })
  }

  private func count(_ album: PhotoAlbumID, of source: PhotoSourceID?) async throws(PhotoIndexError) -> Int {
    try await layout(PhotoView(source: source, album: album)).count
  }

  /// One of them, or a basket; nil where there is none.
  public func album(
    _ id: PhotoAlbumID, of source: PhotoSourceID?
  ) async throws(PhotoIndexError) -> PhotoAlbum? {
    var title = ""
    switch id {
    case .own:
      guard let kept = id.kept, let known = try await marks.title(kept) else { return nil }
      title = known
    case .ofSource(let own): title = own
    case .basket: break
    }
    let count = try await count(id, of: source)
    if case .ofSource = id, count == 0 { return nil }
    return PhotoAlbum(id: id, title: title, source: source, count: count)
  }

  /// Makes an own album.
  public func makeAlbum(_ id: String, _ title: String, at unixSeconds: Int64) async throws(PhotoIndexError) {
    try await marks.make("own:" + id, title, at: unixSeconds)
  }

  /// - Returns: whether there is such an album.
  public func rename(_ album: PhotoAlbumID, to title: String) async throws(PhotoIndexError) -> Bool {
    guard let kept = album.kept else { return false }
    return try await marks.rename(kept, to: title)
  }

  /// Forgets an own album, or empties a basket.
  public func removeAlbum(_ album: PhotoAlbumID) async throws(PhotoIndexError) {
    guard let kept = album.kept else { return }
    try await marks.remove(kept)
    try await noteChange()
  }

  /// - Returns: how many were not in it before.
  public func add(
    _ photos: [PhotoRecord], to album: PhotoAlbumID, at unixSeconds: Int64
  ) async throws(PhotoIndexError) -> Int {
    guard let kept = album.kept else { return 0 }
    let known = Set(try await resolved(kept).compactMap(\.number))
    var seen = known
    let new = photos.filter { seen.insert($0.number).inserted }
    guard !new.isEmpty else { return 0 }
    try await marks.add(new.map(Self.member), to: kept, at: unixSeconds)
    try await noteChange()
    return new.count
  }

  /// - Returns: how many were in it.
  public func take(_ photos: [PhotoRecord], from album: PhotoAlbumID) async throws(PhotoIndexError) -> Int {
    guard let kept = album.kept else { return 0 }
    let numbers = Set(photos.map(\.number))
    let found = try await resolved(kept).filter { $0.number.map(numbers.contains) ?? false }
    guard !found.isEmpty else { return 0 }
    try await marks.take(found.map(\.member), from: kept)
    try await noteChange()
    return Set(found.map(\.number)).count
  }

  /// Changes an album's order.
  public func move(
    _ photos: [PhotoRecord], _ move: PhotoMove, in album: PhotoAlbumID
  ) async throws(PhotoIndexError) {
    guard let kept = album.kept else { return }
    let numbers = Set(photos.map(\.number))
    // Those that are not there now stand before the one that they stood before.
    var groups: [[PhotoMarks.Member]] = [[]]
    var places: [Int: Int64] = [:]
    for (member, number) in try await resolved(kept) {
      groups[groups.count - 1].append(member)
      guard let number else { continue }
      places[groups.count - 1] = number
      groups.append([])
    }
    let order = move.carriedOut(
      on: Array(groups.indices.dropLast()), of: Set(places.filter { numbers.contains($0.value) }.map(\.key)))
    try await marks.put(kept, in: order.flatMap { groups[$0] } + (groups.last ?? []))
    try await noteChange()
  }

  /// Has an own album show a photo first. The photo is in it.
  public func setCover(_ photo: PhotoRecord, of album: PhotoAlbumID) async throws(PhotoIndexError) {
    guard let kept = album.kept else { return }
    try await marks.setCover(Self.member(photo), of: kept)
    try await noteChange()
  }

  /// The photo that was chosen as an own album's cover; nil for none, and for one that is not seen in the album any longer.
  public func cover(of album: PhotoAlbumID) async throws(PhotoIndexError) -> PhotoRecord? {
    guard let kept = album.kept, let member = try await marks.cover(kept),
      let number = try await resolved([member]).first?.number
    else { return nil }
    return try await photo(number, of: album)
  }

  private static func member(_ photo: PhotoRecord) -> PhotoMarks.Member {
    PhotoMarks.Member(
      source: photo.source.text, id: photo.entry.id.text, key: photo.key?.text, name: photo.entry.name)
  }

  /// Viewers of an album hear that it is another one.
  private func noteChange() async throws(PhotoIndexError) { try await write { _ in } }

  // MARK: Which photos

  /// The photos of a view's own album or basket, or of a source's where its own order is asked for, in that order, each once; nil
  /// where it asks for none.
  func members(_ view: PhotoView) async throws(PhotoIndexError) -> [Int64]? {
    if case .ofSource(let title)? = view.album {
      guard view.order == .own, let source = view.source else { return nil }
      return try await read { db in
        try Int64.fetchAll(
          db,
          sql: """
            SELECT m.photo FROM album_photo m JOIN album a ON a.n = m.album JOIN source s ON s.n = a.source
              JOIN photo p ON p.n = m.photo
            WHERE s.id = ? AND a.title = ? ORDER BY m.place, p.shown, p.fraction, p.sort, p.turn
            """, arguments: [source.text, title])
      }
    }
    guard let kept = view.album?.kept else { return nil }
    var seen: Set<Int64> = []
    return try await resolved(kept).compactMap(\.number).filter { seen.insert($0).inserted }
  }

  /// What is in an album, with the photos that they are now: those that lie where they did with the bytes that they had, else
  /// those that have these bytes, else what lies there now.
  private func resolved(
    _ album: String
  ) async throws(PhotoIndexError) -> [(member: PhotoMarks.Member, number: Int64?)] {
    try await resolved(try await marks.members(album))
  }

  /// The same of some of it.
  private func resolved(
    _ members: [PhotoMarks.Member]
  ) async throws(PhotoIndexError) -> [(member: PhotoMarks.Member, number: Int64?)] {
    guard !members.isEmpty else { return [] }
    return try await read { db in
      let here = try db.cachedStatement(
        sql: """
          SELECT p.n, p.head, p.size FROM photo p
          WHERE p.source = (SELECT n FROM source WHERE id = ?) AND p.hash = ? AND p.id = ?
          """)
      let elsewhere = try db.cachedStatement(
        sql: "SELECT n FROM photo WHERE head = ? AND size = ? ORDER BY visible = 1 DESC, n LIMIT 1")
      return try members.map { member in
        let hash = StableHash.of { $0.add(member.id) }
        let row = try Row.fetchOne(here, arguments: [member.source, hash, member.id])
        let number: Int64? = row.map { $0[0] }
        guard let key = member.key.flatMap(PhotoKey.init) else { return (member, number) }
        let (head, size): (String?, Int64?) = row.map { ($0[1], $0[2]) } ?? (nil, nil)
        // It was not looked at yet, or it is the same.
        if number != nil, head == nil || head == key.headMD5 && size == key.size { return (member, number) }
        return (member, try Int64.fetchOne(elsewhere, arguments: [key.headMD5, key.size]) ?? number)
      }
    }
  }

  /// A photo of an own album, without looking at the others of it; nil for one that is not in it, or that its source hides.
  public func photo(_ number: Int64, of album: PhotoAlbumID) async throws(PhotoIndexError) -> PhotoRecord? {
    guard let kept = album.kept else { return nil }
    let photo = try await read { db in
      try PhotoRow.fetch(db, where: "p.n = ? AND p.visible = 1", [number]).first
    }
    guard let photo else { return nil }
    let own = Self.member(photo)
    let candidates = try await marks.members(kept, source: own.source, id: own.id, key: own.key)
    return try await resolved(candidates).contains { $0.number == number } ? photo : nil
  }

  /// When the photos of a view were taken: the first and the last second since 1970, as the clocks showed them; nil where none says.
  public func span(_ view: PhotoView) async throws(PhotoIndexError) -> (first: Int64, last: Int64)? {
    let members = try await members(view)
    return try await read { db in
      guard let search = try IndexSearch(view, db, members, self.names) else { return nil }
      let row = try Row.fetchOne(
        db, sql: "SELECT min(p.shown), max(p.shown) FROM photo p WHERE \(search.condition) AND p.shown > ?",
        arguments: search.arguments + [CalendarDay.undated])
      guard let row, let first: Int64 = row[0], let last: Int64 = row[1] else { return nil }
      return (first, last)
    }
  }

  /// A photo by where it lies; nil where there is none.
  public func photo(_ id: PhotoID, of source: PhotoSourceID) async throws(PhotoIndexError) -> PhotoRecord? {
    let hash = StableHash.of { $0.add(id.text) }
    return try await read { db in
      try PhotoRow.fetch(
        db, where: "p.source = (SELECT n FROM source WHERE id = ?) AND p.hash = ? AND p.id = ?",
        [source.text, hash, id.text]
      ).first
    }
  }
}

/// Albums as the index's tables have them.
enum IndexAlbums {
  /// Numbers as a list that the database reads.
  static func json(_ numbers: [Int64]) -> String { "[" + numbers.map(String.init).joined(separator: ",") + "]" }

  /// In the order of the numbers.
  static func rows(_ numbers: some Collection<Int64>, _ db: Database) throws -> [PhotoRecord] {
    let found = try PhotoRow.fetch(
      db, where: "p.n IN (SELECT value FROM json_each(?))", [json(Array(numbers))])
    let places = Dictionary(found.map { ($0.number, $0) }) { first, _ in first }
    return numbers.compactMap { places[$0] }
  }

  /// Keeps which of its source's albums a photo is in.
  static func put(_ entry: PhotoEntry, of photo: Int64, in source: Int64, isKnown: Bool, _ db: Database) throws {
    if isKnown {
      try db.cachedStatement(sql: "DELETE FROM album_photo WHERE photo = ?").execute(arguments: [photo])
    }
    for title in entry.albums {
      try db.cachedStatement(sql: "INSERT OR IGNORE INTO album (source, title) VALUES (?, ?)")
        .execute(arguments: [source, title])
      try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO album_photo SELECT n, ?, ? FROM album WHERE source = ? AND title = ?"
      ).execute(arguments: [photo, entry.albumPlaces[title] ?? 0, source, title])
    }
  }
}
