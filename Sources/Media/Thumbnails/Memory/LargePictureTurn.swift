import Glibc

/// The turn of a picture that takes much memory: one has it at a time, among all threads and processes of this program on a machine. It
/// is over when this goes, or its process.
public final class LargePictureTurn {
  private let file: Int32

  /// Waits for it; blocks the thread. Each turn before it ends within the patience that a picture has.
  ///
  /// It is a lock on the program's own file, which all its processes have, whatever folders they work in, and which nothing else
  /// locks. Where the disk has no locks large pictures go beside each other.
  public init() {
    file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    while file >= 0, flock(file, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit { if file >= 0 { close(file) } }
}
