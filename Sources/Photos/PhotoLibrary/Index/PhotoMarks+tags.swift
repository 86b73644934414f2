import GRDB
public import PhotoModel

/// What is known of a folder of tags of other programs: the colours on which it and the marks agreed when they were brought together
/// last. Kept with the marks, as neither is of use without the other.
public struct TagMemory: Sendable, Equatable {
  /// One photo's.
  public struct Said: Sendable, Equatable {
    /// What the marks say.
    public var ours: PhotoTags = []
    /// On what both agreed.
    public var base: PhotoTags = []
    /// Which colours were about to be told when a person ended that.
    public var tried: PhotoTags = []
    /// As what.
    public var triedAs: PhotoTags = []

    /// Nothing was said.
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
  /// Which colours are told to it.
  public var told: PhotoTags
  /// How both are now.
  public var agreed: PhotoTags
  /// On what both agreed before, with what was told since.
  public var base: PhotoTags

  public init(
    key: PhotoKey, ours: PhotoTags, taken: PhotoTags, told: PhotoTags, agreed: PhotoTags, base: PhotoTags
  ) {
    self.base = base
    self.key = key
    self.ours = ours
    self.taken = taken
    self.told = told
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
        let tried = try Row.fetchCursor(
          db, sql: "SELECT key, mask, tags FROM tag_tried WHERE folder = ?", arguments: [folder])
        while let row = try tried.next() {
          memory.said[row[0], default: .init()].tried = PhotoTags(rawValue: row[1])
          memory.said[row[0], default: .init()].triedAs = PhotoTags(rawValue: row[2])
        }
        return memory
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// Remembers what is about to be told: if it is ended then, and the colour changed once more, that is understood.
  func note(tried settled: [TagSettlement], _ folder: String) async throws(PhotoIndexError) {
    do {
      try await write { db in
        // What was tried before has come there by now, or never will.
        for one in settled {
          try Self.forgetTried(one.key, folder, db)
          try Self.keep(one.base, of: one.key, folder, db)
          guard !one.told.isEmpty else { continue }
          try db.execute(
            sql: "INSERT INTO tag_tried VALUES (?, ?, ?, ?)",
            arguments: [folder, one.key.text, one.told.rawValue, one.agreed.rawValue])
        }
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  /// All of it or nothing. A colour that a person has changed here since the folder was read stays as it is now, and is
  /// told to the folder the next time.
  func settle(
    _ settled: [TagSettlement], _ folder: String, hasMaster: Bool, at unixSeconds: Int64
  ) async throws(PhotoIndexError) {
    do {
      try await write { db in
        try db.execute(sql: "INSERT OR REPLACE INTO tag_folder VALUES (?, ?)", arguments: [folder, hasMaster])
        let known = try db.cachedStatement(sql: "SELECT tags FROM mark WHERE key = ?")
        let mark = try db.cachedStatement(
          sql: """
            INSERT INTO mark VALUES (?, 0, ?, ?)
            ON CONFLICT (key) DO UPDATE SET tags = excluded.tags, changed = excluded.changed
            """)
        for one in settled {
          try Self.forgetTried(one.key, folder, db)
          let key = one.key.text
          let now = PhotoTags(rawValue: try Int.fetchOne(known, arguments: [key]) ?? 0)
          let taken = one.taken.subtracting(now.symmetricDifference(one.ours))
          let tags = now.subtracting(taken).union(one.agreed.intersection(taken))
          if tags != now { try mark.execute(arguments: [key, tags.rawValue, unixSeconds]) }
          try Self.keep(one.agreed, of: one.key, folder, db)
        }
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }

  private static func keep(_ base: PhotoTags, of key: PhotoKey, _ folder: String, _ db: Database) throws {
    if base.isEmpty {
      try db.cachedStatement(sql: "DELETE FROM tag_base WHERE folder = ? AND key = ?").execute(
        arguments: [folder, key.text])
    } else {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO tag_base VALUES (?, ?, ?)").execute(
        arguments: [folder, key.text, base.rawValue])
    }
  }

  private static func forgetTried(_ key: PhotoKey, _ folder: String, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM tag_tried WHERE folder = ? AND key = ?").execute(
      arguments: [folder, key.text])
  }

  /// A folder is as new: nothing that it lacks was taken off there.
  func forgetTags(of folder: String) async throws(PhotoIndexError) {
    do {
      try await write { db in
        try db.execute(sql: "DELETE FROM tag_folder WHERE path = ?", arguments: [folder])
        try db.execute(sql: "DELETE FROM tag_base WHERE folder = ?", arguments: [folder])
        try db.execute(sql: "DELETE FROM tag_tried WHERE folder = ?", arguments: [folder])
      }
    } catch {
      throw PhotoIndexError(error)
    }
  }
}
