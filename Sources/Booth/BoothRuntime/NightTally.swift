import BoothCore

/// How the night goes, hour by hour, since the booth's start: how long guests waited for their code, and how often something
/// went wrong. Pure; kept in memory.
public struct NightTally: Sendable, Equatable, Codable {
  /// One hour of the booth's own clock.
  public struct Hour: Sendable, Equatable, Codable {
    /// Hours since 1970, by the booth's zone: `floor((unix seconds + seconds east of UTC) / 3600)`.
    public var number: Int
    /// How many groups of guests came as far as their code.
    public var codes: Int
    /// Seconds from their press to their code, of all of them together.
    public var waitSeconds: Double
    /// The longest of these waits, in seconds.
    public var longestWaitSeconds: Double
    /// How often the booth was out of order, or had a new trouble.
    public var faults: Int
  }

  /// Hours in which something was counted, the oldest first; at most ``longest``.
  public private(set) var hours: [Hour] = []
  /// So many are kept.
  public static let longest = 24
  private var began: Instant?

  /// Nothing was counted yet.
  public init() {}

  /// The flow went on.
  mutating func follow(from before: BoothState, to after: BoothState, at now: Instant, _ time: WallTime) {
    if !before.isSession, after.isSession { began = now }
    if case .outOfOrder = after, !Self.isOutOfOrder(before) { count(time) { $0.faults += 1 } }
    if !after.isSession, let began {
      self.began = nil
      guard case .qr = after else { return }
      let seconds = max(0, (now - began).inSeconds)
      count(time) { hour in
        hour.codes += 1
        hour.waitSeconds += seconds
        hour.longestWaitSeconds = max(hour.longestWaitSeconds, seconds)
      }
    }
  }

  /// Something is wrong that was not before.
  mutating func fault(_ time: WallTime) { count(time) { $0.faults += 1 } }

  private static func isOutOfOrder(_ state: BoothState) -> Bool {
    if case .outOfOrder = state { true } else { false }
  }

  private mutating func count(_ time: WallTime, _ change: (inout Hour) -> Void) {
    // A clock that was never set counts as the first hour of all.
    let seconds = min(2.6e11, max(0, time.unixSeconds)) + Double(time.secondsFromUTC)
    let number = Int((seconds / 3600).rounded(.down))
    if let index = hours.firstIndex(where: { $0.number == number }) {
      change(&hours[index])
      return
    }
    var hour = Hour(number: number, codes: 0, waitSeconds: 0, longestWaitSeconds: 0, faults: 0)
    change(&hour)
    hours.append(hour)
    hours.sort { $0.number < $1.number }
    if hours.count > Self.longest { hours.removeFirst(hours.count - Self.longest) }
  }
}
