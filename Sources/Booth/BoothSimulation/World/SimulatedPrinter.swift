package import BoothCore

/// A printer with a will of its own: what it says is one thing, which sheets came out another. A pure value on a clock
/// that only goes on where it is told to.
///
/// Whatever it does, real ones do: paper that runs out, answers that are lost after the job was taken, jobs that are
/// forgotten, "completed" without a sheet, numbers that begin anew.
package struct SimulatedPrinter: Sendable {
  /// What a printer of this make does all its life.
  package struct Make: Sendable, Equatable {
    /// Its counter rises with each sheet; else it says 0.
    package var countsSheets = true
    /// A job's own count rises with its sheet; else it says 0.
    package var countsInJob = false
    /// A job's own count rises when its data is taken, as CUPS counts pages.
    package var countsWhatItTakes = false
    /// It says nothing of its counters.
    package var isMute = false
    /// It says that a job is completed when it has only taken it in.
    package var completesAtOnce = false
    /// It says that it is idle, and gives no reason, while it has no paper.
    package var hidesPaper = false
    /// Seconds after which a finished job is forgotten; nil: never.
    package var forgetsAfter: Int64?
    /// It says a uuid.
    package var hasUUID = true
    /// Maker and model, as it says them.
    package var model = "Simulated 4x6"
    /// Nanoseconds that a sheet takes.
    package var sheetTakes: Int64 = 12_000_000_000
    /// It knows no Get-Jobs.
    package var listsNothing = false

    /// Honest in everything.
    package init() {}
  }

  /// What becomes of a sheet that is sent.
  package enum Mishap: Sendable, Equatable {
    /// It is taken, and the answer does not come.
    case answerLost
    /// It never arrives, and no answer comes.
    case lost
    /// It is taken, answered with a number, and forgotten.
    case forgotten
    /// The printer has something else to do.
    case refused
  }

  fileprivate struct Entry: Sendable {
    var job: PrinterJob
    /// When it was taken.
    var takenAt: Int64
    var readyAt: Int64?
    var overAt: Int64?
    /// It says that it is completed before its sheet is out.
    var isEarly: Bool
  }

  package var make: Make
  /// Sheets in the tray.
  package var paper: Int
  package var isCoverOpen = false
  package var isOn = true
  /// It is on, and prints, and its cable is out.
  package var isUnplugged = false
  /// What becomes of the next sheets that are sent.
  package var mishaps: [Mishap] = []
  /// So many of the next jobs are called completed before their sheet is out.
  package var earlyJobs = 0
  /// The next calls that fail, and whether what they ask is done all the same.
  package var faults: [(error: PrinterError.Code, isDone: Bool)] = []
  /// Which sheets came out, by the name of their job: the truth.
  package private(set) var out: [String: Int] = [:]
  private var fresh: [String] = []
  private var entries: [Entry] = []
  private var lastID = 0
  private var startedAt: Int64 = 0
  private var counter = 0
  private var generation = 1
  private var now: Int64 = 0

  /// A printer that is on, with so much paper.
  package init(_ make: Make = Make(), paper: Int = 1_000) {
    self.make = make
    self.paper = paper
  }

  // MARK: What happens to it

  /// Time goes on: sheets come out one after the other, each when it is due and nothing keeps it.
  package mutating func advance(to instant: Int64) {
    let end = max(now, instant)
    defer { now = end }
    guard isOn else { return }
    while let index = entries.firstIndex(where: { !$0.isGone }) {
      guard paper > 0, !isCoverOpen else {
        entries[index].readyAt = nil
        break
      }
      let ready = entries[index].readyAt ?? max(now, entries[index].takenAt) + make.sheetTakes
      if entries[index].readyAt == nil {
        entries[index].readyAt = ready
        entries[index].job.state = entries[index].isEarly ? .completed : .processing
      }
      guard ready <= end else { break }
      now = ready
      comeOut(index)
      entries[index].overAt = now
      entries[index].job.state = .completed
    }
    if let seconds = make.forgetsAfter {
      entries.removeAll { entry in
        entry.isGone && entry.overAt.map { end - $0 >= seconds * 1_000_000_000 } ?? false
      }
    }
  }

  private mutating func comeOut(_ index: Int) {
    paper = max(0, paper - 1)
    counter += 1
    out[entries[index].job.name, default: 0] += 1
    fresh.append(entries[index].job.name)
    if make.countsInJob { entries[index].job.sheetsCompleted = 1 }
  }

  /// The names of the jobs whose sheets came out since this was asked last.
  package mutating func takeFresh() -> [String] {
    defer { fresh = [] }
    return fresh
  }

  /// Switched off and on: what it had not printed is gone, its numbers begin anew, its list is empty.
  package mutating func restart(at instant: Int64) {
    now = max(now, instant)
    entries = []
    lastID = 0
    startedAt = now
  }

  /// Another printer stands in its place.
  /// - Parameter other: what that one does all its life; nil: what this one does.
  package mutating func exchange(at instant: Int64, for other: Make? = nil) {
    restart(at: instant)
    generation += 1
    counter = 40_000
    if let other { make = other }
  }

  /// A person cancels, or it gives up, what it prints.
  /// - Parameter comes: its sheet was on its way, and comes out all the same.
  package mutating func endJob(_ state: PrinterJob.State, comes: Bool = false) {
    guard let index = entries.firstIndex(where: { !$0.isGone }) else { return }
    if comes, paper > 0, entries[index].readyAt != nil { comeOut(index) }
    entries[index].job.state = state
    entries[index].overAt = now
  }

  /// Another person prints a sheet.
  package mutating func printAnother(at instant: Int64) {
    advance(to: instant)
    take("a letter")
  }

  /// Half of a sheet arrives, as the connection breaks: it is listed, and given up.
  package mutating func takeHalf(_ name: String, at instant: Int64) {
    advance(to: instant)
    take(name)
    entries[entries.count - 1].job.state = .aborted
    entries[entries.count - 1].overAt = now
  }

  /// How many sheets whose jobs' names begin so are still to come out.
  package func pending(_ prefix: String) -> Int { entries.count { !$0.isGone && $0.job.name.hasPrefix(prefix) } }

  /// What it says keeps it; nil while it says nothing.
  package var obstacle: PrinterObstacle? { isOn && !isUnplugged ? status.obstacle : .away }

  /// Nothing is wrong with it any more; what it has it prints.
  package mutating func mend(at instant: Int64) {
    advance(to: instant)
    if !isOn { restart(at: instant) }
    (isOn, isUnplugged, isCoverOpen, paper, earlyJobs) = (true, false, false, max(paper, 1_000), 0)
    (mishaps, faults) = ([], [])
  }

  // MARK: What it is asked

  /// Answers a question to the printer; nil for those that are not the printer's.
  package mutating func answer(_ question: PrintRun.Question, name: String, at instant: Int64) -> PrintRun.Input? {
    advance(to: instant)
    switch question {
    case .record, .wait: return nil
    case .status, .jobs, .job, .send: break
    }
    guard isOn, !isUnplugged else {
      return .failed(PrinterError(.unreachable, subject: "simulated", detail: "it is off"))
    }
    if question == .send, !mishaps.isEmpty { return send(name, mishaps.removeFirst()) }
    if !faults.isEmpty {
      let fault = faults.removeFirst()
      if fault.isDone, question == .send { take(name) }
      return .failed(PrinterError(fault.error, subject: "simulated", detail: "\(fault.error)"))
    }
    switch question {
    case .status: return .status(status)
    case .jobs:
      guard !make.listsNothing else {
        return .failed(PrinterError(.unsupported, subject: "simulated", detail: "it knows no Get-Jobs"))
      }
      return .jobs(entries.reversed().map(\.job))
    case .job(let id): return .job(entries.last { $0.job.id == id }?.job)
    case .send: return .sent(take(name))
    case .record, .wait: return nil
    }
  }

  private mutating func send(_ name: String, _ mishap: Mishap) -> PrintRun.Input {
    switch mishap {
    case .answerLost:
      take(name)
      return .failed(PrinterError(.silent, subject: "simulated", detail: "the answer did not come"))
    case .lost: return .failed(PrinterError(.silent, subject: "simulated", detail: "the answer did not come"))
    case .forgotten:
      let job = take(name)
      entries.removeLast()
      return .sent(job)
    case .refused: return .failed(PrinterError(.busy, subject: "simulated", detail: "it takes no jobs now"))
    }
  }

  @discardableResult
  private mutating func take(_ name: String) -> PrinterJob {
    lastID += 1
    let isEarly = make.completesAtOnce || earlyJobs > 0
    if earlyJobs > 0 { earlyJobs -= 1 }
    var job = PrinterJob(id: lastID, name: name, state: isEarly ? .completed : .pending)
    job.createdAt = Int((now - startedAt) / 1_000_000_000)
    if !make.isMute { job.sheetsCompleted = make.countsWhatItTakes ? 1 : 0 }
    entries.append(Entry(job: job, takenAt: now, isEarly: isEarly))
    return job
  }

  private var status: PrinterStatus {
    var status = PrinterStatus(uuid: make.hasUUID ? "urn:uuid:\(generation)" : nil, model: make.model)
    let works = entries.contains { !$0.isGone }
    status.state = works && !entries.contains { !$0.isGone && $0.isEarly } ? .processing : .idle
    status.upTime = Int((now - startedAt) / 1_000_000_000)
    if !make.isMute { status.sheetsPrinted = make.countsSheets ? counter : 0 }
    status.queuedJobs = entries.count { !$0.isGone }
    if paper == 0, !make.hidesPaper { status.reasons.append("media-empty") }
    if isCoverOpen { status.reasons.append("cover-open") }
    return status
  }
}

extension SimulatedPrinter.Entry {
  /// The sheet is out, or never comes.
  fileprivate var isGone: Bool { overAt != nil }
}
