import BoothCore

/// Where guests' phones reach the gallery of a night. In some nights it is elsewhere, at an address that stays; in others it is the booth's
/// own, on a machine whose address in its network comes late, goes and changes; and in a few it was set to this machine on purpose, as for
/// a trial.
struct SimulatedPlace {
  enum Gallery { case elsewhere, own, ownHere }

  let gallery: Gallery
  /// The machine's addresses from a moment on, in nanoseconds of the night; nil while it has none.
  private let moves: [(at: Int64, address: String?)]

  static let here = "http://127.0.0.1:8080"
  /// For so long one that is gone is still the one that will come back.
  private static let longest: Int64 = 12 * 3_600_000_000_000

  init(random: SeededRandom, sessions: Int) {
    var random = random
    switch random.below(8) {
    case 0, 1: gallery = .own
    case 2: gallery = .ownHere
    default: gallery = .elsewhere
    }
    var moves: [(at: Int64, address: String?)] = [(0, random.percent(60) ? nil : "192.168.1.20")]
    let length = Int64(sessions) * 75_000
    for _ in 0..<random.below(2 + sessions) {
      let address = random.percent(40) ? nil : "192.168.\(random.below(3)).\(20 + random.below(3))"
      moves.append((random.milliseconds(1000...length + 60_000), address))
    }
    self.moves = moves.sorted { $0.at < $1.at }
  }

  /// The machine's address, or else the last one.
  private func known(at now: Int64) -> String? {
    let past = moves.prefix { $0.at <= now }
    guard let last = past.lastIndex(where: { $0.address != nil }) else { return nil }
    let left = last + 1 < past.endIndex ? past[last + 1].at : now
    return now - left <= Self.longest ? past[last].address : nil
  }

  /// Where phones reach it now; nil: nowhere.
  func base(at now: Int64) -> String? {
    switch gallery {
    case .elsewhere: SimulatedEvents.linkBase
    case .own: known(at: now).map { "http://\($0):8080" }
    case .ownHere: Self.here
    }
  }

  /// What links begin with that are recorded now: without an address they lead to the machine itself.
  func linkBase(at now: Int64) -> String { base(at: now) ?? Self.here }

  /// What links are that are shown now.
  func links(at now: Int64) -> SessionLinks { gallery == .elsewhere ? .recorded : .own(base: base(at: now)) }

  /// Whether a link leads to the device that follows it.
  static func leadsNowhere(_ link: String) -> Bool {
    let host = link.split(separator: "/").dropFirst().first ?? ""
    return host.hasPrefix("127.") || host.hasPrefix("localhost") || host.hasPrefix("[::1]")
  }
}
