import BoothCore
import BoothTesting
import Testing

@Suite struct OperatorTests {
  static let requests: [OperatorRequest] = [.pause, .changeEvent, .openSettings, .useEvent("lab"), .shutDown]
  static let sessions = FlowSample.all.filter {
    // Who aims at a location is not waited for, see LocationFlowTests.
    if case .capture(let capture) = $0.flow.state, capture.plan.location != nil { return false }
    return switch $0.kind {
    case .opening, .resumeOffer, .awaitingClips, .queueing, .refused, .qr: true
    default: $0.kind.isCapture
    }
  }

  /// The same sample at a booth that has the event `lab` too.
  private func script(_ sample: FlowSample) -> FlowScript {
    FlowScript(taking: sample)
  }

  @Test(arguments: sessions, [OperatorRequest.pause, .changeEvent, .openSettings, .shutDown])
  func `a request in mid-session is noted, and the session goes on`(_ sample: FlowSample, _ request: OperatorRequest) {
    let script = script(sample)
    script.send(.requested(request), .ignore(.pending)) { $0.pending = request }
    // Another one replaces it; resuming takes it back.
    let other: OperatorRequest = request == .pause ? .openSettings : .pause
    script.send(.requested(other), .ignore(.pending)) { $0.pending = other }
    script.send(.requested(.resume)) { $0.pending = nil }
    script.send(.requested(.resume), .ignore(.alreadySo))
    script.leaveAsIs()
  }

  @Test(arguments: sessions) func `asked twice, shutting down happens now and leaves nothing running`(
    _ sample: FlowSample
  ) {
    let script = script(sample)
    script.send(.requested(.shutDown), .ignore(.pending)) { $0.pending = .shutDown }
    var effects: [BoothEffect] = sample.liveViewRuns ? [.stopLiveView, .shutDown] : [.shutDown]
    if case .capture(let capture) = sample.flow.state, case .recording(let clip, _, _) = capture.phase {
      effects.insert(.cancelClip(clip), at: 0)
    }
    script.send(.requested(.shutDown), effects: effects) {
      $0.pending = nil
      $0.state = .stopped
    }
    script.letLateAnswersBe()
    script.finish()
  }

