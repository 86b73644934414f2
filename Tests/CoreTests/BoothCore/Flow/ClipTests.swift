import BoothCore
import BoothTesting
import Testing

@Suite struct ClipTests {
  private func recording(_ sourceLocation: SourceLocation = #_sourceLocation) -> FlowScript {
    let script = FlowScript.idle(.wedding, sourceLocation: sourceLocation)
    script.open(sourceLocation: sourceLocation)
    script.answer(
      2, .liveFrameSeen(capturedAt: script.now), .startClip(3, .sample(), strip: 0), sourceLocation: sourceLocation
    ) {
      $0.capture.phase = .recording(3, since: $0.now, until: $0.now + .seconds(10))
      $0.capture.takes[0].pendingClip = 3
    }
    return script
  }

  @Test func `a clip that fails ends its recording, never the strip, and is not told to finish`() {
    let script = recording()
    script.advance(.seconds(1))
    script.answer(
      3, .failed(Fault(.camera, "no frame arrived")), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))
    ) {
      $0.capture.takes[0] = Take()
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(4)
    script.shoot(5)
    script.answer(5, .photoSaved(.photo(2))) {
      $0.capture.takes[0] = Take(photo: .photo(2))
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.nextStrip(1, frame: 6)
    script.leaveAsIs()
  }

  @Test func `a clip that ends by itself is kept and ends its recording`() {
    let script = recording()
    script.advance(.seconds(4))
    script.answer(3, .clipSaved(.clip(1)), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.takes[0] = Take(clip: .clip(1))
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }

  @Test func `a clip that fails while it is written costs neither the photo nor a second`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.recordClip(2)
    script.count(4)
    script.answer(3, .failed(Fault(.storage, "disk full"))) { $0.capture.takes[0] = Take() }
    script.shoot(5)
    script.leaveAsIs()
  }

  @Test func `clips that are still written at the end are waited for, one by one`() {
    let sample = FlowSample.all.first { $0.name == "upload: waiting for clips, two of them" }!
    let script = FlowScript(taking: sample)
    let clips = sample.awaited.map(\.attempt)
    script.answer(clips[1], .failed(Fault(.storage, "disk full"))) {
      $0.upload.phase = .awaitingClips([clips[0]], until: sample.flow.wakeUp!)
    }
    let next = AttemptID(clips[1].number + 3)
    script.answer(clips[0], .clipSaved(.clip(9)), .finishSession(next, .sample(), quiet: false)) {
      $0.state = $0.upload(next, photos: 2)
    }
    script.leaveAsIs()
  }

  @Test func `a clip that is not ready in time is left out, and deleted when it comes`() {
    let sample = FlowSample.all.first { $0.name == "upload: waiting for clips, the last" }!
    let script = FlowScript(taking: sample)
    let clip = sample.awaited[0].attempt
    let queued: AttemptID = 10
    script.wait(.seconds(15), .finishSession(queued, .sample(), quiet: false)) {
      $0.state = $0.upload(queued, photos: 2)
    }
    script.answer(clip, .clipSaved(.clip(9)), .discard([.clip(9)], .lateAnswer))
    script.answer(queued, .sessionQueued) { $0.state = $0.qr(photos: 2) }
    script.leaveAsIs()
  }

  @Test func `a strip that waits for a press takes its clip then`() {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.onPress], selected: "on-press", interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    #expect(trail.kind == .aiming)
    trail.press(.start)
    #expect(trail.kind == .gettingReadyForClip)
  }

  @Test func `a resumed strip that waits for a press does not record over the clip it has`() {
    let takes = [Take(clip: .clip(1)), Take(photo: .photo(2, strip: 1))]
    var trail = FlowTrail()
    trail.send(
      .booted(
        Boot(
          events: [.onPress], selected: "on-press",
          interrupted: [
            Interrupted(session: .sample(), event: "on-press", plan: FlowEvent.onPress.plan, takes: takes)
          ])))
    trail.press(.start)
    trail.press(.start)
    #expect(trail.kind == .gettingReadyForCountdown)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    // All photos are there, though it was not the last strip: the composite may begin.
    let effects = trail.send(.answered(trail.asked.last!.attempt, .photoSaved(.photo(3))))
    #expect(effects == [.beginComposite(.sample(), [.photo(3), .photo(2, strip: 1)])])
  }
}
