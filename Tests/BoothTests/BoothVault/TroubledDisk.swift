import BoothCore
import BoothTesting
import BoothVault
import Synchronization

/// A disk that cannot read, list or delete some of what is on it.
final class TroubledDisk: Disk {
  let disk: MemoryDisk
  private let refusal = Mutex<(@Sendable (String) -> StoreError?)?>(nil)

  init(_ disk: MemoryDisk) { self.disk = disk }

  /// From now on what the rule names is refused; nil ends the trouble.
  func refuse(_ rule: (@Sendable (_ path: String) -> StoreError?)?) { refusal.withLock { $0 = rule } }

  /// An input/output error for every path that ends so.
  func fail(_ end: String) {
    refuse { path in
      path.hasSuffix(end) ? StoreError(.failed, subject: "/memory/\(path)", detail: "Input/output error") : nil
    }
  }

  private func look(_ path: String) throws(StoreError) {
    if let error = refusal.withLock({ $0 })?(path) { throw error }
  }

  func read(_ path: String) throws(StoreError) -> [UInt8] {
    try look(path)
    return try disk.read(path)
  }

  func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    do throws(StoreError) { try look(path) } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    return try disk.fingerprint(path)
  }

  func names(in folder: String) throws(StoreError) -> [String] {
    do throws(StoreError) { try look(folder) } catch {
      if error.code == .notFound { return [] }
      throw error
    }
    return try disk.names(in: folder)
  }

  func remove(_ path: String) throws(StoreError) {
    try look(path)
    try disk.remove(path)
  }

  var root: String { disk.root }
  func makeFolder(_ path: String) throws(StoreError) -> Bool { try disk.makeFolder(path) }
  func create(_ path: String) throws(StoreError) -> any DiskFile { try disk.create(path) }
  func sync(_ path: String) throws(StoreError) { try disk.sync(path) }
  func syncFolder(_ path: String) throws(StoreError) { try disk.syncFolder(path) }
  func rename(_ path: String, to other: String) throws(StoreError) { try disk.rename(path, to: other) }
  func removeFolder(_ path: String) throws(StoreError) { try disk.removeFolder(path) }
  func fingerprint(of bytes: [UInt8]) -> Fingerprint { disk.fingerprint(of: bytes) }
  func space() throws(StoreError) -> DiskSpace { try disk.space() }
}