  @Test(arguments: sessions) func `asked twice, a pause ends the session now: kept photos are finished quietly`(
    _ sample: FlowSample
  ) {
    var trail = FlowTrail(sample.flow, at: sample.now)
    trail.send(.requested(.pause))
    let effects = trail.send(.requested(.pause))
    switch sample.flow.state {
    case .opening:
      #expect(effects == [.stopLiveView])
      #expect(trail.flow.state == .paused)
    case .capture(let capture):
      if capture.photos.isEmpty {
        #expect(effects.suffix(2) == [.stopLiveView, .discardSession(.sample(), .nothingKept)])
        #expect(trail.flow.state == .paused)
      } else {
        guard case .upload(let upload) = trail.flow.state else { return #expect(Bool(false), "not in upload") }
        #expect(upload.quiet && upload.photos == capture.photos.count)
        trail.answer(.sessionQueued)
        #expect(trail.flow.state == .paused)
        #expect(trail.flow.previousQR == nil)
      }
    case .upload(let before):
      guard case .upload(let upload) = trail.flow.state else { return #expect(Bool(false), "left the upload") }
      #expect(upload.quiet && upload.phase == before.phase)
      #expect(effects == (before.quiet ? [.ignore(.pending)] : []))
    case .print, .qr, .address:
      #expect(effects == [] && trail.flow.state == .paused)
    case .resumeOffer(let interrupted, _):
      #expect(effects == [.finishSession(1, interrupted.session, quiet: true)])
      trail.answer(.sessionQueued)
      #expect(trail.flow.state == .paused)
    case .starting, .eventSelection, .idle, .consent, .look, .settings, .paused, .outOfOrder, .stopped:
      #expect(Bool(false), "no session")
    }
  }

  @Test func `once asked, the pause comes after the QR screen`() {
    let script = FlowScript.idle(.thenAndNow)
    script.openGuided()
    script.send(.requested(.pause), .ignore(.pending)) { $0.pending = .pause }
    #expect(Scene(script.flow).pending == .pause)
    script.send(.pressed(.start), .awaitLiveFrame(2, newerThan: script.now - .seconds(1))) {
      $0.capture.phase = .gettingReady(2, for: .countdown, until: $0.now + .seconds(15))
    }
    script.count(2)
    script.shoot(3, guide: "guides/jaffa-gate.jpg")
    script.answer(3, .photoSaved(.photo(1)), .beginComposite(.sample(), [.photo(1)])) {
      $0.capture.takes[0].photo = .photo(1)
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.wait(.seconds(5), .stopLiveView, .finishSession(4, .sample(), quiet: false)) {
      $0.state = $0.upload(4, photos: 1)
    }
    script.answer(4, .sessionQueued) { $0.state = $0.qr(photos: 1) }
    script.wait(.seconds(60)) {
      $0.state = .paused
      $0.pending = nil
      $0.previousQR = BoothFlow.PreviousQR(.sample(), until: $0.now + .seconds(120))
    }
    script.send(.pressed(.start), .ignore(.operatorOnly))
    script.send(.requested(.resume)) { $0.state = .idle }
    script.finish()
  }

  @Test func `between sessions everything happens at once`() {
    let script = FlowScript.idle(.wedding, .thenAndNow)
    script.send(.requested(.resume), .ignore(.alreadySo))
    script.send(.requested(.useEvent("wedding")), .ignore(.alreadySo))
    script.send(.requested(.useEvent("nobody knows")), .ignore(.unknownEvent))
    script.send(.requested(.useEvent("then-and-now")), .useEvent("then-and-now")) { $0.selected = "then-and-now" }
    script.send(.requested(.changeEvent)) { $0.state = .eventSelection(highlighted: 1) }
    script.send(.requested(.changeEvent), .ignore(.alreadySo))
    script.send(.requested(.resume), .ignore(.alreadySo))
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.send(.pressed(.cancel)) { $0.state = .idle }
    script.send(.requested(.pause)) { $0.state = .paused }
    script.send(.requested(.pause), .ignore(.alreadySo))
    script.send(.requested(.useEvent("then-and-now")), .ignore(.alreadySo))
    script.send(.requested(.useEvent("wedding")), .useEvent("wedding")) { $0.selected = "wedding" }
    script.send(.requested(.changeEvent)) { $0.state = .eventSelection(highlighted: 0) }
    script.send(.requested(.openSettings)) { $0.state = .settings(until: $0.now + .seconds(120)) }
    script.send(.requested(.useEvent("wedding")), .useEvent("wedding")) { $0.state = .idle }
    script.send(.requested(.shutDown), .shutDown) { $0.state = .stopped }
    for request in Self.requests { script.send(.requested(request), .ignore(.stopping)) }
    script.finish()
  }

  @Test func `settings close by themselves, and a press keeps them open`() {
    let script = FlowScript.idle(.wedding)
    script.send(.requested(.openSettings)) { $0.state = .settings(until: $0.now + .seconds(120)) }
    script.advance(.seconds(100))
    script.send(.pressed(.next)) { $0.state = .settings(until: $0.now + .seconds(120)) }
    script.send(.pressed(.previous), .ignore(.alreadySo))
    script.send(.requested(.resume), .ignore(.alreadySo))
    script.advance(.seconds(100))
    script.send(.requested(.openSettings)) { $0.state = .settings(until: $0.now + .seconds(120)) }
    script.wait(.seconds(120)) { $0.state = .idle }
    script.finish()
  }

  @Test func `settings opened in a pause lead back to the pause, whatever event is chosen in them`() {
    let script = FlowScript.idle(.wedding, .lab)
    script.send(.requested(.pause)) { $0.state = .paused }
    script.send(.requested(.openSettings)) {
      $0.state = .settings(until: $0.now + .seconds(120))
      $0.pending = .pause
    }
    script.send(.requested(.useEvent("lab")), .useEvent("lab")) { $0.selected = "lab" }
    script.send(.requested(.useEvent("lab")), .ignore(.alreadySo))
    script.wait(.seconds(120)) {
      $0.state = .paused
      $0.pending = nil
    }
    script.send(.requested(.openSettings)) {
      $0.state = .settings(until: $0.now + .seconds(120))
      $0.pending = .pause
    }
    script.send(.requested(.resume)) { $0.pending = nil }
    script.send(.pressed(.cancel)) { $0.state = .idle }
    script.finish()
  }

  @Test func `the running session's own event asked for, even twice, does not end the session`() {
    let script = FlowScript.idle(.wedding, .lab)
    script.open()
    script.send(.requested(.useEvent("wedding")), .ignore(.alreadySo))
    script.send(.requested(.useEvent("wedding")), .ignore(.alreadySo))
    script.send(.requested(.useEvent("lab")), .ignore(.pending)) { $0.pending = .useEvent("lab") }
    script.send(
      .requested(.useEvent("lab")), .stopLiveView, .discardSession(.sample(), .nothingKept), .useEvent("lab")
    ) {
      $0.state = .idle
      $0.selected = "lab"
      $0.pending = nil
    }
    script.neverAnswered(2)
    script.finish()
  }

  @Test func `one event is a list without a choice`() {
    let script = FlowScript()
    script.send(.booted(Boot(events: [.wedding], selected: nil, interrupted: []))) {
      $0.state = .eventSelection(highlighted: 0)
    }
    script.send(.pressed(.next), .ignore(.alreadySo))
    script.send(.pressed(.previous), .ignore(.alreadySo))
    script.send(.pressed(.cancel), .ignore(.nothingToCancel))
    script.send(.pressed(.start), .useEvent("wedding")) {
      $0.state = .idle
      $0.selected = "wedding"
    }
    script.finish()
  }

  @Test func `a stop that comes before the start is done ends the booth when it is, and at once when asked again`() {
    let script = FlowScript()
    script.send(.requested(.shutDown)) { $0.pending = .shutDown }
    script.send(.booted(Boot(events: [.photos], selected: nil, interrupted: [])), .shutDown) {
      $0.state = .stopped
      $0.pending = nil
    }
    script.finish()
    let hasty = FlowScript()
    hasty.send(.requested(.shutDown)) { $0.pending = .shutDown }
    hasty.send(.requested(.shutDown), .shutDown) {
      $0.state = .stopped
      $0.pending = nil
    }
    hasty.finish()
  }

  @Test func `without events there is nothing to choose, and everything else still works`() {
    let script = FlowScript()
    script.send(.requested(.pause), .ignore(.notBooted))
    script.send(.booted(Boot(events: [], selected: "wedding", interrupted: []))) { $0.state = .outOfOrder(.noEvents) }
    script.send(.requested(.changeEvent), .ignore(.nothingToChoose))
    script.send(.requested(.useEvent("wedding")), .ignore(.unknownEvent))
    script.send(.requested(.openSettings)) { $0.state = .settings(until: $0.now + .seconds(120)) }
    script.send(.pressed(.start)) { $0.state = .outOfOrder(.noEvents) }
    script.send(.requested(.pause)) { $0.state = .paused }
    script.send(.requested(.resume)) { $0.state = .outOfOrder(.noEvents) }
    script.send(.requested(.shutDown), .shutDown) { $0.state = .stopped }
    script.finish()
  }
}
