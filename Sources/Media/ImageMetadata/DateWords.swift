/// Dates as files write them: EXIF's `2024:05:06 07:08:09`, ISO 8601 with any precision, both with or without a zone.
enum DateWords {
  /// Nil for what is no date, for blanks and zeros, and for the moments at which clocks begin that were never set.
  static func time(_ text: String, subSeconds: String? = nil, zone: String? = nil) -> PhotoTime? {
    var bytes = Array(text.utf8)[...]
    func digits(_ least: Int, _ most: Int) -> Int? {
      let run = bytes.prefix { (48...57).contains($0) }
      guard run.count >= least else { return nil }
      let taken = run.prefix(most)
      bytes = bytes.dropFirst(taken.count)
      return taken.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    func skip(_ any: StaticString) -> Bool {
      guard let first = bytes.first, any.withUTF8Buffer({ $0.contains(first) }) else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = digits(4, 4), skip(":-/."), let month = digits(1, 2), skip(":-/."), let day = digits(1, 2) else {
      return nil
    }
    var (hour, minute, second, millisecond) = (0, 0, 0, 0)
    if skip("T "), let value = digits(1, 2) {
      hour = value
      guard skip(":"), let value = digits(1, 2) else { return nil }
      minute = value
      if skip(":"), let value = digits(1, 2) { second = value }
      if skip("."), let value = thousandths(bytes) {
        millisecond = value
        bytes = bytes.drop { (48...57).contains($0) }
      }
    }
    if let subSeconds, let value = thousandths(Array(subSeconds.utf8)[...]) { millisecond = value }
    while bytes.first == 0x20 { bytes = bytes.dropFirst() }
    let zoneMinutes = zone.flatMap { minutes(Array($0.utf8)[...]) } ?? minutes(bytes)
    guard
      let time = PhotoTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond,
        zoneMinutes: zoneMinutes)
    else { return nil }
    // 1970 and 1904 begin at zero for Unix and for QuickTime.
    let isZero = month == 1 && day == 1 && hour == 0 && minute == 0 && second == 0 && (year == 1970 || year == 1904)
    return isZero || year < 1800 ? nil : time
  }

  /// `+02:00`, `-0530`, `+2`, `Z` as minutes east.
  static func minutes(_ zone: ArraySlice<UInt8>) -> Int? {
    guard let sign = zone.first else { return nil }
    if sign == 0x5A || sign == 0x7A { return 0 }
    guard sign == 0x2B || sign == 0x2D else { return nil }
    let rest = zone.dropFirst().prefix { (48...57).contains($0) || $0 == 0x3A }
    guard zone.dropFirst(1 + rest.count).allSatisfy({ $0 == 0x20 }) else { return nil }
    let parts = rest.split(separator: 0x3A)
    func value(_ digits: ArraySlice<UInt8>) -> Int? {
      guard (1...2).contains(digits.count) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard let first = parts.first else { return nil }
    let (hours, minutes) =
      first.count == 4
      ? (value(first.prefix(2)), value(first.suffix(2))) : (value(first), parts.count > 1 ? value(parts[1]) : 0)
    guard let hours, let minutes, hours <= 14, minutes < 60, hours < 14 || minutes == 0 else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Digits after a decimal point, as thousandths; nil where there are none.
  private static func thousandths(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.prefix { (48...57).contains($0) }.prefix(3)
    guard !digits.isEmpty else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    return [1: value * 100, 2: value * 10][digits.count] ?? value
  }
}
