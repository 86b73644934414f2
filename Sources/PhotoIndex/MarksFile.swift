import GRDB
import Glibc

/// The file of ``PhotoMarks`` before it is open: whole, or set aside. Nothing in it can be made again, so a damaged one is never
/// taken for none, and never thrown away.
struct MarksFile {
  private static let endings = ["-wal", "-shm", ""]
  let path: String
  /// Held for as long as the file is in use; -1 where none could be made.
  private let lock: Int32
  /// Whether nobody else has it open.
  private let isAlone: Bool

  /// Waits for whoever looks whether it is whole.
  init(path: String) {
    self.path = path
    lock = Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    isAlone = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0
    if lock >= 0, !isAlone { Self.share(lock) }
  }

  /// Whoever opens it next does not wait any longer.
  func share() { if isAlone { Self.share(lock) } }

  /// Nobody uses it any longer.
  func end() { if lock >= 0 { close(lock) } }

  private static func share(_ lock: Int32) { while flock(lock, LOCK_SH) != 0, errno == EINTR {} }

  /// The database, and the new name of the file that was in its place, where that was damaged.
  func open() throws -> (database: DatabaseQueue, aside: String?) {
    if !isEmptied {
      do { return (try Self.whole(path, isAlone), nil) } catch let error as DatabaseError
        where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
      {
        // It is set aside below.
      }
    }
    guard isAlone else {
      throw PhotoIndexError(
        "\(path) is damaged, and another program has it open, the studio perhaps: end that one, and start it again")
    }
    let aside = try setAside()
    return (try Self.whole(path, true), aside)
  }

  /// An empty file beside an index: there were marks once, as every index is made after them.
  private var isEmptied: Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == 0 else { return false }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return access(folder + PhotoIndex.name, F_OK) == 0
  }

  private static func whole(_ path: String, _ isChecked: Bool) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "booth.marks"
    configuration.busyMode = .timeout(20)
    configuration.journalMode = .wal
    let database = try DatabaseQueue(path: path, configuration: configuration)
    do {
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous=FULL")
        guard isChecked else { return }
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
      }
      try database.write { db in try db.execute(sql: PhotoMarks.schema) }
      return database
    } catch {
      do { try database.close() } catch {}  // it is damaged, and read by nobody
      throw error
    }
  }

  /// Its log goes first: a new database must never find the log of an old one.
  /// - Returns: the new name, without the folder's.
  private func setAside() throws(PhotoIndexError) -> String {
    var number = 1
    while Self.endings.contains(where: { access("\(path).damaged-\(number)\($0)", F_OK) == 0 }) { number += 1 }
    for ending in Self.endings where access(path + ending, F_OK) == 0 {
      guard rename(path + ending, "\(path).damaged-\(number)\(ending)") == 0 else {
        throw PhotoIndexError(
          "\(path)\(ending) is damaged, and cannot be set aside: \(String(cString: strerror(errno)))")
      }
    }
    let folder = Glibc.open(Self.folder(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return Self.name(path) + ".damaged-\(number)"
  }

  private static func folder(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
  private static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The names of damaged files that were set aside and are still there, in their order.
  static func aside(of path: String) -> [String] {
    guard let stream = opendir(folder(path)) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix(Self.name(path) + ".damaged-"), !name.hasSuffix("-wal"), !name.hasSuffix("-shm") else {
        continue
      }
      found.append(name)
    }
    return found.sorted()
  }
}
