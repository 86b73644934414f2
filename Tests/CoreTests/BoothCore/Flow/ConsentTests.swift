import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

/// The language guests choose, and what they are asked before the first photo.
@Suite struct ConsentTests {
  private let event = FlowEvent.exhibition

  /// Start was pressed, and the question stands for so long.
  private func asked(after time: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation) -> FlowScript {
    let script = FlowScript.idle(event, .thenAndNow, sourceLocation: sourceLocation)
    script.send(.pressed(.start), sourceLocation: sourceLocation) {
      $0.state = .consent(.agree, shownAt: $0.now, until: $0.now + .seconds(60))
    }
    if time > .zero { script.advance(time, sourceLocation: sourceLocation) }
    return script
  }

  private func given(_ language: String = "he", uploads: Bool = true) -> ConsentGiven {
    ConsentGiven(version: "2026-06", language: language, uploads: uploads)
  }

  @Test func `nobody agrees with the press that asked`() {
    let script = asked(after: .milliseconds(999))
    script.send(.pressed(.start), .ignore(.tooSoonToRead))
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.finish()
  }

  @Test func `whoever agrees is photographed, and what was agreed goes with the session`() {
    let script = asked(after: .seconds(1))
    script.send(
      .pressed(.start), .openSession(1, event: "exhibition", plan: event.plan, consent: given()), .startLiveView
    ) { $0.state = .opening(1, until: $0.now + .seconds(15)) }
    script.leaveAsIs()
  }

  @Test func `the answers are gone through in a ring, both ways, and each move gives time to read`() {
    let script = asked()
    let shownAt = script.now
    for (press, choice) in [
      (Press.next, ConsentChoice.keepHere), (.next, .decline), (.next, .agree), (.previous, .decline),
    ] {
      script.advance(.seconds(20))
      script.send(.pressed(press)) { $0.state = .consent(choice, shownAt: shownAt, until: $0.now + .seconds(60)) }
    }
    script.send(.pressed(.start)) { $0.state = .idle }
    script.finish()
  }

  @Test func `no answer is no`() {
    let script = asked()
    script.wait(.seconds(60)) { $0.state = .idle }
    script.finish()
  }

  @Test func `cancel is no`() {
    let script = asked(after: .milliseconds(100))
    script.send(.pressed(.cancel)) { $0.state = .idle }
    script.finish()
  }

  @Test func `a session that stays here ends without a code, and leaves none behind`() {
    let script = asked(after: .seconds(1))
    let session = SessionRef.sample(staysHere: true)
    let shownAt = script.now - .seconds(1)
    script.send(.pressed(.next)) { $0.state = .consent(.keepHere, shownAt: shownAt, until: $0.now + .seconds(60)) }
    script.send(
      .pressed(.start), .openSession(1, event: "exhibition", plan: event.plan, consent: given(uploads: false)),
      .startLiveView
    ) { $0.state = .opening(1, until: $0.now + .seconds(15)) }
    var flow = script.flow
    var now = script.now
    func answer(_ attempt: AttemptID, _ answer: Answer) { _ = flow.handle(.answered(attempt, answer), at: now) }
    answer(1, .sessionOpened(session))
    answer(2, .liveFrameSeen(capturedAt: now))
    for _ in 0..<2 {
      now = flow.wakeUp ?? now
      _ = flow.handle(.timePassed, at: now)
      if case .capture(let capture) = flow.state, case .takingPhoto(let attempt, _, _) = capture.phase {
        answer(attempt, .photoSaved(.photo(1, of: session)))
      }
    }
    guard case .upload(let upload) = flow.state, case .queueing(let attempt, _) = upload.phase else {
      script.leaveAsIs()
      Issue.record("the session is not put away: \(flow.state)")
      return
    }
    answer(attempt, .sessionQueued)
    #expect(Scene(flow).content == .keptHere(until: now + .seconds(8)))
    now = flow.wakeUp ?? now
    _ = flow.handle(.timePassed, at: now)
    #expect(flow.state == .idle && flow.previousQR == nil)
    script.leaveAsIs()
  }

  @Test func `guests change the language before they begin, and are asked in theirs`() {
    let script = FlowScript.idle(event)
    script.send(.pressed(.next)) { $0.language = "ar" }
    script.send(.pressed(.next)) { $0.language = "en" }
    #expect(Scene(script.flow).language == "en")
    script.send(.pressed(.start)) { $0.state = .consent(.agree, shownAt: $0.now, until: $0.now + .seconds(60)) }
    script.advance(.seconds(2))
    var plan = event.plan
    plan.language = "en"
    script.send(
      .pressed(.start), .openSession(1, event: "exhibition", plan: plan, consent: given("en")), .startLiveView
    ) { $0.state = .opening(1, until: $0.now + .seconds(15)) }
    #expect(script.flow.language?.code == "en")
    script.leaveAsIs()
  }

  @Test func `a language that nobody uses goes back to the event's own`() {
    let script = FlowScript.idle(event)
    script.send(.pressed(.previous)) { $0.language = "en" }
    script.wait(.seconds(60)) { $0.language = nil }
    script.send(.pressed(.previous)) { $0.language = "en" }
    script.send(.pressed(.next)) { $0.language = nil }
    script.finish()
  }

  @Test func `an event with one language has none to choose`() {
    let script = FlowScript.idle(.wedding)
    script.send(.pressed(.next), .ignore(.nothingToChoose))
    script.finish()
  }

  @Test func `the camera that fails while guests read is told at once`() {
    let script = asked()
    script.send(.cameraChanged(.outOfOrder("plug it in"))) {
      $0.cameraFault = "plug it in"
      $0.state = .outOfOrder(.camera("plug it in"))
    }
    script.finish()
  }

  @Test func `the operator need not wait for the answer`() {
    let script = asked()
    script.send(.requested(.pause)) { $0.state = .paused }
    script.finish()
  }

  @Test func `journals of earlier versions are read: what they do not say is the default`() throws {
    let old = #"{"clip":[0,10000000000000000000],"qr":[0,5000000000000000000]}"#
    let timings = try JSONDecoder().decode(Timings.self, from: Data(old.utf8))
    #expect(timings.qr == .seconds(5) && timings.consent == Timings().consent && timings.review == Timings().review)
    #expect(!String(decoding: try JSONEncoder().encode(SessionRef.sample()), as: UTF8.self).contains("local"))
  }
}
