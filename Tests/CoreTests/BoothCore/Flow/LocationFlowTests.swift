import BoothCore
import BoothTesting
import Testing

/// A photo at a location: aimed by an old picture, compared with it, kept.
@Suite struct LocationFlowTests {
  private static let plan = CapturePlan(
    strips: [
      CapturePlan.Strip(start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(60), guide: "old.jpg")
    ], location: "jaffa-gate")

  private static let session = SessionRef.sample(staysHere: true)

  /// A booth that aims, at second 0.
  private static func aiming() -> BoothFlow {
    var flow = BoothFlow()
    let event = FlowEvent(slug: "location:jaffa-gate", plan: plan, timings: Timings())
    _ = flow.handle(.booted(Boot(events: [event], selected: event.slug, interrupted: [])), at: at(0))
    let effects = flow.handle(.pressed(.start), at: at(0))
    guard case .openSession(let attempt, _, let opened, _)? = effects.first else {
      Issue.record("no session is opened: \(effects)")
      return flow
    }
    #expect(opened.location == "jaffa-gate")
    _ = flow.handle(.answered(attempt, .sessionOpened(session)), at: at(0))
    return flow
  }

  private static func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  @Test func `the guide is as strong as the person wants it, by the buttons that choose elsewhere`() {
    var flow = Self.aiming()
    #expect(Scene(flow).content == .aim(guide: "old.jpg"))
    let before = flow.guide.opacity
    #expect(flow.handle(.pressed(.next), at: Self.at(1)) == [])
    #expect(Scene(flow).guideView.opacity > before)
    #expect(flow.handle(.pressed(.previous), at: Self.at(1)) == [])
    #expect(Scene(flow).guideView.opacity == before)
    #expect(flow.handle(.guideTurned(.nextEffect), at: Self.at(1)) == [])
    #expect(Scene(flow).guideView.effect == .contrast)
  }

  @Test func `an operator who ends the booth waits for no hour of aiming`() {
    var flow = Self.aiming()
    let effects = flow.handle(.requested(.shutDown), at: Self.at(2))
    #expect(effects.contains(.discardSession(Self.session, .nothingKept)))
    #expect(flow.state == .stopped)
  }

  @Test func `what was chosen stays for the next photo`() {
    var flow = Self.aiming()
    _ = flow.handle(.guideTurned(.nextMode), at: Self.at(1))
    _ = flow.handle(.pressed(.cancel), at: Self.at(2))
    _ = flow.handle(.pressed(.cancel), at: Self.at(3))
    #expect(flow.state == .idle)
    #expect(flow.handle(.guideTurned(.nextMode), at: Self.at(3)) == [.ignore(.noGuide)])
    _ = flow.handle(.pressed(.start), at: Self.at(4))
    #expect(flow.guide.mode == .blink)
  }

  @Test func `the guide lies over the live view until the photo, and beside it in the review; no composite is begun`() {
    var flow = Self.aiming()
    let ready = flow.handle(.pressed(.start), at: Self.at(1))
    guard case .awaitLiveFrame(let frame, _)? = ready.first else {
      Issue.record("\(ready)")
      return
    }
    #expect(Scene(flow).guide == "old.jpg")
    _ = flow.handle(.answered(frame, .liveFrameSeen(capturedAt: Self.at(1))), at: Self.at(1))
    #expect(Scene(flow).guide == "old.jpg")
    var effects: [BoothEffect] = []
    for _ in 0..<8 {
      guard let due = flow.wakeUp, effects.isEmpty else { break }
      effects = flow.handle(.timePassed, at: due).filter { if case .takePhoto = $0 { true } else { false } }
    }
    guard case .takePhoto(let attempt, _, _, let guide, _)? = effects.first else {
      Issue.record("no photo")
      return
    }
    #expect(guide == "old.jpg")
    #expect(Scene(flow).guide == nil)
    let kept = flow.handle(.answered(attempt, .photoSaved(.photo(1, of: Self.session))), at: Self.at(5))
    #expect(!kept.contains { if case .beginComposite = $0 { true } else { false } })
    #expect(Scene(flow).guide == "old.jpg")
    let finished = flow.handle(.pressed(.start), at: Self.at(8))
    guard case .finishSession(let queue, _, _)? = finished.last else {
      Issue.record("\(finished)")
      return
    }
    _ = flow.handle(.answered(queue, .sessionQueued), at: Self.at(8))
    // No code: it is kept beside the old picture.
    guard case .keptHere = Scene(flow).content else {
      Issue.record("\(Scene(flow).content)")
      return
    }
    #expect(Scene(flow).isLocation)
  }
}
