import FoundationEssentials

/// Gives a journal's inputs to today's flow, line by line, and says where it decides otherwise.
///
/// Each `booted` begins a new run. A file that goes on with another begins with a ``JournalSnapshot``, from which it
/// can be judged alone; in journals that had none, lines before the first `booted` cannot be.
public struct Replay: Sendable {
  /// What became of one line.
  public enum Outcome: Sendable {
    /// Before the first start or snapshot: what led here is in a file that is gone.
    case skipped(JournalLine)
    /// Today's code decides as the journal says.
    case same(JournalLine)
    /// What the journal says, and what today's code does. The rest of the run is not judged.
    case differs(JournalLine, state: BoothState, effects: [BoothEffect])
    /// Follows a difference, or a line that is missing or cannot be read, in the same run.
    case unjudged(JournalLine)
    /// A file that goes on with another begins here.
    case snapshot
    /// Beside the flow; nothing to judge.
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
  /// The number of the line read last in this run.
  private var last: UInt64?
  /// Lines whose decision was made again, alike or not.
  public private(set) var judged = 0
  /// Decisions before the first start or snapshot, which cannot be made again.
  public private(set) var skipped = 0
  /// Decisions after a difference or a gap in their run, which were not made again.
  public private(set) var unjudged = 0
  /// Decisions that today's code makes otherwise; what follows one in its run is not judged.
  public private(set) var differences = 0
  /// Lines that are no line of a journal.
  public private(set) var unreadable = 0
  /// Lines that were never written, by the numbers of those that were.
  public private(set) var missing: UInt64 = 0
  private let decoder = JSONDecoder()

  /// A replay that has read nothing. One value reads one journal, its oldest file first.
  public init() {}

  /// Whether every decision was made again, and alike. The half line that a crash leaves at the end of its run is no
  /// fault of it.
  public var isClean: Bool { differences == 0 && unjudged == 0 && missing == 0 }

  /// Reads one line of the file, without its end.
  public mutating func read(_ line: [UInt8]) -> Outcome {
    let data = Data(line)
    if let decision = try? decoder.decode(JournalLine.self, from: data) { return judge(decision) }
    if let snapshot = try? decoder.decode(JournalSnapshot.self, from: data) {
      // Within a run that is judged already it says nothing new.
      if case .judged = run, last == snapshot.after { return .snapshot }
      run = .judged(snapshot.flow)
      last = snapshot.after
      return .snapshot
    }
    if let note = try? decoder.decode(JournalNote.self, from: data) { return .note(note) }
    unreadable += 1
    // An input is missing: what follows it in this run cannot be judged.
    if case .judged = run { run = .lost }
    last = last.map { $0 + 1 }
    return .unreadable(String(decoding: line.prefix(200), as: UTF8.self))
  }

  private mutating func judge(_ line: JournalLine) -> Outcome {
    if case .booted = line.input {
      // A run's numbering begins anew with each start.
      run = .judged(BoothFlow())
    } else if let number = line.number, let last, number > last + 1 {
      missing += number - last - 1
      if case .judged = run { run = .lost }
    }
    last = line.number
    switch run {
    case .notBegun:
      skipped += 1
      return .skipped(line)
    case .lost:
      unjudged += 1
      return .unjudged(line)
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
