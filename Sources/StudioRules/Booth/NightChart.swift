/// How many sessions began in each hour of the last night, by the booth's own clock.
public struct NightChart: Sendable, Equatable {
  /// One hour.
  public struct Hour: Sendable, Equatable {
    /// 0 to 23.
    public var hour: Int
    /// How many sessions began in it.
    public var sessions: Int
  }

  /// From the first hour with a session to the last one, the quiet ones between as well; at most ``longest``.
  public var hours: [Hour]
  /// The most hours that are one night: what lies before them was another one.
  public static let longest = 14

  /// - Parameter sessions: in any order.
  public init(_ sessions: [GuestSession]) {
    func hour(_ session: GuestSession) -> Int {
      Int(((session.openedAt + Double(session.secondsFromUTC)) / 3600).rounded(.down))
    }
    // A clock that was a century off makes no chart of a million hours.
    let all = sessions.filter { $0.openedAt.magnitude < 1e11 }.map(hour)
    guard let last = all.max() else {
      hours = []
      return
    }
    let shown = all.filter { $0 > last - Self.longest }
    hours = ((shown.min() ?? last)...last).map { number in
      Hour(hour: ((number % 24) + 24) % 24, sessions: shown.count { $0 == number })
    }
  }
}
