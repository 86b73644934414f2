import Glibc

/// A disk of a few hundred kilobytes that fills up; needs the right to mount.
final class TinyDisk: Sendable {
  static let skipped = "skipped: this user may not mount a small tmpfs to fill up"
  static let isPossible: Bool = (try? TinyDisk(kilobytes: 64)) != nil

  let path: String
  private let folder: ScratchFolder

  init(kilobytes: Int) throws {
    folder = try ScratchFolder()
    path = folder.path
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      throw UnavailableError(what: "mount: \(words(errno))")
    }
  }

  deinit {
    for name in list(path) { unlink("\(path)/\(name)") }
    umount2(path, CInt(MNT_DETACH))
  }
}
