import BoothCore
import Testing

@testable import BoothSimulation

/// A booth that is wrong about prints in one way is found out.
@Suite(.onNightThreads) struct BrokenPrintTests {
  /// What breaks first within so many sessions.
  private func broken(
    by kinds: [FaultKind], sessions: Int = 1000, _ change: (inout Machines) -> Void
  ) async throws -> Invariant? {
    var simulation = Simulation(seed: 4, sessions: sessions, faults: kinds)
    simulation.shrinkBudget = 0
    change(&simulation.machines)
    let failure = try await simulation.run().failures.first
    if let failure { print("found: \(failure.violation.invariant.rawValue), \(failure.violation.detail)") }
    return failure?.violation.invariant
  }

  /// Whatever a run wants recorded, as `change` gives it; nil ends the run without a record.
  private func recording(
    _ change: @escaping @Sendable (PrintRecord) -> PrintRecord?
  ) -> (inout Machines) -> Void {
    { machines in
      machines.prints = { run, input, time in
        let step = run.handle(input, at: time)
        guard case .ask(.record(let record)) = step.next else { return step }
        guard let changed = change(record) else { return .done(.over(record), after: step.news) }
        return .ask(.record(changed), after: step.news)
      }
    }
  }

  @Test func `what was being sent as the booth ended is sent again blind`() async throws {
    let found = try await broken(by: [.kill, .killInStore, .powerCut]) { machines in
      machines.foundPrint = { record in
        var record = record
        if record.state == .sending { record.state = .queued }
        return record
      }
    }
    #expect(found == .printsOnce)
  }

  @Test func `what the printer has taken is sent again after a start`() async throws {
    let found = try await broken(by: [.kill, .killInStore]) { machines in
      machines.foundPrint = { record in
        var record = record
        if record.state == .accepted { record.state = .queued }
        return record
      }
    }
    #expect(found == .printsOnce)
  }

  @Test func `"completed" is believed of a printer that counts nothing`() async throws {
    let change = recording { record in
      var record = record
      if record.state == .probably { (record.state, record.words) = (.out, nil) }
      return record
    }
    #expect(try await broken(by: [.paperOut, .coverOpen, .printerRestarts, .printerOff], change) == .printsOnce)
  }

  @Test func `a print that was cancelled at the printer is forgotten`() async throws {
    #expect(try await broken(by: [.printCancelled], recording { $0.state == .ask ? nil : $0 }) == .printsEnd)
  }

  @Test func `a print is dropped as the printer is exchanged`() async throws {
    let change = recording { record in
      var record = record
      if record.words?.contains("another printer") == true { record.state = .cancelled }
      return record
    }
    #expect(try await broken(by: [.printerExchanged], sessions: 2000, change) == .printsEnd)
  }

  @Test func `a print asks without a reason`() async throws {
    let change = recording { record in
      var record = record
      record.words = nil
      return record
    }
    #expect(try await broken(by: [.printCancelled], change) == .printsEnd)
  }

  @Test func `guests are told of a print before it is recorded`() async throws {
    let found = try await broken(by: []) { machines in
      machines.orderPrints = { (_, copies, _, session, _, time) throws(StoreError) in
        var prints = SessionPrints(session: session, event: "")
        return (prints.order(copies, by: .guests, at: time), [])
      }
    }
    #expect(found == .printsLast)
  }

  @Test func `guests are not told that the printer has no paper`() async throws {
    let found = try await broken(by: [.paperOut, .coverOpen]) { machines in
      machines.printerWatch = { watch, input, now in
        watch.handle(input, at: now).filter { if case .sendToFlow(.closed) = $0 { false } else { true } }
      }
    }
    #expect(found == .printerIsKnown)
  }

  @Test func `a printer that was mended is not offered again`() async throws {
    let found = try await broken(by: [.paperOut, .coverOpen]) { machines in
      machines.printerWatch = { watch, input, now in
        let wasKept = watch.obstacle != nil
        let effects = watch.handle(input, at: now)
        guard wasKept, watch.obstacle == nil else { return effects }
        return effects.filter { if case .sendToFlow = $0 { false } else { true } }
      }
    }
    #expect(found == .printerIsKnown)
  }
}
