import BoothSystem
import StudioModel

/// One line of `booth doctor`.
struct Finding: Encodable, Sendable, Equatable {
  enum Verdict: String, Encodable, Sendable {
    case fine
    /// Works, with something the operator should know.
    case warning
    case bad

    var mark: String {
      switch self {
      case .fine: "ok  "
      case .warning: "note"
      case .bad: "BAD "
      }
    }
  }

  var subject: String
  var verdict: Verdict
  var words: CommandText
  /// What to do, where something is to be done.
  var remedy: CommandText?

  /// The same as a value, which the studio's pages word in their reader's language; nil where they say that it is fine, or not.
  var condition: BoothCondition?

  static func fine(_ subject: String, _ words: CommandText, _ condition: BoothCondition? = nil) -> Finding {
    Finding(subject: subject, verdict: .fine, words: words, condition: condition)
  }

  static func warning(
    _ subject: String, _ words: CommandText, _ remedy: CommandText, _ condition: BoothCondition? = nil
  ) -> Finding {
    Finding(subject: subject, verdict: .warning, words: words, remedy: remedy, condition: condition)
  }

  static func bad(
    _ subject: String, _ words: CommandText, _ remedy: CommandText, _ condition: BoothCondition? = nil
  ) -> Finding {
    Finding(subject: subject, verdict: .bad, words: words, remedy: remedy, condition: condition)
  }
}
