public import BoothCore
import Glibc

extension DataPlace {
  /// Looks at a data folder, or at the nearest folder above it that is there. Any thread.
  public static func of(_ folder: String) -> DataPlace {
    let exists = access(folder, F_OK) == 0
    var path = folder
    var facts = statvfs()
    while statvfs(path, &facts) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        return DataPlace(exists: exists, isReadOnly: false, freeBytes: nil)
      }
      path = String(path[..<slash])
    }
    return DataPlace(
      exists: exists, isReadOnly: facts.f_flag & UInt(ST_RDONLY) != 0,
      freeBytes: facts.bytes(of: facts.f_bavail))
  }
}
