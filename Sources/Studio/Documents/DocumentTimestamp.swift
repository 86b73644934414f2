/// A moment in a document: from the year 1 to the year 9999, to the nanosecond. Stores keep whole microseconds, and round down,
/// as Firestore does ("Supported data types").
///
/// ```swift
/// DocumentTimestamp("2024-01-15T20:30:00Z")?.seconds
/// ```
public struct DocumentTimestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01 00:00 UTC.
  public let seconds: Int64
  /// 0 to 999,999,999, counted forwards also before 1970.
  public let nanoseconds: Int32

  private static let first: Int64 = -62_135_596_800
  private static let last: Int64 = 253_402_300_799

  /// Nil outside of the years, and for nanoseconds that are a second or more.
  public init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard (Self.first...Self.last).contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Takes microseconds since 1970; what is outside of the years becomes the nearest moment.
  public init(microseconds: Int64) {
    var (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000) }
    let isInside = (Self.first...Self.last).contains(seconds)
    self.seconds = min(max(seconds, Self.first), Self.last)
    nanoseconds = isInside ? Int32(rest) * 1000 : seconds < Self.first ? 0 : 999_999_000
  }

  /// Microseconds since 1970, rounded down.
  public var microseconds: Int64 { seconds * 1_000_000 + Int64(nanoseconds / 1000) }

  /// Without parts of a microsecond, as it is kept.
  public var kept: DocumentTimestamp { DocumentTimestamp(microseconds: microseconds) }

  /// By time.
  public static func < (a: Self, b: Self) -> Bool { (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds) }

  /// RFC 3339 in UTC: `2024-01-15T14:30:00Z`, with 3, 6 or 9 digits of a second where they are needed.
  public var description: String {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let ofDay = Int(seconds - day * 86_400)
    let (year, month, dayOfMonth) = Self.civil(day: Int(day))
    let clock = [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { Self.digits($0, 2) }.joined(separator: ":")
    var fraction = ""
    let nanoseconds = Int(nanoseconds)
    if nanoseconds % 1_000_000 == 0 {
      if nanoseconds > 0 { fraction = "." + Self.digits(nanoseconds / 1_000_000, 3) }
    } else if nanoseconds % 1000 == 0 {
      fraction = "." + Self.digits(nanoseconds / 1000, 6)
    } else {
      fraction = "." + Self.digits(nanoseconds, 9)
    }
    return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(dayOfMonth, 2))T\(clock)\(fraction)Z"
  }

  /// Reads RFC 3339 with `Z` or an offset; digits beyond the nanosecond are dropped. Nil for anything else.
  public init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    func number(_ count: Int) -> Int? {
      guard rest.count >= count, rest.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func sign(_ wanted: Unicode.Scalar...) -> UInt8? {
      guard let first = rest.first, wanted.contains(where: { $0.value == UInt32(first) }) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    guard let year = number(4), sign("-") != nil, let month = number(2), sign("-") != nil, let day = number(2),
      sign("T", "t") != nil, let hour = number(2), sign(":") != nil, let minute = number(2), sign(":") != nil,
      let second = number(2), (1...12).contains(month), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    guard Self.civil(day: days) == (year, month, day) else { return nil }
    var fraction: Int32 = 0
    if sign(".") != nil {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      for place in 0..<9 { fraction = fraction * 10 + (place < digits.count ? Int32(Array(digits)[place] - 0x30) : 0) }
    }
    var offset = 0
    if let direction = sign("+", "-") {
      guard let hours = number(2), sign(":") != nil, let minutes = number(2), hours < 24, minutes < 60 else {
        return nil
      }
      offset = (direction == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    } else if sign("Z", "z") == nil {
      return nil
    }
    guard rest.isEmpty else { return nil }
    self.init(
      seconds: Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset), nanoseconds: fraction)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Counts years from March, so that the leap day is the last of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    // Year 0 as March counts it is the least: no division here is of a negative number.
    return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + (153 * marchMonth + 2) / 5 + day
      - 719_469
  }

  private static func civil(day: Int) -> (Int, Int, Int) {
    let shifted = day + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}
