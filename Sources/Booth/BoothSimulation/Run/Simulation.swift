public import BoothCore

/// Nights at a booth, one after the other, from one seed.
///
/// A night needs nothing of the others: night *n* of a seed is the same alone, on any number of threads, on any day.
public struct Simulation: Sendable {
  /// Decides everything: the same seed makes the same nights.
  public var seed: UInt64
  /// The nights run until so many sessions have begun, or this one alone.
  public var sessions: Int
  /// The number of the only night to run, from 0; nil runs as many as bring ``sessions``.
  public var onlyNight: Int?
  /// What may go wrong; none at all makes quiet nights with patient guests.
  public var faults: [FaultKind]
  /// The rules under test, as the booth has them; a test breaks one.
  public var machines = Machines()
  /// Makes a night's store on this machine; nil keeps it in memory, where power cuts are possible too.
  public var makeStore: (@Sendable (_ night: Int) throws(StoreError) -> any NightStore)?
  /// How many nights run at once, each on one thread. Changes no result.
  public var threads = 2
  /// Whether every night writes down what happened, for the run's `send`; costs memory and time.
  public var traces = false
  /// How many nights may be run again to find a shorter one that fails alike.
  public var shrinkBudget = 400

  /// By default every fault may come. Runs nothing yet.
  public init(seed: UInt64, sessions: Int, faults: [FaultKind] = FaultKind.allCases) {
    self.seed = seed
    self.sessions = sessions
    self.faults = faults
  }

  /// Runs one night.
  public func run(_ plan: NightPlan, traced: Bool = false) throws(StoreError) -> (report: NightReport, trace: [UInt8]) {
    let store = try makeStore.map { (make) throws(StoreError) in try make(plan.number) }
    let medium =
      store.map { Medium.real($0) } ?? .memory(ForgetfulDisk(), LogLedger.Medium(), LogLocationLedger.Medium())
    let trace = traced ? Trace() : nil
    let night = Night(plan, machines: machines, medium: medium, trace: trace)
    let report = night.run()
    store?.close()
    return (report, trace?.bytes ?? [])
  }

  /// The plans of all nights, as many as bring `sessions`.
  public func plans() -> [NightPlan] {
    if let night = onlyNight { return [NightPlan(run: seed, night: night, faults: faults)] }
    var plans: [NightPlan] = []
    var begun = 0
    while begun < sessions {
      let plan = NightPlan(run: seed, night: plans.count, faults: faults)
      begun += plan.sessions
      plans.append(plan)
    }
    return plans
  }

  /// Runs all nights, up to the first block of them in which an invariant breaks.
  /// - Parameter report: called with each block's traces, in the order of the nights.
  public func run(send: @Sendable (_ traces: [UInt8]) throws -> Void = { _ in }) async throws -> SimulationReport {
    let plans = plans()
    var report = SimulationReport()
    // The same blocks whatever the number of threads: where a run stops depends on the seed alone.
    let block = 16
    for start in stride(from: 0, to: plans.count, by: block) {
      let nights = Array(plans[start..<min(start + block, plans.count)])
      let ended = try await run(nights)
      for (index, night) in ended.enumerated() {
        report.counts.add(night.report.counts)
        try send(night.trace)
        if let violation = night.report.violation { report.failures.append(.init(plan: nights[index], violation)) }
      }
      if !report.failures.isEmpty { break }
    }
    if let first = report.failures.first { report.shortest = try shrink(first.plan, first.violation) }
    return report
  }

  private func run(_ plans: [NightPlan]) async throws -> [(report: NightReport, trace: [UInt8])] {
    let threads = max(1, min(threads, plans.count))
    return try await withThrowingTaskGroup(of: [(Int, NightReport, [UInt8])].self) { group in
      for thread in 0..<threads {
        group.addTask {
          try stride(from: thread, to: plans.count, by: threads).map { index in
            let (report, trace) = try run(plans[index], traced: traces)
            return (index, report, trace)
          }
        }
      }
      var ended: [(Int, NightReport, [UInt8])] = []
      for try await part in group { ended += part }
      return ended.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
    }
  }
}

/// What became of a run.
public struct SimulationReport: Sendable {
  /// A night in which an invariant broke.
  public struct Failure: Sendable {
    /// The night, which fails alike whenever it is run.
    public var plan: NightPlan
    /// What broke in it first.
    public var violation: Violation

    init(plan: NightPlan, _ violation: Violation) {
      self.plan = plan
      self.violation = violation
    }
  }

  /// Sums over all nights that were run.
  public var counts: NightCounts = {
    var counts = NightCounts()
    counts.nights = 0
    return counts
  }()
  /// In the order of the nights, all from the block of 16 in which the run ended; none after a good run.
  public var failures: [Failure] = []
  /// The first failure, in the smallest night that was found to have it, with its trace.
  public var shortest: (failure: Failure, trace: [UInt8])?
}
