import CLinux
import Glibc

/// The listening socket of one booth: mode 0600 in a checked folder, under a lock that lasts as long as the process.
///
/// The lock (`flock` on `<name>.lock`, which holds the process id and stays behind) tells a stale socket file from a
/// live one without a race: the holder of the lock may replace the socket file.
final class ControlListener: Sendable {
  let place: SocketPlace
  let socket: Descriptor
  private let lock: Descriptor
  private let device: dev_t
  private let file: ino_t

  convenience init(path: String) throws(ControlError) {
    let place = try SocketPlace(path: path)
    try place.checkFolder()
    let lock = try Self.lock(place)
    try Self.removeStale(place)
    try self.init(place, lock)
  }

  /// Whether the socket's file is still ours: a person may have cleaned up.
  var isThere: Bool {
    var facts = stat()
    return fstatat(place.folder.number, place.name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && facts.st_dev == device
      && facts.st_ino == file
  }

  /// Another socket in the place of this one, whose file is gone, under the same lock.
  func anew() throws(ControlError) -> ControlListener {
    if let facts = try place.occupant(), facts.st_mode & S_IFMT != S_IFSOCK { moveAside() }
    try Self.removeStale(place)
    return try ControlListener(place, lock)
  }

  /// Binds and listens; the caller has the lock, and nothing is in the socket's place.
  private init(_ place: SocketPlace, _ lock: Descriptor) throws(ControlError) {
    let number = clinux_unix_socket()
    guard number >= 0 else { throw .system(place.path, "making a socket") }
    let socket = Descriptor(number)
    // Before bind(), as Linux gives the file the socket's mode; after it once more, as the umask may have taken bits.
    // No client can connect before listen().
    guard fchmod(number, 0o600) == 0, clinux_unix_bind(number, place.folder.number, place.name) == 0 else {
      throw .system(place.path, "binding the socket")
    }
    var facts = stat()
    guard fchmodat(place.folder.number, place.name, 0o600, 0) == 0,
      fstatat(place.folder.number, place.name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
      fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0, listen(number, 64) == 0
    else {
      let fault = errno
      unlinkat(place.folder.number, place.name, 0)
      throw .system(place.path, "listening", fault)
    }
    self.place = place
    self.lock = lock
    self.socket = socket
    device = facts.st_dev
    file = facts.st_ino
  }

  /// Takes the socket file away, if it is still ours. The lock goes with the object.
  func unlink() {
    guard isThere else { return }
    unlinkat(place.folder.number, place.name, 0)
  }

  private static func lock(_ place: SocketPlace) throws(ControlError) -> Descriptor {
    let number = openat(place.folder.number, place.lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .system(place.path, "opening \(place.lockName)") }
    let lock = Descriptor(number)
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .system(place.path, "locking \(place.lockName)") }
      throw .alreadyRunning(place.path, processID: holder(of: number))
    }
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(number, 0) == 0, pwrite(number, text, text.count, 0) == text.count else {
      throw .system(place.path, "writing \(place.lockName)")
    }
    return lock
  }

  private static func holder(of lock: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(lock, &bytes, bytes.count, 0)
    return count > 0 ? Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)) : nil
  }

  /// Renames a file that stands in place of the socket, so that the booth can listen again. The file is kept unchanged.
  private func moveAside() {
    var facts = stat()
    var number = 1
    while fstatat(place.folder.number, "\(place.name).aside-\(number)", &facts, AT_SYMLINK_NOFOLLOW) == 0 {
      number += 1
    }
    // Where that cannot be, the socket cannot be made either, which says why.
    renameat(place.folder.number, place.name, place.folder.number, "\(place.name).aside-\(number)")
  }

  /// We have the lock, so a socket file is one of a dead process, unless a program that knows no lock answers on it.
  private static func removeStale(_ place: SocketPlace) throws(ControlError) {
    guard let facts = try place.occupant() else { return }
    guard facts.st_mode & S_IFMT == S_IFSOCK else {
      throw ControlError(
        .badPath, subject: place.path,
        detail: "something that is no socket is in the control socket's place; move it away")
    }
    let number = clinux_unix_socket()
    guard number >= 0 else { throw .system(place.path, "making a socket") }
    let probe = Descriptor(number)
    guard fcntl(probe.number, F_SETFL, O_NONBLOCK) == 0 else { throw .system(place.path, "making a socket") }
    if clinux_unix_connect(probe.number, place.folder.number, place.name) == 0 {
      throw .alreadyRunning(place.path, processID: SocketPeer(of: probe.number)?.processID)
    }
    switch errno {
    case ECONNREFUSED, ENOENT: break
    case EAGAIN: throw .alreadyRunning(place.path, processID: nil)
    default: throw .system(place.path, "trying the socket that is there")
    }
    guard unlinkat(place.folder.number, place.name, 0) == 0 || errno == ENOENT else {
      throw .system(place.path, "removing the socket of a booth that is gone")
    }
  }
}
