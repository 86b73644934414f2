/// The last night hour by hour, by the booth's own clock: how many sessions began, how long guests waited for their code, how
/// often something went wrong.
public struct NightChart: Sendable, Equatable {
  /// One hour.
  public struct Hour: Sendable, Equatable {
    /// 0 to 23.
    public var hour: Int
    /// How many sessions began in it.
    public var sessions: Int
    /// What guests waited from their press to their code on average, in seconds; nil if none was counted.
    public var waitSeconds: Double?
    /// The longest of these waits, in seconds.
    public var longestWaitSeconds: Double?
    /// How often something went wrong; nil if not counted.
    public var faults: Int?

    public init(
      hour: Int, sessions: Int, waitSeconds: Double? = nil, longestWaitSeconds: Double? = nil, faults: Int? = nil
    ) {
      self.hour = hour
      self.sessions = sessions
      self.waitSeconds = waitSeconds
      self.longestWaitSeconds = longestWaitSeconds
      self.faults = faults
    }
  }

  /// From the first hour with a session to the last one, the quiet ones between as well; at most ``longest``.
  public var hours: [Hour]
  /// The most hours that are one night: what lies before them was another one.
  public static let longest = 14

  /// - Parameters:
  ///   - sessions: in any order.
  ///   - counted: by the booth that runs, in any order.
  public init(_ sessions: [GuestSession], counted: [BoothReport.Hour] = []) {
    func hour(_ session: GuestSession) -> Int {
      Int(((session.openedAt + Double(session.secondsFromUTC)) / 3600).rounded(.down))
    }
    // A clock that was a century off makes no chart of a million hours.
    let all = sessions.filter { $0.openedAt.magnitude < 1e11 }.map(hour)
    let counted = Dictionary(counted.filter { $0.number.magnitude < 100_000_000 }.map { ($0.number, $0) }) { $1 }
    guard let last = (all + counted.keys).max() else {
      hours = []
      return
    }
    let first = (all + counted.keys).filter { $0 > last - Self.longest }.min() ?? last
    let since = counted.keys.min()
    hours = (first...last).map { number in
      let own = counted[number]
      return Hour(
        hour: ((number % 24) + 24) % 24, sessions: all.count { $0 == number },
        waitSeconds: own.flatMap { $0.codes > 0 ? $0.waitSeconds / Double($0.codes) : nil },
        longestWaitSeconds: own.flatMap { $0.codes > 0 ? $0.longestWaitSeconds : nil },
        faults: own?.faults ?? since.flatMap { number > $0 ? 0 : nil })
    }
  }
}

/// How many sessions each night had. A night begins at noon by the booth's own clock, so that one party is one night.
public struct NightsChart: Sendable, Equatable {
  /// One night.
  public struct Night: Sendable, Equatable {
    /// Its evening's date, as days since 1970-01-01.
    public var day: Int
    /// How many sessions began in it, 1 or more.
    public var sessions: Int

    public init(day: Int, sessions: Int) { (self.day, self.sessions) = (day, sessions) }
  }

  /// The newest first, those with sessions alone; at most ``longest``.
  public var nights: [Night]
  /// The most nights that are counted.
  public static let longest = 31

  /// - Parameter sessions: in any order.
  public init(_ sessions: [GuestSession]) {
    var counts: [Int: Int] = [:]
    for session in sessions {
      guard let night = session.night else { continue }
      counts[night, default: 0] += 1
    }
    nights = counts.sorted { $0.key > $1.key }.prefix(Self.longest).map { Night(day: $0.key, sessions: $0.value) }
  }
}

extension GuestSession {
  /// The night it belongs to, as the date of its evening in days since 1970-01-01; nil for a clock that was centuries off.
  public var night: Int? {
    guard openedAt.magnitude < 1e11 else { return nil }
    return Int(((openedAt + Double(secondsFromUTC) - 43_200) / 86_400).rounded(.down))
  }
}
