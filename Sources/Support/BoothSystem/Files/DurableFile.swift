import Glibc
import Synchronization

/// Small files beside the sessions, made so that a cut of the power leaves the old one or the new one. Sessions have an
/// order of their own (`Disk+durable.swift`). Each step has its fault points.
///
/// ```swift
/// try DurableFile.replace(folder + "/sources.json", with: bytes)  // the old one or the new one, never half
/// ```
package enum DurableFile {
  /// The call that failed, and why, in the system's words.
  package struct Fault: Error {
    package let call: String
    package let errno: Int32
    package var words: String { "\(call): \(SystemWords.of(errno))" }
    /// Whether there is no room on the disk, or none for this user.
    package var isFull: Bool { errno == ENOSPC || errno == EDQUOT }

    init(_ call: String) {
      self.call = call
      errno = Glibc.errno
    }
  }

  private static let drafts = Atomic<UInt64>(0)

  /// A name beside a file, and no other's: two may replace one file at the same moment. What has it and was left by a
  /// kill goes with ``sweep(_:untouchedSince:endings:)``.
  package static func draft(of path: String) -> String {
    "\(path).\(getpid())-\(drafts.wrappingAdd(1, ordering: .relaxed).newValue).tmp"
  }

  /// Whether a file's name is that of a draft: what a kill has left of one.
  static func isDraft(_ name: String) -> Bool {
    guard name.hasSuffix(".tmp"), let number = name.dropLast(4).split(separator: ".").last else { return false }
    return name.dropLast(4).contains(".") && number.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
  }

  /// Replaces the file at `path`, or makes it: temporary file beside it, fsync, rename, fsync of the folder. Blocks.
  /// - Throws: ``Fault``; then the file that was there still is, and nothing is left beside it.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
    let draft = draft(of: path)
    let file = try FaultPoint.step(.fileCreate, path) { () throws(Fault) -> Int32 in
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Fault("open") }
      return file
    }
    defer {
      close(file)
      unlink(draft)
    }
    try FaultPoint.write(.fileWrite, path, count: bytes.count) { range throws(Fault) in
      var done = range.lowerBound
      while done < range.upperBound {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + done, range.upperBound - done) }
        if count < 0, errno != EINTR { throw Fault("write") }
        done += max(count, 0)
      }
    }
    try flush(file, path)
    try name(draft, path)
  }

  /// Gives a whole file that lies beside `path` its name: fsync, rename, fsync of the folder. Blocks.
  /// - Throws: ``Fault``; then the file that was there still is, and `temporary` is gone.
  package static func rename(_ temporary: String, to path: String) throws(Fault) {
    defer { unlink(temporary) }
    let file = open(temporary, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Fault("open") }
    defer { close(file) }
    try flush(file, path)
    try name(temporary, path)
  }

  private static func flush(_ file: Int32, _ path: String) throws(Fault) {
    try FaultPoint.sync(.fileSync, path) { () throws(Fault) in
      guard fsync(file) == 0 else { throw Fault("fsync") }
    }
  }

  private static func name(_ draft: String, _ path: String) throws(Fault) {
    try FaultPoint.step(.fileRename, path) { () throws(Fault) in
      guard Glibc.rename(draft, path) == 0 else { throw Fault("rename") }
    }
    try flushFolder(of: path)
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Makes the names in the folder of `path` last. Blocks.
  package static func flushFolder(of path: String) throws(Fault) {
    let folder = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Fault("open") }
    defer { close(folder) }
    try FaultPoint.sync(.fileSyncFolder, path) { () throws(Fault) in
      guard fsync(folder) == 0 else { throw Fault("fsync") }
    }
  }

  /// Makes a folder, and those that it is in, where they are missing; each new one's name lasts. For this user alone. Blocks.
  package static func makeFolder(_ path: String) throws(Fault) {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR { return }
    let parent = parent(of: path)
    if parent != path, parent != "." { try makeFolder(parent) }
    try FaultPoint.step(.fileMakeFolder, path) { () throws(Fault) in
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Fault("mkdir") }
    }
    try flushFolder(of: path)
  }

  /// Gives a folder of files that can be made again its name. Blocks.
  package static func nameFolder(_ draft: String, _ path: String) throws(Fault) { try name(draft, path) }

  /// Takes a file's name away, for good; one that is not there is gone. Blocks.
  package static func remove(_ path: String) throws(Fault) {
    try FaultPoint.step(.fileRemove, path) { () throws(Fault) in
      guard unlink(path) == 0 || errno == ENOENT else { throw Fault("unlink") }
    }
    try flushFolder(of: path)
  }

  /// Gives a file that cannot be read another name beside its own, under a number: nothing that may be in it is lost.
  /// Blocks.
  /// - Returns: the new path.
  package static func putAside(_ path: String) throws(Fault) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let aside = "\(path).damaged-\(number)"
    try FaultPoint.step(.fileRename, path) { () throws(Fault) in
      guard Glibc.rename(path, aside) == 0 else { throw Fault("rename") }
    }
    try flushFolder(of: path)
    return aside
  }
}
