/// When a failed job is tried again: exponential back-off with full jitter, for ever.
///
/// ```swift
/// RetryPolicy().delay(afterFailures: 5, retryAfter: nil, random: .random(in: 0 ... .max))  // 0 to 16 s
/// ```
///
/// After failure n (from 1) the wait is random between 0 and `min(300 s, 1 s × 2^(n-1))`: up to 1, 2, 4, 8, 16, 32, 64,
/// 128, 256, 300, 300 … seconds. Full jitter, so that a hall of booths does not return in step after an outage
/// (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). A `Retry-After` of the server is a
/// floor, itself at most an hour.
public struct RetryPolicy: Sendable, Equatable {
  /// The longest wait after the first failure; it doubles with each further one.
  public var base: Duration
  /// The longest wait there is, before a server's own `Retry-After`.
  public var cap: Duration

  /// How long a job that the gallery refuses for its token is held before one of them asks again.
  public static let held = Duration.seconds(900)
  /// While the gallery is away one upload asks for all: at most a minute after the one before, as it is when that one
  /// succeeds that all go on.
  static let probing = RetryPolicy(cap: .seconds(60))

  /// From one second up to five minutes, unless said otherwise.
  public init(base: Duration = .seconds(1), cap: Duration = .seconds(300)) {
    self.base = base
    self.cap = cap
  }

  /// - Parameters:
  ///   - failures: how often it failed so far, at least 1.
  ///   - random: any number, evenly distributed.
  public func delay(afterFailures failures: Int, retryAfter: Duration?, random: UInt64) -> Duration {
    let jittered = Duration.nanoseconds(Int64(random % UInt64(max(ceiling(afterFailures: failures), 1))))
    return max(jittered, min(retryAfter ?? .zero, .seconds(3600)))
  }

  /// The wait of a job under which the process may have ended: jittered in its upper half only, as a wait of nothing
  /// would end the next start at once.
  public func delay(afterDeaths deaths: Int, random: UInt64) -> Duration {
    let half = ceiling(afterFailures: deaths) / 2
    return .nanoseconds(half + Int64(random % UInt64(max(half, 1))))
  }

  /// Nanoseconds.
  private func ceiling(afterFailures failures: Int) -> Int64 {
    var ceiling = min(base.wholeNanoseconds, cap.wholeNanoseconds)
    for _ in 1..<min(max(failures, 1), 64) where ceiling < cap.wholeNanoseconds {
      ceiling = ceiling > cap.wholeNanoseconds / 2 ? cap.wholeNanoseconds : ceiling * 2
    }
    return ceiling
  }
}

/// A small deterministic generator (SplitMix64, Steele, Lea and Flood 2014), seeded from outside.
public struct SeededRandom: RandomNumberGenerator, Sendable, Equatable {
  private var state: UInt64

  /// The same seed gives the same numbers, on every machine.
  public init(seed: UInt64) { state = seed }

  /// The next number, evenly distributed over all 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
