import GRDB
public import PhotoModel

/// What pages ask.
extension PhotoIndex {
  /// Another one after every change that pages show.
  public func version() async throws(PhotoIndexError) -> Int64 {
    try await read { db in try Int64.fetchOne(db, sql: "SELECT version FROM change") ?? 0 }
  }

  /// How many there are of each month; without a filter from counters that are always right.
  public func layout(_ view: PhotoView) async throws(PhotoIndexError) -> PhotoLayout {
    let members = try await members(view)
    return try await read { db in
      let version = try Int64.fetchOne(db, sql: "SELECT version FROM change") ?? 0
      guard let search = try IndexSearch(view, db, members, self.names) else {
        return PhotoLayout(version: version, stretches: [])
      }
      var sql = "SELECT month, sum(count) FROM month_count GROUP BY month"
      if view.source != nil { sql = "SELECT month, count FROM month_count WHERE source = \(search.source ?? 0)" }
      let isCounted = view.filter.isEmpty && view.album == nil
      if !isCounted {
        sql = "SELECT p.month, count(*) FROM photo p WHERE \(search.condition) GROUP BY p.month"
      }
      let rows = try Row.fetchAll(db, sql: sql, arguments: isCounted ? [] : search.arguments)
      var counts = rows.map { (month: PhotoMonth(number: $0[0]), count: $0[1] as Int) }.filter { $0.count > 0 }
      guard view.order.isByDate else {
        let count = counts.reduce(0) { $0 + $1.count }
        return PhotoLayout(version: version, stretches: count == 0 ? [] : [.init(month: nil, count: count)])
      }
      counts.sort {
        view.order == .newest || $0.month == .undated || $1.month == .undated
          ? $0.month > $1.month : $0.month < $1.month
      }
      return PhotoLayout(version: version, stretches: counts.map { .init(month: $0.month, count: $0.count) })
    }
  }

  /// Photos that follow each other: from `first` of a month, or of everything.
  public func photos(
    _ view: PhotoView, in month: PhotoMonth?, from first: Int, count: Int
  ) async throws(PhotoIndexError) -> [PhotoRecord] {
    let members = try await members(view)
    return try await read { db in
      guard var search = try IndexSearch(view, db, members, self.names) else { return [] }
      if let month { search.narrow(to: month) }
      if let order = try search.ownOrder(db) {
        return try IndexAlbums.rows(order.dropFirst(max(0, first)).prefix(max(0, min(count, 1000))), db)
      }
      let (first, most) = (max(0, first), max(0, min(count, 1000)))
      guard month == nil, let (dated, undated) = try search.parted(db) else {
        return try search.rows(db, from: first, count: most)
      }
      let rows = try dated.rows(db, from: first, count: most)
      guard rows.count < most else { return rows }
      return rows
        + (try undated.rows(db, from: max(0, first - (try dated.count(db))), count: most - rows.count))
    }
  }

  /// Photos that follow each other, behind a cursor.
  public func photos(
    _ view: PhotoView, after cursor: PhotoCursor?, count: Int
  ) async throws(PhotoIndexError) -> [PhotoRecord] {
    let members = try await members(view)
    return try await read { db in
      guard let search = try IndexSearch(view, db, members, self.names) else { return [] }
      if let order = try search.ownOrder(db) {
        let rest = cursor.map { cursor in order.drop { $0 != cursor.number }.dropFirst() } ?? order[...]
        return try IndexAlbums.rows(rest.prefix(max(0, min(count, 10_000))), db)
      }
      let most = max(0, min(count, 10_000))
      guard let (dated, undated) = try search.parted(db) else {
        return try search.rows(db, behind: cursor, count: most)
      }
      if let cursor, cursor.shownSeconds == CalendarDay.undated {
        return try undated.rows(db, behind: cursor, count: most)
      }
      let rows = try dated.rows(db, behind: cursor, count: most)
      return rows.count < most ? rows + (try undated.rows(db, count: most - rows.count)) : rows
    }
  }

