import BoothCore
import BoothTesting
import Testing

/// Guests who walk away: what they kept is finished under their own link, quietly; the next guests never see it.
@Suite struct WalkAwayTests {
  /// A session of `.onPress` strips with `kept` of three photos, aiming at the next; the last attempt was `last`.
  static let plan = FlowEvent(
    slug: "aim",
    plan: CapturePlan(
      strips: Array(
        repeating: CapturePlan.Strip(start: .onPress, clip: nil, countdown: .zero, review: .zero), count: 3)),
    timings: Timings())

  private func aiming(kept: Int) -> FlowTrail {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [Self.plan], selected: "aim", interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    for strip in 0..<kept {
      trail.press(.start)
      trail.answer(.liveFrameSeen(capturedAt: trail.now))
      trail.answer(.photoSaved(.photo(Int64(strip), strip: strip)))
    }
    return trail
  }

  private func expectQuietEnd(_ trail: FlowTrail, kept: Int, after wait: Duration, running clip: AttemptID? = nil) {
    let script = FlowScript(trail.flow, at: trail.now, unanswered: trail.asked.map(\.effect), liveViewRuns: true)
    guard kept > 0 else {
      script.wait(wait, .stopLiveView, .discardSession(.sample(), .nothingKept)) { $0.state = .idle }
      script.letLateAnswersBe()
      return script.finish()
    }
    script.letLateAnswersBe()
    let next = AttemptID(trail.lastAttempt + 1)
    script.wait(wait, .stopLiveView, .finishSession(next, .sample(), quiet: true)) {
      $0.state = $0.upload(next, photos: kept, quiet: true)
    }
    // No QR code, large or small.
    script.answer(next, .sessionQueued) { $0.state = .idle }
    #expect(Scene(script.flow).previousLink == nil)
    script.finish()
  }

  @Test(arguments: 0...2) func `from aiming`(_ kept: Int) {
    let trail = aiming(kept: kept)
    #expect(trail.kind == .aiming)
    expectQuietEnd(trail, kept: kept, after: .seconds(30))
  }

  @Test(arguments: 0...2) func `from a camera that shows nothing`(_ kept: Int) {
    var trail = aiming(kept: kept)
    trail.press(.start)
    trail.waitUntilDue()
    #expect(trail.kind == .tryAgain)
    expectQuietEnd(trail, kept: kept, after: .seconds(30))
  }

  @Test(arguments: 0...2) func `from a photo that never came`(_ kept: Int) {
    var trail = aiming(kept: kept)
    trail.press(.start)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    #expect(trail.kind == .tryAgain)
    expectQuietEnd(trail, kept: kept, after: .seconds(30))
  }

  @Test func `from the middle of a plan that goes on by itself, the session is simply taken to its end`() {
    // Nothing is pressed for the whole session: every phase ends, and the QR screen is theirs.
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.wedding], selected: "wedding", interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    for strip in 0..<3 {
      trail.answer(.liveFrameSeen(capturedAt: trail.now))
      trail.waitUntilDue()
      trail.answer(.clipSaved(.clip(Int64(strip), strip: strip))) { if case .startClip = $0 { true } else { false } }
      trail.answer(.liveFrameSeen(capturedAt: trail.now))
      trail.waitUntilDue()
      trail.answer(.photoSaved(.photo(Int64(10 + strip), strip: strip)))
      trail.waitUntilDue()
    }
    trail.answer(.sessionQueued)
    #expect(trail.kind == .qr)
  }

  @Test func `the next guests get a session and a link of their own`() {
    var trail = aiming(kept: 1)
    trail.waitUntilDue()
    trail.answer(.sessionQueued)
    trail.press(.start)
    trail.answer(.sessionOpened(.sample(2)))
    guard case .capture(let capture) = trail.flow.state else { return #expect(Bool(false), "no capture") }
    #expect(capture.session == .sample(2))
    #expect(capture.photos.isEmpty)
    #expect(Scene(trail.flow).previousLink == nil)
  }

  @Test func `a press while aiming with the question open gives the guests their patience back`() {
    let trail = aiming(kept: 1)
    let script = FlowScript(trail.flow, at: trail.now, liveViewRuns: true)
    script.advance(.seconds(29))
    script.askToCancel()
    script.advance(.seconds(7))
    script.send(.pressed(.start)) {
      $0.capture.cancelAskedUntil = nil
      $0.capture.phase = .aiming(until: $0.now + .seconds(30))
    }
    script.leaveAsIs()
  }

  @Test func `a quiet end waits for the clip that is being written`() {
    var trail = FlowTrail()
    trail.send(
      .booted(Boot(events: [.wedding], selected: "wedding", interrupted: [.sample(photos: 1)])))
    trail.press(.start)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.waitUntilDue()
    #expect(trail.kind == .tryAgain)
    trail.waitUntilDue()
    #expect(trail.kind == .awaitingClips)
    trail.answer(.clipSaved(.clip(7, strip: 1))) { if case .startClip = $0 { true } else { false } }
    #expect(trail.kind == .queueing)
    guard case .upload(let upload) = trail.flow.state else { return }
    #expect(upload.quiet && upload.photos == 1)
  }
}
