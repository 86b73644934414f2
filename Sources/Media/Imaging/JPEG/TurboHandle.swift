import BoothCore
import CTurboJPEG

/// Owns one turbojpeg handle. Not for two threads at once: the handle holds the library's working state.
final class TurboHandle {
  let raw: tjhandle

  /// - Parameter make: `tjInitDecompress`, `tjInitCompress` or `tjInitTransform`.
  init(_ make: () -> tjhandle?) throws(ImageError) {
    guard let raw = make() else {
      throw ImageError(.failed, subject: "turbojpeg", detail: "cannot start: out of memory")
    }
    self.raw = raw
  }

  deinit { tjDestroy(raw) }

  /// The library's words about its last failure.
  var message: String { String(cString: tjGetErrorStr2(raw)) }

  /// Turns a result of the library into an error.
  ///
  /// The library reports damaged data as a *warning*, fills what is missing with grey, and goes on; it keeps the text
  /// of the first warning only. Here a warning is an error, but for those that cameras are known to cause without any
  /// harm to the picture.
  func check(_ result: CInt, _ tolerance: Tolerance, subject: String) throws(ImageError) {
    guard result != 0 else { return }
    let message = message
    guard tjGetErrorCode(raw) == CInt(TJERR_WARNING.rawValue) else {
      throw ImageError(.unreadable, subject: subject, detail: "cannot be decoded: \(message)")
    }
    if tolerance.accepts(message) { return }
    throw ImageError(.unreadable, subject: subject, detail: "is damaged: \(message)")
  }

  enum Tolerance {
    /// Bytes between the last block and EOI harm nothing: by then a sequential decoder has every block.
    case photo
    /// Also what webcams put into every frame: stray bytes before a restart marker, a scan header of the wrong kind.
    case liveFrame

    func accepts(_ message: String) -> Bool {
      switch self {
      case .photo: message.contains("extraneous bytes before marker 0xd9")
      case .liveFrame:
        message.contains("extraneous bytes before marker") || message.contains("Invalid SOS parameters")
          || message.contains("Unknown Adobe color transform") || message.contains("Warning: unknown JFIF revision")
      }
    }
  }
}
