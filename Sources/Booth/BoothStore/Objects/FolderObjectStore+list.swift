public import BoothCore
import Glibc

extension FolderObjectStore {
  /// Walks the folders that the prefix leads to, on a thread that reads. An object that comes or goes meanwhile may be
  /// in the list or not; none for a limit below 1.
  public func list(
    prefix: String, after: ObjectKey?, limit: Int
  ) async throws(ObjectStoreError) -> [ObjectInfo] {
    // No key has a zero byte, and C would end the name there.
    if limit <= 0 || prefix.utf8.contains(0) { return [] }
    return try await readers.run { () throws(ObjectStoreError) in
      try about(prefix) { () throws(SystemFault) in
        var listing = Listing(folder: folder, prefix: Array(prefix.utf8), after: after?.text, limit: limit)
        // The folders that the prefix names whole need no looking for.
        var (start, path) = (try folder.root(), "")
        for part in prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init) {
          guard part != "", part != ".", part != "..", path + part != ObjectFolder.recordKeeping,
            let next = try start.folder(part)
          else { return [] }
          (start, path) = (next, path + part + "/")
        }
        try listing.walk(start, path)
        return listing.found
      }
    }
  }
}

/// A walk over the folders in the order of the keys' bytes, which skips what lies before or beside what is wanted.
private struct Listing {
  let folder: ObjectFolder
  let prefix: [UInt8]
  let after: String?
  let limit: Int
  var found: [ObjectInfo] = []

  mutating func walk(_ current: OpenFile, _ path: String) throws(SystemFault) {
    // `a-b` comes before `a/b`, which comes before `a0`: a folder sorts with its slash.
    var entries: [(key: String, name: String, isFolder: Bool)] = []
    for (name, type) in try current.names() where !(path.isEmpty && name == ObjectFolder.recordKeeping) {
      guard let isFolder = try kind(of: name, type, in: current) else { continue }
      let key = path + name + (isFolder ? "/" : "")
      if mayHold(key, isFolder) { entries.append((key, name, isFolder)) }
    }
    entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for entry in entries {
      if found.count >= limit { return }
      if entry.isFolder {
        if let next = try current.folder(entry.name) { try walk(next, entry.key) }
      } else if let key = ObjectKey(entry.key), let info = try folder.info(key) {
        found.append(info)
      }
    }
  }

  /// Whether a name is a folder, or nil when it is neither that nor a file.
  private func kind(of name: String, _ type: Int32, in current: OpenFile) throws(SystemFault) -> Bool? {
    switch type {
    case Int32(DT_REG): return false
    case Int32(DT_DIR): return true
    case Int32(DT_UNKNOWN):
      // Some file systems do not say.
      guard let status = try current.status(of: name), status.isFile || status.isFolder else { return nil }
      return status.isFolder
    default: return nil
    }
  }

  private func mayHold(_ key: String, _ isFolder: Bool) -> Bool {
    let bytes = Array(key.utf8)
    if !(bytes.starts(with: prefix) || isFolder && prefix.starts(with: bytes)) { return false }
    guard let after else { return true }
    // All keys in a folder start with its own, so they are past `after` unless the folder sorts before it and does
    // not hold it.
    return after.utf8.lexicographicallyPrecedes(bytes) || isFolder && after.utf8.starts(with: bytes)
  }
}
