/// The work on one print, as a pure value: wait until the printer can print, record that it is being sent, send it once,
/// watch it, and say what became of it.
///
/// Never sent blind: what was recorded as sent is looked for in the printer by our own name first, and sent again only
/// where the printer surely does not have it and has not printed it. "Completed" is believed where the printer counts
/// sheets; else it came out "probably". What cannot be known is a question for a person.
///
/// One question is out at a time (``JobStep``); an answer that does not fit it ends the run, to be begun anew.
public struct PrintRun: Sendable, Equatable {
  /// What became of the last question.
  public enum Input: Sendable, Equatable {
    case status(PrinterStatus)
    case jobs([PrinterJob])
    /// The job as the printer has it; nil: it knows no such job.
    case job(PrinterJob?)
    case sent(PrinterJob)
    /// The record is durable.
    case recorded
    /// The store refuses it.
    case refused(StoreError)
    /// There is no sheet to send: in place of an answer to ``Question/record(_:)`` of ``PrintRecord/State/sending``.
    case unmade(JobFault)
    /// The time that was to be waited for has passed.
    case waited
    /// A call to the printer failed.
    case failed(PrinterError)
  }

  /// What is to be done next; answered by one input.
  public enum Question: Sendable, Equatable {
    case status
    case jobs
    case job(Int)
    /// Make the record durable.
    case record(PrintRecord)
    /// Send the sheet, once. Asked only after ``record(_:)`` of ``PrintRecord/State/sending`` was answered.
    case send
    case wait(Duration)
  }

  /// What others are told.
  public enum News: Sendable, Equatable {
    /// What keeps the printer from printing, with its own word for it; nil: nothing does.
    case obstacle(PrinterObstacle?, String?)
    /// What the printer said of itself.
    case status(PrinterStatus)
    /// What was learned of its counter of sheets.
    case counter(SheetCounters.Reading, PrinterStatus)
  }

  /// How a run ended.
  public enum Result: Sendable, Equatable {
    /// The record is over, and durable.
    case over(PrintRecord)
    /// It is to be tried again, or to wait for the operator.
    case failed(JobFault)
  }

  /// A step of the run.
  public typealias Step = JobStep<News, Question, Result>

  /// How long is waited, and how often is asked.
  public struct Limits: Sendable, Equatable {
    /// Between two looks at a printer that cannot print.
    public var obstacle = Duration.seconds(3)
    /// Between two looks at a job that is printed: a sheet takes 10 to 60 s.
    public var watch = Duration.seconds(1)
    /// Between two looks for a job that the printer may still be taking in,
    public var search = Duration.seconds(5)
    /// and how many of them before it counts as not there.
    public var searches = 6
    /// So often the counter is looked at after the printer said that it is done: a minute and a half. Once for a printer that
    /// counts nothing, too: then it is known.
    public var counts = 30
    /// A sheet that the printer gives up without a person is sent again so often.
    public var sendings = 3
    /// A print that its guests ordered longer ago is asked about before it is sent: they may be gone. Nil: never.
    public var expiry: Duration? = .seconds(12 * 3600)
    /// Starts with the values above.
    public init() {}
  }

  private enum Phase: Sendable, Equatable {
    /// Can it print?
    case looking
    /// What does it have already?
    case listing(PrinterStatus)
    case recordingSending
    case sending
    case recordingAccepted
    /// Looks for a job of our name; so many times it was not there.
    case searching(Int)
    /// It is not there: what does the printer say of itself?
    case judging([PrinterJob])
    case watching
    case watchingStatus(PrinterJob)
    /// The job is over: what does the counter say?
    case counting(PrinterJob, Int)
    /// The counter rose: has the printer other jobs, whose sheet it may be?
    case attributing(PrinterJob, Int)
    case recordingQueued
    /// It is not in the printer, and the job fails with this.
    case recordingFault(JobFault)
    case recordingEnd
    indirect case waiting(for: Phase)
    case over
  }

  /// The print's id.
  public let id: PrintID
  /// By which the printer knows the sheet that is sent next, or was last.
  public var jobName: String { id.jobName(sending: record.sendings) }
  /// As it is to be recorded next, or was last.
  public private(set) var record: PrintRecord
  private let address: String
  private let counters: SheetCounters
  private let profiles: PrinterProfiles
  private let limits: Limits
  /// Whether the printer was asked for other jobs since its counter rose.
  private var hasLookedAround = false
  /// How far the counter has risen since the sheet was called completed.
  private var highestRise = 0
  private var phase = Phase.looking
  private var time = WallTime(unixSeconds: 0, trusted: false)

