import BoothSystem
import Glibc
import PhotoModel

/// Paths below a folder, walked name by name so that no link on the way leads elsewhere.
struct FolderPath {
  /// From the root to the file; never empty.
  let names: [[UInt8]]

  /// Nil for what is no photo's id: without its leading slash, with names that are hidden, lead up, or are not there at all.
  init?(_ id: PhotoID) {
    let bytes = NameBytes.bytes(id.text)
    guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0), NameBytes.text(bytes) == id.text else { return nil }
    let names = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    guard names.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") && $0.count <= 255 }), names.count <= 256
    else { return nil }
    self.names = names
  }

  /// Opens the folder that the last name lies in; -1 with `errno` where that is not possible. The caller closes it.
  func openParent(below root: Int32) -> Int32 {
    var folder = fcntl(root, F_DUPFD_CLOEXEC, 0)
    for name in names.dropLast() {
      guard folder >= 0 else { return folder }
      let next = Self.openFolder(name, in: folder)
      let fault = errno
      close(folder)
      errno = fault
      folder = next
    }
    return folder
  }

  /// The same, and makes what is not there, with the rights of the folder that it lies in.
  /// - Throws: ``PhotoSourceError/folderTaken(_:)`` where something that is no folder stands in the way, a link, too.
  func makeParent(below root: Int32) throws(PhotoSourceError) -> Int32 {
    var folder = fcntl(root, F_DUPFD_CLOEXEC, 0)
    guard folder >= 0 else { throw .loadFailed(Self.words) }
    for (depth, name) in names.dropLast().enumerated() {
      var next = Self.openFolder(name, in: folder)
      if next < 0, errno == ENOENT {
        var above = stat()
        let rights = fstat(folder, &above) == 0 ? above.st_mode & 0o777 : 0o755
        // Another process may make it, too.
        if Self.withName(name, { mkdirat(folder, $0, rights) }) == 0 || errno == EEXIST {
          next = Self.openFolder(name, in: folder)
        }
      }
      let fault = errno
      close(folder)
      guard next >= 0 else {
        errno = fault
        switch fault {
        case ENOTDIR, ELOOP: throw .folderTaken(shown(depth + 1))
        case EACCES, EPERM: throw .notAuthorized
        default: throw .loadFailed(Self.words)
        }
      }
      folder = next
    }
    return folder
  }

  /// The first names, for people.
  private func shown(_ count: Int) -> String {
    NameBytes.shown(NameBytes.text(Array(names.prefix(count).joined(separator: [UInt8(ascii: "/")]))))
  }

  /// -1 with `errno` for a link, or what is no folder.
  static func openFolder(_ name: [UInt8], in folder: Int32) -> Int32 {
    withName(name) { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
  }

  static func withName<Result>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (name + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
  }

  static var words: String { SystemWords.of(errno) }
}
