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
}