  /// - Parameters:
  ///   - record: as the store has it.
  ///   - address: of the printer, by which one without a uuid is known.
  ///   - counters: what is known of printers' counters. A counter that stays says nothing where it may never rise.
  ///   - profiles: of the printer's model, whether "completed" means that it is printed, or that its data was taken.
  public init(
    _ id: PrintID, _ record: PrintRecord, address: String, counters: SheetCounters = SheetCounters(),
    profiles: PrinterProfiles = PrinterProfiles(), limits: Limits = Limits()
  ) {
    self.id = id
    self.record = record
    self.address = address
    self.counters = counters
    self.profiles = profiles
    self.limits = limits
  }

  /// Where a run begins, which is not always at the beginning: a crash may have come between any two steps.
  /// - Parameter time: the wall clock's, as in ``handle(_:at:)``.
  public mutating func start(at time: WallTime) -> Step {
    self.time = time
    switch record.state {
    case .queued:
      guard !isExpired else {
        return askHost("It has waited since its guests ordered it, and they may be gone. Print it?")
      }
      return look()
    case .sending: return search(0)
    case .accepted: return record.attempt?.job == nil ? search(0) : watch()
    case .out, .probably, .ask, .cancelled:
      phase = .over
      return .done(.over(record))
    }
  }

  /// Decides about one answer.
  /// - Parameter time: the wall clock's: how long a printer has run since is held against it.
  public mutating func handle(_ input: Input, at time: WallTime) -> Step {
    self.time = time
    if case .attributing(let job, let times) = phase, let step = attributed(input, job, times) { return step }
    switch (phase, input) {
    case (.waiting(let next), .waited): return resume(next)
    case (.looking, .status(let status)): return looked(status)
    case (.looking, .failed(let error)): return away(error, then: .looking)
    case (.listing(let status), .jobs(let jobs)): return listed(jobs, status)
    case (.listing(let status), .failed(let error)):
      // Without a list there is no way to find a job again; it is sent all the same, and a person is asked in case.
      guard error.code == .unsupported || error.code == .forbidden else { return away(error, then: .looking) }
      return listed([], status)
    case (.recordingSending, .recorded):
      phase = .sending
      return .ask(.send)
    case (.recordingSending, .unmade(let fault)): return unmade(fault)
    case (.sending, .sent(let job)): return accepted(job)
    case (.sending, .failed(let error)): return sendingFailed(error)
    case (.recordingAccepted, .recorded): return watch()
    case (.searching(let times), .jobs(let jobs)): return searched(jobs, times)
    case (.searching(let times), .failed(let error)):
      guard error.code == .unsupported || error.code == .forbidden else { return away(error, then: .searching(times)) }
      return askHost("\(error.detail): whether it has the sheet cannot be found out.")
    case (.judging(let jobs), .status(let status)): return judged(status, jobs)
    case (.judging(let jobs), .failed(let error)): return away(error, then: .judging(jobs))
    case (.watching, .job(let job)): return watched(job)
    case (.watching, .failed(let error)):
      guard error.code != .notFound else { return watched(nil) }
      return away(error, then: .watching)
    case (.watchingStatus(let job), .status(let status)): return watched(job, status)
    case (.watchingStatus, .failed(let error)): return away(error, then: .watching)
    case (.counting(let job, let times), .status(let status)): return ended(job, status, times)
    // The job's end is known; only the counter is not.
    case (.counting(let job, let times), .failed(let error)): return away(error, then: .counting(job, times))
    case (.recordingQueued, .recorded): return wait(limits.obstacle, then: .looking)
    case (.recordingFault(let fault), .recorded):
      phase = .over
      return .done(.failed(fault))
    case (.recordingEnd, .recorded):
      phase = .over
      return .done(.over(record))
    case (_, .refused(let error)):
      phase = .over
      return .done(.failed(JobFault(error)))
    case (_, .status), (_, .jobs), (_, .job), (_, .sent), (_, .recorded), (_, .unmade), (_, .waited), (_, .failed):
      phase = .over
      return .done(.failed(JobFault(.mayPass, "an answer came to a question that was not asked")))
    }
  }

  // MARK: Before it is sent

  private var isExpired: Bool {
    guard let expiry = limits.expiry, record.origin == .guests, record.insists != true, record.orderedAt.trusted,
      time.trusted
    else { return false }
    return Duration.seconds(time.unixSeconds - record.orderedAt.unixSeconds) > expiry
  }

  private mutating func look() -> Step {
    phase = .looking
    return .ask(.status)
  }

