import BoothCore
import CFFmpeg

/// FFmpeg's libraries, which are loaded when a clip is first recorded or a film strip drawn: they are more than the
/// whole rest of the program.
enum FFmpegLibraries {
  /// Loads them, once; the first call takes some ten milliseconds, and seconds from a cold disk. From any thread.
  /// - Throws: ``ClipError`` in the loader's words, with what to install.
  static func load() throws(ClipError) { try loaded.get() }

  private static let loaded: Result<Void, ClipError> = {
    if let words = cffmpeg_load() {
      return .failure(
        ClipError(
          .encoder, subject: "FFmpeg",
          detail: "\(String(cString: words)); install Debian's libavformat59 and libswscale6, or build again"))
    }
    // What they complain about comes back as an error; the terminal belongs to the booth's own screen.
    av_log_set_level(AV_LOG_QUIET)
    return .success(())
  }()
}
