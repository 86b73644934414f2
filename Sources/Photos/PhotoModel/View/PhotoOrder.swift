/// In which order photos are looked at. Photos of one second follow each other by what is behind the second, then by their names as
/// people count (``NaturalName``), then by where they lie: never by when they were found. Of the same name, or size, the dates decide.
/// The newest first is the oldest first backwards.
public enum PhotoOrder: String, Sendable, CaseIterable, Codable {
  case newest, oldest, name, largest
  /// As people have put them in an album of their own, or a basket; of everything else the newest first.
  case own

  /// Whether it goes by months.
  public var isByDate: Bool { self == .newest || self == .oldest }
}

/// A month, as the camera's clock showed it.
public struct PhotoMonth: Sendable, Hashable, Comparable {
  /// Years times twelve, and the month from 0.
  public let number: Int

  /// Takes the number as it is, within a hundred thousand years of our era's beginning: it may come from anybody's address.
  public init(number: Int) { self.number = max(-1_200_000, min(1_200_000, number)) }

  /// The month that a moment lies in.
  /// - Parameter wallSeconds: since 1970 as the clock showed it.
  public init(wallSeconds: Int64) {
    guard wallSeconds != CalendarDay.undated else {
      self = .undated
      return
    }
    let (year, month, _) = CalendarDay.of(wallSeconds: wallSeconds)
    number = year * 12 + month - 1
  }

  /// Where photos of an unknown time stand: at the end, whichever end dates begin at.
  public static let undated = PhotoMonth(number: -1_200_000)

  /// In our calendar, also before it was used.
  public var year: Int { Int((Double(number) / 12).rounded(.down)) }
  /// From 1.
  public var month: Int { number - year * 12 + 1 }

  /// By time.
  public static func < (left: PhotoMonth, right: PhotoMonth) -> Bool { left.number < right.number }
}

/// Days of the Gregorian calendar, without zones.
public enum CalendarDay {
  /// The nearest moment, in seconds since 1970, within a hundred thousand years: what lies beyond is no photo's.
  public static func known(_ wallSeconds: Int64) -> Int64 {
    max(-3_155_000_000_000, min(3_155_000_000_000, wallSeconds))
  }

  /// What stands for the moment of a photo whose time is unknown: before all that are ``known(_:)``; the beginning of
  /// ``PhotoMonth/undated``.
  public static let undated = wallSeconds(year: -100_000, month: 1, day: 1)

  /// Howard Hinnant's `civil_from_days` (public domain), for the years that are ``known(_:)``.
  public static func of(wallSeconds: Int64) -> (year: Int, month: Int, day: Int) {
    let wallSeconds = known(wallSeconds)
    let days = Int(wallSeconds >= 0 ? wallSeconds / 86400 : (wallSeconds - 86399) / 86400) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Midnight at a day's beginning, in seconds since 1970 (`days_from_civil`); a day beyond its month leads on.
  public static func wallSeconds(year: Int, month: Int, day: Int) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468) * 86400
  }

  /// `2026-11-26 06:54:12`.
  public static func text(wallSeconds: Int64) -> String {
    let wallSeconds = known(wallSeconds)
    let (year, month, day) = of(wallSeconds: wallSeconds)
    let rest = Int(wallSeconds - Self.wallSeconds(year: year, month: month, day: day))
    return "\(two(year, 4))-\(two(month))-\(two(day)) \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
  }

  private static func two(_ number: Int, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
