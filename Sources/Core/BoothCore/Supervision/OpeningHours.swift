/// When a booth invites guests, week by week, by the clock on the wall.
///
/// ```swift
/// let hours = try OpeningHours("mon-fri 09:00-17:30, sat 10:00-02:00")
/// hours.closing(at: time)  // nil: open
/// ```
public struct OpeningHours: Sendable, Equatable {
  /// Why a text is none, in words.
  public struct Fault: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  private static let dayMinutes = 24 * 60
  private static let weekMinutes = 7 * dayMinutes
  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let expected = "expected days and times such as mon-fri 09:00-17:30, sat 10:00-14:00"
  /// Before 2025-01-01 a clock was never set, as a machine's without a battery and without a network.
  private static let earliest = 1_735_689_600.0

  /// In minutes since the beginning of Monday, sorted; none overlaps or touches another.
  private let open: [Range<Int>]

  /// Days are `mon` … `sun`, ranges of them, or `daily`; a time after midnight belongs to the evening before: `fri 18:00-02:00`.
  /// - Throws: ``Fault``, with the part that is none.
  public init(_ text: String) throws(Fault) {
    var open: [Range<Int>] = []
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split { $0 == " " || $0 == "\t" }
      guard words.count >= 2, let days = Self.days(words[0]) else { throw Self.fault(part) }
      for word in words.dropFirst() {
        guard let times = Self.times(word) else { throw Self.fault(part) }
        for day in days {
          let start = day * Self.dayMinutes + times.from
          let end = start + times.length
          open.append(start..<min(end, Self.weekMinutes))
          // A Sunday's evening ends on Monday.
          if end > Self.weekMinutes { open.append(0..<(end - Self.weekMinutes)) }
        }
      }
    }
    self.open = Self.merged(open)
  }

  private static func fault(_ part: some StringProtocol) -> Fault {
    Fault(description: "\"\(part.drop { $0 == " " })\": \(expected)")
  }

  private static func days(_ text: Substring) -> [Int]? {
    if text == "daily" { return Array(0..<7) }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count <= 2, let first = names.firstIndex(of: String(ends[0])),
      let last = names.firstIndex(of: String(ends[ends.count - 1]))
    else { return nil }
    return last >= first ? Array(first...last) : Array(first..<7) + Array(0...last)
  }

  private static func times(_ text: Substring) -> (from: Int, length: Int)? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = minutes(ends[0]), let to = minutes(ends[1]), from < dayMinutes, from != to else {
      return nil
    }
    return (from, to > from ? to - from : to - from + dayMinutes)
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), minute < 60, hour < 24 || hour == 24 && minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Nil while the booth is open, and while the clock was never set: a booth that does not know the time turns no guests away.
  public func closing(at time: WallTime) -> Closing? {
    next(at: time).map { now, next in
      let day = next / Self.dayMinutes
      return Closing(
        opensAt: next % Self.dayMinutes, weekday: day == now / Self.dayMinutes ? nil : day % 7)
    }
  }

  /// How many seconds it is until the booth opens, to the minute; nil where ``closing(at:)`` is.
  public func secondsUntilOpen(at time: WallTime) -> Double? { next(at: time).map { Double(($1 - $0) * 60) } }

  /// This minute of the week, and the one at which the booth opens, which may be of the week after.
  private func next(at time: WallTime) -> (now: Int, next: Int)? {
    guard time.unixSeconds >= Self.earliest, time.unixSeconds < 2.6e11 else { return nil }
    let minute = Int(((time.unixSeconds + Double(time.secondsFromUTC)) / 60).rounded(.down))
    // 1970-01-01 was a Thursday.
    let now = (minute + 3 * Self.dayMinutes) % Self.weekMinutes
    guard !open.contains(where: { $0.contains(now) }) else { return nil }
    // One that begins with the week goes on from the week before.
    guard
      let next = open.first(where: { $0.lowerBound > now })?.lowerBound
        ?? open.first.map({ $0.lowerBound + Self.weekMinutes })
    else { return nil }
    return (now, next)
  }
}

/// Outside of its opening hours: when the booth opens again.
public struct Closing: Sendable, Equatable, Codable {
  /// In minutes since midnight, by the clock on the wall.
  public var opensAt: Int
  /// 0 is Monday; nil: today.
  public var weekday: Int?
  /// Whether the operator has opened the booth all the same, before its last start; nil: no.
  public var isLifted: Bool?

  /// Unchecked; `opensAt` below 1,440, `weekday` below 7.
  public init(opensAt: Int, weekday: Int?, isLifted: Bool? = nil) {
    self.opensAt = opensAt
    self.weekday = weekday
    self.isLifted = isLifted
  }

  /// `Monday`; nil where it is today.
  public var day: String? {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    return weekday.map { days[$0 % 7] }
  }

  /// `Monday 09:30`, or without the day where it is today.
  public var words: String { (day.map { "\($0) " } ?? "") + time }

  /// `09:30`, in every language.
  public var time: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(opensAt / 60)):\(two(opensAt % 60))"
  }
}
