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
    /// Nanoseconds that a sheet takes.
    package var sheetTakes: Int64 = 12_000_000_000
    /// It knows no Get-Jobs.
    package var listsNothing = false

    /// Honest in everything.
    package init() {}
  }

  fileprivate struct Entry: Sendable {
    var job: PrinterJob
    var readyAt: Int64?
    var overAt: Int64?
  }

  package var make: Make
  /// Sheets in the tray.
  package var paper: Int
  package var isCoverOpen = false
  package var isOn = true
  /// The next calls that fail, and whether what they ask is done all the same.
  package var faults: [(error: PrinterError.Code, isDone: Bool)] = []
  /// Which sheets came out, by the name of their job: the truth.
  package private(set) var out: [String: Int] = [:]
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

  /// Time goes on: a sheet comes out when it is due and nothing keeps it.
  package mutating func advance(to instant: Int64) {
    now = max(now, instant)
    guard isOn else { return }
    for index in entries.indices where !entries[index].isGone {
      step(index)
      // One sheet at a time.
      if !entries[index].isGone { break }
    }
    if let seconds = make.forgetsAfter {
      entries.removeAll { entry in
        entry.isGone && entry.overAt.map { now - $0 >= seconds * 1_000_000_000 } ?? false
      }
    }
  }

  private mutating func step(_ index: Int) {
    guard paper > 0, !isCoverOpen else {
      entries[index].readyAt = nil
      return
    }
    guard let ready = entries[index].readyAt else {
      entries[index].readyAt = now + make.sheetTakes
      entries[index].job.state = make.completesAtOnce ? .completed : .processing
      return
    }
    guard now >= ready else { return }
    paper -= 1
    counter += 1
    out[entries[index].job.name, default: 0] += 1
    entries[index].overAt = now
    entries[index].job.state = .completed
    if make.countsInJob { entries[index].job.sheetsCompleted = 1 }
  }

  /// Switched off and on: what it had not printed is gone, its numbers begin anew, its list is empty.
  package mutating func restart(at instant: Int64) {
    now = max(now, instant)
    entries = []
    lastID = 0
    startedAt = now
  }

  /// Another printer stands in its place.
  package mutating func exchange(at instant: Int64) {
    restart(at: instant)
    generation += 1
    counter = 40_000
  }

  /// A person cancels, or it gives up, what it prints.
  package mutating func endJob(_ state: PrinterJob.State) {
    guard let index = entries.firstIndex(where: { !$0.isGone }) else { return }
    entries[index].job.state = state
    entries[index].overAt = now
  }

  // MARK: What it is asked

  /// Answers a question to the printer; nil for those that are not the printer's.
  package mutating func answer(_ question: PrintRun.Question, name: String, at instant: Int64) -> PrintRun.Input? {
    advance(to: instant)
    switch question {
    case .record, .wait: return nil
    case .status, .jobs, .job, .send: break
    }
    guard isOn else { return .failed(PrinterError(.unreachable, subject: "simulated", detail: "it is off")) }
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

  @discardableResult
  private mutating func take(_ name: String) -> PrinterJob {
    lastID += 1
    var job = PrinterJob(id: lastID, name: name, state: make.completesAtOnce ? .completed : .pending)
    job.createdAt = Int((now - startedAt) / 1_000_000_000)
    if !make.isMute { job.sheetsCompleted = 0 }
    entries.append(Entry(job: job))
    return job
  }

  private var status: PrinterStatus {
    var status = PrinterStatus(uuid: make.hasUUID ? "urn:uuid:\(generation)" : nil, model: "Simulated 4x6")
    let works = entries.contains { !$0.isGone }
    status.state = works && !make.completesAtOnce ? .processing : .idle
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
