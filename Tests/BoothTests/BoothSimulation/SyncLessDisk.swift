import BoothCore
import BoothVault

/// A disk in front of the disk that leaves one kind of flush out.
final class SyncLessDisk: Disk, @unchecked Sendable {
  // Sendable: stands in one night, which runs on one thread.
  enum Missing: String, CaseIterable {
    /// The bytes of a file that is written.
    case file
    /// The bytes of a complete file that becomes an asset.
    case adopted
    /// The name of a file, after its rename.
    case folderAfterRename
    /// The name of a session's folder.
    case sessionFolder
    /// The name of the folder of all sessions.
    case root
    /// The end of a file, after it was deleted.
    case folderAfterDeletion
    /// The log of the database.
    case log
  }

  private let disk: any Disk
  private let missing: Missing
  private var deletedLast = false

  init(_ disk: any Disk, _ missing: Missing) {
    self.disk = disk
    self.missing = missing
  }

  private struct File: DiskFile {
    let file: any DiskFile
    let flushes: Bool
    func write(_ bytes: [UInt8]) throws(StoreError) { try file.write(bytes) }
    func sync() throws(StoreError) { if flushes { try file.sync() } }
    func close() { file.close() }
  }

  func create(_ path: String) throws(StoreError) -> any DiskFile {
    File(file: try disk.create(path), flushes: missing != .file)
  }

  func sync(_ path: String) throws(StoreError) {
    let kind: Missing = path.hasPrefix("scratch/") ? .adopted : .log
    if missing != kind { try disk.sync(path) }
  }

  func syncFolder(_ path: String) throws(StoreError) {
    let kind: Missing =
      switch path {
      case "": .root
      case "sessions": .sessionFolder
      default: deletedLast ? .folderAfterDeletion : .folderAfterRename
      }
    if missing != kind { try disk.syncFolder(path) }
  }

  var root: String { disk.root }
  func makeFolder(_ path: String) throws(StoreError) -> Bool { try disk.makeFolder(path) }
  func rename(_ path: String, to other: String) throws(StoreError) {
    deletedLast = false
    try disk.rename(path, to: other)
  }
  func remove(_ path: String) throws(StoreError) {
    deletedLast = true
    try disk.remove(path)
  }
  func removeFolder(_ path: String) throws(StoreError) { try disk.removeFolder(path) }
  func read(_ path: String) throws(StoreError) -> [UInt8] { try disk.read(path) }
  func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? { try disk.fingerprint(path) }
  func fingerprint(of bytes: [UInt8]) -> Fingerprint { disk.fingerprint(of: bytes) }
  func isOrdinary(_ path: String) throws(StoreError) -> Bool? { try disk.isOrdinary(path) }
  func names(in folder: String) throws(StoreError) -> [String] { try disk.names(in: folder) }
  func space() throws(StoreError) -> DiskSpace { try disk.space() }
}
