import BoothCore
import FoundationEssentials

extension Audit.Line {
  /// One line for people, in columns: verdict, event, when, what, where, size, the file, words.
  public var text: String { facts + end }

  /// All columns but the last, which has words.
  public var facts: String {
    let what = strip >= 0 ? "\(subject) \(strip + 1)" : subject
    let columns: [(String, Int)] = [
      (verdict.mark, 4), (event, 12), (takenAt?.date.formatted(.iso8601) ?? "–", 20), (what, 11),
      (path ?? "session \(session)", 63), (sizeBytes.map { "\($0)" } ?? "", 9), (file?.rawValue ?? "", 10), ("", 0),
    ]
    return columns.map { text, width in text + String(repeating: " ", count: max(0, width - text.count)) }
      .joined(separator: "  ")
  }

  /// The last column: words, which may advise a command.
  public var end: String {
    guard let confirmedAt else { return words }
    let time = confirmedAt.date.formatted(.iso8601)
    return words.isEmpty ? time : "\(words), confirmed \(time)"
  }
}

extension Audit.Verdict {
  /// The verdict at the beginning of a line, at most four letters: `ok`, `wait`, `GAP`.
  public var mark: String {
    switch self {
    case .fine: "ok"
    case .pending: "wait"
    case .gap: "GAP"
    }
  }
}

extension Audit.Totals {
  /// The totals as one line for people; bytes in whole mebibytes, which it calls MB.
  public var text: String {
    func counted(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
    let kept = [counted(photos, "photo"), counted(clips, "clip"), counted(composites, "composite")]
    return """
      \(counted(sessions, "session")): \(kept.joined(separator: ", ")), \(bytes >> 20) MB; \
      \(confirmed) confirmed by the gallery, \(discarded) left by decision; \(pending) pending, \(counted(gaps, "gap"))
      """
  }
}
