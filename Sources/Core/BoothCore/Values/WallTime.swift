public import FoundationEssentials

/// What the wall clock said, and how far to believe it. Names and order never depend on it: a booth without a network
/// may start in 1970 and jump in the middle of a session.
///
/// ```swift
/// let time = WallTime(unixSeconds: 1_750_000_000, secondsFromUTC: 7200)
/// time.day  // "2025-06-15"
/// ```
public struct WallTime: Sendable, Equatable, Codable {
  /// Seconds since 1970-01-01 00:00 UTC.
  public var unixSeconds: Double
  /// The booth's zone at that moment, in seconds east of UTC.
  public var secondsFromUTC: Int
  /// The system had set its clock by the network.
  public var trusted: Bool

  /// A moment in UTC by a clock that is believed, unless told otherwise.
  public init(unixSeconds: Double, secondsFromUTC: Int = 0, trusted: Bool = true) {
    self.unixSeconds = unixSeconds
    self.secondsFromUTC = secondsFromUTC
    self.trusted = trusted
  }

  /// The same for Foundation's formatters. Says nothing about the zone or whether to believe it.
  public var date: Date { Date(timeIntervalSince1970: unixSeconds) }

  /// The time of day at the booth, as `HH.mm.ss`: for the names of files, on any file system.
  public var timeOfDay: String {
    let seconds = Int((min(2.6e11, max(0, unixSeconds)) + Double(secondsFromUTC)).rounded(.down))
    let ofDay = ((seconds % 86_400) + 86_400) % 86_400
    return [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ".")
  }

  /// The day at the booth, as `yyyy-MM-dd`.
  public var day: String {
    let seconds = min(2.6e11, max(0, unixSeconds)) + Double(secondsFromUTC)
    return CivilDate.text(ofDay: Int((seconds / 86_400).rounded(.down)))
  }
}
