import BoothCore
import BoothTesting
import Testing

@Suite struct SessionTests {
  @Test func `a whole FotoX session, from the list of events back to idle`() {
    let script = FlowScript()
    let event = FlowEvent.wedding
    script.send(.booted(Boot(events: [event, .thenAndNow], selected: nil, interrupted: []))) {
      $0.state = .eventSelection(highlighted: 0)
    }
    script.send(.pressed(.next)) { $0.state = .eventSelection(highlighted: 1) }
    script.send(.pressed(.next)) { $0.state = .eventSelection(highlighted: 0) }
    script.send(.pressed(.previous)) { $0.state = .eventSelection(highlighted: 1) }
    script.send(.pressed(.previous)) { $0.state = .eventSelection(highlighted: 0) }
    script.send(.pressed(.start), .useEvent("wedding")) {
      $0.selected = "wedding"
      $0.state = .idle
    }
    script.send(.pressed(.start), .openSession(1, event: "wedding", plan: event.plan), .startLiveView) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.answer(1, .sessionOpened(.sample()), .awaitLiveFrame(2, newerThan: script.now - .seconds(1))) {
      $0.state = .capture(
        Capture(
          session: .sample(), plan: event.plan, timings: event.timings, strip: 0,
          phase: .gettingReady(2, for: .clip, until: $0.now + .seconds(15)), takes: [Take(), Take(), Take()]))
    }
    // The first strip in full.
    script.answer(2, .liveFrameSeen(capturedAt: script.now), .startClip(3, .sample(), strip: 0)) {
      $0.capture.phase = .recording(3, since: $0.now, until: $0.now + .seconds(10))
      $0.capture.takes[0].pendingClip = 3
    }
    script.wait(.seconds(10), .finishClip(3), .awaitLiveFrame(4, newerThan: script.now + .seconds(9))) {
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.answer(4, .liveFrameSeen(capturedAt: script.now)) {
      $0.capture.phase = .countdown(until: $0.now + .seconds(3))
    }
    script.answer(3, .clipSaved(.clip(1))) { $0.capture.takes[0] = Take(clip: .clip(1)) }
    script.wait(.seconds(3), .takePhoto(5, .sample(), strip: 0, guide: nil, from: .camera)) {
      $0.capture.phase = .takingPhoto(5, tries: 0, until: $0.now + .seconds(20))
    }
    script.advance(.seconds(2))
    script.answer(5, .photoSaved(.photo(2))) {
      $0.capture.takes[0].photo = .photo(2)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.nextStrip(1, frame: 6)
    // The second goes on at a press.
    script.strip(1, first: 6)
    script.advance(.seconds(1))
    script.send(.pressed(.start), .awaitLiveFrame(10, newerThan: script.now - .seconds(1))) {
      $0.capture.strip = 2
      $0.capture.phase = .gettingReady(10, for: .clip, until: $0.now + .seconds(15))
    }
    // The third: its clip is still being written when the last review ends.
    script.recordClip(10, strip: 2)
    script.count(12)
    script.shoot(13, strip: 2)
    let photos: [Asset] = [.photo(2), .photo(12, strip: 1), .photo(22, strip: 2)]
    script.answer(13, .photoSaved(photos[2]), .beginComposite(.sample(), photos)) {
      $0.capture.takes[2].photo = photos[2]
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.wait(.seconds(5), .stopLiveView) {
      $0.state = .upload(
        Upload(
          session: .sample(), timings: event.timings, photos: 3, quiet: false,
          phase: .awaitingClips([11], until: $0.now + .seconds(15))))
    }
    script.answer(11, .clipSaved(.clip(21, strip: 2)), .finishSession(14, .sample(), quiet: false)) {
      $0.state = $0.upload(14, photos: 3)
    }
    script.answer(14, .sessionQueued) { $0.state = $0.qr(photos: 3) }
    script.leaveQR()
    script.wait(.seconds(120)) { $0.previousQR = nil }
    script.finish()
  }

  @Test func `then and now is a plan: a guide, a press, one photo, no clip`() {
    let script = FlowScript.idle(.thenAndNow)
    script.openGuided()
    script.advance(.seconds(20))
    script.send(.pressed(.start), .awaitLiveFrame(2, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(2, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(2)
    script.shoot(3, guide: "guides/jaffa-gate.jpg")
    script.answer(3, .photoSaved(.photo(1)), .beginComposite(.sample(), [.photo(1)])) {
      $0.capture.takes[0].photo = .photo(1)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    // Again, with the guide once more.
    script.send(.pressed(.retake), .discard([.photo(1)], .retake)) {
      $0.capture.takes[0] = Take()
      $0.capture.phase = .aiming(until: $0.now + .seconds(30))
    }
    script.send(.pressed(.start), .awaitLiveFrame(4, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(4, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(4)
    script.shoot(5, guide: "guides/jaffa-gate.jpg")
    script.answer(5, .photoSaved(.photo(2)), .beginComposite(.sample(), [.photo(2)])) {
      $0.capture.takes[0].photo = .photo(2)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.send(.pressed(.start), .stopLiveView, .finishSession(6, .sample(), quiet: false)) {
      $0.state = $0.upload(6, photos: 1)
    }
    script.answer(6, .sessionQueued) { $0.state = $0.qr(photos: 1) }
    script.leaveQR()
    script.finish()
  }

  @Test func `with lab timings nothing waits but the clip`() {
    let script = FlowScript.idle(.lab)
    script.open(.lab)
    for strip in 0..<3 {
      let first = UInt64(2 + 4 * strip)
      let clip = AttemptID(first + 1)
      let frame = AttemptID(first + 2)
      let photo = AttemptID(first + 3)
      let taken = Asset.photo(Int64(strip), strip: strip)
      script.answer(
        AttemptID(first), .liveFrameSeen(capturedAt: script.now), .startClip(clip, .sample(), strip: strip)
      ) {
        $0.capture.phase = .recording(clip, since: $0.now, until: $0.now + .milliseconds(500))
        $0.capture.takes[strip].pendingClip = clip
      }
      script.wait(
        .milliseconds(500), .finishClip(clip), .awaitLiveFrame(frame, newerThan: script.now - .milliseconds(500))
      ) {
        $0.capture.phase = .gettingReady(frame, for: .countdown, until: $0.now + .seconds(15))
      }
      script.answer(
        frame, .liveFrameSeen(capturedAt: script.now),
        .takePhoto(photo, .sample(), strip: strip, guide: nil, from: .camera)
      ) { $0.capture.phase = .takingPhoto(photo, tries: 0, until: $0.now + .seconds(20)) }
      script.answer(clip, .clipSaved(.clip(Int64(10 + strip), strip: strip))) {
        $0.capture.takes[strip] = Take(clip: .clip(Int64(10 + strip), strip: strip))
      }
      if strip < 2 {
        let next = AttemptID(first + 4)
        script.answer(photo, .photoSaved(taken), .awaitLiveFrame(next, newerThan: script.now - .seconds(1))) {
          $0.capture.takes[strip].photo = taken
          $0.capture.strip = strip + 1
          $0.capture.phase = .gettingReady(next, for: .clip, until: $0.now + .seconds(15))
        }
      } else {
        let photos = (0..<3).map { Asset.photo(Int64($0), strip: $0) }
        script.answer(
          photo, .photoSaved(taken), .beginComposite(.sample(), photos), .stopLiveView,
          .finishSession(14, .sample(), quiet: false)
        ) { $0.state = $0.upload(14, photos: 3, timings: .lab) }
      }
    }
    script.answer(14, .sessionQueued) { $0.state = $0.qr(photos: 3, timings: .lab) }
    // The QR screen of no length ends at once, and ignores no press for three seconds.
    script.wait(.zero) {
      $0.state = .idle
      $0.previousQR = BoothFlow.PreviousQR(.sample(), until: $0.now + .seconds(120))
    }
    script.finish()
  }

  @Test func `a retake discards the strip by name and takes clip and photo again`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.strip(0, first: 2)
    script.send(
      .pressed(.retake), .discard([.photo(2), .clip(1)], .retake),
      .awaitLiveFrame(6, newerThan: script.now - .seconds(1))
    ) {
      $0.capture.takes[0] = Take()
      $0.capture.phase = .gettingReady(6, for: .clip, until: $0.now + .seconds(15))
    }
    script.strip(0, first: 6)
    script.nextStrip(1, frame: 10)
    script.neverAnswered(10)
    script.send(.requested(.shutDown), .ignore(.pending)) { $0.pending = .shutDown }
    script.send(.requested(.shutDown), .stopLiveView, .shutDown) {
      $0.pending = nil
      $0.state = .stopped
    }
    script.finish()
  }

  @Test func `the clip of a strip taken again is discarded when it comes`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.recordClip(2)
    script.count(4)
    script.shoot(5)
    script.answer(5, .photoSaved(.photo(2))) {
      $0.capture.takes[0].photo = .photo(2)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.send(
      .pressed(.retake), .discard([.photo(2)], .retake), .awaitLiveFrame(6, newerThan: script.now - .seconds(1))
    ) {
      $0.capture.takes[0] = Take()
      $0.capture.phase = .gettingReady(6, for: .clip, until: $0.now + .seconds(15))
    }
    script.answer(3, .clipSaved(.clip(1)), .discard([.clip(1)], .lateAnswer))
    cancel(script)
    script.neverAnswered(6)
    script.finish()
  }

  /// Cancels, and confirms.
  private func cancel(_ script: FlowScript) {
    script.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    script.send(.pressed(.cancel), .stopLiveView, .discardSession(.sample(), .cancel)) { $0.state = .idle }
  }
}
