import BoothCore
import BoothTesting
import BoothVault

/// A stick that says yes to everything and forgets the last byte.
struct LyingDisk: Disk {
  let disk: MemoryDisk

  init(_ disk: MemoryDisk) { self.disk = disk }

  func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    disk[path].map { disk.fingerprint(of: Array($0.dropLast())) }
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
