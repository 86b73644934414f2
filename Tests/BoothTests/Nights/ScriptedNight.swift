import BoothCore
import BoothTesting
import FoundationEssentials
import NightReports

/// A night whose truth is known: the flow itself decides, told by a script on two clocks.
final class ScriptedNight {
  private(set) var flow = BoothFlow()
  /// Seconds of the monotonic clock.
  private(set) var seconds = 1000.0
  /// Unix seconds of the wall clock; 2026-11-28 20:00 UTC at first.
  var wall = 1_795_896_000.0
  var trusted: Bool? = true
  private(set) var number: UInt64 = 0
  private(set) var lines: [JournalLine] = []
  private var sessions: UInt8 = 0
  private var assets: Int64 = 0
  let event: FlowEvent

  init(_ event: FlowEvent = .photos) { self.event = event }

  var now: Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  func pass(_ duration: Double) {
    seconds += duration
    wall += duration
  }

  @discardableResult func send(_ input: BoothInput) -> [BoothEffect] {
    let effects = flow.handle(input, at: now)
    number += 1
    lines.append(
      JournalLine(
        number: number, at: now, time: Self.iso(wall), trusted: trusted, input: input, state: flow.state,
        effects: effects))
    return effects
  }

  /// The process starts, as after its end.
  func boot(clockRestarts: Bool = false) {
    flow = BoothFlow()
    number = 0
    if clockRestarts { seconds = 50 }
    send(.booted(Boot(events: [event, .emails], selected: event.slug, interrupted: [])))
  }

  private func attempt(_ effects: [BoothEffect]) -> AttemptID? {
    effects.lazy.compactMap { effect -> AttemptID? in
      if case .openSession(let id, _, _, _) = effect { return id }
      if case .awaitLiveFrame(let id, _) = effect { return id }
      if case .takePhoto(let id, _, _, _, _) = effect { return id }
      if case .finishSession(let id, _, _) = effect { return id }
      return nil
    }.first
  }

  func answer(_ effects: [BoothEffect], after duration: Double, _ answer: Answer) -> [BoothEffect] {
    guard let attempt = attempt(effects) else { return [] }
    pass(duration)
    return send(.answered(attempt, answer))
  }

  /// Guests press start; the session opens in a quarter of a second.
  func open() -> [BoothEffect] {
    sessions += 1
    return answer(send(.pressed(.start)), after: 0.25, .sessionOpened(.sample(sessions)))
  }

  var session: SessionRef { .sample(sessions) }

  /// The live picture comes at once; the countdown runs; the trigger is pulled.
  func triggered(_ effects: [BoothEffect]) -> [BoothEffect] {
    var effects = answer(
      effects, after: 0.5, .liveFrameSeen(capturedAt: Instant(nanoseconds: Int64((seconds + 0.5) * 1e9))))
    while attempt(effects) == nil {
      guard let due = flow.wakeUp else { return [] }
      pass(max(0, (due - now).inSeconds))
      effects = send(.timePassed)
    }
    return effects
  }

  func photo() -> Answer {
    assets += 1
    return .photoSaved(.photo(assets, of: session))
  }

  /// A whole session, each photo of which takes so long; guests see their code and go.
  func wholeSession(photo duration: Double, retakes: Int = 0) {
    var effects = open()
    var retakes = retakes
    while case .capture = flow.state {
      effects = answer(triggered(effects), after: duration, photo())
      pass(1)
      if retakes > 0 {
        retakes -= 1
        effects = send(.pressed(.retake))
      } else {
        effects = send(.pressed(.start))
      }
    }
    _ = answer(effects, after: 0.1, .sessionQueued)
    pass(30)
    while flow.state != .idle {
      guard let due = flow.wakeUp else { return }
      pass(max(0, (due - now).inSeconds))
      send(.timePassed)
    }
  }

  /// Nothing happens until the flow's own deadlines have passed.
  func untilIdle() {
    while flow.state != .idle, let due = flow.wakeUp {
      pass(max(0, (due - now).inSeconds))
      let effects = send(.timePassed)
      _ = answer(effects, after: 0.1, .sessionQueued)
    }
  }

  /// As the journal has it.
  static func iso(_ unix: Double) -> String { WallTime(unixSeconds: unix).iso }

  func journal() -> NightJournal {
    var journal = NightJournal()
    for line in lines { journal.read(line) }
    return journal
  }

  func account(
    _ records: NightRecords = NightRecords(), event: String? = nil, from: Double? = nil, to: Double? = nil,
    isRunning: Bool = false
  ) -> NightAccount? {
    NightAccount(
      journal(), records,
      NightQuestion(event: event, from: from, to: to, now: wall, isRunning: isRunning))
  }
}

extension WallTime {
  fileprivate var iso: String { date.formatted(.iso8601) }
}
