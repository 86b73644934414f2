import BoothSystem
import Glibc
import PhotolalaFormat

/// A private copy of a library's database with what is not yet in it (its WAL), so that Photos may go on, and nothing in the
/// library is ever written, not even a lock. It loses its
/// name as soon as it is open, and goes when it is closed, however the process ends.
final class LibraryCopy: Sendable {
  /// The copy's folder and the database in it.
  let folder: String
  let database: String
  /// What the library's files were when they were copied: size and time of each.
  let mark: String
  /// Whether a WAL was copied with it.
  let hasLog: Bool

  static let name = "Photos.sqlite"

  /// Copies, and looks whether the files were left alone meanwhile; three times at most.
  /// - Parameters:
  ///   - library: the path of the `.photoslibrary`.
  ///   - spool: where the copy's folder is made.
  init(library: String, spool: String) throws(LibraryFault) {
    let mark = try Self.mark(of: library)
    var template = Array("\(spool)/booth-library-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LibraryFault(.room, "\(spool) takes no folder for a private copy: \(Self.said(errno))")
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(LibraryFault) {
      self.mark = try Self.copy(library, to: folder, since: mark)
      try Self.check(folder + "/" + Self.name)
    } catch {
      Self.remove(folder)
      throw error
    }
    self.folder = folder
    hasLog = access("\(folder)/\(Self.name)-wal", F_OK) == 0
    database = folder + "/" + Self.name
  }

  deinit { Self.remove(folder) }

  /// Takes the names of the copy away; who has it open goes on.
  func unname() { Self.remove(folder) }

  private static func said(_ number: Int32) -> String { SystemWords.of(number) }

  private static func remove(_ folder: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink("\(folder)/\(name)\(ending)") }
    rmdir(folder)
  }

  /// What the library's database is now, without opening it.
  static func mark(of library: String) throws(LibraryFault) -> String {
    var status = stat()
    guard stat(library, &status) == 0 else {
      throw LibraryFault(.away, "\(library) is not there: \(said(errno))")
    }
    var parts: [String] = []
    for (index, ending) in ["", "-wal"].enumerated() {
      let path = "\(library)/database/\(name)\(ending)"
      if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFREG else { throw LibraryFault(.notALibrary, "\(path) is no file") }
        parts.append("\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
      } else if index == 0 {
        guard errno == ENOENT || errno == ENOTDIR else {
          throw LibraryFault(.away, "\(path) cannot be read: \(said(errno))")
        }
        throw LibraryFault(
          .notALibrary,
          access("\(library)/database/photos.db", F_OK) == 0
            ? "it is a library of Photos 4 or older: open it once in a newer Photos, which makes it anew"
            : "it is no Photos library, or only a part of one: there is no database/\(name) in it")
      } else {
        parts.append("-")
      }
    }
    return parts.joined(separator: ",")
  }

  private static func copy(_ library: String, to folder: String, since first: String) throws(LibraryFault) -> String {
    var before = first
    for _ in 0..<3 {
      for ending in ["", "-wal"] {
        let (from, to) = ("\(library)/database/\(name)\(ending)", "\(folder)/\(name)\(ending)")
        unlink(to)
        try copyFile(from, to, isNeeded: ending.isEmpty)
      }
      let after = try mark(of: library)
      if after == before { return after }
      before = after
    }
    throw LibraryFault(
      .busy, "it changes while it is read: Photos is at work in it, or it is still being copied; try again later")
  }

  private static func copyFile(_ from: String, _ to: String, isNeeded: Bool) throws(LibraryFault) {
    let source = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard source >= 0 else {
      if !isNeeded, errno == ENOENT { return }
      let why = errno == ELOOP ? "it is a link" : said(errno)
      throw LibraryFault(.away, "\(from) cannot be read: \(why)")
    }
    defer { close(source) }
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw LibraryFault(.room, "\(to) cannot be made: \(said(errno))") }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw LibraryFault(.away, "\(from) cannot be read: \(said(errno))") }
      if count == 0 { return }
      var done = 0
      while done < count {
        let written = buffer[done..<count].withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw LibraryFault(.room, "\(to) cannot be written: \(said(errno))") }
        done += written
      }
    }
  }

  /// Whether it can be a database: its head, and as many pages as that promises ("Database File Format" of SQLite, 1.3).
  private static func check(_ path: String) throws(LibraryFault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LibraryFault(.room, "\(path) cannot be read: \(said(errno))") }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &head, 100, 0)
    let halfCopied = LibraryFault(
      .damaged, "its database is not whole, as one that is half copied: copy the library again")
    guard count == 100 else { throw halfCopied }
    guard head.starts(with: "SQLite format 3\0".utf8) else {
      throw head.allSatisfy { $0 == 0 } ? halfCopied : LibraryFault(.notALibrary, "its database is none of SQLite's")
    }
    let size = Int64(head[16]) << 8 | Int64(head[17])
    let page = size == 1 ? 65_536 : size
    let pages = head[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    var status = stat()
    // What is in the WAL alone is not yet in the file.
    guard fstat(descriptor, &status) == 0, access(path + "-wal", F_OK) == 0 || page * pages <= status.st_size else {
      throw halfCopied
    }
  }
}
