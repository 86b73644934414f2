import BoothCore

/// Carries operators' commands out at a running booth.
public struct OperatorHandler: Sendable {
  private let booth: Booth

  /// Keeps nothing but the booth, so any number of handlers may serve one.
  public init(_ booth: Booth) { self.booth = booth }

  /// Returns when the booth has decided; what it then does may take until the running session is over.
  /// - Throws: ``OperatorError`` where it is not done.
  public func perform(_ command: OperatorCommand) async throws(OperatorError) -> OperatorAnswer {
    switch command {
    case .status: .status(await booth.status)
    case .press(let press): .done(try told(await booth.ask(.pressed(press)), Words("Pressed \(press.rawValue).")))
    case .turnGuide(let turn): .done(try told(await booth.ask(.guideTurned(turn)), Words("The guide was changed.")))
    case .pause:
      try await asked(
        command,
        Words(
          "The booth is paused. Run `booth resume` to take guests again.",
          later: "The booth will pause after this session. Run `booth pause` again to pause now.",
          already: "The booth is already paused."))
    case .resume: try await asked(command, Words("The booth is taking guests.", already: "The booth was not paused."))
    case .shutDown:
      try await asked(
        command,
        Words(
          "The booth is stopping.",
          later: "The booth will stop after this session. Run `booth shutdown` again to stop now."))
    case .openSettings:
      try await asked(
        command,
        Words(
          "The settings are on the booth's screen.",
          later: "The settings will be on the booth's screen after this session."))
    case .selectEvent(let slug): try await select(slug, command)
    case .eraseSession(let session): .done(try await erase(session))
    case .printSession(let session, let copies, let layout):
      .done(
        try await stored { booth throws(StoreError) in
          let prints = try await booth.orderPrints(copies, of: session, in: layout)
          return prints.count == 1 ? "1 print is queued." : "\(prints.count) prints are queued."
        })
    case .retryPrint(let print):
      .done(
        try await stored { booth throws(StoreError) in
          try await booth.retryPrint(print)
          return "Print \(print) is queued again."
        })
    case .cancelPrint(let print):
      .done(
        try await stored { booth throws(StoreError) in
          try await booth.cancelPrint(print)
          return "Print \(print) was cancelled."
        })
    case .confirmPrint(let print):
      .done(
        try await stored { booth throws(StoreError) in
          try await booth.confirmPrint(print)
          return "Print \(print) is recorded as out."
        })
    case .pausePrints:
      .done(
        try await stored { booth throws(StoreError) in
          try await booth.changeDesk { $0.isPaused = true }
          return "Prints are paused. What is ordered waits; run `booth print resume` to go on."
        })
    case .resumePrints: .done(try await resumePrints())
    case .refilled(let sheets):
      .done(
        try await stored { booth throws(StoreError) in
          let time = await booth.now
          try await booth.changeDesk { $0.stack = sheets.map { PrintDesk.Stack(sheets: $0, at: time) } }
          return sheets.map { "The printer is noted to have \($0) sheets." } ?? "The printer's sheets are not counted."
        })
    case .retry(nil):
      .done(await retryAll())
    case .retry(let job?): .done(try await retry(job))
    case .cancel(let job): .done(try await cancel(job))
    }
  }

  /// The sentence for each way a command may go.
  private struct Words {
    /// It was done.
    var now: String
    /// It is done when the running session is finished.
    var later: String
    /// There was nothing to do.
    var already: String

    init(_ now: String, later: String? = nil, already: String = "Nothing to change.") {
      (self.now, self.later, self.already) = (now, later ?? "It will be done after this session.", already)
    }
  }

  private func asked(_ command: OperatorCommand, _ words: Words) async throws(OperatorError) -> OperatorAnswer {
    guard let request = command.request else { throw OperatorError("\(command.name) is not the flow's to decide") }
    return .done(try told(await booth.ask(.requested(request)), words))
  }

