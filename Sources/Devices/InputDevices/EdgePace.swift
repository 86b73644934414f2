import BoothCore

/// Tells a line that oscillates from one that is pressed, so that a loose wire cannot keep the booth busy. A pure value.
///
/// No hand makes more than some thirty presses in a second, and a press bounces some ten times at most: beyond 300 changes
/// in a second the panel is looked at every five milliseconds only, which is often enough to see that nothing stands
/// still for as long as a press does.
struct EdgePace {
  static let most = 300
  static let pause = Duration.milliseconds(5)

  private var begun = Instant(nanoseconds: 0)
  private var count = 0

  /// Counts changes; how long to wait before the next look, or nil.
  mutating func wait(after changes: Int, at now: Instant) -> Duration? {
    if now - begun >= .seconds(1) {
      begun = now
      count = 0
    }
    count += changes
    return count > Self.most ? Self.pause : nil
  }
}