  private mutating func looked(_ status: PrinterStatus) -> Step {
    let news = note(status)
    if status.obstacle != nil { return wait(limits.obstacle, then: .looking, news) }
    // One job in the printer at a time: another one's, or one of ours that a person is asked about.
    if status.state == .processing { return wait(limits.watch, then: .looking, news) }
    phase = .listing(status)
    return .ask(.jobs, after: news)
  }

  private mutating func listed(_ jobs: [PrinterJob], _ status: PrinterStatus) -> Step {
    // The record says that it was not sent: a job of its name is of a folder that was copied or put back.
    if let known = newest(of: jobs, sending: record.sendings + 1) {
      return askHost("The printer has already had a job of this print, number \(known.id): \(known.state.rawValue).")
    }
    let counter = counters.counter(of: status, at: address)
    let owed = counter.owed + (printsWhatItCompletes(status) ? 0 : others(in: jobs, upTime: status.upTime))
    record.attempt = PrintRecord.Attempt(
      at: time, printer: status.uuid ?? address, upTime: status.upTime, sheets: status.sheetsPrinted,
      counts: counter.counts, owed: owed > 0 ? owed : nil,
      lastDone: jobs.filter { $0.state == .completed }.max { $0.id < $1.id }.map(PrintRecord.ListedJob.init))
    if !printsWhatItCompletes(status) {
      record.attempt?.newest = jobs.map(\.id).max() ?? 0
      // A sheet of ours before this one, which was not seen to be counted, may still be on its way.
      let before = jobs.filter { PrintID.isJobName($0.name) }.max { $0.id < $1.id }
      let isBeforeOut = before == nil || before?.name == counter.lastCounted
      if !counter.isSettled || !isBeforeOut { record.attempt?.isUnsure = true }
    }
    record.state = .sending
    record.sendings += 1
    record.words = nil
    phase = .recordingSending
    return .ask(.record(record))
  }

  /// What will never be made is a question for a person: its photos are damaged, or gone.
  private mutating func unmade(_ fault: JobFault) -> Step {
    switch fault.kind {
    case .mayPass, .needsOperator, .expired:
      phase = .over
      return .done(.failed(fault))
    case .impossible:
      record.attempt = nil
      record.sendings -= 1
      return askHost("It cannot be printed: \(fault.detail)")
    }
  }

  /// Sheets of other people that may still be on their way, though the printer says that it is idle: jobs before ours, younger
  /// than ten minutes. What is older than a job of ours came out before that one.
  private func others(in jobs: [PrinterJob], before ours: Int = .max, upTime: Int?) -> Int {
    let last = jobs.filter { $0.id < ours && PrintID.isJobName($0.name) }.map(\.id).max() ?? .min
    return jobs.count { job in
      guard job.id > last, job.id < ours, !PrintID.isJobName(job.name) else { return false }
      guard let upTime, let created = job.createdAt else { return true }
      return upTime - created < Self.longestSheet
    }
  }

  /// Seconds that a sheet may take from its arrival on, with what came before it.
  private static let longestSheet = 600

  private mutating func accepted(_ job: PrinterJob) -> Step {
    record.state = .accepted
    record.attempt?.job = job.id
    // Numbers between: sheets of other people arrived since the printer was asked for its jobs. Numbers that began anew tell
    // nothing of them.
    if let newest = record.attempt?.newest, job.id != newest + 1 { record.attempt?.isUnsure = true }
    phase = .recordingAccepted
    return .ask(.record(record))
  }

  private mutating func sendingFailed(_ error: PrinterError) -> Step {
    switch error.code {
    case .silent, .notAPrinter: return search(0)
    case .unreachable, .busy:
      let words = error.description
      return queueAgain(words, [.obstacle(error.code == .busy ? .other : .away, error.detail)])
    case .refused, .forbidden, .unsupported, .notFound, .localFile:
      // It surely does not have it, and would refuse the next ones for the same reason: a person sees to it.
      let fault = JobFault(.needsOperator, error.description, retryAfter: RetryPolicy.held)
      record.state = .queued
      record.attempt = nil
      record.words = error.description
      phase = .recordingFault(fault)
      return .ask(.record(record), after: [.obstacle(.other, error.detail)])
    }
  }

  private mutating func queueAgain(_ words: String, _ news: [News] = []) -> Step {
    record.state = .queued
    record.attempt = nil
    record.words = words
    phase = .recordingQueued
    return .ask(.record(record), after: news)
  }

  // MARK: After a crash, or an answer that did not come

  private mutating func search(_ times: Int) -> Step {
    phase = .searching(times)
    return .ask(.jobs)
  }