  /// The place of a photo in a view, from 0; nil where it is not in it.
  public func place(of number: Int64, in view: PhotoView) async throws(PhotoIndexError) -> Int? {
    let members = try await members(view)
    return try await read { db in
      guard let search = try IndexSearch(view, db, members, self.names),
        let photo = try PhotoRow.fetch(
          db, where: "p.n = ? AND \(search.condition)", [number] + search.arguments
        ).first
      else { return nil }
      if let order = try search.ownOrder(db) { return order.firstIndex(of: number) }
      guard let (dated, undated) = try search.parted(db) else {
        return try search.count(db, before: photo.cursor)
      }
      if photo.isDated { return try dated.count(db, before: photo.cursor) }
      return try dated.count(db) + undated.count(db, before: photo.cursor)
    }
  }

  /// What the photos that are shown are known by.
  /// - Parameter most: so many of each kind.
  public func terms(most: Int) async throws(PhotoIndexError) -> PhotoTerms {
    try await read { db in
      func terms(_ column: String) throws -> [PhotoTerms.Term] {
        try Row.fetchAll(
          db,
          sql: """
            SELECT \(column), count(*) AS c FROM photo WHERE visible = 1 AND \(column) <> ''
            GROUP BY \(column) ORDER BY c DESC, \(column) LIMIT ?
            """, arguments: [most]
        ).map { PhotoTerms.Term($0[0], $0[1]) }
      }
      var all = PhotoTerms()
      all.cameras = try terms("camera")
      // A place begins with a slash, below its source: as people write a folder, it does not.
      all.folders = try terms("place").map { PhotoTerms.Term(String($0.name.drop { $0 == "/" }), $0.count) }
      all.formats = try terms("format")
      return all
    }
  }

  /// One photo by its number.
  public func photo(_ number: Int64) async throws(PhotoIndexError) -> PhotoRecord? {
    try await read { db in try PhotoRow.fetch(db, where: "p.n = ?", [number]).first }
  }

  /// Photos by their numbers, in that order, some hundred a question; those that are gone are left out.
  public func photos(numbered numbers: [Int64]) async throws(PhotoIndexError) -> [PhotoRecord] {
    try await read { db in
      var found: [Int64: PhotoRecord] = [:]
      for start in stride(from: 0, to: numbers.count, by: 500) {
        let part = numbers[start..<min(start + 500, numbers.count)]
        // Numbers, so nothing in them is anybody's words.
        let list = part.map { String($0) }.joined(separator: ",")
        for photo in try PhotoRow.fetch(db, where: "p.n IN (\(list))", [], isKept: false) {
          found[photo.number] = photo
        }
      }
      return numbers.compactMap { found[$0] }
    }
  }

  /// One photo by its bytes; of several that have the same the first that is shown.
  public func photo(_ key: PhotoKey) async throws(PhotoIndexError) -> PhotoRecord? {
    try await read { db in
      try PhotoRow.fetch(
        db, where: "p.head = ? AND p.size = ? ORDER BY p.visible = 1 DESC, p.n LIMIT 1", [key.headMD5, key.size]
      ).first
    }
  }

  /// Keeps what is shown before a photo's picture is there.
  public func note(tint: String, of number: Int64) async throws(PhotoIndexError) {
    try await write(changes: false) { db in
      try db.execute(sql: "UPDATE photo SET tint = ? WHERE n = ?", arguments: [tint, number])
    }
  }

