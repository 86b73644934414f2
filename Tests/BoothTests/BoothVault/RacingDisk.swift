import BoothCore
import BoothTesting
import BoothVault
import Synchronization

/// A disk on which something happens in the very moment a file is first read.
final class RacingDisk: Disk {
  private let disk: MemoryDisk
  private let event: Mutex<(@Sendable () throws -> Void)?>

  init(_ disk: MemoryDisk, _ event: @escaping @Sendable () throws -> Void) {
    self.disk = disk
    self.event = Mutex(event)
  }

  var hasRaced: Bool { event.withLock { $0 == nil } }

  func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    let event = event.withLock { event in
      defer { event = nil }
      return event
    }
    do { try event?() } catch { throw StoreError(.failed, subject: path, detail: "\(error)") }
    return try disk.fingerprint(path)
  }

  var root: String { disk.root }
  func makeFolder(_ path: String) throws(StoreError) -> Bool { try disk.makeFolder(path) }
  func create(_ path: String) throws(StoreError) -> any DiskFile { try disk.create(path) }
  func sync(_ path: String) throws(StoreError) { try disk.sync(path) }
  func syncFolder(_ path: String) throws(StoreError) { try disk.syncFolder(path) }
  func rename(_ path: String, to other: String) throws(StoreError) { try disk.rename(path, to: other) }
  func remove(_ path: String) throws(StoreError) { try disk.remove(path) }
  func removeFolder(_ path: String) throws(StoreError) { try disk.removeFolder(path) }
  func read(_ path: String) throws(StoreError) -> [UInt8] { try disk.read(path) }
  func fingerprint(of bytes: [UInt8]) -> Fingerprint { disk.fingerprint(of: bytes) }
  func names(in folder: String) throws(StoreError) -> [String] { try disk.names(in: folder) }
  func space() throws(StoreError) -> DiskSpace { try disk.space() }
}