  /// What the flow made of it: what it ignores was not done, unless it is so already or will be.
  private func told(_ effects: [BoothEffect], _ words: Words) throws(OperatorError) -> String {
    guard case .ignore(let reason)? = effects.first, effects.count == 1 else { return words.now }
    switch reason {
    case .pending: return words.later
    case .alreadySo: return words.already
    case .stopping: return "The booth is already stopping."
    default: throw OperatorError(reason)
    }
  }

  private func select(_ slug: String, _ command: OperatorCommand) async throws(OperatorError) -> OperatorAnswer {
    let known = await booth.status.events
    guard known.contains(slug) else {
      throw OperatorError("no usable event \"\(slug)\"; expected one of \(known.joined(separator: ", "))", .misasked)
    }
    return try await asked(
      command,
      Words(
        "The event is now \(slug).", later: "The event will be \(slug) after this session.",
        already: "The event is already \(slug)."))
  }

  private func erase(_ session: SessionID) async throws(OperatorError) -> String {
    do {
      return try await booth.erase(session)
        ? "erased here; the gallery is told now (`booth session show \(session)` says when it has)"
        : "erased here; nothing of it is left to be erased at the gallery"
    } catch let refusal as Booth.EraseError {
      throw OperatorError(refusal.words, isPartlyDone: refusal.isPartlyDone)
    } catch let error as StoreError where error.mayPass {
      throw OperatorError(
        "decided, and not recorded yet, as the disk refuses (\(error)); it is tried until it takes it: "
          + "`booth session show \(session)` says when", isPartlyDone: true)
    } catch {
      throw OperatorError("\(error)")
    }
  }

  private func resumePrints() async throws(OperatorError) -> String {
    let wasPaused: Bool
    do throws(StoreError) { wasPaused = try await booth.changeDesk { $0.isPaused = false }.isPaused } catch {
      throw OperatorError(error)
    }
    do throws(PrinterError) {
      let didResume = try await booth.resumePrinter()
      return wasPaused || didResume ? "Prints come out again." : "Prints were not paused."
    } catch {
      // What to do then is in its words.
      throw OperatorError("\(error.description)", isPartlyDone: wasPaused)
    }
  }

  private func stored(
    _ body: (Booth) async throws(StoreError) -> String
  ) async throws(OperatorError) -> String {
    do throws(StoreError) { return try await body(booth) } catch { throw OperatorError(error) }
  }

  private func retryAll() async -> String {
    let jobs = await booth.status.jobs
    booth.post(.retryRequested(nil))
    return jobs.count == 1 ? "Trying 1 job again." : "Trying \(jobs.count) jobs again."
  }

  private func retry(_ id: JobID) async throws(OperatorError) -> String {
    guard await isOpen(id) else { return try await takeUp(id) }
    booth.post(.retryRequested(id))
    return "Trying job \(id) again."
  }

  private func cancel(_ id: JobID) async throws(OperatorError) -> String {
    guard await isOpen(id) else {
      throw OperatorError("there is no open job \(id); `booth queue list` shows them", .misasked)
    }
    booth.post(.cancelRequested(id))
    return "Job \(id) was cancelled."
  }

  private func isOpen(_ id: JobID) async -> Bool { await booth.status.jobs.contains { $0.job.id == id } }

  /// A job that is over: one that was cancelled by mistake is taken up again.
  private func takeUp(_ id: JobID) async throws(OperatorError) -> String {
    do {
      let jobs = try await booth.takeUpCancelled(id)
      return "job \(id) was cancelled; \(jobs.map { "job \($0.id)" }.joined(separator: ", ")) does its work"
    } catch let error as StoreError {
      throw OperatorError(error)
    } catch {
      throw OperatorError("\(error)")
    }
  }
}

extension OperatorError {
  /// What the store refused, in its words.
  init(_ error: StoreError) {
    self.init("\(error.subject) \(error.detail)", error.code == .notFound ? .misasked : .refused)
  }
}
