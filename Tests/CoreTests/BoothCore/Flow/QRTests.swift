import BoothTesting
import Testing

@testable import BoothCore

@Suite struct QRTests {
  private let previous = { (now: Instant) in
    BoothFlow.PreviousQR(.sample(), until: now + .seconds(120))
  }

  private func shown(_ sourceLocation: SourceLocation = #_sourceLocation) -> FlowScript {
    let script = FlowScript.idle(.thenAndNow, sourceLocation: sourceLocation)
    script.showGuidedQR(sourceLocation: sourceLocation)
    return script
  }

  @Test func `the first three seconds ignore every press`() {
    let script = shown()
    script.send(.pressed(.start), .ignore(.tooEarly))
    script.advance(.seconds(3) - .nanoseconds(1))
    script.send(.pressed(.start), .ignore(.tooEarly))
    script.send(.pressed(.cancel), .ignore(.tooEarly))
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.send(.pressed(.next), .ignore(.nothingToChoose))
    script.leaveQR(after: .seconds(57) + .nanoseconds(1))
    script.finish()
  }

  @Test func `a press after three seconds starts the next session, whose link is another`() {
    let script = shown()
    script.advance(.seconds(3))
    let event = FlowEvent.thenAndNow
    script.send(.pressed(.start), .openSession(5, event: event.slug, plan: event.plan), .startLiveView) {
      $0.state = .opening(5, until: $0.now + .seconds(15))
      $0.previousQR = self.previous($0.now)
    }
    script.answer(5, .sessionOpened(.sample(2))) {
      $0.state = .capture(
        Capture(
          session: .sample(2), plan: event.plan, timings: event.timings, strip: 0,
          phase: .aiming(until: $0.now + .seconds(30)), takes: [Take()]))
    }
    #expect(Scene(script.flow).previousLink == SessionRef.sample().link)
    script.leaveAsIs()
  }

  @Test func `the small code stays two minutes, to the nanosecond, whatever happens meanwhile`() {
    let script = shown()
    script.leaveQR()
    #expect(Scene(script.flow).previousLink == SessionRef.sample().link)
    script.advance(.seconds(119))
    script.send(.pressed(.cancel), .ignore(.nothingToCancel))
    script.wait(.seconds(1)) { $0.previousQR = nil }
    #expect(Scene(script.flow).previousLink == nil)
    #expect(script.flow.wakeUp == nil)
    script.finish()
  }

  @Test func `any input after two minutes takes the small code away`() {
    var trail = FlowTrail(shownFlow.flow, at: shownFlow.now)
    trail.waitUntilDue()
    trail.advance(.seconds(121))
    trail.press(.cancel)
    #expect(trail.flow.previousQR == nil)
  }

