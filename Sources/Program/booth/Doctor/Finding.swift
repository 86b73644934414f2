import BoothSystem
import CommandSupport
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

  /// The same as a value, which the studio's pages word in their reader's language.
  var condition: BoothCondition

  /// One line for all: `14 checks: 1 problem, 2 notes. Fix the lines that begin with BAD, then run it again.`
  static func total(_ findings: [Finding]) -> String {
    let bad = findings.count { $0.verdict == .bad }
    let notes = findings.count { $0.verdict == .warning }
    let checks = counted(findings.count, "check")
    guard bad > 0 else { return "\(checks): no problems" + (notes > 0 ? ", \(counted(notes, "note"))." : ".") }
    return
      "\(checks): \(counted(bad, "problem")), \(counted(notes, "note")). Fix what begins with BAD, then check again."
  }

  static func fine(_ subject: String, _ words: CommandText, _ condition: BoothCondition) -> Finding {
    Finding(subject: subject, verdict: .fine, words: words, condition: condition)
  }

  static func warning(
    _ subject: String, _ words: CommandText, _ remedy: CommandText, _ condition: BoothCondition
  ) -> Finding {
    Finding(subject: subject, verdict: .warning, words: words, remedy: remedy, condition: condition)
  }

  static func bad(
    _ subject: String, _ words: CommandText, _ remedy: CommandText, _ condition: BoothCondition
  ) -> Finding {
    Finding(subject: subject, verdict: .bad, words: words, remedy: remedy, condition: condition)
  }
}
