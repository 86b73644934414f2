import BoothCore
import BoothTesting
import Testing

@Suite struct CountdownTests {
  private static let photo = BoothEffect.takePhoto(3, .sample(), strip: 0, guide: nil, from: .camera)

  /// A session of photos before its first countdown, with a camera that takes so long.
  private func script(_ timing: ShutterTiming, _ sourceLocation: SourceLocation = #_sourceLocation) -> FlowScript {
    let script = FlowScript.idle(.photos, sourceLocation: sourceLocation)
    script.send(.cameraChanged(.timing(timing)), .ignore(.cameraNoted), sourceLocation: sourceLocation) {
      $0.shutter = timing
    }
    script.open(.photos, .countdown, sourceLocation: sourceLocation)
    return script
  }

  private func begin(_ script: FlowScript, _ step: CountdownStep?, _ sourceLocation: SourceLocation = #_sourceLocation)
  {
    script.answer(2, .liveFrameSeen(capturedAt: script.now), sourceLocation: sourceLocation) {
      $0.capture.phase = .countdown(until: $0.now + .seconds(3), step: step)
    }
  }

  @Test func `the trigger comes a lag before zero, and the screen counts on`() {
    let script = script(ShutterTiming(lag: .milliseconds(400)))
    let zero = script.now + .seconds(3)
    begin(script, .trigger(at: zero - .milliseconds(400)))
    script.wait(.milliseconds(2600), Self.photo) { $0.capture.phase = .countdown(until: zero, step: .triggered(3)) }
    script.wait(.milliseconds(400)) { $0.capture.phase = .takingPhoto(3, tries: 0, until: zero + .seconds(20)) }
    script.answer(3, .photoSaved(.photo(1))) {
      $0.capture.takes[0].photo = .photo(1)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.leaveAsIs()
  }

  @Test func `focus begins before the one, and the trigger does not wait for a booth that slept`() {
    let timing = ShutterTiming(lag: .milliseconds(400), focus: .milliseconds(800))
    let script = script(timing)
    let zero = script.now + .seconds(3)
    begin(script, .focus(at: zero - .milliseconds(1800), trigger: zero - .milliseconds(400)))
    script.wait(.milliseconds(1200), .focus) {
      $0.capture.phase = .countdown(until: zero, step: .trigger(at: zero - .milliseconds(400)))
    }
    script.wait(.milliseconds(1400), Self.photo) { $0.capture.phase = .countdown(until: zero, step: .triggered(3)) }
    script.leaveAsIs()
    let late = self.script(timing)
    let end = late.now + .seconds(3)
    begin(late, .focus(at: end - .milliseconds(1800), trigger: end - .milliseconds(400)))
    late.leaveAsIs()
    for (slept, step) in [(2700, CountdownStep.triggered(3)), (3100, nil)] {
      var flow = late.flow
      #expect(flow.handle(.timePassed, at: late.now + .milliseconds(slept)) == [Self.photo])
      let photographing = Capture.Phase.takingPhoto(
        3, tries: 0, until: late.now + .milliseconds(slept) + .seconds(20))
      let expected = step.map { Capture.Phase.countdown(until: end, step: $0) } ?? photographing
      if case .capture(let capture) = flow.state {
        #expect(capture.phase == expected)
      } else {
        Issue.record("\(flow.state)")
      }
    }
  }

  @Test func `a camera slower than the countdown is triggered at its beginning`() {
    let script = script(ShutterTiming(lag: .seconds(4)))
    let zero = script.now + .seconds(3)
    script.answer(2, .liveFrameSeen(capturedAt: script.now), Self.photo) {
      $0.capture.phase = .countdown(until: zero, step: .triggered(3))
    }
    script.leaveAsIs()
  }

  @Test func `a photo that fails before zero is tried again at once`() {
    let script = script(ShutterTiming(lag: .seconds(2)))
    let zero = script.now + .seconds(3)
    begin(script, .trigger(at: zero - .seconds(2)))
    script.wait(.seconds(1), Self.photo) { $0.capture.phase = .countdown(until: zero, step: .triggered(3)) }
    script.advance(.milliseconds(300))
    script.answer(
      3, .failed(Fault(.focus, "no focus")), .takePhoto(4, .sample(), strip: 0, guide: nil, from: .camera)
    ) { $0.capture.phase = .takingPhoto(4, tries: 1, until: $0.now + .seconds(20)) }
    script.leaveAsIs()
  }

  @Test func `a photo that is there before zero is shown, and cancelled guests get none`() {
    let early = script(ShutterTiming(lag: .seconds(2)))
    let zero = early.now + .seconds(3)
    begin(early, .trigger(at: zero - .seconds(2)))
    early.wait(.seconds(1), Self.photo) { $0.capture.phase = .countdown(until: zero, step: .triggered(3)) }
    early.answer(3, .photoSaved(.photo(1))) {
      $0.capture.takes[0].photo = .photo(1)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    early.leaveAsIs()
    let cancelled = script(ShutterTiming(lag: .seconds(2)))
    let end = cancelled.now + .seconds(3)
    begin(cancelled, .trigger(at: end - .seconds(2)))
    cancelled.wait(.seconds(1), Self.photo) { $0.capture.phase = .countdown(until: end, step: .triggered(3)) }
    cancelled.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    cancelled.send(.pressed(.cancel), .stopLiveView, .discardSession(.sample(), .cancel)) { $0.state = .idle }
    cancelled.answer(3, .photoSaved(.photo(1)), .discard([.photo(1)], .lateAnswer))
    cancelled.leaveAsIs()
  }

  @Test(
    arguments: [
      (0, nil, nil, nil), (400, nil, nil, 2600), (0, 500, 1500, 3000), (1500, 500, 1000, 1500), (2000, 2500, 0, 1000),
      (3000, 500, nil, 0), (9000, nil, nil, 0),
    ] as [(Int, Int?, Int?, Int?)])
  func `a countdown of three seconds is planned`(_ lag: Int, _ focus: Int?, _ focusAt: Int?, _ triggerAt: Int?) {
    let now = Instant(nanoseconds: 5_000_000_000)
    let step = CountdownStep(
      from: now, to: now + .seconds(3),
      ShutterTiming(lag: .milliseconds(lag), focus: focus.map { .milliseconds($0) }))
    switch step {
    case .focus(let at, let trigger):
      #expect(at - now == .milliseconds(focusAt ?? -1) && trigger - now == .milliseconds(triggerAt ?? -1))
    case .trigger(let at): #expect(focusAt == nil && at - now == .milliseconds(triggerAt ?? -1))
    case nil: #expect(focusAt == nil && triggerAt == nil)
    case .triggered: Issue.record("nothing was triggered yet")
    }
  }

  @Test func `a timing is told once, and journals without one are read`() throws {
    let timing = ShutterTiming(lag: .milliseconds(120))
    let script = script(timing)
    script.send(.cameraChanged(.timing(timing)), .ignore(.alreadySo))
    script.leaveAsIs()
    let plain = FlowScript.idle(.photos)
    plain.send(.cameraChanged(.timing(ShutterTiming())), .ignore(.alreadySo))
    plain.finish()
  }
}
