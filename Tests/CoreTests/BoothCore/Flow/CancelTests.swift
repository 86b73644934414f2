import BoothCore
import BoothTesting
import Testing

@Suite struct CancelTests {
  /// Every phase of a capture, without an open question; but for marking points, which cancel only leaves.
  static let phases = FlowSample.all.filter { sample in
    guard case .capture(let capture) = sample.flow.state else { return false }
    if case .marking = capture.phase { return false }
    return capture.cancelAskedUntil == nil
  }

  @Test(arguments: phases) func `cancel asks, and the second cancel deletes everything`(_ sample: FlowSample) {
    let script = FlowScript(taking: sample)
    script.askToCancel()
    script.advance(.seconds(1))
    var effects: [BoothEffect] = [.stopLiveView, .discardSession(.sample(), .cancel)]
    if case .capture(let capture) = sample.flow.state, case .recording(let clip, _, _) = capture.phase {
      effects.insert(.cancelClip(clip), at: 0)
    }
    script.send(.pressed(.cancel), effects: effects) { $0.state = .idle }
    script.letLateAnswersBe()
    script.finish()
  }

  @Test(arguments: phases) func `start takes the question back`(_ sample: FlowSample) {
    let script = FlowScript(taking: sample)
    script.askToCancel()
    script.advance(.seconds(1))
    script.send(.pressed(.start)) {
      $0.capture.cancelAskedUntil = nil
      $0.restartPatience()
    }
    script.leaveAsIs()
  }

  @Test(arguments: phases) func `retake and the arrows do not answer the question`(_ sample: FlowSample) {
    guard sample.kind != .review, sample.kind != .tryAgain else { return }
    let script = FlowScript(taking: sample)
    script.askToCancel()
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.send(.pressed(.next), .ignore(.nothingToChoose))
    script.send(.pressed(.previous), .ignore(.nothingToChoose))
    script.leaveAsIs()
  }

