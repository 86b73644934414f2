/// Days and moments as event files write them, without a time zone database: everything is UTC unless the text carries
/// an offset.
package enum CivilDate {
  /// Reads `yyyy-MM-dd`, a day that exists in the years 1970 to 9999; the result counts days since 1970-01-01.
  package static func day(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = digits(parts[0]), let month = digits(parts[1]),
      let day = digits(parts[2]), year >= 1970, (1...12).contains(month),
      (1...length(of: month, in: year)).contains(day)
    else { return nil }
    return daysSince1970(year: year, month: month, day: day)
  }

  /// Reads `yyyy-MM-dd` (the end of that day, UTC) or `yyyy-MM-ddThh:mm[:ss[.fff]]` with `Z` or `±hh:mm`, in Unix
  /// seconds.
  package static func moment(_ text: String) -> Int64? {
    if let day = day(text) { return Int64(day + 1) * 86400 }
    guard text.utf8.count <= 40, let separator = text.firstIndex(where: { $0 == "T" || $0 == "t" || $0 == " " }),
      let day = day(text[..<separator])
    else { return nil }
    let rest = text[text.index(after: separator)...]
    guard let zone = rest.firstIndex(where: { "Zz+-".contains($0) }), let offset = offset(rest[zone...]) else {
      return nil
    }
    let clock = rest[..<zone].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 2 || clock.count == 3, clock[0].utf8.count == 2, clock[1].utf8.count == 2,
      let hour = digits(clock[0]), let minute = digits(clock[1]), hour < 24, minute < 60
    else { return nil }
    var second = 0
    if clock.count == 3 {
      let parts = clock[2].split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts[0].utf8.count == 2, let whole = digits(parts[0]), whole < 60,
        parts.count == 1 || digits(parts[1]) != nil
      else { return nil }
      second = whole
    }
    return Int64(day) * 86400 + Int64(hour * 3600 + minute * 60 + second - offset)
  }

  /// `yyyy-MM-dd` of a day that ``day(_:)`` may have read; days outside of its years become the nearest.
  static func text(ofDay day: Int) -> String {
    let (year, month, date) = civil(min(max(day, 0), 2_932_896))
    return "\(year)-\(two(month))-\(two(date))"
  }

  /// `yyyy-MM` of a moment in Unix seconds, UTC; before year 1 and after 9999 the first and the last month of these.
  package static func month(ofUnixSeconds seconds: Int64) -> String {
    let day = min(max((Double(seconds) / 86400).rounded(.down), -719_162), 2_932_896)
    let (year, month, _) = civil(Int(day))
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + two(month)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Of days since 1970-01-01, also before. Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [2, 2], let hours = digits(parts[0]), let minutes = digits(parts[1]), hours < 24,
      minutes < 60
    else { return nil }
    return (text.first == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Counts years from March, so that the leap day is the last of its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }
}