  @Test func `a deadline of the session and the end of the small code may fall together`() {
    var trail = FlowTrail(shownFlow.flow, at: shownFlow.now)
    trail.waitUntilDue()
    trail.advance(.seconds(90))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample(2)))
    // Aiming waits 30 s: until exactly the end of the code's two minutes.
    #expect(trail.flow.wakeUp == trail.now + .seconds(30))
    trail.waitUntilDue()
    #expect(trail.flow.previousQR == nil)
    #expect(trail.kind == .idle)
  }

  @Test func `the end of the small code does not end anything else`() {
    var trail = FlowTrail(shownFlow.flow, at: shownFlow.now)
    trail.waitUntilDue()
    trail.advance(.seconds(100))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample(2)))
    let before = trail.flow.state
    trail.waitUntilDue()
    #expect(trail.flow.previousQR == nil)
    #expect(trail.flow.state == before)
    #expect(trail.flow.wakeUp == trail.now + .seconds(10))
  }

  /// The next guests begin, and their photo is taken.
  private func playUntilReview(_ trail: inout FlowTrail) {
    trail.press(.start)
    trail.answer(.sessionOpened(.sample(2)))
    trail.press(.start)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.answer(.photoSaved(.photo(5, of: .sample(2))))
  }

  @Test func `the small code does not leave while a photo is looked at, as that would move the buttons`() {
    var trail = FlowTrail(shownFlow.flow, at: shownFlow.now)
    trail.waitUntilDue()
    trail.advance(.seconds(116))
    playUntilReview(&trail)
    #expect(trail.kind == .review)
    trail.advance(.seconds(2))
    trail.send(.timePassed)
    #expect(trail.kind == .review && trail.flow.previousQR != nil)
    trail.waitUntilDue()
    #expect(trail.kind != .review && trail.flow.previousQR == nil)
  }

  @Test func `the guests of another event do not see the last ones' code`() {
    var trail = FlowTrail(shownFlow.flow, at: shownFlow.now)
    trail.waitUntilDue()
    let (shown, others) = (trail.flow.selected, trail.flow.events.map(\.slug))
    trail.send(.requested(.useEvent(shown ?? "")))
    #expect(trail.flow.previousQR != nil)
    guard let other = others.first(where: { $0 != shown }) else {
      Issue.record("the sample has one event only")
      return
    }
    trail.send(.requested(.useEvent(other)))
    #expect(trail.flow.selected == other && Scene(trail.flow).previousLink == nil)
  }

  @Test func `a code comes as soon as there is an address, and never leads to this machine alone`() {
    let script = shown()
    let id = SessionRef.sample().id
    let session = SessionRef(id: id, link: "http://127.0.0.1:8080/s/\(id)")
    var flow = script.flow
    script.finish()
    guard case .qr(var finished, let shownAt, let until) = flow.state else {
      Issue.record("no code")
      return
    }
    finished.session = session
    flow.state = .qr(finished, shownAt: shownAt, until: until)
    #expect(Scene(flow, links: .own(base: nil)).content == .qr(link: nil, until: until))
    let base = "http://192.168.1.20:8080"
    #expect(Scene(flow, links: .own(base: base)).content == .qr(link: "\(base)/s/\(id)", until: until))
  }

  @Test func `the next session's code replaces it`() {
    let script = shown()
    script.leaveQR()
    #expect(Scene(script.flow).previousLink == SessionRef.sample().link)
    script.finish()
    var trail = FlowTrail(script.flow, at: script.now)
    playUntilReview(&trail)
    trail.waitUntilDue()
    trail.answer(.sessionQueued)
    #expect(Scene(trail.flow).content == .qr(link: SessionRef.sample(2).link, until: trail.now + .seconds(60)))
    #expect(Scene(trail.flow).previousLink == nil)
    trail.waitUntilDue()
    #expect(Scene(trail.flow).previousLink == SessionRef.sample(2).link)
  }

  @Test func `an erased session's code leaves the screen at once, and no small one stays`() {
    let script = shown()
    script.send(.sessionErased(SessionRef.sample(2).id), .ignore(.notShown))
    script.send(.sessionErased(SessionRef.sample().id)) { $0.state = .idle }
    #expect(script.flow.wakeUp == nil)
    script.finish()
  }

  @Test func `what the operator wanted after the session comes then`() {
    let script = shown()
    script.send(.requested(.pause), .ignore(.pending)) { $0.pending = .pause }
    script.send(.sessionErased(SessionRef.sample().id)) {
      $0.state = .paused
      $0.pending = nil
    }
    script.leaveAsIs()
  }

  @Test func `an erased session's small code goes, and the next guests go on`() {
    var trail = FlowTrail(shownFlow.flow, at: shownFlow.now)
    trail.waitUntilDue()
    trail.press(.start)
    trail.answer(.sessionOpened(.sample(2)))
    let before = trail.flow.state
    trail.send(.sessionErased(SessionRef.sample().id))
    #expect(trail.flow.previousQR == nil && trail.flow.state == before)
    #expect(trail.send(.sessionErased(SessionRef.sample().id)) == [.ignore(.notShown)])
  }

  @Test func `erased while it is being queued, its code never comes`() {
    let queueing = FlowSample.all.first { $0.name.hasPrefix("upload: queueing") }!
    var trail = FlowTrail(queueing.flow, at: queueing.now)
    guard case .upload(let upload) = trail.flow.state, case .queueing(let attempt, _) = upload.phase else {
      Issue.record("\(trail.flow.state)")
      return
    }
    trail.send(.sessionErased(upload.session.id))
    #expect(trail.kind == .idle)
    #expect(trail.send(.answered(attempt, .sessionQueued)) == [.ignore(.lateAnswer)])
    #expect(trail.kind == .idle && trail.flow.previousQR == nil)
  }

  private var shownFlow: FlowSample { FlowSample.all.first { $0.name == "qr, its first three seconds" }! }
}
