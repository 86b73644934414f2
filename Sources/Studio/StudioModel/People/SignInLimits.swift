public import BoothCore

/// How often signing in may fail: a pure machine, by account together with the device or the address that a try comes from.
///
/// A try is counted before its password is looked at, so that many at once are no more than many after each other; one that was
/// right is taken back. Five failures of one account from one source are free; then each next try waits, twice as long each time,
/// for 15 minutes at most. From an address where thirty failed, of whatever names, two are free. No count is of an account alone,
/// and none of an address alone: a guesser keeps no other person out, not even behind the same address.
public struct SignInLimits: Sendable {
  /// Where a try comes from.
  public enum Source: Sendable, Hashable {
    /// A client's address; of IPv6, its network.
    case address(String)
    /// A device from which this account signed in before, by what is kept of its secret. Failures of others are no matter to it.
    case device(String)
  }

  /// What came of a try.
  public enum Outcome: Sendable {
    /// What failed before from there was their own mistyping, and this was no failure.
    case right
    case wrong
    /// The password was not looked at: there was no turn for it.
    case notLooked
  }

  private struct Tries: Sendable {
    var count: Int
    var last: Instant
  }

  /// What is counted.
  private enum Key: Hashable {
    case pair(String, Source)
    case address(String)
  }

  /// The longest wait.
  public static let longest = Duration.seconds(900)
  /// Failures are forgotten after so long without another one.
  static let memory = Duration.seconds(3600)
  /// How many keys are remembered; the oldest go first.
  static let capacity = 20_000
  /// How many failures are free, of one account from one source; and where its address has had many.
  static let free = (usual: 5, crowded: 2)
  /// So many failures of one address are many.
  static let crowd = 30

  private var tries: [Key: Tries] = [:]
  /// Tries that have begun, by address.
  private var underWay: [String: Int] = [:]
  /// Accounts that were signed in to, with from where, in the order in which they were last.
  private var familiar: [Key: Int] = [:]
  private var signIns = 0
  /// How many keys are remembered.
  var remembered: Int { max(tries.count, familiar.count) }

  /// Nothing has failed yet.
  public init() {}

  /// Begins a try; each that begins is ended by ``end(account:source:_:)``.
  /// - Returns: how long it must wait; nil where it has begun.
  public mutating func begin(account: String, source: Source, at now: Instant) -> Duration? {
    let account = Self.short(account)
    if let wait = wait(account, source, at: now) { return wait }
    count(.pair(account, source), at: now)
    if case .address(let address) = source {
      underWay[address, default: 0] += 1
      count(.address(address), at: now)
    }
    forget(at: now)
    return nil
  }

  /// The password was looked at, or could not be.
  public mutating func end(account: String, source: Source, _ outcome: Outcome) {
    let pair = Key.pair(Self.short(account), source)
    if case .address(let address) = source {
      let left = underWay[address, default: 1] - 1
      underWay[address] = left > 0 ? left : nil
      if outcome != .wrong { takeBack(.address(address)) }
    }
    switch outcome {
    case .right:
      tries[pair] = nil
      if case .address = source { remember(pair) }
    case .notLooked: takeBack(pair)
    case .wrong: break
    }
  }

  /// Whether the account was signed in to from that address, since this began: then its tries from there are no stranger's.
  public func isFamiliar(account: String, address: String) -> Bool {
    familiar[.pair(Self.short(account), .address(address))] != nil
  }

  private mutating func remember(_ pair: Key) {
    signIns += 1
    familiar[pair] = signIns
    guard familiar.count > Self.capacity / 4 else { return }
    for (key, _) in familiar.sorted(by: { $0.value < $1.value }).prefix(Self.capacity / 16) { familiar[key] = nil }
  }

  /// How many tries from an address have failed of late, of whatever names.
  public func failures(ofAddress address: String, at now: Instant) -> Int {
    guard let tried = tries[.address(address)], now - tried.last < Self.memory else { return 0 }
    return max(0, tried.count - underWay[address, default: 0])
  }

  private mutating func count(_ key: Key, at now: Instant) {
    let known = tries[key].flatMap { now - $0.last < Self.memory ? $0.count : nil } ?? 0
    tries[key] = Tries(count: known + 1, last: now)
  }

  private mutating func takeBack(_ key: Key) {
    guard let count = tries[key]?.count else { return }
    if count > 1 { tries[key]?.count = count - 1 } else { tries[key] = nil }
  }

  private func wait(_ account: String, _ source: Source, at now: Instant) -> Duration? {
    let free =
      switch source {
      case .device: Self.free.usual
      case .address(let address):
        failures(ofAddress: address, at: now) >= Self.crowd ? Self.free.crowded : Self.free.usual
      }
    guard let tried = tries[.pair(account, source)], tried.count >= free else { return nil }
    let doublings = min(tried.count - free, 10)
    // From the account's own last try: what others try from there makes no other person wait longer.
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
