import Glibc

/// What is at a path instead of the folder, file or socket that belongs there.
enum OddPlace {
  /// In words, with the path; nil where it is right, or nothing is there.
  /// - Parameter kind: what belongs there, as `stat` has it.
  static func words(_ path: String, is kind: mode_t) -> String? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    let isLink = facts.st_mode & S_IFMT == S_IFLNK
    let wanted = kind == S_IFDIR ? "folder" : kind == S_IFSOCK ? "socket" : "file"
    guard stat(path, &facts) == 0 else {
      return isLink
        ? "\(path) is a link that leads nowhere, no \(wanted)"
        : "\(path) cannot be looked at (\(String(cString: strerror(errno))))"
    }
    guard facts.st_mode & S_IFMT != kind else { return nil }
    let found =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: "a file"
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    return "\(path) is \(isLink ? "a link to " : "")\(found), no \(wanted)"
  }
}
