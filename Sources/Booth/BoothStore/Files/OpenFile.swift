import BoothSystem
import Glibc

/// An open file or folder, closed when the last reference goes. Calls block.
final class OpenFile: Sendable {
  let descriptor: Int32
  /// What a fault point calls it.
  let name: String

  init(_ descriptor: Int32, _ name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit { close(descriptor) }

  /// Opens a path as the operator wrote it, following links.
  static func folder(at path: String) throws(SystemFault) -> OpenFile {
    OpenFile(try uninterrupted("open") { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }, path)
  }

  /// Opens one name in this folder, never following a link.
  /// - Parameter label: what a fault point calls it; nil: its name.
  func open(
    _ name: String, _ flags: Int32, mode: mode_t = 0o660, label: String? = nil
  ) throws(SystemFault) -> OpenFile {
    OpenFile(
      try uninterrupted("open") { openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) },
      label ?? name)
  }

  /// The folder `name` in this one, or nil where there is none (or something else, a link among it).
  func folder(_ name: String) throws(SystemFault) -> OpenFile? {
    do throws(SystemFault) {
      return try open(name, O_RDONLY | O_DIRECTORY)
    } catch let error where [ENOENT, ENOTDIR, ELOOP].contains(error.number) {
      return nil
    }
  }

  /// The folder `name`, made durably if it is not there; nil where something else has the name. Fails with `ENOENT`
  /// where this folder itself was taken away.
  func makeFolder(_ name: String) throws(SystemFault) -> OpenFile? {
    if let folder = try folder(name) { return folder }
    while true {
      try FaultPoint.step(.objectMakeFolder, name) { () throws(SystemFault) in
        if mkdirat(descriptor, name, 0o770) != 0 {
          let failure = SystemFault("mkdir")
          if failure.number != EEXIST { throw failure }
        }
      }
      let folder: OpenFile
      do throws(SystemFault) {
        folder = try open(name, O_RDONLY | O_DIRECTORY)
      } catch let error where error.number == ENOENT {
        // A deleter has taken it away again as an empty one; nothing else stands there.
        continue
      } catch let error where [ENOTDIR, ELOOP].contains(error.number) {
        return nil
      }
      try syncFolder()
      return folder
    }
  }

  /// Flushes a file's bytes.
  func sync(_ step: DurableStep = .objectSync) throws(SystemFault) {
    try FaultPoint.sync(step, name) { () throws(SystemFault) in
      _ = try uninterrupted("fsync") { fsync(descriptor) }
    }
  }

  /// Flushes a folder's names.
  func syncFolder(_ step: DurableStep = .objectSyncFolder) throws(SystemFault) {
    try FaultPoint.sync(step, name) { () throws(SystemFault) in
      _ = try uninterrupted("fsync") { fsync(descriptor) }
    }
  }

  func status() throws(SystemFault) -> stat {
    var status = stat()
    _ = try uninterrupted("fstat") { fstat(descriptor, &status) }
    return status
  }

  /// What is known of `name` in this folder without following a link, or nil where there is nothing.
  func status(of name: String) throws(SystemFault) -> stat? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    let failure = SystemFault("stat")
    if failure.number == ENOENT || failure.number == ENOTDIR { return nil }
    throw failure
  }

  /// Waits until this file's lock is free; closing gives it back.
  func lock() throws(SystemFault) {
    _ = try uninterrupted("flock") { flock(descriptor, LOCK_EX) }
  }

  /// Takes the lock if it is free.
  /// - Parameter shared: only looks whether it is held exclusively.
  func tryLock(shared: Bool = false) throws(SystemFault) -> Bool {
    do throws(SystemFault) {
      _ = try uninterrupted("flock") { flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch let error where error.number == EWOULDBLOCK {
      return false
    }
  }

  func write(_ bytes: [UInt8], _ step: DurableStep = .objectWrite) throws(SystemFault) {
    try FaultPoint.write(step, name, count: bytes.count) { range throws(SystemFault) in
      var done = range.lowerBound
      while done < range.upperBound {
        let written = try uninterrupted("write") {
          bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, range.upperBound - done) }
        }
        guard written > 0 else { throw SystemFault("write", ENOSPC) }
        done += written
      }
    }
  }

  /// Up to `count` bytes from `offset`; fewer only at the end.
  func read(at offset: Int64, count: Int) throws(SystemFault) -> [UInt8] {
    var failure: SystemFault?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemFault) {
        while filled < count {
          let done = filled
          let got = try uninterrupted("read") {
            pread(descriptor, buffer.baseAddress! + done, count - done, off_t(offset) + off_t(done))
          }
          if got == 0 { break }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The names in this folder and what they are (`d_type`, by `DT_…`), without `.` and `..`, in no order.
  /// - Parameter repaired: names that are not UTF-8 are given as far as they are; else they are left out, as no key can say
  ///   them.
  func names(repaired: Bool = false) throws(SystemFault) -> [(name: String, type: Int32)] {
    let again = try open(".", O_RDONLY | O_DIRECTORY)
    let copy = try uninterrupted("dup") { fcntl(again.descriptor, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(copy) else {
      let failure = SystemFault("opendir")
      close(copy)
      throw failure
    }
    defer { closedir(stream) }
    var found: [(name: String, type: Int32)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let failure = SystemFault("readdir")
        if failure.number != 0 { throw failure }
        return found
      }
      // By address, as the record may be shorter than the struct: its name ends where its bytes do.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let bytes = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let name = repaired ? String(cString: bytes) : String(validatingCString: bytes)
      guard let name, name != ".", name != ".." else { continue }
      found.append((name, Int32(entry.pointee.d_type)))
    }
  }
}
