import BoothTesting
import Testing

@testable import BoothCore

/// The prints that guests order in front of their code.
@Suite struct PrintTests {
  private var event = FlowEvent.prints

  private func finished(_ prints: Int? = nil) -> Finished {
    var finished = Finished(session: .sample(), timings: event.timings, photos: 1)
    finished.prints = prints
    return finished
  }

  private func form(
    _ turn: Int = 0, byHand: Bool = false, shownAt: Instant, until: Instant
  ) -> BoothState {
    var form = PrintForm(
      finished(), most: event.prints ?? 0, layouts: event.layouts, shownAt: shownAt, phase: .asking(until: until))
    form.turn = turn
    form.isByHand = byHand
    return .print(form)
  }

  /// The session's jobs are durable at a booth whose printer says so; the question has stood for so long.
  private func asked(
    _ news: PrinterNews? = .ready, after time: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation
  ) -> FlowScript {
    let script = FlowScript.idle(event, .thenAndNow, sourceLocation: sourceLocation)
    if let news {
      script.send(.printerChanged(news), .ignore(.printerNoted), sourceLocation: sourceLocation) { $0.printer = news }
    }
    script.open(event, .countdown, sourceLocation: sourceLocation)
    script.count(2, sourceLocation: sourceLocation)
    script.shoot(3, sourceLocation: sourceLocation)
    let photo = Asset.photo(1)
    script.answer(3, .photoSaved(photo), .beginComposite(.sample(), [photo]), sourceLocation: sourceLocation) {
      $0.capture.takes[0].photo = photo
      $0.capture.phase = .review(until: $0.now + .seconds(5))
    }
    script.wait(
      .seconds(5), .stopLiveView, .finishSession(4, .sample(), quiet: false), sourceLocation: sourceLocation
    ) {
      $0.state = .upload(
        Upload(
          session: .sample(), timings: event.timings, photos: 1, quiet: false,
          phase: .queueing(4, until: $0.now + .seconds(15))))
    }
    let asks = news == .ready
    script.answer(4, .sessionQueued, sourceLocation: sourceLocation) {
      $0.state =
        asks
        ? form(shownAt: $0.now, until: $0.now + .seconds(3))
        : .qr(finished(), shownAt: $0.now, until: $0.now + .seconds(60))
    }
    if time > .zero { script.advance(time, sourceLocation: sourceLocation) }
    return script
  }

  @Test func `nothing is asked where there is no printer, or it is out of paper`() {
    asked(nil).finish()
    asked(.closed(.paper)).finish()
  }

  @Test func `one press orders one print, and the code comes with the word`() {
    let script = asked(after: .seconds(1))
    let shownAt = script.now - .seconds(1)
    let attempt: AttemptID = 5
    script.send(.pressed(.start), .orderPrints(attempt, .sample(), copies: 1, most: 2, layout: nil)) {
      var form = PrintForm(
        finished(), most: 2, shownAt: shownAt,
        phase: .ordering(attempt, copies: 1, until: $0.now + .seconds(15)))
      form.turn = 0
      $0.state = .print(form)
    }
    script.send(.pressed(.start), .ignore(.busy))
    script.answer(attempt, .printsOrdered(1)) {
      $0.state = .qr(finished(1), shownAt: $0.now, until: $0.now + .seconds(60))
    }
    #expect(Scene(script.flow).prints == .comes)
    script.send(.printerChanged(.closed(.paper)), .ignore(.printerNoted)) { $0.printer = .closed(.paper) }
    #expect(Scene(script.flow).prints == .waits)
    script.finish()
  }

  @Test func `a choice by hand stays, and none is one`() {
    let script = asked(after: .seconds(1))
    let shownAt = script.now - .seconds(1)
    script.send(.pressed(.previous)) {
      $0.state = form(2, byHand: true, shownAt: shownAt, until: $0.now + .seconds(30))
    }
    script.send(.pressed(.start)) { $0.state = .qr(finished(), shownAt: $0.now, until: $0.now + .seconds(60)) }
    script.finish()
  }

  @Test func `guests who press nothing get their code and no print`() {
    let script = asked()
    let shownAt = script.now
    for turn in 1..<6 {
      script.wait(.seconds(3)) { $0.state = form(turn, shownAt: shownAt, until: $0.now + .seconds(3)) }
    }
    script.wait(.seconds(3)) { $0.state = .qr(finished(), shownAt: $0.now, until: $0.now + .seconds(60)) }
    script.finish()
  }

  @Test func `an order that the disk refuses is told, and the code comes`() {
    let script = asked(after: .seconds(1))
    let attempt: AttemptID = 5
    script.send(.pressed(.start), .orderPrints(attempt, .sample(), copies: 1, most: 2, layout: nil)) { picture in
      if case .print(var form) = picture.state {
        form.phase = .ordering(attempt, copies: 1, until: picture.now + .seconds(15))
        picture.state = .print(form)
      }
    }
    script.answer(attempt, .failed(Fault(.storage, "the disk is full"))) {
      $0.state = .qr(finished(0), shownAt: $0.now, until: $0.now + .seconds(60))
    }
    #expect(Scene(script.flow).prints == .notKept)
    script.finish()
  }

