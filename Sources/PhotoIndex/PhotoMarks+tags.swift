import GRDB
public import PhotoBrowser

/// What is known of a folder of tags of other programs: the colours on which it and the marks agreed when they were brought together
/// last. Kept with the marks, as neither is of use without the other.
public struct TagMemory: Sendable, Equatable {
  /// One photo's.
  public struct Said: Sendable, Equatable {
    /// What the marks say.
    public var ours: PhotoTags = []
    /// On what both agreed.
    public var base: PhotoTags = []

    /// Nobody has said anything.
    public init() {}
  }

  /// Whether the folder had its file of all tags; nil where it was never looked at.
  public var hadMaster: Bool?
  /// By the photos' keys: those that have a colour, or had one when both agreed.
  public var said: [String: Said] = [:]

  /// Nothing is known.
  public init() {}
}

/// What became of one photo's colours.
public struct TagSettlement: Sendable, Equatable {
  /// The photo, by its bytes.
  public var key: PhotoKey
  /// What the marks said when the folder was read.
  public var ours: PhotoTags
  /// Which colours the folder changed.
  public var taken: PhotoTags
  /// How both are now.
  public var agreed: PhotoTags

  /// Takes all as they are.
  public init(key: PhotoKey, ours: PhotoTags, taken: PhotoTags, agreed: PhotoTags) {
    self.key = key
    self.ours = ours
    self.taken = taken
    self.agreed = agreed
  }
}

extension PhotoMarks {
  func memory(of folder: String) async throws(PhotoIndexError) -> TagMemory {
    do {
      return try await database.read { db in
        var memory = TagMemory()
        memory.hadMaster = try Bool.fetchOne(
          db, sql: "SELECT master FROM tag_folder WHERE path = ?", arguments: [folder])
        let marks = try Row.fetchCursor(db, sql: "SELECT key, tags FROM mark WHERE tags != 0")
        while let row = try marks.next() {
          memory.said[row[0], default: .init()].ours = PhotoTags(rawValue: row[1])
        }
        let bases = try Row.fetchCursor(db, sql: "SELECT key, tags FROM tag_base WHERE folder = ?", arguments: [folder])
        while let row = try bases.next() {
          memory.said[row[0], default: .init()].base = PhotoTags(rawValue: row[1])
        }
        return memory
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// All of it or nothing. A colour that somebody has changed here since the folder was read stays as it is now, and is told to the
  /// folder the next time.
  /// - Returns: the marks as they are now.
  func settle(
    _ settled: [TagSettlement], _ folder: String, hasMaster: Bool, at unixSeconds: Int64
  ) async throws(PhotoIndexError) -> [(key: PhotoKey, tags: PhotoTags)] {
    do {
      return try await database.write { db in
        try db.execute(sql: "INSERT OR REPLACE INTO tag_folder VALUES (?, ?)", arguments: [folder, hasMaster])
        let known = try db.cachedStatement(sql: "SELECT tags FROM mark WHERE key = ?")
        let mark = try db.cachedStatement(
          sql: """
            INSERT INTO mark VALUES (?, 0, ?, ?)
            ON CONFLICT (key) DO UPDATE SET tags = excluded.tags, changed = excluded.changed
            """)
        let keep = try db.cachedStatement(sql: "INSERT OR REPLACE INTO tag_base VALUES (?, ?, ?)")
        let forget = try db.cachedStatement(sql: "DELETE FROM tag_base WHERE folder = ? AND key = ?")
        return try settled.map { one in
          let key = one.key.text
          let now = PhotoTags(rawValue: try Int.fetchOne(known, arguments: [key]) ?? 0)
          let taken = one.taken.subtracting(now.symmetricDifference(one.ours))
          let tags = now.subtracting(taken).union(one.agreed.intersection(taken))
          if tags != now { try mark.execute(arguments: [key, tags.rawValue, unixSeconds]) }
          if one.agreed.isEmpty {
            try forget.execute(arguments: [folder, key])
          } else {
            try keep.execute(arguments: [folder, key, one.agreed.rawValue])
          }
          return (one.key, tags)
        }
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// A folder is as new: nothing that it lacks was taken off there.
  func forgetTags(of folder: String) async throws(PhotoIndexError) {
    do {
      try await database.write { db in
        try db.execute(sql: "DELETE FROM tag_folder WHERE path = ?", arguments: [folder])
        try db.execute(sql: "DELETE FROM tag_base WHERE folder = ?", arguments: [folder])
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }
}
