/// How a light shines: steadily, or on and off in turn.
public enum LightPattern: Sendable, Equatable {
  case steady(Bool)
  /// On for the first, off for the second, and so on, from the beginning again after the last; an even number, each
  /// more than zero.
  case blinking([Duration])

  /// Whether it is on so long after it began.
  public func isOn(after elapsed: Duration) -> Bool {
    switch self {
    case .steady(let isOn): isOn
    case .blinking: step(at: elapsed).index % 2 == 0
    }
  }

  /// When after its beginning it changes next; nil if it never does.
  public func nextChange(after elapsed: Duration) -> Duration? {
    switch self {
    case .steady: nil
    case .blinking: step(at: elapsed).end
    }
  }

  private func step(at elapsed: Duration) -> (index: Int, end: Duration) {
    guard case .blinking(let steps) = self else { return (0, .zero) }
    let round = steps.reduce(Duration.zero, +).wholeNanoseconds
    let now = max(elapsed, .zero).wholeNanoseconds
    var end = now / round * round
    for (index, step) in steps.enumerated() {
      end += step.wholeNanoseconds
      if now < end { return (index, .nanoseconds(end)) }
    }
    return (0, .nanoseconds(end))
  }
}
