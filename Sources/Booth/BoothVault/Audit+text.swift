import BoothCore
public import FoundationEssentials

extension Audit.Line {
  /// One line for people, in columns: verdict, event, when, what, where, size, the file, words.
  public var text: String { facts(Self.utc) + end(Self.utc) }

  /// `2026-11-29T14:49:35Z`.
  private static func utc(_ date: Date) -> String { date.formatted(.iso8601) }

  /// The columns' names, above lines.
  /// - Parameter zone: of the lines' times, in words: `UTC`.
  public static func header(_ zone: String) -> String {
    columns(["", "EVENT", "TAKEN (\(zone.uppercased()))", "WHAT", "FILE", "BYTES", "STATE", "NOTES"])
  }

  private static func columns(_ texts: [String]) -> String {
    zip(texts, [4, 12, 20, 11, 63, 9, 10, 0]).map { text, width in
      text + String(repeating: " ", count: max(0, width - text.count))
    }.joined(separator: "  ")
  }

  /// All columns but the last, which has words.
  /// - Parameter time: how a time is written.
  public func facts(_ time: (Date) -> String) -> String {
    let what = strip >= 0 ? "\(subject) \(strip + 1)" : subject
    return Self.columns([
      verdict.mark, event, takenAt.map { time($0.date) } ?? "–", what, path ?? "session \(session)",
      sizeBytes.map { "\($0)" } ?? "", file?.rawValue ?? "", "",
    ])
  }

  /// The last column: words, which may advise a command.
  /// - Parameter time: how a time is written.
  public func end(_ time: (Date) -> String) -> String {
    guard let confirmedAt else { return words }
    let time = time(confirmedAt.date)
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
      \(confirmed) in the gallery, \(discarded) deleted; \(pending) pending, \(counted(gaps, "gap"))
      """
  }
}
