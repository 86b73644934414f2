import BoothTesting
import Testing

@testable import BoothCore

/// A finger on one of the looks, whichever is marked, at any moment.
@Suite struct LookTouchTests {
  @Test(arguments: [PhotoFilter.none, .blackAndWhite])
  func `a touch takes the look that it touched, also when the mark has only just moved`(_ look: PhotoFilter) throws {
    let start = Instant(nanoseconds: 1_000_000_000)
    for tenths in 11..<120 {
      var flow = BoothFlow()
      _ = flow.handle(.booted(Boot(events: [.looks], selected: "looks", interrupted: [])), at: start)
      _ = flow.handle(.pressed(.start), at: start)
      let now = start + .milliseconds(tenths * 100)
      while let due = flow.wakeUp, due <= now { _ = flow.handle(.timePassed, at: due) }
      guard case .look(let looks, let highlighted, _, let isByHand) = Scene(flow).content else {
        Issue.record("the question is over after \(tenths) tenths of a second")
        return
      }
      let presses = looks.presses(from: highlighted, to: look, whichMoves: !isByHand)
      let effects = presses.flatMap { flow.handle(.pressed($0), at: now) }
      guard case .openSession(_, _, let plan, _)? = effects.first else {
        Issue.record("no session after \(tenths) tenths of a second: \(effects)")
        return
      }
      #expect(plan.look == look, "after \(tenths) tenths of a second")
    }
  }
}
