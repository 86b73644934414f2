public import BoothCore

/// Which night an account is wanted of.
public struct NightQuestion: Sendable {
  /// The folder name of an event: only what happened while it was chosen. Nil: all events.
  public var event: String?
  /// From when on, in Unix seconds. Without it and ``to`` the last evening is taken.
  public var from: Double?
  /// Until when, in Unix seconds.
  public var to: Double?
  /// The present, in Unix seconds.
  public var now: Double
  /// Whether the booth runs at this moment: what its journal said last still holds.
  public var isRunning: Bool
  /// The booth's zone, in seconds east of UTC: hours of the day are counted by it.
  public var secondsFromUTC: Int

  /// The last evening of all events, in UTC, unless told otherwise.
  public init(
    event: String? = nil, from: Double? = nil, to: Double? = nil, now: Double, isRunning: Bool, secondsFromUTC: Int = 0
  ) {
    self.event = event
    self.from = from
    self.to = to
    self.now = now
    self.isRunning = isRunning
    self.secondsFromUTC = secondsFromUTC
  }
}

/// What the books know beside the journal.
public struct NightRecords: Sendable {
  /// Sessions of any night, in any order.
  public var sessions: [SessionRecord]
  /// Prints of any session.
  public var prints: [SessionPrints]

  /// Knows nothing, unless told.
  public init(sessions: [SessionRecord] = [], prints: [SessionPrints] = []) {
    self.sessions = sessions
    self.prints = prints
  }
}
