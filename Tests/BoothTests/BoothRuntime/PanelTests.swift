import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct PanelTests {
  private static func isIdle(_ state: BoothState) -> Bool { state == .idle }
  private static func isOpening(_ state: BoothState) -> Bool { if case .opening = state { true } else { false } }

  @Test func `a button starts a session when it has settled, and the lights follow the screen`() async throws {
    let panel = StandInPanel()
    let test = try TestBooth(strips: 1, panels: [panel])
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      panel.closes(at: test.clock.now)
      // Whether the booth reads it before or after this, the button has then stood for 20 ms.
      test.pass(.milliseconds(20))
      try await states.next("opening", Self.isOpening)
      let status = await test.booth.status
      #expect(status.panels.map(\.presses) == [1])
      #expect(status.panels.first?.lastMilliseconds == 20)
      test.booth.post(.pressed(.cancel))
    }
    let cues = panel.cues.withLock { $0 }
    #expect(cues.starts(with: [.busy, .fault, .ready, .busy]) || cues.starts(with: [.busy, .ready, .busy]), "\(cues)")
  }
}

extension PanelTests {
  /// The button under the finger means "start" wherever it is touched; the screen knows better.
  @Test(arguments: [ConsentChoice.keepHere, .decline])
  func `a touch on an answer is that answer, not the one that start would give`(_ choice: ConsentChoice) async throws {
    let panel = StandInPanel()
    let question = ConsentQuestion(version: "3", offersKeepingHere: true)
    let test = try TestBooth(strips: 1, consent: EventConsent(question: question, texts: ["en": "?"]), panels: [panel])
    try await test.run { states in
      try await states.next("idle", Self.isIdle)
      test.screen.target.withLock { $0 = .press(.start) }
      panel.touches(at: test.clock.now)
      try await states.next("the question") { if case .consent = $0 { true } else { false } }
      test.pass(BoothFlow.readingTime)
      test.screen.target.withLock { $0 = .answer(choice) }
      panel.touches(at: test.clock.now)
      if choice == .decline {
        try await states.next("idle", Self.isIdle)
        return
      }
      try await test.playStrip(&states)
      let session = try #require(try await test.store.sessions(limit: 1).first)
      #expect(session.consent?.given == ConsentGiven(version: "3", language: "en", uploads: false))
    }
    if choice == .decline { #expect(try await test.store.sessions(limit: 1).isEmpty) }
  }
}

/// A panel whose one button a test closes.
final class StandInPanel: PanelDriver {
  let name = "stand-in"
  let profile: PanelProfile? = PanelProfile(
    name: "stand-in", buttons: [PanelButton(name: "start", actions: PanelActions(press: .press(.start)))])
  let signals: AsyncStream<PanelSignal>
  let cues = Mutex<[PanelCue]>([])
  private let continuation: AsyncStream<PanelSignal>.Continuation

  init() { (signals, continuation) = AsyncStream.makeStream(of: PanelSignal.self) }

  func show(_ cue: PanelCue) { cues.withLock { $0.append(cue) } }
  func closes(at instant: Instant) {
    continuation.yield(.contact(PanelContact(button: 0, isClosed: true, at: instant)))
  }

  func types(_ key: AddressKey, otherwise: PanelSignal? = nil) { continuation.yield(.typed(key, otherwise: otherwise)) }

  /// It goes, as one that was unplugged.
  func leaves() { continuation.finish() }

  /// A finger on the screen, and away again.
  func touches(at instant: Instant) {
    let point = PicturePoint(x: 0.5, y: 0.5)
    continuation.yield(.contact(PanelContact(button: 0, isClosed: true, at: instant, point: point)))
    continuation.yield(.contact(PanelContact(button: 0, isClosed: false, at: instant)))
  }
}
