public import BoothCore

/// How often signing in may fail: a pure machine, by account, by address, and by both.
///
/// Five failures of one account from one address are free; then each next try waits, twice as long each time, for 15 minutes at
/// most. An address that tries many accounts, and an account that is tried from many addresses, are slowed as well, so that
/// neither guesses much; whoever signs in rightly from an address of their own is hardly ever kept waiting by others.
public struct SignInLimits: Sendable {
  private struct Failures {
    var count: Int
    var last: Instant
  }

  /// What is counted, with how many failures are free.
  private enum Key: Hashable {
    case pair(String, String)
    case account(String)
    case address(String)

    var free: Int {
      switch self {
      case .pair: 5
      case .account: 50
      case .address: 30
      }
    }
  }

  /// The longest wait.
  public static let longest = Duration.seconds(900)
  /// Failures are forgotten after so long without another one.
  static let memory = Duration.seconds(3600)
  /// How many keys are remembered; the oldest go first.
  static let capacity = 20_000

  private var failures: [Key: Failures] = [:]
  /// How many keys are remembered.
  var remembered: Int { failures.count }

  /// Nothing has failed yet.
  public init() {}

  /// How long signing in must wait; nil where it may be tried.
  public func wait(account: String, address: String, at now: Instant) -> Duration? {
    Self.keys(account, address).compactMap { wait($0, at: now) }.max()
  }

  private func wait(_ key: Key, at now: Instant) -> Duration? {
    guard let failed = failures[key], failed.count >= key.free else { return nil }
    let doublings = min(failed.count - key.free, 10)
    let until = failed.last + min(Self.longest, .seconds(1 << doublings))
    return until > now ? until - now : nil
  }

  /// A password was wrong, or there is no such account: both count alike.
  public mutating func failed(account: String, address: String, at now: Instant) {
    for key in Self.keys(account, address) {
      let known = failures[key].flatMap { now - $0.last < Self.memory ? $0.count : nil } ?? 0
      failures[key] = Failures(count: known + 1, last: now)
    }
    guard failures.count > Self.capacity else { return }
    failures = failures.filter { now - $0.value.last < Self.memory }
    for (key, _) in failures.sorted(by: { $0.value.last < $1.value.last }).prefix(
      max(0, failures.count - Self.capacity * 3 / 4))
    {
      failures[key] = nil
    }
  }

  /// Somebody signed in: what failed before from there was their own mistyping.
  public mutating func succeeded(account: String, address: String) {
    failures[.pair(account, address)] = nil
  }

  private static func keys(_ account: String, _ address: String) -> [Key] {
    [.pair(account, address), .account(account), .address(address)]
  }
}
