import BoothCore
import BoothSystem
import Glibc
import Synchronization

/// Carries out what ``PrintRun`` decides about one print. Runs beside the mailbox.
struct PrintWorker: JobWorker {
  let store: any SessionStore
  let clock: any BoothClock
  let printer: any PrinterDriver
  /// By which a printer without a uuid is known, and which people read.
  let address: String
  /// What is known of printers' makes.
  let profiles: PrinterProfiles
  /// Makes a session's sheet in a layout (nil: the event's own) for a printer of a model: a JPEG file at the path that is given
  /// last.
  let makeSheet: @Sendable (SessionRecord, String?, String, String) async throws -> PrintSheet
  /// What is known of printers' counters; told what was learned.
  let counters: KnownCounters
  /// Whether the operator has paused prints.
  let isPaused: @Sendable () -> Bool
  /// Is told what the printer says.
  let hear: @Sendable (PrinterWatch.Input) -> Void
  /// Is told what was recorded.
  let recorded: @Sendable (PrintRecord, PrintID) -> Void

  func work(on job: Job, progress: @escaping @Sendable () -> Void) async -> JobFault? {
    do {
      guard let id = PrintID(job.subject) else { return .nobodysWork(job) }
      guard let record = try await store.prints(of: id.session)?[id.number] else {
        return JobFault(.impossible, "print \(id) is not there any more")
      }
      guard let session = try await store.session(id.session), session.state != .discarded else {
        return try await takeBack(record, id)
      }
      return await print(session, id, record, job, progress)
    } catch {
      return Self.fault(of: error)
    }
  }

  private static func fault(of error: any Error) -> JobFault {
    switch error {
    case let fault as JobFault: fault
    case let error as StoreError: JobFault(error)
    case let error as ImageError: JobFault(.impossible, error.description)
    default: JobFault(.mayPass, "\(error)")
    }
  }

  /// The pictures are gone: nothing is printed that is not in the printer already.
  private func takeBack(_ record: PrintRecord, _ id: PrintID) async throws(StoreError) -> JobFault? {
    guard !record.state.isOver else { return nil }
    var record = record
    record.takeBack()
    try await store.record(record, of: id.session)
    recorded(record, id)
    return nil
  }

  private func print(
    _ session: SessionRecord, _ id: PrintID, _ record: PrintRecord, _ job: Job,
    _ progress: @escaping @Sendable () -> Void
  ) async -> JobFault? {
    // A name of its own: a worker that was stopped may still be at work, and removes its sheet at its end.
    let path = store.scratchPath(for: "\(session.id)-print-\(id.number)-\(job.id).\(job.attempts).jpg")
    defer { unlink(path) }
    var sheet: PrintSheet?
    var model = ""
    var run = PrintRun(id, record, address: address, counters: counters.known, profiles: profiles)
    var step = run.start(at: clock.wallTime)
    while true {
      for news in step.news {
        tell(news)
        if case .status(let status) = news { model = status.model }
      }
      let question: PrintRun.Question
      switch step.next {
      case .done(.over): return nil
      case .done(.failed(let fault)): return fault
      case .ask(let asked): question = asked
      }
      // What is recorded stays as it is: the next start goes on from there.
      if Task.isCancelled { return JobFault(.mayPass, "the print was stopped") }
      progress()
      // The sheet is there before the record says that it is sent.
      if case .record(let next) = question, next.state == .sending, sheet == nil {
        do { sheet = try await makeSheet(session, record.layout, model, path) } catch {
          step = run.handle(.unmade(Self.fault(of: error)), at: clock.wallTime)
          continue
        }
      }
      step = run.handle(await answer(question, id, run.jobName, sheet), at: clock.wallTime)
    }
  }

  private func tell(_ news: PrintRun.News) {
    switch news {
    case .status(let status): hear(.status(status))
    case .obstacle(let obstacle, let words): hear(.obstacle(obstacle, words))
    case .counter(let reading, let status): counters.learn(reading, of: status, at: address)
    }
  }

  private func answer(
    _ question: PrintRun.Question, _ id: PrintID, _ name: String, _ sheet: PrintSheet?
  ) async -> PrintRun.Input {
    FaultPoint.script?.arrive(.printerCall, "before", question.role)
    defer { FaultPoint.script?.arrive(.printerCall, "after", question.role) }
    do {
      switch question {
      case .status:
        let status = try await printer.status()
        return .status(isPaused() ? status.heldHere : status)
      case .jobs: return .jobs(try await printer.jobs(limit: Self.mostJobs))
      case .job(let number): return .job(try await printer.job(number))
      case .record(let record):
        try await store.record(record, of: id.session)
        recorded(record, id)
        return .recorded
      case .send:
        guard var sheet else {
          return .failed(PrinterError(.localFile, subject: address, detail: "there is no sheet to send"))
        }
        sheet.name = name
        return .sent(try await printer.send(sheet))
      case .wait(let duration):
        do { try await clock.sleep(until: clock.now + duration) } catch {
          // Cancelled: seen before the next question.
        }
        return .waited
      }
    } catch let error as PrinterError {
      return .failed(error)
    } catch let error as StoreError {
      return .refused(error)
    } catch {
      return .failed(PrinterError(.silent, subject: address, detail: "\(error)"))
    }
  }

  /// Jobs of a printer that are looked through for one of ours: a night's.
  private static let mostJobs = 500
}

extension PrintRun.Question {
  /// Its word at a fault point.
  fileprivate var role: String {
    switch self {
    case .status: "status"
    case .jobs: "jobs"
    case .job: "job"
    case .record(let record): "record-\(record.state.rawValue)"
    case .send: "send"
    case .wait: "wait"
    }
  }
}

/// What the operator decided about printing, for the booth and its worker.
final class SharedDesk: Sendable {
  private let value = Mutex(PrintDesk())

  func withLock<R: Sendable>(_ body: (inout PrintDesk) -> R) -> R { value.withLock { body(&$0) } }
}

/// What this process knows of printers' counters of sheets.
final class KnownCounters: Sendable {
  private let counters = Mutex(SheetCounters())

  var known: SheetCounters { counters.withLock { $0 } }

  /// At the start, before any sheet is sent.
  func remember(_ prints: [SessionPrints]) { counters.withLock { for session in prints { $0.remember(session) } } }

  func learn(_ reading: SheetCounters.Reading, of status: PrinterStatus, at address: String) {
    counters.withLock { $0.learn(reading, of: status, at: address) }
  }
}
