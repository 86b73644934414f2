import BoothSystem
import Glibc

/// The one way to a file below a folder: one name after the other, and never through a link, so that nothing outside can
/// be read, written or deleted, whatever a person puts there.
extension OpenFile {
  /// The folder at a path below this one; empty: this one.
  func walk(_ path: some StringProtocol) throws(SystemFault) -> OpenFile {
    var folder = self
    guard !path.isEmpty else { return folder }
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      folder = try folder.open(try Self.checked(String(part)), O_RDONLY | O_DIRECTORY)
    }
    return folder
  }

  /// The folder that a path's last name is in, and that name.
  func parent(of path: String) throws(SystemFault) -> (folder: OpenFile, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (self, try Self.checked(path)) }
    let name = try Self.checked(String(path[path.index(after: slash)...]))
    return (try walk(path[..<slash]), name)
  }

  /// A name that stays in its folder.
  private static func checked(_ name: String) throws(SystemFault) -> String {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else { throw SystemFault("open", EINVAL) }
    return name
  }

  /// What has this name here; nil where nothing has.
  func kind(of name: String) throws(SystemFault) -> EntryKind? { try status(of: name).map { EntryKind($0) } }

  /// Gives whatever has this name the first free `NAME.aside-N`, durably. What was put there is not the booth's to follow,
  /// to empty or to delete.
  /// - Returns: the new name.
  func moveAside(_ name: String) throws(SystemFault) -> String {
    var number = 1
    while try status(of: "\(name).aside-\(number)") != nil { number += 1 }
    let other = "\(name).aside-\(number)"
    try FaultPoint.step(.diskRename, other) { () throws(SystemFault) in
      guard renameat(descriptor, name, descriptor, other) == 0 else { throw SystemFault("rename") }
    }
    try syncFolder(.diskSyncFolder)
    return other
  }
}
