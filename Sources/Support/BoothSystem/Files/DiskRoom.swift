import Glibc

/// What the file system of a path has.
package struct DiskRoom: Sendable, Equatable {
  /// In bytes, for this user.
  package var free: Int64
  /// In bytes.
  package var total: Int64
  /// Mounted so that nothing can be written.
  package var isReadOnly: Bool
  /// Which one it is.
  package var device: UInt

  package init(free: Int64, total: Int64, isReadOnly: Bool = false, device: UInt = 0) {
    (self.free, self.total, self.isReadOnly, self.device) = (free, total, isReadOnly, device)
  }

  /// Of a path, or of the nearest folder above it that is there; nil where the system does not say. Any thread.
  package static func of(_ path: String) -> DiskRoom? {
    var place = path
    var facts = statvfs()
    var own = stat()
    while statvfs(place, &facts) != 0 || stat(place, &own) != 0 {
      guard errno == ENOENT || errno == ENOTDIR, let slash = place.lastIndex(of: "/"), slash != place.startIndex else {
        return nil
      }
      place = String(place[..<slash])
    }
    let unit = Int64(facts.f_frsize)
    return DiskRoom(
      free: Int64(clamping: facts.f_bavail).multipliedReportingOverflow(by: unit).partialValue,
      total: Int64(clamping: facts.f_blocks).multipliedReportingOverflow(by: unit).partialValue,
      isReadOnly: facts.f_flag & UInt(ST_RDONLY) != 0, device: UInt(own.st_dev))
  }
}
