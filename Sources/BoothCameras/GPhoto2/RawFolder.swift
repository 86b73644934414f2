import BoothCore
import BoothSystem
import CGPhoto2
import Glibc

/// Where RAW files are kept: each under the camera's name for it, never over another.
struct RawFolder {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Downloads a file straight to the disk, and makes it durable: temporary file, fsync, link, fsync of the folder.
  /// - Parameter announced: the length that the camera says it has, in bytes; 0 where it does not say.
  func keep(_ file: GPhoto2File, of camera: GPhoto2Body, announced: Int) throws -> RawFile {
    if mkdir(path, 0o700) < 0, errno != EEXIST { throw fault(call: "mkdir") }
    let temporary = "\(path)/.\(getpid())-\(file.name)"
    let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault(call: "open") }
    defer { unlink(temporary) }
    var target: OpaquePointer?
    // From here on libgphoto2 owns the descriptor, and closes it with the file.
    guard gp_file_new_from_fd(&target, descriptor) >= 0, let target else {
      close(descriptor)
      throw fault(call: "file")
    }
    defer { gp_file_unref(target) }
    try camera.download(file, into: target)
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw fault(call: "fsync") }
    guard announced == 0 || Int(status.st_size) == announced else {
      throw CameraError(
        .badPicture, subject: file.name, detail: "\(status.st_size) bytes came, but \(announced) were announced")
    }
    let kept = try link(temporary, as: file.name)
    do throws(DurableFile.Fault) { try DurableFile.flushFolder(of: kept) } catch { throw fault(error.words) }
    return RawFile(path: kept, sizeBytes: Int(status.st_size), cameraName: file.name)
  }

  /// Names repeat after 9999 photos, and from one camera to the other.
  private func link(_ temporary: String, as name: String) throws -> String {
    for number in 0..<10_000 {
      let target = number == 0 ? "\(path)/\(name)" : "\(path)/\(number)-\(name)"
      if Glibc.link(temporary, target) == 0 { return target }
      guard errno == EEXIST else { throw fault(call: "link") }
    }
    throw fault(call: "link")
  }

  /// - Parameter call: the one that has just set `errno`.
  private func fault(call: String) -> CameraError { fault("\(call): \(SystemWords.of(errno))") }

  private func fault(_ words: String) -> CameraError {
    CameraError(.failed, subject: path, detail: "\(words); see that the disk has room")
  }
}
