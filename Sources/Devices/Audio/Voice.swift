public import BoothCore
import Glibc
public import Logging

/// Says things through Debian's `espeak-ng`, one after the other: what is new interrupts what is old.
public final class Voice: Sendable {
  /// Where Debian's package has it.
  public static let program = "/usr/bin/espeak-ng"

  private let player: SoundProgram

  /// Starts the thread that runs `program`; that one runs only while it speaks. One that cannot be started is noted in
  /// the log, and nothing is said.
  public init(program: String = Voice.program, logger: Logger) {
    player = SoundProgram(program, name: "voice", logger: logger)
  }

  /// Says it as soon as may be, in place of what is being said. Returns at once.
  public func say(_ words: String, in language: Language) {
    // A little slower than its 175 words a minute: it speaks into a party.
    player.play(["-v", language.rawValue, "-s", "150", "--", words])
  }

  /// Says no more of what is being said. Returns at once.
  public func hush() { player.play([]) }

  /// Is silent from now on. Returns at once.
  public func close() { player.close() }

  /// Whether the program is installed.
  public static func isThere(_ program: String = Voice.program) -> Bool { access(program, X_OK) == 0 }
}
