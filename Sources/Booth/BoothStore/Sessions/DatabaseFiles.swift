import BoothCore
import BoothSystem

/// The database's files in a data folder: what can be told of them without SQLite, and how they are set aside.
struct DatabaseFiles: Sendable {
  static let name = "booth.sqlite"
  /// The write-ahead log and its index belong to the database and nothing else.
  static let suffixes = ["-wal", "-shm", ""]
  let disk: POSIXDisk

  private func isThere(_ name: String) throws(StoreError) -> Bool { try disk.kind(of: name) != nil }

  /// The database has everything: there is no log, or an empty one.
  func isComplete() throws(StoreError) -> Bool { try disk.sizeBytes(Self.name + "-wal") ?? 0 == 0 }

  /// What is in the log cannot all be read: it was written over, or damaged.
  func isLogDamaged() throws(StoreError) -> Bool {
    let log = Self.name + "-wal"
    guard try disk.kind(of: log) == .file else { return false }
    let (beginning, _) = try disk.beginning(of: log, count: 33)
    return LogLoss.isHeadDamaged(beginning) || LogLoss(of: "\(disk.root)/\(Self.name)", isSameBoot: false) != nil
  }

  /// The first of the files that is none, which SQLite would follow, or wait for; and what it is.
  func oddFile() throws(StoreError) -> (name: String, kind: EntryKind)? {
    for suffix in Self.suffixes.reversed() {
      if let kind = try disk.kind(of: Self.name + suffix), kind != .file { return (Self.name + suffix, kind) }
    }
    return nil
  }

  /// Refuses files that are none, for those that only look.
  func refuseOddFile() throws(StoreError) {
    guard let (name, kind) = try oddFile() else { return }
    throw StoreError(
      .damaged, subject: "\(disk.root)/\(name)",
      detail: "is \(kind.words), no file of a database; the booth's next start sets it aside")
  }

  /// Log or index that are no files: the database is another file, and may be sound.
  func oddBeside() throws(StoreError) -> [(name: String, kind: EntryKind)] {
    var found: [(name: String, kind: EntryKind)] = []
    for name in Self.suffixes.map({ Self.name + $0 }) where name != Self.name {
      if let kind = try disk.kind(of: name), kind != .file { found.append((name, kind)) }
    }
    return found
  }

  /// Moves log or index aside where they are no files. Gives a sentence for each.
  func moveOddAside() throws(StoreError) -> [String] {
    var notes: [String] = []
    for (name, kind) in try oddBeside() {
      notes.append("\(name) was \(kind.words) and is now \(try disk.moveAside(name))")
    }
    return notes
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
    guard let kind = try disk.kind(of: Self.name) else { return .missing }
    guard kind == .file else { return .noDatabase }
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
    var there: [String] = []
    for suffix in Self.suffixes where try isThere(Self.name + suffix) { there.append(suffix) }
    guard !there.isEmpty else { return nil }
    let name = try nameAside()
    for suffix in there { try disk.rename(Self.name + suffix, to: name + suffix) }
    try disk.syncFolder("")
    return name
  }

  /// What a database that is set aside now is called.
  func nameAside() throws(StoreError) -> String {
    let names = Set(try disk.names(in: ""))
    var number = 1
    while Self.suffixes.contains(where: { names.contains("\(Self.name).damaged-\(number)\($0)") }) { number += 1 }
    return "\(Self.name).damaged-\(number)"
  }

  /// Removes a database that nothing was ever written to: its file is empty, and so is its log, if it has one.
  func removeEmpty() throws(StoreError) {
    guard try disk.sizeBytes(Self.name) == 0, try isComplete() else { return }
    for suffix in Self.suffixes { try disk.remove(Self.name + suffix) }
    try disk.syncFolder("")
  }

  /// The damaged databases that are kept here.
  func damaged() throws(StoreError) -> [String] {
    try disk.names(in: "").filter {
      $0.hasPrefix(Self.name + ".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
  }
}
