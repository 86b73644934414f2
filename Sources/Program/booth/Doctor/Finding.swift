import BoothSystem

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

  static func fine(_ subject: String, _ words: CommandText) -> Finding {
    Finding(subject: subject, verdict: .fine, words: words, remedy: nil)
  }

  static func warning(_ subject: String, _ words: CommandText, _ remedy: CommandText) -> Finding {
    Finding(subject: subject, verdict: .warning, words: words, remedy: remedy)
  }

  static func bad(_ subject: String, _ words: CommandText, _ remedy: CommandText) -> Finding {
    Finding(subject: subject, verdict: .bad, words: words, remedy: remedy)
  }
}
