public import BoothCore

/// Files that are still there after a power cut.
extension Disk {
  /// Writes `bytes` to `path`, replacing what is there in one step: temp file, fsync, rename, fsync of the folder.
  public func writeDurably(_ bytes: [UInt8], to path: String) throws(StoreError) -> Fingerprint {
    let temporary = path + Vault.partSuffix
    let file = try create(temporary)
    do throws(StoreError) {
      try file.write(bytes)
      try file.sync()
      file.close()
      try renameDurably(temporary, to: path)
    } catch {
      file.close()
      do throws(StoreError) { try remove(temporary) } catch {}  // swept at the next start
      throw error
    }
    return fingerprint(of: bytes)
  }

  /// Makes a complete file durable under its final name.
  public func adopt(_ source: String, as path: String) throws(StoreError) -> Fingerprint {
    guard let fingerprint = try fingerprint(source) else {
      throw StoreError(.notFound, subject: root + "/" + source, detail: "the file is not there")
    }
    try sync(source)
    try renameDurably(source, to: path)
    return fingerprint
  }

  /// Gives a file, flushed before, another name, replacing what has it; the name is durable when this returns.
  public func renameDurably(_ path: String, to other: String) throws(StoreError) {
    try rename(path, to: other)
    try syncFolder(parent(of: other))
  }

  /// Makes one folder; its name is durable when this returns, also when an earlier attempt stopped half-way.
  public func makeFolderDurably(_ path: String) throws(StoreError) {
    _ = try makeFolder(path)
    try syncFolder(parent(of: path))
  }

  func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "" }
    return String(path[..<slash])
  }
}
