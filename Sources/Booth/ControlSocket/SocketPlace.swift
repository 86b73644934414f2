import CLinux
import Glibc

/// The folder of the control socket, held open, and the socket's name in it.
///
/// The folder is looked at once and used by its descriptor from then on, so it cannot be swapped in between; and as the
/// socket's address goes through that descriptor (`/proc/self/fd/…`), the folder's path may be of any length.
struct SocketPlace: Sendable {
  let path: String
  let folder: Descriptor
  let folderPath: String
  let name: String

  var lockName: String { name + ".lock" }

  init(path: String) throws(ControlError) {
    let (folderPath, name) = try Self.split(path)
    let number = clinux_open_place(folderPath)
    guard number >= 0 else {
      let fault = errno
      switch fault {
      case ENOENT, ENOTDIR:
        throw ControlError(.noFolder, subject: path, detail: "the folder \(folderPath) does not exist")
      case EACCES:
        var facts = stat()
        let owner = stat(folderPath, &facts) == 0 ? " (it belongs to uid \(facts.st_uid))" : ""
        throw ControlError(
          .denied, subject: path, detail: "permission denied: the folder \(folderPath) may not be entered\(owner)")
      default: throw .system(path, "opening the folder \(folderPath)", fault)
      }
    }
    self.path = path
    self.folderPath = folderPath
    self.name = name
    folder = Descriptor(number)
  }

  /// Splits a path and refuses one that no socket can have.
  static func split(_ path: String) throws(ControlError) -> (folder: String, name: String) {
    let end = path.lastIndex(of: "/")
    let name = String(end.map { path[path.index(after: $0)...] } ?? path[...])
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0),
      name.utf8.count <= Int(CLINUX_UNIX_NAME_MAX) - 5
    else {
      throw ControlError(
        .badPath, subject: path,
        detail: "expected a path that ends in a name of 1 to \(CLINUX_UNIX_NAME_MAX - 5) bytes for the control socket")
    }
    return (folder, name)
  }

  /// Holds the folder to what a server needs: ours or root's, and no place where everybody may rename our socket away.
  func checkFolder(ownUser: uid_t = geteuid()) throws(ControlError) {
    var facts = stat()
    guard fstat(folder.number, &facts) == 0 else { throw .system(path, "looking at the folder \(folderPath)") }
    guard facts.st_uid == ownUser || facts.st_uid == 0 else {
      throw ControlError(
        .denied, subject: path,
        detail: "the folder \(folderPath) belongs to uid \(facts.st_uid); run the booth as that user, or give the "
          + "folder to uid \(ownUser)")
    }
    guard facts.st_mode & S_IWOTH == 0 || facts.st_mode & S_ISVTX != 0 else {
      throw ControlError(
        .denied, subject: path,
        detail:
          "everybody may write to the folder \(folderPath); take that right away: chmod o-w '\(folderPath)' (on a file system "
          + "that keeps no rights, such as exFAT, mount it with umask=077)")
    }
  }

  /// What lies at the socket's name, links not followed; nil for nothing.
  func occupant() throws(ControlError) -> stat? {
    var facts = stat()
    if fstatat(folder.number, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return facts }
    guard errno == ENOENT else { throw .system(path, "looking at the socket") }
    return nil
  }
}
