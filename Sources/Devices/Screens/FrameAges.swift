import BoothCore

/// How old the newest live frames were when they stood on the screen, a few hundred of them.
struct FrameAges: Sendable {
  private static let capacity = 300
  private var ages: [Duration] = []
  private var next = 0

  mutating func add(_ age: Duration) {
    if ages.count < Self.capacity {
      ages.append(age)
    } else {
      ages[next] = age
    }
    next = (next + 1) % Self.capacity
  }

  /// What 95 % of them were not older than; nil before the first.
  var p95: Duration? {
    guard !ages.isEmpty else { return nil }
    return ages.sorted()[(ages.count * 95 + 99) / 100 - 1]
  }
}