  /// Lets photos be tried again that could not be shown with another program or other libraries; those also that ended, or held up, the
  /// program that decodes pictures: it may have been the machine's fault.
  /// - Parameter libraries: with which nothing is tried again, by the word that the reasons have for them (`with=…`).
  public func forgetTroubles(but libraries: String) async throws(PhotoIndexError) {
    let condition = """
      (trouble LIKE 'died %' OR trouble LIKE 'took-too-long %'
        OR (trouble LIKE '% with=%' AND substr(trouble, instr(trouble, ' with=')) <> ?))
      """
    let mark = " with=\(libraries)"
    let some = try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE trouble IS NOT NULL AND \(condition))", arguments: [mark])
    }
    guard some ?? false else { return }
    try await write { db in
      try db.execute(sql: "UPDATE photo SET trouble = NULL, ready = 0 WHERE \(condition)", arguments: [mark])
    }
  }

  /// Keeps that a photo cannot be shown, by the reason's name.
  public func note(trouble: String, of number: Int64) async throws(PhotoIndexError) {
    try await write { db in
      try db.execute(sql: "UPDATE photo SET trouble = ? WHERE n = ?", arguments: [trouble, number])
    }
  }

  /// Changes the star and colours of photos, and of all that have their bytes.
  public func mark(
    _ keys: [PhotoKey], _ change: PhotoMarkChange, at unixSeconds: Int64
  ) async throws(PhotoIndexError) {
    try await marks.change(keys.map(\.text), change, at: unixSeconds)
    try await show(keys)
  }

  /// A photo is in a bin now, and its film with it: it is remembered where, and neither is known any longer.
  public func trashed(
    _ trashed: PhotoTrashed, of photo: PhotoRecord, under name: String, at unixSeconds: Int64
  ) async throws(PhotoIndexError) {
    try await marks.note(trashed, of: photo.source, under: name, at: unixSeconds)
    try await write { db in
      try db.execute(
        sql: "DELETE FROM photo WHERE n = ? OR n = ?", arguments: [photo.number, photo.film?.number ?? photo.number])
      let source = try Int64.fetchOne(db, sql: "SELECT n FROM source WHERE id = ?", arguments: [photo.source.text])
      if let source { try IndexPairs.note(source, db) }
    }
  }

  /// What was moved to bins under a name, and is not back.
  public func trashed(under name: String) async throws(PhotoIndexError) -> [(source: PhotoSourceID, PhotoTrashed)] {
    try await marks.trashed(under: name)
  }

  /// A photo is back where it was.
  public func forget(_ trashed: PhotoTrashed, under name: String) async throws(PhotoIndexError) {
    try await marks.forget(trashed, under: name)
  }
}

/// A view as conditions of the database's.
struct IndexSearch {
  private(set) var condition: String
  private(set) var arguments: StatementArguments
  let order: String
  let source: Int64?
  let by: PhotoOrder
  /// Photos of an own album in its order; nil where that is not asked for.
  private let members: [Int64]?

  /// Nil where there is no such source, and so nothing to be found.
  /// - Parameters:
  ///   - members: the photos of the view's own album, or of its basket, in its order.
  ///   - names: what sources are called, by their ids; asked where it matters.
  init?(
    _ view: PhotoView, _ db: Database, _ members: [Int64]?, _ names: () -> [String: String]
  ) throws {
    by = view.order == .own ? .newest : view.order
    self.members = view.order == .own ? members : nil
    if view.filter.isHidden {
      condition = "p.visible IN (2, 3)"
    } else if case .ofSource? = view.album {
      condition = "p.visible IN (1, 3)"
    } else {
      condition = "p.visible = 1"
    }
    arguments = []
    switch by {
    case .newest, .own: order = Self.order(Self.dates, isDescending: true)
    case .oldest: order = Self.order(Self.dates)
    case .name: order = Self.order(Self.names)
    case .largest: order = Self.order(Self.sizes, isDescending: true)
    }
    if let id = view.source {
      guard let number = try Int64.fetchOne(db, sql: "SELECT n FROM source WHERE id = ?", arguments: [id.text]) else {
        return nil
      }
      source = number
      add("p.source = ?", [number])
    } else {
      source = nil
    }
    if let members { add("p.n IN (SELECT value FROM json_each(?))", [IndexAlbums.json(members)]) }
    if case .ofSource(let title)? = view.album {
      add(
        "p.n IN (SELECT m.photo FROM album_photo m JOIN album a ON a.n = m.album WHERE a.source = ? AND a.title = ?)",
        [source ?? 0, title])
    }
    let filter = view.filter
    let isNamed = !filter.sources.isEmpty || source == nil && !filter.words.isEmpty
    take(filter, isNamed ? try SearchedSources(names(), db) : nil)
  }

  /// What orders go by, each to the end: that two photos never stand in any order, and none by when it was found.
  private static let dates = ["shown", "fraction", "sort", "turn", "n"]
  private static let names = ["sort", "shown", "fraction", "turn", "n"]
  private static let sizes = ["bytes", "shown", "fraction", "sort", "turn", "n"]

