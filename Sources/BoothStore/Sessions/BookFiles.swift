import BoothCore

/// The database's files in a data folder: what can be told of them without SQLite, and how they are set aside.
struct BookFiles: Sendable {
  static let name = "booth.sqlite"
  /// The write-ahead log and its index belong to the database and nothing else.
  static let suffixes = ["-wal", "-shm", ""]
  let disk: POSIXDisk

  var exists: Bool { disk.isReadable(Self.name) }
  var hasLog: Bool { disk.isReadable(Self.name + "-wal") }

  /// The database has everything: there is no log, or an empty one.
  func isComplete() throws(StoreError) -> Bool {
    guard hasLog else { return true }
    return try disk.beginning(of: Self.name + "-wal", count: 0).sizeBytes == 0
  }

  enum Look: Equatable {
    case missing
    case sound
    /// Shorter than its own header says, or with another number of pages: to be checked.
    case odd
    case noDatabase
  }

  /// Reads the header ("Database File Format", sqlite.org, section 1.3): magic, page size at 16, change counters at 24
  /// and 92, page count at 28.
  func look() throws(StoreError) -> Look {
    guard exists else { return .missing }
    let (header, size) = try disk.beginning(of: Self.name, count: 100)
    // SQLite leaves an empty file when the power fails as it makes one.
    if size == 0 { return .missing }
    guard header.count == 100, header.prefix(16).elementsEqual("SQLite format 3\0".utf8) else { return .noDatabase }
    func number(_ offset: Int, _ count: Int) -> Int64 {
      header[offset..<offset + count].reduce(0) { $0 << 8 | Int64($1) }
    }
    let pageBytes = number(16, 2) == 1 ? 65536 : number(16, 2)
    guard pageBytes >= 512 else { return .noDatabase }
    if number(24, 4) == number(92, 4), number(28, 4) > 0, number(28, 4) * pageBytes != size, try isComplete() {
      return .odd
    }
    return size % pageBytes == 0 ? .sound : .odd
  }

  /// Renames the database's files to the first `booth.sqlite.damaged-N` that is free. The log goes first: a new
  /// database must never find the log of an old one.
  /// - Returns: the name, or nil when there was nothing to set aside.
  @discardableResult
  func setAside() throws(StoreError) -> String? {
    let there = Self.suffixes.filter { disk.isReadable(Self.name + $0) }
    guard !there.isEmpty else { return nil }
    var number = 1
    while there.contains(where: { disk.isReadable("\(Self.name).damaged-\(number)\($0)") }) { number += 1 }
    let name = "\(Self.name).damaged-\(number)"
    for suffix in there { try disk.rename(Self.name + suffix, to: name + suffix) }
    try disk.syncFolder("")
    return name
  }

  /// Removes a database that nothing was ever written to: its file is empty, and so is its log, if it has one.
  func removeEmpty() throws(StoreError) {
    guard exists, try disk.beginning(of: Self.name, count: 0).sizeBytes == 0, try isComplete() else { return }
    for suffix in Self.suffixes where disk.isReadable(Self.name + suffix) { try disk.remove(Self.name + suffix) }
    try disk.syncFolder("")
  }

  /// The damaged databases that are kept here.
  func damaged() throws(StoreError) -> [String] {
    try disk.names(in: "").filter {
      $0.hasPrefix(Self.name + ".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
  }
}
