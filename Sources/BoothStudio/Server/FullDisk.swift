import HTTPTypes

/// Whether what a store says of a failure is that there is no room. Stores say it in the words of the system and of SQLite, in which
/// each names what it could not write.
enum FullDisk {
  /// `strerror` of ENOSPC and EDQUOT (glibc, without a locale), and SQLite's message of SQLITE_FULL.
  private static let signs = [
    "No space left on device", "Disk quota exceeded", "database or disk is full", "the disk is full",
  ]

  static func isMeant(by words: String) -> Bool { signs.contains { words.contains($0) } }

  static let status = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}
