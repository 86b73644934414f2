public import BoothCore

/// Carries out what an operator may ask of a booth that does not run: it is done in its store, and the rest when it runs
/// next.
public struct RestingBooth: Sendable {
  private let store: any SessionStore

  /// - Parameter store: of the booth; nothing else writes to it meanwhile.
  public init(_ store: any SessionStore) { self.store = store }

  /// Whether a command can be carried out without a running booth.
  public static func takes(_ command: OperatorCommand) -> Bool {
    switch command {
    case .retry, .cancel, .eraseSession, .printSession, .retryPrint, .cancelPrint, .confirmPrint, .pausePrints,
      .resumePrints, .refilled:
      true
    case .status, .press, .turnGuide, .pause, .resume, .shutDown, .openSettings, .selectEvent: false
    }
  }

  /// - Parameter time: now.
  /// - Returns: what was done, in a sentence.
  /// - Throws: ``OperatorError`` where nothing was, or not all of it.
  public func perform(_ command: OperatorCommand, at time: WallTime) async throws(OperatorError) -> String {
    guard Self.takes(command) else { throw OperatorError("\(command.name) needs a running booth") }
    let left: String?
    do throws(StoreError) {
      switch command {
      case .retry(let job): return try await retry(job)
      case .cancel(let wanted):
        guard var job = try await store.jobs(all: false).first(where: { $0.id == wanted }) else {
          throw StoreError(.notFound, subject: "job \(wanted)", detail: "there is no such job that is not over")
        }
        job.state = .cancelled
        try await store.record([job])
        return "job \(wanted) is given up; its files stay on this machine"
      case .eraseSession(let session):
        _ = try await store.eraseSession(session, at: time)
        left = try await store.leftOfErased(session)
      case .printSession(let session, let copies, let layout):
        let prints = try await store.orderPrints(copies, of: session, in: layout, by: .operator, most: nil, at: time)
          .prints
        let words = prints.count == 1 ? "1 print is" : "\(prints.count) prints are"
        return "\(words) queued; the booth does not run now, and prints when it runs next"
      case .retryPrint(let print):
        _ = try await store.retryPrint(print)
        return "print \(print) is queued again; the booth does not run now, and prints when it runs next"
      case .cancelPrint(let print):
        _ = try await store.cancelPrint(print)
        return "print \(print) was cancelled"
      case .confirmPrint(let print):
        try await store.confirmPrint(print)
        return "print \(print) is recorded as out"
      case .pausePrints:
        try await changeDesk { $0.isPaused = true }
        return "prints are paused, also when the booth runs next; `booth print resume` lets them come out"
      case .resumePrints:
        try await changeDesk { $0.isPaused = false }
        return "prints come out when the booth runs next"
      case .refilled(let sheets):
        try await changeDesk { $0.stack = sheets.map { PrintDesk.Stack(sheets: $0, at: time) } }
        return sheets.map { "the printer is noted to have \($0) sheets" } ?? "the printer's sheets are not counted"
      case .status, .press, .turnGuide, .pause, .resume, .shutDown, .openSettings, .selectEvent:
        preconditionFailure("\(command.name) is taken, and not carried out")
      }
    } catch {
      throw OperatorError(error)
    }
    if let left { throw OperatorError("erased here, but \(left)", isPartlyDone: true) }
    return "erased here; the gallery is told when the booth runs next, as it does not run now"
  }

  private func changeDesk(_ change: (inout PrintDesk) -> Void) async throws(StoreError) {
    var desk = try await store.printDesk()
    change(&desk)
    try await store.keep(desk)
  }

  private func retry(_ wanted: JobID?) async throws(StoreError) -> String {
    let open = try await store.jobs(all: false)
    if let wanted, !open.contains(where: { $0.id == wanted }) {
      let new = try await store.takeUpCancelled(wanted)
      let words = new.map { "job \($0.id)" }.joined(separator: ", ")
      return "job \(wanted) was cancelled; \(words) does its work when the booth runs next; it does not run now"
    }
    let chosen = open.filter { wanted == nil || $0.id == wanted }
    let waiting = chosen.filter { $0.state != .ready }.map { job in
      var job = job
      job.state = .ready
      return job
    }
    if !waiting.isEmpty { try await store.record(waiting) }
    let jobs = chosen.count == 1 ? "1 job is" : "\(chosen.count) jobs are"
    return "\(jobs) tried when the booth runs next; it does not run now"
  }
}
