import Glibc
public import Logging

/// Plays WAV files through `aplay` of Debian's alsa-utils, one after the other: what is new interrupts what is old.
public final class SoundPlayer: Sendable {
  /// Where Debian's package has it.
  public static let program = "/usr/bin/aplay"

  private let player: SoundProgram

  /// Starts the thread that runs `program`; that one runs only while something is played. One that cannot be started is
  /// noted in the log, and nothing is heard.
  public init(program: String = SoundPlayer.program, logger: Logger) {
    player = SoundProgram(program, name: "sounds", logger: logger)
  }

  /// Plays the file as soon as may be. Returns at once; what cannot be played is silence.
  public func play(_ path: String) { player.play(["-q", "--", path]) }

  /// Ends what is being played. Returns at once.
  public func hush() { player.play([]) }

  /// Is silent from now on. Returns at once.
  public func close() { player.close() }

  /// Whether the program is installed.
  public static func isThere(_ program: String = SoundPlayer.program) -> Bool { access(program, X_OK) == 0 }
}