  @Test func `the question goes away by itself and the countdown does not notice`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.recordClip(2)
    script.answer(3, .clipSaved(.clip(1))) { $0.capture.takes[0] = Take(clip: .clip(1)) }
    script.count(4)
    script.advance(.seconds(1))
    script.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.wait(.seconds(2), .takePhoto(5, .sample(), strip: 0, guide: nil, from: .camera)) {
      $0.capture.phase = .takingPhoto(5, tries: 0, until: $0.now + .seconds(20))
    }
    script.wait(.seconds(6)) { $0.capture.cancelAskedUntil = nil }
    // Asked anew it needs confirming anew.
    script.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    script.send(.pressed(.cancel), .stopLiveView, .discardSession(.sample(), .cancel)) { $0.state = .idle }
    script.answer(5, .photoSaved(.photo(2)), .discard([.photo(2)], .lateAnswer))
    script.finish()
  }

  @Test func `the last review does not end while the question stands`() {
    let script = FlowScript.idle(.thenAndNow)
    script.takeGuidedPhoto()
    script.advance(.seconds(4))
    script.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    // The review's five seconds pass after one more; the guests still decide.
    script.advance(.seconds(7))
    script.send(.pressed(.cancel), .stopLiveView, .discardSession(.sample(), .cancel)) { $0.state = .idle }
    script.finish()
  }

  @Test func `a question nobody answers lets the review end when it goes`() {
    let script = FlowScript.idle(.thenAndNow)
    script.takeGuidedPhoto()
    script.advance(.seconds(4))
    script.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    script.wait(.seconds(8), .stopLiveView, .finishSession(4, .sample(), quiet: false)) {
      $0.state = $0.upload(4, photos: 1)
    }
    script.neverAnswered(4)
    script.finish()
  }

  @Test func `without a review the photo waits for the question too`() {
    let script = FlowScript.idle(.lab)
    var trail = FlowTrail(script.flow, at: script.now)
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.press(.cancel)
    trail.answer(.photoSaved(.photo(1)))
    #expect(trail.kind == .review)
    trail.press(.start)
    #expect(trail.flow.wakeUp == trail.now)
    trail.waitUntilDue()
    #expect(trail.kind == .gettingReadyForClip)
    script.finish()
  }

  @Test func `a cancelled session's late clip and photo are deleted`() {
    let script = FlowScript.idle(.wedding)
    script.open()
    script.recordClip(2)
    script.count(4)
    script.shoot(5)
    script.send(.pressed(.cancel)) { $0.capture.cancelAskedUntil = $0.now + .seconds(8) }
    script.send(.pressed(.cancel), .stopLiveView, .discardSession(.sample(), .cancel)) { $0.state = .idle }
    script.answer(5, .photoSaved(.photo(2)), .discard([.photo(2)], .lateAnswer))
    script.answer(3, .clipSaved(.clip(1)), .discard([.clip(1)], .lateAnswer))
    script.finish()
  }

  @Test func `cancel while the session is being opened needs no question, as there is nothing yet`() {
    let script = FlowScript.idle(.wedding)
    script.send(.pressed(.start), .openSession(1, event: "wedding", plan: FlowEvent.wedding.plan), .startLiveView) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.send(.pressed(.cancel), .stopLiveView) { $0.state = .idle }
    script.answer(1, .sessionOpened(.sample()), .discardSession(.sample(), .lateAnswer))
    script.finish()
  }

  @Test func `what guests accepted is taken back after the same question, and erased`() {
    let script = FlowScript.idle(.thenAndNow)
    script.showGuidedQR()
    script.advance(.seconds(3))
    script.send(.pressed(.cancel)) { $0.finished.cancelAskedUntil = $0.now + .seconds(8) }
    #expect(Scene(script.flow).cancelAskedUntil == script.now + .seconds(8))
    script.advance(.seconds(1) - .nanoseconds(1))
    script.send(.pressed(.cancel), .ignore(.tooSoonToRead))
    script.advance(.nanoseconds(1))
    // No small code: it would lead to nothing.
    script.send(.pressed(.cancel), .discardSession(.sample(), .erase)) { $0.state = .idle }
    script.finish()
  }

  @Test func `who keeps the photos, or says nothing, sees the code again`() {
    for says in [Press.start, nil] {
      let script = FlowScript.idle(.thenAndNow)
      script.showGuidedQR()
      script.advance(.seconds(3))
      script.send(.pressed(.cancel)) { $0.finished.cancelAskedUntil = $0.now + .seconds(8) }
      script.advance(.seconds(2))
      if let says {
        script.send(.pressed(says)) { $0.finished.cancelAskedUntil = nil }
        script.leaveQR(after: .seconds(55))
      } else {
        script.wait(.seconds(6)) { $0.finished.cancelAskedUntil = nil }
        script.leaveQR(after: .seconds(49))
      }
      script.finish()
    }
  }

  @Test func `the code stays as long as the question`() throws {
    var event = FlowEvent.thenAndNow
    event.timings.qr = .seconds(20)
    var trail = try showCode(of: event)
    trail.advance(.seconds(19))
    trail.press(.cancel)
    #expect(trail.flow.wakeUp == trail.now + .seconds(8))
    trail.advance(.seconds(2))
    #expect(trail.send(.timePassed) == [.ignore(.nothingDue)])
    trail.waitUntilDue()
    #expect(trail.kind == .idle && trail.flow.previousQR != nil)
  }

  @Test func `whoever comes later leaves the code, and deletes nothing`() throws {
    var trail = try showCode(of: .thenAndNow)
    trail.advance(BoothFlow.takeBackTime)
    #expect(trail.send(.pressed(.cancel)) == [])
    #expect(trail.kind == .idle && trail.flow.previousQR?.link == SessionRef.sample().link)
  }

  @Test(arguments: ["qr, \"cancel everything?\" asked", "upload: queueing"])
  func `a yes after the question's time is none`(_ name: String) throws {
    let sample = try #require(FlowSample.all.first { $0.name == name })
    var trail = FlowTrail(sample.flow, at: sample.now)
    if trail.kind == .queueing { trail.press(.cancel) }
    let asked = try #require(Scene(trail.flow).cancelAskedUntil)
    trail.advance(asked - trail.now)
    // The machine was busy: the flow was not told of the time.
    trail.press(.cancel)
    #expect(trail.kind == sample.kind && Scene(trail.flow).cancelAskedUntil == trail.now + .seconds(8))
  }

  private func showCode(of event: FlowEvent) throws -> FlowTrail {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [event], selected: event.slug, interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    trail.press(.start)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.answer(.photoSaved(.photo(1)))
    trail.press(.start)
    trail.answer(.sessionQueued)
    try #require(trail.kind == .qr)
    return trail
  }

  @Test(arguments: ["upload: waiting for clips, two of them", "upload: queueing", "upload: the store refused"])
  func `while the session is put away, too`(_ name: String) throws {
    let sample = try #require(FlowSample.all.first { $0.name == name }, "\(FlowSample.all.map(\.name))")
    var trail = FlowTrail(sample.flow, at: sample.now)
    trail.press(.cancel)
    #expect(Scene(trail.flow).cancelAskedUntil == trail.now + .seconds(8))
    trail.advance(.seconds(1))
    let session = try #require({ if case .upload(let upload) = trail.flow.state { upload.session } else { nil } }())
    var flow = trail.flow
    // Nothing was queued while clips are awaited: there is nothing to erase anywhere else.
    let reason: DiscardReason = name.contains("clips") ? .cancel : .erase
    #expect(flow.handle(.pressed(.cancel), at: trail.now) == [.discardSession(session, reason)])
    #expect(flow.state == .idle && flow.previousQR == nil)
  }

  @Test func `the question goes on over the code`() throws {
    let sample = try #require(FlowSample.all.first { $0.name == "upload: queueing" })
    var flow = sample.flow
    _ = flow.handle(.pressed(.cancel), at: sample.now)
    let asked = try #require(Scene(flow).cancelAskedUntil)
    let attempt = try #require(flow.state.awaited.first)
    _ = flow.handle(.answered(attempt, .sessionQueued), at: sample.now + .seconds(1))
    #expect(StateKind(flow.state) == .qr && Scene(flow).cancelAskedUntil == asked)
  }

  @Test func `cancel has nothing to do before a session, and no say in one whose guests left`() {
    for (kind, reason) in [
      (StateKind.idle, IgnoreReason.nothingToCancel), (.paused, .operatorOnly), (.outOfOrderCamera, .cannotHelp),
      (.outOfOrderStorage, .cannotHelp), (.outOfOrderNoRoom, .cannotHelp), (.outOfOrderNoEvents, .operatorOnly),
      (.starting, .notBooted),
      (.stopped, .stopping),
    ] {
      for sample in FlowSample.all where sample.kind == kind {
        var flow = sample.flow
        #expect(flow.handle(.pressed(.cancel), at: sample.now) == [.ignore(reason)], "\(sample.name)")
        #expect(flow == sample.flow)
      }
    }
    for sample in FlowSample.all {
      guard case .upload(let upload) = sample.flow.state, upload.quiet else { continue }
      var flow = sample.flow
      #expect(flow.handle(.pressed(.cancel), at: sample.now) == [.ignore(.sessionIsSafe)], "\(sample.name)")
    }
  }
}

extension FlowScript {
  /// Goes on from a sample.
  convenience init(taking sample: FlowSample, sourceLocation: SourceLocation = #_sourceLocation) {
    self.init(
      sample.flow, at: sample.now, unanswered: sample.awaited.map(\.effect), liveViewRuns: sample.liveViewRuns,
      sourceLocation: sourceLocation)
  }

  func askToCancel(sourceLocation: SourceLocation = #_sourceLocation) {
    send(.pressed(.cancel), sourceLocation: sourceLocation) {
      $0.capture.cancelAskedUntil = $0.now + .seconds(8)
      $0.restartPatience()
    }
  }
}

extension FlowPicture {
  /// A press shows that a person is there.
  mutating func restartPatience() {
    switch capture.phase {
    case .aiming: capture.phase = .aiming(until: now + .seconds(30))
    case .tryAgain(let fault, _): capture.phase = .tryAgain(fault, until: now + .seconds(30))
    case .marking, .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review: break
    }
  }
}
