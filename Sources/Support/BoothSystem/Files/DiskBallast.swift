import Glibc

/// A file of nothing whose room is given back when something must be written on a disk that is full: what begins a program there, and
/// what makes room. Set aside again when there is room.
///
/// Best effort: a disk that has no room for it, or cannot set room aside, has none to give back.
package struct DiskBallast: Sendable {
  /// The name of the file in a program's folder.
  package static let name = "reserve"
  /// Enough for the databases of the studio to be opened, and for some hundred deletions.
  package static let bytes: Int64 = 2 << 20
  /// It takes no more than this part of what is free.
  private static let share: Int64 = 8
  private let path: String

  /// - Parameter folder: in which it lies.
  package init(in folder: String) { path = "\(folder)/\(Self.name)" }

  /// Sets the room aside, where it is not yet and the disk has plenty. Blocks.
  package func keep() {
    var facts = stat()
    if stat(path, &facts) == 0, Int64(facts.st_size) >= Self.bytes { return }
    guard let room = DiskRoom.of(path), !room.isReadOnly, room.free >= Self.share * Self.bytes else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let refused = posix_fallocate(file, 0, off_t(Self.bytes))
    close(file)
    // A part of it is no help, and in others' way.
    if refused != 0 { unlink(path) }
  }

  /// Gives the room back; false where there was none. Blocks.
  package func release() -> Bool { unlink(path) == 0 }
}
