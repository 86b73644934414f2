import BoothCore
import Glibc

/// A lock that dies with its process, so that a crash never leaves a data folder locked.
final class LockFile: Sendable {
  static let name = "booth.lock"
  // Kept open, untouched, until the store goes.
  private nonisolated(unsafe) let file: POSIXFile

  /// Anything else than a file in its place is refused and left: who sets it aside might set aside, at this moment, the
  /// lock that another booth has just made.
  init(on disk: POSIXDisk) throws(StoreError) {
    try Self.refuseOther(on: disk)
    let path = "\(disk.root)/\(Self.name)"
    let file = try disk.open(Self.name, flags: O_RDWR | O_CREAT)
    guard try Self.locks(file) else {
      throw StoreError(
        .inUse, subject: path,
        detail: "another booth uses this data folder: end it (booth shutdown), or start this one with another --data")
    }
    self.file = file
  }

  /// - Throws: where there is anything else than a file in its place, in words.
  static func refuseOther(on disk: POSIXDisk) throws(StoreError) {
    guard let kind = try disk.kind(of: name), kind != .file else { return }
    throw StoreError(
      .failed, subject: "\(disk.root)/\(name)",
      detail: "is \(kind.words), which no booth makes: move it away, then start again")
  }

  /// Tries for a second: a process that only asks who owns the folder (``isHeld(in:)``) holds it for a moment, and so
  /// does a program that was begun meanwhile, until it is its own.
  private static func locks(_ file: POSIXFile) throws(StoreError) -> Bool {
    for _ in 0..<50 {
      if try file.tryLock() { return true }
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      nanosleep(&pause, nil)
    }
    return false
  }

  /// Lets the folder go. Harmless twice; by one thread.
  func release() { file.close() }

  /// Whether a booth holds the lock of a data folder, which may be on a read-only disk.
  static func isHeld(in folder: String) -> Bool {
    do throws(StoreError) {
      let file = try POSIXDisk(existing: folder).open(name)
      defer { file.close() }
      return try !file.tryLock(shared: true)
    } catch {
      return false  // no lock, no booth
    }
  }
}
