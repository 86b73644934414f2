public import BoothCore

/// Brings a flow somewhere by real inputs, and remembers what it asked on the way; judges nothing.
public struct FlowTrail: Sendable {
  public private(set) var flow: BoothFlow
  public private(set) var now: Instant
  /// Every effect that wants an answer and has none, the newest last.
  public private(set) var asked: [(attempt: AttemptID, effect: BoothEffect)] = []

  /// The number of the newest question.
  public private(set) var lastAttempt: UInt64 = 0

  public init(_ flow: BoothFlow = BoothFlow(), at now: Instant = Instant(nanoseconds: 1_000_000_000_000)) {
    self.flow = flow
    self.now = now
  }

  @discardableResult
  public mutating func send(_ input: BoothInput) -> [BoothEffect] {
    let effects = flow.handle(input, at: now)
    for effect in effects {
      guard let attempt = effect.asks else { continue }
      asked.append((attempt, effect))
      lastAttempt = attempt.number
    }
    return effects
  }

  public mutating func press(_ press: Press) { send(.pressed(press)) }

  /// Answers the newest question that such an answer fits.
  public mutating func answer(_ answer: Answer, where fits: (BoothEffect) -> Bool = { _ in true }) {
    guard let index = asked.lastIndex(where: { fits($0.effect) }) else { return }
    let attempt = asked.remove(at: index).attempt
    send(.answered(attempt, answer))
  }

  public mutating func advance(_ duration: Duration) { now = now + duration }

  /// Lets time pass until the flow wants to be woken, and wakes it.
  public mutating func waitUntilDue() {
    guard let wakeUp = flow.wakeUp else { return }
    now = max(now, wakeUp)
    send(.timePassed)
  }

  public var kind: StateKind { StateKind(flow.state) }
}
