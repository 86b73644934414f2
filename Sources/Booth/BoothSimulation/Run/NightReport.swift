public import BoothCore

/// What happened in a night, or in many, in numbers.
public struct NightCounts: Sendable, Equatable {
  /// How many nights these are the numbers of; 1 for one night.
  public var nights = 1
  /// Sessions that were opened.
  public var sessions = 0
  /// Steps that the nights made; an invariant that broke names its own.
  public var steps = 0
  /// How often a booth was started, also in vain.
  public var starts = 0
  /// How often a booth ended without warning, power cuts among them.
  public var kills = 0
  /// How often the disk forgot what was not flushed; only in memory.
  public var powerCuts = 0
  /// Faults that were injected, by kind.
  public var faults: [FaultKind: Int] = [:]
  /// Steps of the recovery ladder that the outside world was asked for.
  public var recoverySteps: [RecoveryRung: Int] = [:]
  /// How often each state was entered or stayed in, by ``StateName``.
  public var states: [Int] = Array(repeating: 0, count: StateName.allCases.count)

  /// What became of prints.
  public var prints = PrintCounts()

  /// A night without a step yet: one night, all else zero.
  public init() {}

  /// Adds another night's numbers, or those of many, to these.
  public mutating func add(_ other: NightCounts) {
    nights += other.nights
    sessions += other.sessions
    steps += other.steps
    starts += other.starts
    kills += other.kills
    powerCuts += other.powerCuts
    faults.merge(other.faults) { $0 + $1 }
    prints.add(other.prints)
    recoverySteps.merge(other.recoverySteps) { $0 + $1 }
    for index in states.indices { states[index] += other.states[index] }
  }
}

/// Prints of a night, or of many, in numbers.
public struct PrintCounts: Sendable, Equatable, Codable {
  /// How many nights had a printer.
  public var nights = 0
  /// Prints that guests, or the operator, ordered.
  public var ordered = 0
  /// Sheets that were sent, those that were never taken among them.
  public var sent = 0
  /// Sheets that came out, other people's among them.
  public var sheets = 0
  /// How often a print was recorded as one that a person is asked about.
  public var asked = 0
  /// How often the operator had one printed again.
  public var again = 0
  /// How often the operator gave one up, or said that it had come out.
  public var givenUp = 0

  /// None yet.
  public init() {}

  mutating func add(_ other: PrintCounts) {
    nights += other.nights
    ordered += other.ordered
    sent += other.sent
    sheets += other.sheets
    asked += other.asked
    again += other.again
    givenUp += other.givenUp
  }
}

/// One night's end.
public struct NightReport: Sendable, Equatable {
  /// The night's number under its run's seed, from 0.
  public var night: Int
  /// What happened up to its end, or up to the violation.
  public var counts: NightCounts
  /// The first invariant that broke; nil in a good night.
  public var violation: Violation?
}
