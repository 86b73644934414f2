import BoothCore
import BoothVault

/// A file that is in the data folder while a booth has it open: still there at the next start, it says that the one
/// before ended by a crash or a power cut. Durable before the database is opened.
struct OpenMark: Sendable {
  static let name = "booth.open"
  private let disk: POSIXDisk
  /// The booth before did not end by itself.
  let wasLeft: Bool

  /// What stood in its place, in a sentence.
  let note: String?

  /// Whatever has the name counts as not put away; what is no file is moved aside (``POSIXDisk/create(_:)``).
  init(on disk: POSIXDisk) throws(StoreError) {
    self.disk = disk
    let kind = try disk.kind(of: Self.name)
    wasLeft = kind != nil
    note = kind.flatMap { $0 == .file ? nil : "\(Self.name) was \($0.words), and was moved aside" }
    guard kind != .file else { return }
    try disk.create(Self.name).close()
    try disk.syncFolder("")
  }

  /// What stands in its place there, where that is no file.
  static func odd(on disk: POSIXDisk) throws(StoreError) -> (name: String, kind: EntryKind)? {
    try disk.kind(of: name).flatMap { $0 == .file ? nil : (name, $0) }
  }

  /// The booth ended by itself, and the database is closed.
  func remove() throws(StoreError) {
    try disk.remove(Self.name)
    try disk.syncFolder("")
  }
}
