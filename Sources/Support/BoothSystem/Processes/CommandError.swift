import BoothCore
import Glibc

/// Prints a line to standard error; see ``say(_:)``.
package func complain(_ line: CommandText) {
  let bytes = Array((line.printed.harmless + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress!, $0.count) }
}

/// A command that could not do what it was asked, in one sentence, with its exit code.
///
/// ```swift
/// throw CommandError("no data folder at \(path)", code: CommandError.noInput)
/// ```
package struct CommandError: Error, Equatable {
  /// The thing was tried and failed, or something is wrong.
  package static let failed: Int32 = 1
  /// The command line or a setting makes no sense, or names what is not there (EX_USAGE).
  package static let usage: Int32 = 64
  /// The data folder is not there, or is none; or what was kept there is not in its place, and beginning without it would lose it. No
  /// restart mends that (EX_NOINPUT).
  package static let noInput: Int32 = 66
  /// What was to be written cannot be: no room, no such folder (EX_CANTCREAT).
  package static let cannotCreate: Int32 = 73
  /// What was answered could not be written: standard output is full, fails or is closed (EX_IOERR).
  package static let outputFailed: Int32 = 74
  /// The booth ended so that its supervisor starts it again (EX_TEMPFAIL).
  package static let startAgain: Int32 = 75
  /// No booth is running to answer (EX_UNAVAILABLE).
  package static let unavailable: Int32 = 69
  /// The booth belongs to another user (EX_NOPERM).
  package static let denied: Int32 = 77

  package var words: CommandText
  package var code: Int32
  /// The words, without any flag.
  package var message: String { words.text }

  package init(_ words: CommandText, code: Int32 = CommandError.failed) {
    self.words = words
    self.code = code
  }
}
