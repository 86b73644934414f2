import BoothCore
import BoothSystem
import CGPhoto2
import Glibc

/// Where RAW files are kept: each under the camera's name for it, never over another.
struct RawFolder {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Downloads a file straight to the disk, and makes it durable.
  /// - Parameter announced: the length that the camera says it has, in bytes; 0 where it does not say.
  func keep(_ file: GPhoto2File, of camera: GPhoto2Body, announced: Int) throws -> RawFile {
    let fetched = try fetch(file, of: camera, announced: announced)
    if let fault = fetched.fault { throw fault }
    return try keep(fetched)
  }

  /// Downloads a file straight to the disk, as far as it comes.
  func fetch(_ file: GPhoto2File, of camera: GPhoto2Body, announced: Int) throws(CameraError) -> FetchedFile {
    if mkdir(path, 0o700) < 0, errno != EEXIST { throw fault(call: "mkdir") }
    // Without a name nothing is left of it when this process is killed; not every disk can do it.
    var temporary: String?
    var descriptor = FetchedFile.openUnnamed(in: path)
    if descriptor < 0 {
      let name = "\(path)/.\(getpid())-\(DeviceClock.now().nanoseconds)-\(file.name)"
      descriptor = Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      temporary = name
    }
    guard descriptor >= 0 else { throw fault(call: "open") }
    return try FetchedFile(
      file, of: camera, announced: announced, into: descriptor, temporary: temporary, isInFolder: true)
  }

  /// Makes a fetched file durable, and gives it its name: fsync, link, fsync of the folder.
  func keep(_ fetched: FetchedFile) throws(CameraError) -> RawFile {
    guard fetched.isInFolder else { throw fault("\(fetched.file.name) is not in it") }
    guard fsync(fetched.descriptor) == 0 else { throw fault(call: "fsync") }
    guard fetched.isWhole else {
      throw CameraError(
        .badPicture, subject: fetched.file.name,
        detail: "\(fetched.count) bytes came, but \(fetched.announced) were announced")
    }
    let kept = try link(fetched.temporary ?? "/proc/self/fd/\(fetched.descriptor)", as: fetched.file.name)
    do throws(DurableFile.Fault) { try DurableFile.flushFolder(of: kept) } catch { throw fault(error.words) }
    return RawFile(path: kept, sizeBytes: fetched.count, cameraName: fetched.file.name)
  }

  /// Names repeat after 9999 photos, and from one camera to the other.
  private func link(_ temporary: String, as name: String) throws(CameraError) -> String {
    for number in 0..<10_000 {
      let target = number == 0 ? "\(path)/\(name)" : "\(path)/\(number)-\(name)"
      if linkat(AT_FDCWD, temporary, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return target }
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
