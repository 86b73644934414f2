import FoundationEssentials

/// Gives a journal's inputs to today's flow, line by line, and says where it decides otherwise.
///
/// A journal that was rotated begins in the middle of a run; lines before the first `booted` cannot be judged. Each
/// `booted` begins a new run.
public struct Replay: Sendable {
  public enum Outcome: Sendable {
    /// Before the first start: what led here is in a file that is gone.
    case skipped(JournalLine)
    case same(JournalLine)
    /// What the journal says, and what today's code does. The rest of the run is not judged.
    case differs(JournalLine, state: BoothState, effects: [BoothEffect])
    /// Follows a difference in the same run.
    case unjudged(JournalLine)
    case note(JournalNote)
    /// What is no line of a journal: cut by a crash, or of another version.
    case unreadable(String)
  }

  private enum Run: Sendable {
    case notBegun
    case judged(BoothFlow)
    case lost
  }

  private var run = Run.notBegun
  public private(set) var judged = 0
  public private(set) var skipped = 0
  public private(set) var differences = 0
  public private(set) var unreadable = 0
  private let decoder = JSONDecoder()

  public init() {}

  /// Reads one line of the file, without its end.
  public mutating func read(_ line: [UInt8]) -> Outcome {
    let data = Data(line)
    if let decision = try? decoder.decode(JournalLine.self, from: data) { return judge(decision) }
    if let note = try? decoder.decode(JournalNote.self, from: data) { return .note(note) }
    unreadable += 1
    // An input is missing: what follows it in this run cannot be judged.
    if case .judged = run { run = .lost }
    return .unreadable(String(decoding: line.prefix(200), as: UTF8.self))
  }

  private mutating func judge(_ line: JournalLine) -> Outcome {
    // A run's numbering begins anew with each start.
    if case .booted = line.input { run = .judged(BoothFlow()) }
    switch run {
    case .notBegun:
      skipped += 1
      return .skipped(line)
    case .lost: return .unjudged(line)
    case .judged(var flow):
      judged += 1
      let effects = flow.handle(line.input, at: line.at)
      guard flow.state == line.state, effects == line.effects else {
        differences += 1
        run = .lost
        return .differs(line, state: flow.state, effects: effects)
      }
      run = .judged(flow)
      return .same(line)
    }
  }
}
