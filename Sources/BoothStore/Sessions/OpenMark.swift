import BoothCore

/// A file that is in the data folder while a booth has it open: still there at the next start, it says that the one
/// before ended by a crash or a power cut. Durable before the database is opened.
struct OpenMark: Sendable {
  static let name = "booth.open"
  private let disk: POSIXDisk
  /// The booth before did not end by itself.
  let wasLeft: Bool

  init(on disk: POSIXDisk) throws(StoreError) {
    self.disk = disk
    wasLeft = disk.isReadable(Self.name)
    guard !wasLeft else { return }
    try disk.create(Self.name).close()
    try disk.syncFolder("")
  }

  /// The booth ended by itself, and the database is closed.
  func remove() throws(StoreError) {
    try disk.remove(Self.name)
    try disk.syncFolder("")
  }
}
