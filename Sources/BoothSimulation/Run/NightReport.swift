public import BoothCore

/// What happened in a night, or in many, in numbers.
public struct NightCounts: Sendable, Equatable {
  public var nights = 1
  public var sessions = 0
  public var steps = 0
  public var starts = 0
  public var kills = 0
  public var powerCuts = 0
  /// Faults that were injected, by kind.
  public var faults: [FaultKind: Int] = [:]
  /// Steps of the recovery ladder that the outside world was asked for.
  public var recoverySteps: [RecoveryRung: Int] = [:]
  /// How often each state was entered or stayed in, by ``StateName``.
  public var states: [Int] = Array(repeating: 0, count: StateName.allCases.count)

  public init() {}

  public mutating func add(_ other: NightCounts) {
    nights += other.nights
    sessions += other.sessions
    steps += other.steps
    starts += other.starts
    kills += other.kills
    powerCuts += other.powerCuts
    faults.merge(other.faults) { $0 + $1 }
    recoverySteps.merge(other.recoverySteps) { $0 + $1 }
    for index in states.indices { states[index] += other.states[index] }
  }
}

/// One night's end.
public struct NightReport: Sendable, Equatable {
  public var night: Int
  public var counts: NightCounts
  public var violation: Violation?
}
