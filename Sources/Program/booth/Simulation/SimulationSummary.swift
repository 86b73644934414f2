import BoothCore
import BoothSimulation

/// A run of the simulator in numbers, for people and for programs.
struct SimulationSummary: Encodable {
  struct Failure: Encodable {
    var night: Int
    var invariant: String
    var meaning: String
    var detail: String
    /// Seconds after the night's beginning.
    var atSeconds: Double
    var step: Int
    /// The smallest night that was found to fail alike: its sessions and faults.
    var sessions: Int?
    var faults: [String]?
  }

  var seed: UInt64
  var nights: Int
  var sessions: Int
  var steps: Int
  var starts: Int
  var kills: Int
  var powerCuts: Int
  var prints: PrintCounts
  var faults: [String: Int]
  var states: [String: Int]
  var seconds: Double
  var sessionsPerSecond: Double
  var violations: Int
  var failures: [Failure]

  init(_ report: SimulationReport, seed: UInt64, seconds: Double) {
    self.seed = seed
    let counts = report.counts
    nights = counts.nights
    sessions = counts.sessions
    steps = counts.steps
    starts = counts.starts
    kills = counts.kills
    powerCuts = counts.powerCuts
    prints = counts.prints
    faults = Dictionary(uniqueKeysWithValues: counts.faults.map { ($0.key.rawValue, $0.value) })
    states = Dictionary(uniqueKeysWithValues: StateName.allCases.map { ("\($0)", counts.states[$0.rawValue]) })
    self.seconds = seconds
    sessionsPerSecond = Double(counts.sessions) / seconds
    violations = report.failures.count
    failures = report.failures.map { Failure($0) }
    if let shortest = report.shortest, !failures.isEmpty {
      failures[0] = Failure(shortest.failure)
      failures[0].sessions = shortest.failure.plan.sessions
      failures[0].faults = shortest.failure.plan.faults.map {
        "\($0.kind.rawValue) at \(Double($0.at / 1_000_000) / 1000) s"
      }
    }
  }

  func lines(trace: String?) -> [String] {
    func list(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    let unseen = states.filter { $0.value == 0 }.keys.sorted()
    var lines = [
      "\(sessions) sessions in \(nights) nights of seed \(seed), \(steps) steps",
      "\(starts) starts, \(kills) kills, \(powerCuts) of them power cuts",
      """
      prints: \(prints.ordered) ordered in \(prints.nights) nights with a printer, \(prints.sent) sent, \(prints.sheets) \
      sheets came out; \(prints.asked) asked about, \(prints.again) printed again, \(prints.givenUp) given up
      """,
      "faults: " + (faults.isEmpty ? "none" : list(faults)),
      "states: " + list(states.filter { $0.value > 0 }),
      "states never seen: " + (unseen.isEmpty ? "none" : unseen.joined(separator: ", ")),
      "\(Int(sessionsPerSecond)) sessions/s, \(Int(seconds * 10) / 10) s",
      "\(violations) violations",
    ]
    for failure in failures {
      lines.append("night \(failure.night): \(failure.invariant) (\(failure.meaning))")
      lines.append("  \(failure.detail)")
      lines.append("  \(failure.atSeconds) s after the night began, step \(failure.step)")
      guard let faults = failure.faults, let sessions = failure.sessions else { continue }
      let what = faults.isEmpty ? "no fault" : faults.joined(separator: ", ")
      lines.append("  the smallest night found: \(sessions) sessions; \(what)")
      lines.append("  again: booth simulate --seed \(seed) --night \(failure.night) --out FILE; booth replay FILE")
      if let trace { lines.append("  its trace: \(trace)") }
    }
    return lines
  }
}

extension SimulationSummary.Failure {
  init(_ failure: SimulationReport.Failure) {
    night = failure.plan.number
    invariant = failure.violation.invariant.rawValue
    meaning = failure.violation.invariant.sentence
    detail = failure.violation.detail
    atSeconds = Double(failure.violation.at / 1_000_000) / 1000
    step = failure.violation.step
  }
}
