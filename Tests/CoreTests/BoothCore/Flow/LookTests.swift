import BoothTesting
import Testing

@testable import BoothCore

/// The look that guests choose before the first photo.
@Suite struct LookTests {
  private let event = FlowEvent.looks

  private func question(_ turn: Int, byHand: Bool = false, shownAt: Instant, until: Instant) -> BoothState {
    var question = LookQuestion(shownAt: shownAt, until: until)
    question.turn = turn
    question.isByHand = byHand
    return .look(question)
  }

  /// Start was pressed, and the question stands for so long.
  private func asked(after time: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation) -> FlowScript {
    let script = FlowScript.idle(event, .thenAndNow, sourceLocation: sourceLocation)
    script.send(.pressed(.start), .startLiveView, sourceLocation: sourceLocation) {
      $0.state = .look(LookQuestion(shownAt: $0.now, until: $0.now + .seconds(3)))
    }
    if time > .zero { script.advance(time, sourceLocation: sourceLocation) }
    return script
  }

  private func plan(_ look: PhotoFilter?) -> CapturePlan {
    var plan = event.plan
    plan.look = look
    return plan
  }

  private func opens(_ look: PhotoFilter?) -> [BoothEffect] {
    [.openSession(1, event: "looks", plan: plan(look))]
  }

  @Test func `nobody chooses with the press that began it`() {
    let script = asked(after: .milliseconds(999))
    script.send(.pressed(.start), .ignore(.tooSoonToRead))
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.leaveAsIs()
  }

  @Test func `one button takes the look that is marked`() {
    let first = asked(after: .seconds(1))
    first.send(.pressed(.start), effects: opens(PhotoFilter.none)) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    first.leaveAsIs()
    let second = asked()
    let shownAt = second.now
    second.wait(.seconds(3)) { $0.state = question(1, shownAt: shownAt, until: $0.now + .seconds(3)) }
    second.advance(.milliseconds(300))
    second.send(.pressed(.start), effects: opens(.blackAndWhite)) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    second.leaveAsIs()
  }

  @Test func `a press that was on its way when the mark moved is meant for the look before`() {
    let script = asked()
    let shownAt = script.now
    script.wait(.seconds(3)) { $0.state = question(1, shownAt: shownAt, until: $0.now + .seconds(3)) }
    script.advance(.milliseconds(299))
    script.send(.pressed(.start), effects: opens(PhotoFilter.none)) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }

  @Test func `whoever presses nothing goes on after two rounds, with what the event gives`() {
    let script = asked()
    let shownAt = script.now
    for turn in 1...3 {
      script.wait(.seconds(3)) { $0.state = question(turn, shownAt: shownAt, until: $0.now + .seconds(3)) }
    }
    script.wait(.seconds(3), opens(PhotoFilter.none)[0]) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }

  @Test func `moved by hand, both ways in a ring, the mark stays, and counts at last`() {
    let script = asked(after: .milliseconds(100))
    let shownAt = script.now - .milliseconds(100)
    for (press, turn) in [(Press.previous, 1), (.next, 2), (.next, 3)] {
      script.send(.pressed(press)) {
        $0.state = question(turn, byHand: true, shownAt: shownAt, until: $0.now + .seconds(30))
      }
      script.advance(.seconds(10))
    }
    script.advance(.seconds(10))
    script.wait(.seconds(10), opens(.blackAndWhite)[0]) {
      $0.state = .opening(1, until: $0.now + .seconds(15))
    }
    script.leaveAsIs()
  }

  @Test func `cancel ends it, and a camera that leaves does, too`() {
    let script = asked(after: .seconds(1))
    script.send(.pressed(.cancel), .stopLiveView) { $0.state = .idle }
    script.finish()
    let other = asked()
    other.send(.cameraChanged(.outOfOrder("unplugged")), .stopLiveView) {
      $0.state = .outOfOrder(.camera("unplugged"))
      $0.cameraFault = "unplugged"
    }
    other.finish()
  }

