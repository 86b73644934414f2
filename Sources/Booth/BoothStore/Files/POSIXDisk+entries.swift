import BoothCore
import Glibc

/// What stands in the folder, whatever it is.
extension POSIXDisk {
  /// What has this name; nil where nothing has.
  func kind(of path: String) throws(StoreError) -> EntryKind? {
    do throws(StoreError) {
      return try at(path, "cannot look at") { folder, name throws(SystemFault) in try folder.kind(of: name) }
    } catch let error where error.code == .notFound { return nil }
  }

  /// Gives whatever has this name another, `NAME.aside-N`, durably; gives that name.
  func moveAside(_ path: String) throws(StoreError) -> String {
    try at(path, "cannot rename") { folder, name throws(SystemFault) in try folder.moveAside(name) }
  }

  /// Whether there is a file or folder, no link, that this process may read.
  func isReadable(_ path: String) -> Bool { may(R_OK, path) }

  /// Whether this process may make files in the folder itself.
  var isWritable: Bool { access(root, W_OK) == 0 }

  private func may(_ what: Int32, _ path: String) -> Bool {
    do throws(StoreError) {
      return try at(path, "cannot look at") { folder, name throws(SystemFault) in
        guard let kind = try folder.kind(of: name), kind == .file || kind == .folder else { return false }
        return faccessat(folder.descriptor, name, what, 0) == 0
      }
    } catch {
      return false
    }
  }

  /// The first bytes of a file, and its size.
  func beginning(of path: String, count: Int) throws(StoreError) -> (bytes: [UInt8], sizeBytes: Int64) {
    let file = try open(path)
    defer { file.close() }
    return (try file.read(upTo: count), file.sizeBytes)
  }
}
