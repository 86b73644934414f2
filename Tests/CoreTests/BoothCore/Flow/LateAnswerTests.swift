import BoothCore
import BoothTesting
import Testing

/// An answer to a question that is over: its file is deleted by name, and nothing else changes.
@Suite struct LateAnswerTests {
  static let late: [(Answer, BoothEffect)] = [
    (.sessionOpened(.sample(9)), .discardSession(.sample(9), .lateAnswer)),
    (.liveFrameSeen(capturedAt: Instant(nanoseconds: 1_000_000_000_000)), .ignore(.lateAnswer)),
    (.clipSaved(.clip(901, of: .sample(9))), .discard([.clip(901, of: .sample(9))], .lateAnswer)),
    (.photoSaved(.photo(902, of: .sample(9))), .discard([.photo(902, of: .sample(9))], .lateAnswer)),
    (
      .photoDoubted(.photo(903, of: .sample(9)), PhotoDoubt(.dark, "in words")),
      .discard([.photo(903, of: .sample(9))], .lateAnswer)
    ),
    (.sessionQueued, .ignore(.lateAnswer)),
    (.storageReady, .ignore(.lateAnswer)),
    (.failed(Fault(.camera, "gone")), .ignore(.lateAnswer)),
  ]

  @Test(arguments: FlowSample.all) func `in every state`(_ sample: FlowSample) {
    for (answer, effect) in Self.late {
      var flow = sample.flow
      #expect(flow.handle(.answered(9999, answer), at: sample.now) == [effect], "\(answer)")
      #expect(flow == sample.flow)
    }
  }

  /// No runner should answer a question for a photo with a clip; one that does must not leave a file behind.
  @Test(arguments: FlowSample.all) func `an answer of another kind than asked leaves no file behind`(
    _ sample: FlowSample
  ) {
    for (attempt, asked) in sample.awaited {
      for (answer, effect) in Self.late where !asked.isAnswered(by: answer) {
        var flow = sample.flow
        #expect(flow.handle(.answered(attempt, answer), at: sample.now) == [effect], "\(asked) answered by \(answer)")
        #expect(flow == sample.flow)
      }
    }
  }

  @Test func `an answer said twice deletes nothing that is kept`() {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.photos], selected: "photos", interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    #expect(trail.send(.answered(1, .sessionOpened(.sample()))) == [.ignore(.lateAnswer)])
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.answer(.photoSaved(.photo(1)))
    #expect(trail.send(.answered(3, .photoSaved(.photo(1)))) == [.ignore(.lateAnswer)])
    #expect(trail.kind == .review)
  }

  @Test func `an answer said twice deletes nothing after its session ended either`() {
    var trail = FlowTrail()
    trail.send(.booted(Boot(events: [.thenAndNow], selected: "then-and-now", interrupted: [])))
    trail.press(.start)
    trail.answer(.sessionOpened(.sample()))
    trail.press(.start)
    trail.answer(.liveFrameSeen(capturedAt: trail.now))
    trail.waitUntilDue()
    trail.answer(.photoSaved(.photo(1)))
    trail.waitUntilDue()
    #expect(trail.kind == .queueing)
    #expect(trail.send(.answered(3, .photoSaved(.photo(1)))) == [.ignore(.lateAnswer)])
    trail.answer(.sessionQueued)
    #expect(trail.kind == .qr)
    #expect(trail.send(.answered(3, .photoSaved(.photo(1)))) == [.ignore(.lateAnswer)])
    #expect(trail.send(.answered(1, .sessionOpened(.sample()))) == [.ignore(.lateAnswer)])
  }
}

extension BoothEffect {
  /// Whether this question expects such an answer.
  func isAnswered(by answer: Answer) -> Bool {
    switch (self, answer) {
    case (_, .failed), (.openSession, .sessionOpened), (.awaitLiveFrame, .liveFrameSeen), (.startClip, .clipSaved),
      (.takePhoto, .photoSaved), (.takePhoto, .photoDoubted), (.finishSession, .sessionQueued),
      (.checkStorage, .storageReady), (.settlePhoto, .storageReady),
      (.freezeFrame, .liveFrameSeen), (.keepMarks, .storageReady):
      true
    default: false
    }
  }
}