  private mutating func searched(_ jobs: [PrinterJob], _ times: Int) -> Step {
    if let found = newest(of: jobs, sending: record.sendings) {
      let owed = max(record.attempt?.owed ?? 0, others(in: jobs, before: found.id, upTime: nil))
      record.attempt?.owed = owed > 0 ? owed : nil
      return accepted(found)
    }
    // A printer lists a job when it has taken it in, and it may still be doing that.
    guard times + 1 >= limits.searches else { return wait(limits.search, then: .searching(times + 1)) }
    phase = .judging(jobs)
    return .ask(.status)
  }

  /// The printer has no job of our name. Did it ever?
  private mutating func judged(_ status: PrinterStatus, _ jobs: [PrinterJob]) -> Step {
    let news = note(status)
    guard let attempt = record.attempt, attempt.printer == (status.uuid ?? address) else {
      return askHost("It was sent to another printer, which cannot be asked now.", news)
    }
    if attempt.counts == true, let before = attempt.sheets, let now = status.sheetsPrinted,
      wasNotRestarted(status, since: attempt)
    {
      guard now == before else {
        return askHost("The printer has printed since it was sent, and does not know it.", news)
      }
      // A sheet in the middle of its way counts only when it is out.
      guard status.state == .idle else { return wait(limits.search, then: .judging(jobs), news) }
      return queueAgain("The printer does not have it, and has printed nothing since.", news)
    }
    // It lists what was completed before, so it would list this: printers forget the oldest first.
    if let before = attempt.lastDone, wasNotRestarted(status, since: attempt),
      jobs.contains(where: { $0.state == .completed && PrintRecord.ListedJob($0) == before })
    {
      return queueAgain("The printer lists the jobs before it, and not this one.", news)
    }
    return askHost(
      "The booth or the connection stopped while it was being sent, and the printer does not know it.", news)
  }

  /// Its clock has gone on as ours has: it is still the start of that time, whose counters and numbers count.
  private func wasNotRestarted(_ status: PrinterStatus, since attempt: PrintRecord.Attempt) -> Bool {
    guard let before = attempt.upTime, let now = status.upTime, now >= before, attempt.at.trusted, time.trusted else {
      return false
    }
    let passed = time.unixSeconds - attempt.at.unixSeconds
    return passed >= 0 && abs(passed - Double(now - before)) <= max(Self.clockTolerance, passed * 0.01)
  }

  /// Seconds: both clocks are read to the second, and an answer may take some.
  private static let clockTolerance = 6.0

  private func newest(of jobs: [PrinterJob], sending: Int) -> PrinterJob? {
    jobs.filter { $0.name == id.jobName(sending: sending) }.max { $0.id < $1.id }
  }

  // MARK: In the printer

  private mutating func watch() -> Step {
    guard let job = record.attempt?.job else { return search(0) }
    phase = .watching
    return .ask(.job(job))
  }

  private mutating func watched(_ job: PrinterJob?) -> Step {
    guard let job, job.name.isEmpty || job.name == jobName else {
      // Its numbers began anew, or it forgets what is done: looked for by name.
      return search(limits.searches - 1)
    }
    phase = job.state.isOver ? .counting(job, 0) : .watchingStatus(job)
    return .ask(.status)
  }

  private mutating func watched(_ job: PrinterJob, _ status: PrinterStatus) -> Step {
    wait(status.obstacle == nil ? limits.watch : limits.obstacle, then: .watching, note(status))
  }

  private mutating func ended(_ job: PrinterJob, _ status: PrinterStatus, _ times: Int) -> Step {
    let news = note(status)
    let counted = rise(to: status)
    switch job.state {
    case .completed:
      let countsItself = (job.sheetsCompleted ?? 0) > 0 && countsInJobs(status)
      let isRisen = record.attempt?.isUnsure != true && (counted ?? 0) > record.attempt?.owed ?? 0
      // Whose sheet was it? A job of another's that came after ours may have been printed in its place.
      if isRisen, !countsItself, !printsWhatItCompletes(status), !hasLookedAround {
        phase = .attributing(job, times)
        return .ask(.jobs, after: news)
      }
      let isCounted = isRisen || countsItself
      // It has taken the sheet in, which is not printed yet: what counts will say so. As long as it goes on counting, more comes.
      if !isCounted, let counted, record.attempt?.counts != false || counted > 0 {
        let isMore = counted > highestRise
        highestRise = counted
        let times = isMore ? 0 : times
        if times < limits.counts || status.obstacle != nil {
          return wait(limits.obstacle, then: .counting(job, status.obstacle == nil ? times + 1 : times), news)
        }
      }
      let reading = counted.map { $0 > 0 ? SheetCounters.Reading.rose(jobName) : .stayed }
      let learned = reading.map { $0 == .stayed && isCounted ? [] : [News.counter($0, status)] } ?? []
      record.state = isCounted ? .out : .probably
      record.words = isCounted ? nil : Self.words(uncounted: counted)
      phase = .recordingEnd
      return .ask(.record(record), after: news + learned)
    case .canceled, .aborted:
      let reasons = job.reasons.isEmpty ? "" : " (\(job.reasons.joined(separator: ", ")))"
      if counted == 0, record.attempt?.counts == true, job.state == .aborted, record.sendings < limits.sendings {
        return queueAgain("The printer gave it up\(reasons), and printed nothing.", news)
      }
      let what = job.state == .aborted ? "The printer gave it up" : "It was cancelled at the printer"
      return askHost("\(what)\(reasons).", news)
    case .pending, .held, .processing, .stopped: return watch()
    }
  }

