public import BoothCore
import BoothSystem
import Glibc

extension FolderObjectStore {
  /// Durable when it returns, with folders that became empty. Waits for the key's lock; keys of the store's own are
  /// left as they are, without a word.
  public func delete(_ key: ObjectKey) async throws(ObjectStoreError) {
    if key.isRecordKeeping { return }
    try await writers.run { () throws(ObjectStoreError) in
      try about(key.text) { () throws(SystemFault) in try remove(key) }
    }
  }

  private func remove(_ key: ObjectKey) throws(SystemFault) {
    let lock = try folder.lock(key)
    defer { withExtendedLifetime(lock) {} }
    guard var chain = try folder.parents(of: key), let parent = chain.last,
      let status = try parent.status(of: key.name), status.isFile
    else { return }
    try FaultPoint.step(.objectDelete, key.name) { () throws(SystemFault) in
      _ = try uninterrupted("unlink") { unlinkat(parent.descriptor, key.name, 0) }
    }
    folder.place.deleted(key)
    try parent.syncFolder()
    try folder.forgetType(of: key, status)
    // A folder without objects is no object and must not stand in the way of one.
    var parts = key.parts.dropLast()
    while let name = parts.popLast() {
      chain.removeLast()
      guard let above = chain.last, unlinkat(above.descriptor, name, AT_REMOVEDIR) == 0 else { return }
      try above.syncFolder()
    }
  }
}
