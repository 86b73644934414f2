import HTTPTypes

/// What a disk says that takes nothing, or does not give back what it took: told apart, as what is to be done differs. Stores say it in the words of the system and of
/// SQLite, in which each names what it could not write.
enum DiskRefusal: CaseIterable {
  /// There is no room, or none for this user.
  case full
  /// It is mounted so, or turned so when it failed.
  case readOnly
  /// What is kept on it is not what was written.
  case damaged

  /// Nil for words that say something else.
  init?(saidIn words: String) {
    guard let found = Self.allCases.first(where: { $0.signs.contains { words.contains($0) } }) else { return nil }
    self = found
  }

  /// `strerror` (glibc, without a locale) of ENOSPC and EDQUOT, and of EROFS; SQLite's messages of SQLITE_FULL, and of
  /// SQLITE_READONLY.
  private var signs: [String] {
    switch self {
    case .full:
      ["No space left on device", "Disk quota exceeded", "database or disk is full", "the disk is full"]
    case .readOnly: ["Read-only file system", "attempt to write a readonly database", "the disk is read-only"]
    // The words of the studio's own databases.
    case .damaged: ["the studio's database is damaged"]
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .full: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case .readOnly, .damaged: .serviceUnavailable
    }
  }

  var message: StudioMessage {
    switch self {
    case .full: .full
    case .readOnly: .readOnlyDisk
    case .damaged: .damaged
    }
  }
}
