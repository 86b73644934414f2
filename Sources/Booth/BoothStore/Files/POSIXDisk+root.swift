import BoothCore
import BoothSystem
import Glibc

/// The way to the data folder.
extension POSIXDisk {
  static func makeFolders(_ path: String) throws(StoreError) {
    guard access(path, F_OK) != 0 else {
      _ = try makeFolder(path)  // says so when it is no folder
      return
    }
    let parent = parent(of: path)
    if errno == ENOENT, parent != path { try makeFolders(parent) }
    if try makeFolder(path) {
      do throws(SystemFault) { try OpenFile.folder(at: parent).syncFolder(.diskSyncFolder) } catch {
        throw StoreError(errno: error.number, "cannot flush", parent)
      }
    }
  }

  /// A folder above the data, or the data folder itself: the operator's, who may use links.
  private static func makeFolder(_ path: String) throws(StoreError) -> Bool {
    let code = FaultPoint.step(.diskMakeFolder, path) { mkdir(path, 0o700) == 0 ? 0 : errno }
    if code == 0 { return true }
    var facts = stat()
    guard code == EEXIST, stat(path, &facts) == 0, facts.isFolder else {
      throw StoreError(errno: code == EEXIST ? ENOTDIR : code, "cannot make the folder", path)
    }
    return false
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
