import BoothCore
import BoothSystem
import FoundationEssentials
import Glibc
public import Imaging
public import Logging
import Synchronization

/// Keeps the last picture that was shown, for those who want to see it, and writes pictures to a file by a thread of
/// its own: one that is always the last, or a film. A disk that is slow costs pictures, not time.
public final class PictureRecorder: Sendable {
  /// What is written of the pictures, and where.
  public enum File: Sendable, Equatable {
    /// A PNG picture, replaced whole, so that a reader never finds half of one.
    case latest(path: String)
    /// One JPEG picture after the other (MJPEG), as `ffplay` and `ffmpeg` read it.
    case film(path: String)

    var path: String {
      switch self {
      case .latest(let path), .film(let path): path
      }
    }
  }

  /// The quality of a film's pictures, in libjpeg's scale.
  static let filmQuality = 85
  /// ``close()`` waits so long for the last picture to be written.
  private static let closePatience = Duration.seconds(5)

  private struct Mail {
    var last: Bitmap?
    var waiting: Bitmap?
    var isOver = false
  }

  private final class Line: Sendable {
    let mail = Mutex(Mail())
    let alarm = Alarm()
    let done = Alarm()

    func run(_ file: File, _ logger: Logger) {
      var trouble: String?
      while true {
        alarm.wait()
        alarm.take()
        let (picture, isOver) = mail.withLock { mail in
          defer { mail.waiting = nil }
          return (mail.waiting, mail.isOver)
        }
        if let picture {
          let words = PictureRecorder.write(picture, to: file)
          if let words, words != trouble {
            logger.warning("the screen cannot be recorded", metadata: ["screen.error": "\(words)"])
          }
          trouble = words
        }
        if isOver { break }
      }
      done.ring()
    }
  }

  private let line = Line()
  private let writes: Bool

  /// - Parameter file: nil keeps the last picture in memory only.
  public init(file: File?, logger: Logger) {
    let line = line
    guard let file else {
      writes = false
      return
    }
    writes = line.alarm.isThere && OwnThread.start("screen file", { line.run(file, logger) }) == 0
    if !writes { logger.warning("the screen cannot be recorded: no thread or descriptor is left") }
  }

  deinit { end() }

  /// The last picture that was shown; nil before the first. From any thread.
  public var lastPicture: Bitmap? { line.mail.withLock { $0.last } }

  /// Takes a picture; one that waits to be written is forgotten for it. Returns at once. From any thread.
  public func take(_ picture: Bitmap) {
    line.mail.withLock { mail in
      mail.last = picture
      if writes { mail.waiting = picture }
    }
    if writes { line.alarm.ring() }
  }

  /// Writes what still waits, and ends the thread.
  public func close() {
    guard end() else { return }
    line.done.wait(atMost: Self.closePatience)
  }

  /// - Returns: whether there is a thread to wait for.
  @discardableResult private func end() -> Bool {
    let wasOver = line.mail.withLock { mail in
      defer { mail.isOver = true }
      return mail.isOver
    }
    if writes, !wasOver { line.alarm.ring() }
    return writes
  }

  /// - Returns: what is wrong, in words; nil if it is written.
  private static func write(_ picture: Bitmap, to file: File) -> String? {
    do {
      switch file {
      case .latest(let path):
        let bytes = try PNG.encode(picture)
        return put(bytes, path + ".part", O_TRUNC) ?? (rename(path + ".part", path) == 0 ? nil : words(path))
      case .film(let path): return put(try JPEGCodec().encode(picture, quality: filmQuality), path, O_APPEND)
      }
    } catch {
      return "\(error)"
    }
  }

  private static func put(_ bytes: [UInt8], _ path: String, _ flag: Int32) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o640)
    guard descriptor >= 0 else { return words(path) }
    defer { Glibc.close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return words(path) }
      rest = rest.dropFirst(max(count, 0))
    }
    return nil
  }

  private static func words(_ path: String) -> String { "\(path): \(SystemWords.of(errno))" }
}
