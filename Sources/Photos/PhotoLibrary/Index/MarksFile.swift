import BoothSystem
import GRDB
import Glibc

/// The file of ``PhotoMarks`` before it is open: whole, or set aside. Nothing in it can be made again, so a damaged one is never
/// taken for none, and never thrown away.
struct MarksFile {
  private static let endings = ["-wal", "-shm", ""]
  /// At the end of the name of an empty file beside a damaged one of which all came back.
  private static let healed = "-healed"
  let path: String
  /// Held for as long as the file is in use; -1 where none could be made.
  private let lock: Int32
  /// Whether no other process has it open.
  private let isAlone: Bool

  /// Waits for the check whether it is whole.
  init(path: String) {
    self.path = path
    lock = Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    isAlone = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0
    if lock >= 0, !isAlone { Self.share(lock) }
  }

  /// The next opener does not wait any longer.
  func share() { if isAlone { Self.share(lock) } }

  /// It is no longer used.
  func end() { if lock >= 0 { close(lock) } }

  private static func share(_ lock: Int32) { while flock(lock, LOCK_SH) != 0, errno == EINTR {} }

  /// What came of opening it.
  struct Opened {
    var database: DatabaseQueue
    /// The new name of the file that was in its place, where that was damaged.
    var aside: String?
    /// Whether all that was in that came back from the copy.
    var isHealed = false
    /// Why no copy is kept, in words.
    var copyTrouble: String?
  }

  /// Opens it, with its second copy; from that comes back what was damaged, as far as it can.
  func open() throws -> Opened {
    var opened = try openedOrHealed()
    do { try MarksCopy(marks: path).keep(beside: opened.database, isAlone: isAlone) } catch {
      opened.copyTrouble = PhotoIndexError(error).words
    }
    return opened
  }

  private func openedOrHealed() throws -> Opened {
    let copy = MarksCopy(marks: path)
    // Its own sums hold, and it is not empty.
    func kept() throws -> DatabaseQueue? { isAlone ? try copy.whole() : nil }
    let isThere = access(path, F_OK) == 0
    let hadLog = access(path + "-wal", F_OK) == 0
    if isThere, !isEmptied {
      do {
        let database = try Self.whole(path, isAlone)
        // A log whose end is damaged is read up to there: what came behind it is in the copy.
        if hadLog, let kept = try kept() {
          let changes = try database.read { try MarksSums.changes($0) }
          if try MarksCopy.changes(kept) > changes {
            try database.write { try MarksCopy.bringBack(kept, into: $0) }
          }
          try kept.close()
        }
        return Opened(database: database)
      } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
        // It is set aside below.
      }
    }
    let kept = try kept()
    if !isThere, kept == nil { return Opened(database: try Self.whole(path, isAlone)) }
    guard isAlone else {
      throw PhotoIndexError(
        "\(path) is damaged, and another program has it open, the studio perhaps: end that one, and start it again")
    }
    let aside = isThere ? try setAside() : nil
    let database = try Self.whole(path, true)
    guard let kept else { return Opened(database: database, aside: aside) }
    try database.write { try MarksCopy.bringBack(kept, into: $0) }
    try kept.close()
    if let aside { noteHealed(aside) }
    return Opened(database: database, aside: aside, isHealed: true)
  }

  /// Whether a database says so of itself, rather than its disk, while it is checked: what has changed in its schema makes no sense.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [
      .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG,
      .SQLITE_FORMAT,
    ].contains(error.resultCode)
  }

  /// An empty file beside an index: there were marks once, as every index is made after them.
  private var isEmptied: Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == 0 else { return false }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return access(folder + PhotoIndex.name, F_OK) == 0
  }

  private static func whole(_ path: String, _ isChecked: Bool) throws -> DatabaseQueue {
    func checked<Value>(_ body: () throws -> Value) throws -> Value {
      do { return try body() } catch {
        guard isChecked, isDamage(error) else { throw error }
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(error)")
      }
    }
    let database = try checked { try DatabaseQueue(path: path, configuration: MarksCopy.configuration()) }
    do {
      let fault = try checked {
        try database.writeWithoutTransaction { db in isChecked ? try MarksSums.marks.fault(db) : nil }
      }
      if let fault { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: fault) }
      try database.write { db in
        try db.execute(sql: PhotoMarks.schema)
        try MarksSums.marks.arm(db)
      }
      return database
    } catch {
      do { try database.close() } catch {}  // it is damaged, and not read
      throw error
    }
  }

  /// Its log goes first: a new database must never find the log of an old one.
  /// - Returns: the new name, without the folder's.
  private func setAside() throws(PhotoIndexError) -> String {
    var number = 1
    let ends = Self.endings + [Self.healed]
    while ends.contains(where: { access("\(path).damaged-\(number)\($0)", F_OK) == 0 }) { number += 1 }
    let name = ".damaged-\(number)"
    for ending in Self.endings where access(path + ending, F_OK) == 0 {
      guard rename(path + ending, path + name + ending) == 0 else {
        throw PhotoIndexError(
          "\(path)\(ending) is damaged, and cannot be set aside: \(SystemWords.of(errno))")
      }
    }
    let folder = Glibc.open(Self.folder(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return Self.name(path) + name
  }

  private static func folder(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
  private static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Whether all that was in a damaged file came back, by its name.
  static func isHealed(_ name: String, of path: String) -> Bool {
    access("\(folder(path))/\(name)\(healed)", F_OK) == 0
  }

  /// Notes that all of it came back, for a later reader of its name.
  private func noteHealed(_ name: String) {
    let file = Glibc.open("\(Self.folder(path))/\(name)\(Self.healed)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  /// The names of damaged files that were set aside and are still there, in their order.
  static func aside(of path: String) -> [String] {
    guard let stream = opendir(folder(path)) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix(Self.name(path) + ".damaged-"), !name.hasSuffix("-wal"), !name.hasSuffix("-shm"),
        !name.hasSuffix(healed)
      else {
        continue
      }
      found.append(name)
    }
    return found.sorted()
  }
}
