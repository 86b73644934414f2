import BoothTesting
import Testing

@testable import BoothCore

/// A finger on one of the looks, whichever is marked, at any moment.
@Suite struct LookTouchTests {
  @Test(arguments: [PhotoFilter.none, .blackAndWhite])
  func `a touch shows the look that it touched, and the next one takes it, also when the mark has only just moved`(
    _ look: PhotoFilter
  ) throws {
    let start = Instant(nanoseconds: 1_000_000_000)
    for tenths in 11..<120 {
      var flow = BoothFlow()
      _ = flow.handle(.booted(Boot(events: [.looks], selected: "looks", interrupted: [])), at: start)
      _ = flow.handle(.pressed(.start), at: start)
      let now = start + .milliseconds(tenths * 100)
      while let due = flow.wakeUp, due <= now { _ = flow.handle(.timePassed, at: due) }
      func touch() -> [BoothEffect]? {
        guard case .look(let looks, let highlighted, _, let isByHand) = Scene(flow).content else { return nil }
        return looks.presses(touching: look, highlighted: highlighted, moves: !isByHand).flatMap {
          flow.handle(.pressed($0), at: now)
        }
      }
      guard case .look(_, let highlighted, _, _) = Scene(flow).content, var effects = touch() else {
        Issue.record("the question is over after \(tenths) tenths of a second")
        return
      }
      if highlighted != look {
        // Guests see themselves in it, and it stays.
        guard case .look(_, look, _, isByHand: true) = Scene(flow).content else {
          Issue.record("\(flow.state) after \(tenths) tenths of a second")
          return
        }
        #expect(effects == [])
        effects = touch() ?? []
      }
      guard case .openSession(_, _, let plan, _)? = effects.first else {
        Issue.record("no session after \(tenths) tenths of a second: \(effects)")
        return
      }
      #expect(plan.look == look, "after \(tenths) tenths of a second")
    }
  }
}