  @Test func `the live view ends with the question when the operator or a full disk ends it`() {
    let paused = asked()
    paused.send(.requested(.pause), .stopLiveView) { $0.state = .paused }
    paused.finish()
    let ended = asked()
    ended.send(.requested(.shutDown), .stopLiveView, .shutDown) { $0.state = .stopped }
    ended.finish()
    let full = asked()
    let news = StorageNews(.full, "the disk is full")
    full.send(.storageChanged(news), .stopLiveView) {
      $0.storage = news
      $0.state = .outOfOrder(.noRoom("the disk is full", nil))
    }
    full.finish()
  }

  @Test func `guests see themselves in the look that is marked, and in the one they took until the end`() throws {
    let start = Instant(nanoseconds: 1_000_000_000)
    var (flow, now) = (BoothFlow(), start)
    var wedding = Event(id: 1, slug: "looks", name: "Looks", date: "2026-06-20", filters: [.none, .blackAndWhite])
    func shown() -> PhotoFilter { ScreenPicture(scene: Scene(flow), event: wedding, events: [wedding]).look }
    _ = flow.handle(.booted(Boot(events: [.looks], selected: "looks", interrupted: [])), at: now)
    #expect(shown() == .none && !Scene(flow).showsLiveView)
    _ = flow.handle(.pressed(.start), at: now)
    #expect(shown() == .none && Scene(flow).showsLiveView)
    now = now + .seconds(2)
    _ = flow.handle(.pressed(.next), at: now)
    #expect(shown() == .blackAndWhite)
    guard case .openSession(let attempt, _, _, _)? = flow.handle(.pressed(.start), at: now).first else {
      Issue.record("\(flow.state)")
      return
    }
    // Also before the store has answered.
    #expect(Scene(flow).content == .getReady && shown() == .blackAndWhite)
    _ = flow.handle(.answered(attempt, .sessionOpened(.sample())), at: now)
    #expect(flow.state.captures && shown() == .blackAndWhite)
    // Where guests are not asked, the event's only look is theirs.
    flow.look = nil
    wedding.filters = [.sepia]
    #expect(shown() == .sepia)
    // The next guests choose anew.
    flow.look = .blackAndWhite
    _ = flow.handle(.requested(.pause), at: now)
    _ = flow.handle(.requested(.pause), at: now)
    #expect(flow.state == .paused && flow.look == nil)
  }

  @Test func `what was agreed before goes with the session`() {
    var event = FlowEvent.exhibition
    event.looks = [.warm, .sepia]
    var flow = BoothFlow()
    var now = Instant(nanoseconds: 1)
    _ = flow.handle(.booted(Boot(events: [event], selected: event.slug, interrupted: [])), at: now)
    _ = flow.handle(.pressed(.start), at: now)
    now = now + .seconds(2)
    #expect(flow.handle(.pressed(.start), at: now) == [.startLiveView])
    guard case .look(let question) = flow.state else {
      Issue.record("\(flow.state)")
      return
    }
    #expect(question.consent?.version == "2026-06")
    now = now + .seconds(2)
    guard case .openSession(_, _, let plan, let consent)? = flow.handle(.pressed(.start), at: now).first else {
      Issue.record("\(flow.state)")
      return
    }
    #expect(plan.look == .warm && consent == question.consent)
  }

  @Test func `an event with one look asks nobody`() {
    #expect(FlowEvent(Event(id: 1, slug: "e", name: "E", date: "2026-01-01", filters: [.sepia])).looks == nil)
    let two = Event(id: 1, slug: "e", name: "E", date: "2026-01-01", filters: [.sepia, .warm])
    #expect(FlowEvent(two).looks == [.sepia, .warm])
  }
}

extension BoothState {
  fileprivate var captures: Bool { if case .capture = self { true } else { false } }
}
