import BoothCore

/// Finding the shortest night that still fails alike.
extension Simulation {
  /// Takes out faults, moods and sessions as long as the same invariant breaks, within the budget.
  func shrink(
    _ plan: NightPlan, _ violation: Violation
  ) throws(StoreError) -> (failure: SimulationReport.Failure, trace: [UInt8]) {
    var best = plan
    var found = violation
    var left = shrinkBudget
    func fails(_ candidate: NightPlan) throws(StoreError) -> Violation? {
      guard left > 0 else { return nil }
      left -= 1
      let broken = try run(candidate).report.violation
      return broken?.invariant == violation.invariant ? broken : nil
    }
    func attempt(_ change: (inout NightPlan) -> Void) throws(StoreError) -> Bool {
      var candidate = best
      change(&candidate)
      guard candidate != best, let broken = try fails(candidate) else { return false }
      best = candidate
      found = broken
      return true
    }
    var smaller = true
    while smaller, left > 0 {
      smaller = false
      // What comes after the failure cannot matter.
      let end = found.at
      if try attempt({ plan in plan.faults.removeAll { $0.at > end } }) { smaller = true }
      for sessions in [1, best.sessions / 2, best.sessions - 1] where sessions > 0 && sessions < best.sessions {
        if try attempt({ plan in plan.sessions = sessions }) {
          smaller = true
          break
        }
      }
      if try attempt({ plan in plan.moodyGroups = [] }) { smaller = true }
      for kind in FaultKind.allCases where best.faults.contains(where: { $0.kind == kind }) {
        if try attempt({ plan in plan.faults.removeAll { $0.kind == kind } }) { smaller = true }
      }
      for index in best.faults.indices.reversed() {
        if try attempt({ plan in plan.faults.remove(at: index) }) { smaller = true }
      }
      for group in best.moodyGroups {
        if try attempt({ plan in plan.moodyGroups.removeAll { $0 == group } }) { smaller = true }
      }
    }
    return (SimulationReport.Failure(plan: best, found), try run(best, traced: true).trace)
  }
}