  private static func order(_ columns: [String], isDescending: Bool = false) -> String {
    "ORDER BY " + columns.map { "p.\($0)\(isDescending ? " DESC" : "")" }.joined(separator: ", ")
  }

  /// The numbers of an own album's photos that are seen, in its order; nil where the order is another one.
  func ownOrder(_ db: Database) throws -> [Int64]? {
    guard let members else { return nil }
    let seen = Set(try Int64.fetchAll(db, sql: "SELECT p.n FROM photo p WHERE \(condition)", arguments: arguments))
    return members.filter(seen.contains)
  }

  /// - Parameter sources: nil where their names make no difference.
  private mutating func take(_ filter: PhotoSearch, _ sources: SearchedSources?) {
    for word in filter.words {
      // Where one source is looked at alone, its name says nothing of a photo.
      let named = source == nil ? sources?.holding(word) ?? [] : []
      add(named.isEmpty ? "instr(p.words, ?) > 0" : "(p.source IN \(list(named)) OR instr(p.words, ?) > 0)", [word])
    }
    if let sources, !filter.sources.isEmpty { add("p.source IN \(list(sources.meant(by: filter.sources)))", []) }
    if let from = filter.from { add("p.shown >= ?", [from]) }
    if let until = filter.until { add("p.shown < ? AND p.shown > ?", [until, CalendarDay.undated]) }
    // The words hold the camera, too, and are folded already: few are left to be folded here.
    if let camera = filter.camera { add("instr(p.words, ?) > 0 AND instr(folded(p.camera), ?) > 0", [camera, camera]) }
    if let format = filter.format { add("p.format = ?", [format]) }
    switch filter.kind {
    case .raw: add("(p.format LIKE 'RAW-%' OR p.partner IS NOT NULL)", [])
    case .video: add("(p.film IS NOT NULL OR p.flags & ? <> 0)", [PhotoFlags.live.rawValue])
    case .photo, nil: break
    }
    if !filter.tags.isEmpty { add("p.tags & ? <> 0", [filter.tags.rawValue]) }
    if filter.isStarred { add("p.star = 1", []) }
    if filter.isBroken { add("p.trouble IS NOT NULL", []) }
    if let box = filter.box {
      add("p.latitude BETWEEN ? AND ?", [box.south, box.north])
      let side = box.west <= box.east ? "p.longitude BETWEEN ? AND ?" : "(p.longitude >= ? OR p.longitude <= ?)"
      add(side, [box.west, box.east])
    }
  }

  /// Numbers, so nothing in it is anybody's words.
  private func list(_ numbers: [Int64]) -> String { "(" + numbers.map { String($0) }.joined(separator: ",") + ")" }

  mutating func add(_ part: String, _ more: StatementArguments) {
    condition += " AND " + part
    arguments += more
  }

  mutating func narrow(to month: PhotoMonth) {
    let next = PhotoMonth(number: month.number + 1)
    add(
      "p.shown >= ? AND p.shown < ?",
      [
        CalendarDay.wallSeconds(year: month.year, month: month.month, day: 1),
        CalendarDay.wallSeconds(year: next.year, month: next.month, day: 1),
      ])
  }

  mutating func go(behind cursor: PhotoCursor) { compare(cursor, by == .newest || by == .largest ? "<" : ">") }

  mutating func stay(before cursor: PhotoCursor) { compare(cursor, by == .newest || by == .largest ? ">" : "<") }

  private mutating func compare(_ cursor: PhotoCursor, _ sign: String) {
    let columns = by == .name ? Self.names : by == .largest ? Self.sizes : Self.dates
    let values: [String: any DatabaseValueConvertible] = [
      "shown": cursor.shownSeconds, "fraction": cursor.fraction, "sort": cursor.name, "turn": cursor.turn,
      "n": cursor.number, "bytes": cursor.bytes,
    ]
    let left = columns.map { "p." + $0 }.joined(separator: ", ")
    let right = columns.map { _ in "?" }.joined(separator: ", ")
    add("(\(left)) \(sign) (\(right))", StatementArguments(columns.map { values[$0] }))
  }
}
