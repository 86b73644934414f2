public import BoothCore

/// How often signing in may fail: a pure machine, by account and address together, and by address alone.
///
/// A try is counted before its password is looked at, so that many at once are no more than many after each other; one that was
/// right is taken back. Five failures of one account from one address are free; then each next try waits, twice as long each time,
/// for 15 minutes at most. An address that tries many accounts is slowed as well. No count is of an account alone: whoever guesses
/// keeps nobody else out.
public struct SignInLimits: Sendable {
  private struct Tries: Sendable {
    var count: Int
    var last: Instant
  }

  /// What is counted, with how many failures are free.
  private enum Key: Hashable {
    case pair(String, String)
    case address(String)

    var free: Int {
      switch self {
      case .pair: 5
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
  /// How many passwords of one address may be looked at, or wait for it, at a time; and of all together.
  static let underWay = (address: 2, all: 24)

  private var tries: [Key: Tries] = [:]
  private var underWay: [String: Int] = [:]
  /// How many keys are remembered.
  var remembered: Int { tries.count }

  /// Nothing has failed yet.
  public init() {}

  /// Begins a try; each that begins is ended by ``end(account:address:isRight:)``.
  /// - Returns: how long it must wait; nil where it has begun.
  public mutating func begin(account: String, address: String, at now: Instant) -> Duration? {
    let account = Self.short(account)
    if let wait = [Key.pair(account, address), .address(address)].compactMap({ wait($0, at: now) }).max() {
      return wait
    }
    guard underWay[address, default: 0] < Self.underWay.address,
      underWay.values.reduce(0, +) < Self.underWay.all
    else { return .seconds(1) }
    underWay[address, default: 0] += 1
    for key in [Key.pair(account, address), .address(address)] {
      let known = tries[key].flatMap { now - $0.last < Self.memory ? $0.count : nil } ?? 0
      tries[key] = Tries(count: known + 1, last: now)
    }
    forget(at: now)
    return nil
  }

  /// The password was looked at, or could not be.
  /// - Parameter isRight: what failed before from there was their own mistyping, and this was no failure.
  public mutating func end(account: String, address: String, isRight: Bool) {
    let left = underWay[address, default: 1] - 1
    underWay[address] = left > 0 ? left : nil
    guard isRight else { return }
    tries[.pair(Self.short(account), address)] = nil
    if let count = tries[.address(address)]?.count { tries[.address(address)]?.count = count - 1 }
  }

  private func wait(_ key: Key, at now: Instant) -> Duration? {
    guard let tried = tries[key], tried.count >= key.free else { return nil }
    let doublings = min(tried.count - key.free, 10)
    let until = tried.last + min(Self.longest, .seconds(1 << doublings))
    return until > now ? until - now : nil
  }

  private mutating func forget(at now: Instant) {
    guard tries.count > Self.capacity else { return }
    tries = tries.filter { now - $0.value.last < Self.memory }
    let oldest = tries.sorted { $0.value.last < $1.value.last }.prefix(max(0, tries.count - Self.capacity * 3 / 4))
    for (key, _) in oldest { tries[key] = nil }
  }

  /// No name is longer; what is typed may be.
  private static func short(_ account: String) -> String { String(account.prefix(AccountRules.longestName)) }
}
