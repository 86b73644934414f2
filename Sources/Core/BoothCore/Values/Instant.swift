/// A moment on the monotonic clock, in nanoseconds since an arbitrary start (boot, for the real clock).
///
/// ```swift
/// let deadline = clock.now + .seconds(3)
/// try await clock.sleep(until: deadline)
/// ```
///
/// Deadlines are instants, so a wall clock that jumps never shortens a countdown. The middle never reads a clock:
/// instants come in with every input.
public struct Instant: Hashable, Comparable, Sendable, Codable {
  /// Nanoseconds since the clock's start; only differences mean anything, and only within one run of the clock.
  public var nanoseconds: Int64

  /// Takes any number. In tests and the simulator zero is the start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// What no clock can say (70 years) is as far as one can: sums with what is read stay sums.
  public init(from decoder: any Decoder) throws {
    let read = try decoder.singleValueContainer().decode(Int64.self)
    nanoseconds = min(max(read, -(1 << 61)), 1 << 61)
  }

  /// Writes the nanoseconds as one whole number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }

  /// Whether `a` came first.
  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The moment so much later. Parts of a nanosecond are dropped.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds + duration.wholeNanoseconds)
  }

  /// The moment so much earlier. Parts of a nanosecond are dropped.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds - duration.wholeNanoseconds)
  }

  /// How much later `a` was than `b`; negative if it was earlier.
  public static func - (a: Instant, b: Instant) -> Duration { .nanoseconds(a.nanoseconds - b.nanoseconds) }
}

extension Optional where Wrapped == Instant {
  /// The earlier of the two, of those that there are. Wake-ups are asked for after every step, so no list is made.
  public func orEarlier(_ other: Instant?) -> Instant? {
    guard let self, let other else { return self ?? other }
    return Swift.min(self, other)
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded towards zero.
  public var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }

  /// The duration in seconds, for arithmetic that needs no exactness (drawing, logs, JSON).
  public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
