import BoothCore
import BoothSystem
import CGPhoto2
import CLinux
import Glibc
import ImageMetadata

/// A file of the camera's that was fetched, as far as it came: on the disk, so that its bytes are not held in memory. Gone with
/// its last reference, but where it was given another name meanwhile. For one thread.
final class FetchedFile: PhotoBytes {
  let file: GPhoto2File
  /// Its name for now; nil for a file without one.
  let temporary: String?
  /// Whether it is on the disk where RAW files are kept.
  let isInFolder: Bool
  let descriptor: Int32
  /// The length that the camera says it has, in bytes; 0 where it does not say.
  let announced: Int
  /// How many bytes came.
  private(set) var count = 0
  /// Why no more came.
  private(set) var fault: GPhoto2Fault?

  var isWhole: Bool { fault == nil && count > 0 && (announced == 0 || count == announced) }

  /// - Parameter descriptor: an empty file, open for both, which is closed in the end.
  init(
    _ file: GPhoto2File, of camera: GPhoto2Body, announced: Int, into descriptor: Int32, temporary: String?,
    isInFolder: Bool
  ) throws(CameraError) {
    self.file = file
    self.temporary = temporary
    self.isInFolder = isInFolder
    self.descriptor = descriptor
    self.announced = announced
    // libgphoto2 owns the one that it gets, and closes it with the file.
    let lent = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    var target: OpaquePointer?
    guard lent >= 0, gp_file_new_from_fd(&target, lent) >= 0, let target else {
      if lent >= 0 { close(lent) }
      throw CameraError(.failed, subject: file.name, detail: "no file to fetch it into: \(SystemWords.of(errno))")
    }
    defer { gp_file_unref(target) }
    do throws(GPhoto2Fault) { try camera.download(file, into: target) } catch { fault = error }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw CameraError(.failed, subject: file.name, detail: "fstat: \(SystemWords.of(errno))")
    }
    count = Int(status.st_size)
  }

  /// The same without a name, on the disk or else in memory.
  convenience init(unnamed file: GPhoto2File, of camera: GPhoto2Body, announced: Int) throws(CameraError) {
    var descriptor = Self.openUnnamed(in: "/var/tmp")
    if descriptor < 0 { descriptor = clinux_memory_file(nil, 0) }
    guard descriptor >= 0 else {
      throw CameraError(.failed, subject: file.name, detail: "no file to fetch it into: \(SystemWords.of(errno))")
    }
    try self.init(file, of: camera, announced: announced, into: descriptor, temporary: nil, isInFolder: false)
  }

  /// A file without a name, which is gone when nothing holds it open; negative where the disk knows none.
  static func openUnnamed(in folder: String) -> Int32 {
    // Linux's `O_TMPFILE`, which Swift does not see: its own bit, with that of folders.
    open(folder, O_RDWR | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, 0o600)
  }

  deinit {
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  func read(at: Int, count: Int) throws(CameraError) -> [UInt8] {
    guard at >= 0, count > 0, at < self.count else { return [] }
    let wanted = min(count, self.count - at)
    var reason: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { target, filled in
      filled = 0
      while filled < wanted, let base = target.baseAddress {
        let got = pread(descriptor, base + filled, wanted - filled, at + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { reason = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard reason == 0 else { throw CameraError(.failed, subject: file.name, detail: SystemWords.of(reason)) }
    return bytes
  }
}
