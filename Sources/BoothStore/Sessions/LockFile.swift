import BoothCore
import Glibc

/// A lock that dies with its process, so that a crash never leaves a data folder locked.
final class LockFile: Sendable {
  // Kept open, untouched, until the store goes.
  private nonisolated(unsafe) let file: POSIXFile

  init(path: String) throws(StoreError) {
    let file = try POSIXFile.open(path, flags: O_RDWR | O_CREAT)
    guard file.lockExclusively() else {
      throw StoreError(
        .inUse, subject: path,
        detail: "another booth uses this data folder; stop it, or start this one with another --data")
    }
    self.file = file
  }

  /// Lets the folder go. Harmless twice; by one thread.
  func release() { file.close() }

  /// Whether a booth holds the lock of a data folder, which may be on a read-only disk.
  static func isHeld(path: String) -> Bool {
    do throws(StoreError) {
      let file = try POSIXFile.open(path)
      defer { file.close() }
      return !file.lockShared()
    } catch {
      return false  // no lock, no booth
    }
  }
}
