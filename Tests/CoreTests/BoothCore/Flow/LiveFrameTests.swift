import BoothCore
import BoothTesting
import Testing

@Suite struct LiveFrameTests {
  @Test func `a live frame of exactly one second starts the countdown, an older one does not`() {
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    script.advance(.seconds(4))
    let old = script.now - .seconds(1) - .nanoseconds(1)
    script.answer(2, .liveFrameSeen(capturedAt: old), .awaitLiveFrame(3, newerThan: script.now - .seconds(1))) {
      // The patience is the first question's.
      $0.capture.phase = .gettingReady(3, for: .countdown, until: $0.now + .seconds(11))
    }
    script.answer(3, .liveFrameSeen(capturedAt: script.now - .seconds(1))) {
      $0.capture.phase = .countdown(until: $0.now + .seconds(3))
    }
    script.shoot(4)
    script.leaveAsIs()
  }

  @Test func `no clip starts on a stale frame either`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.answer(
      2, .liveFrameSeen(capturedAt: script.now - .seconds(5)), .awaitLiveFrame(3, newerThan: script.now - .seconds(1))
    ) { $0.capture.phase = .gettingReady(3, for: .clip, until: $0.now + .seconds(15)) }
    script.leaveAsIs()
  }

  @Test func `without a fresh frame the guests are asked after fifteen seconds`() {
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    script.wait(.seconds(15)) {
      $0.capture.phase = .tryAgain(Fault(.camera, "no live picture in time"), until: $0.now + .seconds(30))
    }
    script.answer(2, .liveFrameSeen(capturedAt: script.now), .ignore(.lateAnswer))
    script.send(.pressed(.start), .awaitLiveFrame(3, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(3, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(3)
    script.leaveAsIs()
  }

  @Test func `a live view that says it failed asks at once`() {
    let script = FlowScript.idle(.photos)
    script.open(.photos, .countdown)
    let fault = Fault(.camera, "unplugged")
    script.answer(2, .failed(fault)) { $0.capture.phase = .tryAgain(fault, until: $0.now + .seconds(30)) }
    script.leaveAsIs()
  }

  @Test func `after the clip the countdown wants a fresh frame of its own`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.recordClip(2)
    script.answer(
      4, .liveFrameSeen(capturedAt: script.now - .seconds(2)), .awaitLiveFrame(5, newerThan: script.now - .seconds(1))
    ) { $0.capture.phase = .gettingReady(5, for: .countdown, until: $0.now + .seconds(15)) }
    script.leaveAsIs()
  }

  @Test func `presses come too early while the booth gets ready, records, counts or shoots`() {
    for (kind, reason) in [
      (StateKind.gettingReadyForClip, IgnoreReason.busy), (.gettingReadyForCountdown, .busy), (.recording, .busy),
      (.countdown, .countdownRuns), (.takingPhoto, .busy), (.opening, .busy), (.queueing, .busy),
    ] {
      for sample in FlowSample.all where sample.kind == kind && !sample.name.contains("asked") {
        let script = FlowScript(taking: sample)
        script.send(.pressed(.start), .ignore(reason))
        script.send(.pressed(.retake), .ignore(.nothingToRetake))
        script.send(.pressed(.next), .ignore(.nothingToChoose))
        script.leaveAsIs()
      }
    }
  }
}