  /// The layout is chosen, and the copies are asked for.
  private func chosen(
    _ layout: String, _ turn: Int = 0, byHand: Bool = false, shownAt: Instant, until: Instant
  ) -> PrintForm {
    var form = PrintForm(
      finished(), most: event.prints ?? 0, layouts: event.layouts, shownAt: shownAt, phase: .asking(until: until))
    (form.layout, form.turn, form.isByHand) = (layout, turn, byHand)
    return form
  }

  @Test mutating func `a layout is chosen before the copies, and both are ordered`() {
    event = .layouts
    let script = asked()
    let shownAt = script.now
    #expect(
      Scene(script.flow).content
        == .printLayout(
          ["strip", "postcard"], highlighted: "strip", until: shownAt + .seconds(3), isByHand: false))
    script.wait(.seconds(3)) { $0.state = form(1, shownAt: shownAt, until: $0.now + .seconds(3)) }
    script.advance(.seconds(1))
    let chosenAt = script.now
    script.send(.pressed(.start)) {
      $0.state = .print(chosen("postcard", shownAt: chosenAt, until: $0.now + .seconds(3)))
    }
    script.send(.pressed(.start), .ignore(.tooSoonToRead))
    script.wait(.seconds(3)) {
      $0.state = .print(chosen("postcard", 1, shownAt: chosenAt, until: $0.now + .seconds(3)))
    }
    #expect(
      Scene(script.flow).content
        == .print([1, 2, 0], highlighted: 2, until: script.now + .seconds(3), isByHand: false, isKeeping: false))
    script.advance(.seconds(1))
    script.send(.pressed(.start), .orderPrints(5, .sample(), copies: 2, most: 2, layout: "postcard")) {
      var form = chosen("postcard", 1, shownAt: chosenAt, until: $0.now)
      form.phase = .ordering(5, copies: 2, until: $0.now + .seconds(15))
      $0.state = .print(form)
    }
    script.answer(5, .printsOrdered(2)) {
      $0.state = .qr(finished(2), shownAt: $0.now, until: $0.now + .seconds(60))
    }
    script.finish()
  }

  @Test mutating func `a layout that was chosen by hand asks for the copies by hand, and silence orders nothing`() {
    event = .layouts
    let script = asked(after: .seconds(1))
    let shownAt = script.now - .seconds(1)
    script.send(.pressed(.next)) {
      $0.state = form(1, byHand: true, shownAt: shownAt, until: $0.now + .seconds(30))
    }
    let chosenAt = script.now
    script.send(.pressed(.start)) {
      $0.state = .print(chosen("postcard", byHand: true, shownAt: chosenAt, until: $0.now + .seconds(30)))
    }
    script.wait(.seconds(30)) { $0.state = .qr(finished(), shownAt: $0.now, until: $0.now + .seconds(60)) }
    script.finish()
  }

  @Test mutating func `no layout is no print`() {
    event = .layouts
    let script = asked(after: .seconds(1))
    let shownAt = script.now - .seconds(1)
    script.send(.pressed(.previous)) {
      $0.state = form(2, byHand: true, shownAt: shownAt, until: $0.now + .seconds(30))
    }
    #expect(
      Scene(script.flow).content
        == .printLayout(
          ["strip", "postcard"], highlighted: nil, until: script.now + .seconds(30), isByHand: true))
    script.send(.pressed(.start)) { $0.state = .qr(finished(), shownAt: $0.now, until: $0.now + .seconds(60)) }
    script.finish()
  }

  @Test mutating func `where guests may have one print, its layout orders it`() {
    event = .layouts
    event.prints = 1
    let script = asked(after: .seconds(1))
    let shownAt = script.now - .seconds(1)
    script.send(.pressed(.start), .orderPrints(5, .sample(), copies: 1, most: 1, layout: "strip")) {
      var form = chosen("strip", shownAt: shownAt, until: $0.now)
      form.phase = .ordering(5, copies: 1, until: $0.now + .seconds(15))
      $0.state = .print(form)
    }
    script.answer(5, .printsOrdered(1)) {
      $0.state = .qr(finished(1), shownAt: $0.now, until: $0.now + .seconds(60))
    }
    script.finish()
  }

  @Test func `a press that comes before anyone can have read orders nothing`() {
    let script = asked(after: .milliseconds(999))
    script.send(.pressed(.start), .ignore(.tooSoonToRead))
    script.send(.pressed(.retake), .ignore(.nothingToRetake))
    script.leaveAsIs()
  }
}
