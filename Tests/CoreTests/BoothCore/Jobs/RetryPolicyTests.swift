import BoothCore
import Testing

@Suite struct RetryPolicyTests {
  /// The largest wait after each failure: the end of the range that the jitter is drawn from.
  @Test func `the ceiling doubles from a second to five minutes`() {
    let policy = RetryPolicy()
    let ceilings = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    for (index, ceiling) in ceilings.enumerated() {
      let limit = Duration.seconds(ceiling).wholeNanoseconds
      let longest = policy.delay(afterFailures: index + 1, retryAfter: nil, random: UInt64(limit - 1))
      #expect(longest == .nanoseconds(limit - 1))
      #expect(policy.delay(afterFailures: index + 1, retryAfter: nil, random: UInt64(limit)) == .zero)
    }
  }

  @Test(arguments: [0, -1, 1]) func `no failure counts as the first`(_ failures: Int) {
    #expect(
      RetryPolicy().delay(afterFailures: failures, retryAfter: nil, random: 999_999_999) == .nanoseconds(999_999_999))
    #expect(RetryPolicy().delay(afterFailures: failures, retryAfter: nil, random: 1_000_000_000) == .zero)
  }

  @Test func `any number of failures and any base stay under the cap`() {
    var random = SeededRandom(seed: 1)
    for base in [Duration.zero, .nanoseconds(1), .seconds(1), .seconds(299), .seconds(100_000)] {
      let policy = RetryPolicy(base: base)
      for failures in [1, 2, 20, 21, 63, 64, 65, 1_000_000, Int.max] {
        for _ in 0..<50 {
          let delay = policy.delay(afterFailures: failures, retryAfter: nil, random: random.next())
          #expect(delay >= .zero && delay < .seconds(300))
        }
      }
    }
  }

  @Test func `the jitter is spread over the whole range`() {
    var random = SeededRandom(seed: 2)
    let delays = (0..<2000).map { _ in
      RetryPolicy().delay(afterFailures: 9, retryAfter: nil, random: random.next()).inSeconds
    }
    let mean = delays.reduce(0, +) / 2000
    #expect(abs(mean - 128) < 5, "mean \(mean)")
    #expect(delays.min()! < 3 && delays.max()! > 253)
  }

  @Test(arguments: [(0, 1.5), (10, 10), (600, 600), (3600, 3600), (90_000, 3600), (-5, 1.5)])
  func `a Retry-After is a floor, of an hour at most`(_ seconds: Int, _ expected: Double) {
    let delay = RetryPolicy().delay(afterFailures: 2, retryAfter: .seconds(seconds), random: 1_500_000_000)
    #expect(delay.inSeconds == expected)
  }

  /// The first numbers of SplitMix64 for seed 1234567, as the algorithm's reference implementation gives them.
  @Test func `the seeded generator is SplitMix64`() {
    var random = SeededRandom(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }
}
