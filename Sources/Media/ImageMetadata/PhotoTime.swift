/// A moment by a camera's clock: date and time as written, and the zone where the file says one.
///
/// Without a zone it names no instant: sort by ``wallSeconds``, which is what the clock on the wall said.
public struct PhotoTime: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31, and one that the month has.
  public let day: Int
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 59; a leap second is 59.
  public let second: Int
  /// 0 to 999.
  public let millisecond: Int
  /// Minutes east of Greenwich; nil where the file does not say.
  public let zoneMinutes: Int?

  /// Nil for a date that no calendar has.
  public init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0, zoneMinutes: Int? = nil
  ) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond),
      zoneMinutes.map({ abs($0) <= 14 * 60 }) ?? true
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = min(second, 59)
    self.millisecond = millisecond
    self.zoneMinutes = zoneMinutes
  }

  /// What a clock shows so many seconds after 1970-01-01 00:00 by itself; nil beyond the years of calendars.
  public init?(wallSeconds: Int) {
    guard (0..<253_402_300_800).contains(wallSeconds) else { return nil }
    let (days, rest) = (wallSeconds / 86_400, wallSeconds % 86_400)
    var year = 1970 + days / 366
    while Self.dayNumber(year: year + 1, month: 1, day: 1) <= days { year += 1 }
    var month = 1
    while month < 12, Self.dayNumber(year: year, month: month + 1, day: 1) <= days { month += 1 }
    self.init(
      year: year, month: month, day: days - Self.dayNumber(year: year, month: month, day: 1) + 1, hour: rest / 3600,
      minute: rest / 60 % 60, second: rest % 60)
  }

  /// Seconds from 1970-01-01 00:00 to what the clock on the wall said, wherever that wall was.
  public var wallSeconds: Int {
    Self.dayNumber(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// Seconds since 1970-01-01 00:00 UTC; nil without a zone.
  public var unixSeconds: Int? { zoneMinutes.map { wallSeconds - $0 * 60 } }

  /// The same time with another zone, or none.
  public func with(zoneMinutes: Int?) -> PhotoTime? {
    PhotoTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond,
      zoneMinutes: zoneMinutes)
  }

  /// As ISO 8601 writes it: `2024-05-06T07:08:09.120+02:00`; milliseconds and zone only where there are any.
  public var text: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    text += "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    if millisecond > 0 { text += ".\(padded(millisecond, 3))" }
    if let zoneMinutes {
      let minutes = abs(zoneMinutes)
      text += "\(zoneMinutes < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }
    return text
  }

  /// The days of a month, by the Gregorian calendar.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01, by the Gregorian calendar: years begin in March, so that leap days come last.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Where a photo was taken, on WGS 84 as EXIF has it.
public struct PhotoPosition: Hashable, Sendable {
  /// Degrees, north positive.
  public let latitude: Double
  /// Degrees, east positive.
  public let longitude: Double
  /// Metres above the sea, where the file says it.
  public let altitude: Double?

  /// Nil for what is no place on earth, and for 0, 0, which is what cameras write that know none.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite && abs($0) < 100_000 ? $0 : nil }
  }
}
