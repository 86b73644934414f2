/// Dates as catalogs write them.
public enum CatalogDate {
  /// From the year 1 to the year 9999: what is outside is no date. Seconds since 1970.
  static let range = Int64(-62_135_596_800)...Int64(253_402_300_799)

  /// `yyyyMMdd`, by UTC.
  static func day(ofSeconds seconds: Int64) -> String {
    let (year, month, day) = civil(seconds.floorDivided(by: 86_400))
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return digits(year, 4) + digits(month, 2) + digits(day, 2)
  }

  /// Year, month and day of a day since 1970-01-01, by the calendar of today also where it was not yet in use. Years are counted
  /// from March, so that the leap day is the last of its year, in ages of 400 years.
  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let age = shifted.floorDivided(by: 146_097)
    let dayOfAge = shifted - age * 146_097
    let yearOfAge = (dayOfAge - dayOfAge / 1460 + dayOfAge / 36_524 - dayOfAge / 146_096) / 365
    let dayOfYear = dayOfAge - (365 * yearOfAge + yearOfAge / 4 - yearOfAge / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfAge + age * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day since 1970-01-01, or nil for one that is in no calendar.
  private static func day(year: Int64, month: Int64, day: Int64) -> Int64? {
    guard year >= 1, (1...12).contains(month), (1...31).contains(day) else { return nil }
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let days = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
    let count = days + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
    return civil(count) == (year, month, day) ? count : nil
  }

  /// `2024-03-01T12:30:05Z`, also with a fraction, an offset, or a blank for the T; without a zone it is UTC. Seconds since 1970.
  public static func seconds(iso text: some StringProtocol) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes.count <= 40, bytes[4] == 0x2D, bytes[7] == 0x2D, let year = number(bytes[..<4]),
      let month = number(bytes[5..<7]), let dayOfMonth = number(bytes[8..<10]),
      let day = day(year: Int64(year), month: Int64(month), day: Int64(dayOfMonth)),
      bytes[10] == 0x54 || bytes[10] == 0x20 || bytes[10] == 0x74, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      guard rest.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
      rest = rest.drop { (0x30...0x39).contains($0) }
    }
    guard let offset = offset(rest) else { return nil }
    let seconds = day * 86_400 + Int64(hour * 3600 + minute * 60 + second) - offset
    return range.contains(seconds) ? seconds : nil
  }

  /// `Z`, `+02:00`, `-0730`, or nothing.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return 0 }
    if bytes.count == 1 { return sign == 0x5A || sign == 0x7A ? 0 : nil }
    let digits = bytes.dropFirst().filter { $0 != 0x3A }
    guard sign == 0x2B || sign == 0x2D, digits.count == 4, let hours = number(digits[..<2]),
      let minutes = number(digits[2...]), hours < 24, minutes < 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60) * (sign == 0x2D ? -1 : 1)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}

extension Int64 {
  /// Rounded down, also below zero.
  func floorDivided(by other: Int64) -> Int64 { self / other - (self % other < 0 ? 1 : 0) }
}