  /// Whose the sheet may be that the counter counted; nil where the answer does not fit.
  private mutating func attributed(_ input: Input, _ job: PrinterJob, _ times: Int) -> Step? {
    switch input {
    case .jobs(let jobs):
      // A printer that was started anew gives its numbers again: one's own number may be another's job.
      let isListed = jobs.contains { $0.id == job.id && ($0.name.isEmpty || $0.name == jobName) }
      let isFollowed = jobs.contains { $0.id > job.id && !PrintID.isJobName($0.name) }
      if !isListed || isFollowed { record.attempt?.isUnsure = true }
    case .failed(let error):
      guard error.code == .unsupported || error.code == .forbidden else {
        return away(error, then: .counting(job, times))
      }
      record.attempt?.isUnsure = true
    case .status, .job, .sent, .recorded, .refused, .unmade, .waited: return nil
    }
    hasLookedAround = true
    phase = .counting(job, times)
    return .ask(.status)
  }

  private static func words(uncounted rise: Int?) -> String {
    (rise ?? 0) > 0
      ? "The printer says that it is done, and its counter may have counted a sheet before it."
      : "The printer says that it is done, and did not count a sheet."
  }

  /// Where that is known, idle is idle: no sheet of another job is on its way.
  private func printsWhatItCompletes(_ status: PrinterStatus) -> Bool {
    profiles.profile(for: status.model)?.completed == .printed
  }

  /// It calls a job completed whose data it has taken: what the job itself counts is data, too. CUPS counts the pages that
  /// a filter or backend has passed on.
  private func countsInJobs(_ status: PrinterStatus) -> Bool {
    isSamePrinter(status) && profiles.profile(for: status.model)?.completed != .taken
  }

  /// It is the printer that the sheet was sent to. Without a uuid, one that was started anew may be another.
  private func isSamePrinter(_ status: PrinterStatus) -> Bool {
    guard let attempt = record.attempt, attempt.printer == (status.uuid ?? address) else { return false }
    return status.uuid != nil || wasNotRestarted(status, since: attempt)
  }

  /// Sheets since it was sent; nil where that is not counted, or counted anew.
  private func rise(to status: PrinterStatus) -> Int? {
    guard isSamePrinter(status), let before = record.attempt?.sheets, let now = status.sheetsPrinted, now >= before
    else { return nil }
    return now - before
  }

  // MARK: Everywhere

  private mutating func askHost(_ words: String, _ news: [News] = []) -> Step {
    record.state = .ask
    record.words = words
    phase = .recordingEnd
    return .ask(.record(record), after: news)
  }

  private mutating func away(_ error: PrinterError, then next: Phase) -> Step {
    wait(limits.search, then: next, [.obstacle(error.code == .busy ? .other : .away, error.detail)])
  }

  private mutating func wait(_ duration: Duration, then next: Phase, _ news: [News] = []) -> Step {
    phase = .waiting(for: next)
    return .ask(.wait(duration), after: news)
  }

  private mutating func resume(_ next: Phase) -> Step {
    phase = next
    switch next {
    case .looking, .judging, .counting, .watchingStatus: return .ask(.status)
    case .searching: return .ask(.jobs)
    case .watching: return watch()
    case .listing, .attributing, .recordingSending, .sending, .recordingAccepted, .recordingQueued, .recordingFault,
      .recordingEnd, .waiting, .over:
      preconditionFailure("nothing waits for \(next)")
    }
  }

  private func note(_ status: PrinterStatus) -> [News] {
    [.status(status), .obstacle(status.obstacle, status.message)]
  }
}
