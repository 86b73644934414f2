public import BoothCore

/// Moments in tables: `2026-02-02T04:40:00.250000+02:00`, and ` (clock not set)` behind one that is not to be believed.
public enum TimeText {
  private static let doubt = " (clock not set)"

  /// In the zone of the booth's clock at that moment, to the microsecond.
  public static func write(_ time: WallTime) -> String {
    // As microseconds, so that rounding carries into the seconds.
    let micros = Int64((min(max(time.unixSeconds, -62_000_000_000), 250_000_000_000) * 1_000_000).rounded())
    let local = micros + Int64(time.secondsFromUTC) * 1_000_000
    func floored(_ number: Int64, _ by: Int64) -> Int64 { (number - ((number % by) + by) % by) / by }
    let (second, fraction) = (floored(local, 1_000_000), local - floored(local, 1_000_000) * 1_000_000)
    let day = floored(second, 86_400)
    let ofDay = second - day * 86_400
    let (year, month, date) = civil(day)
    func digits(_ number: Int64, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let zone = Int64(time.secondsFromUTC.magnitude)
    let seconds = zone % 60 == 0 ? "" : ":" + digits(zone % 60, 2)
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(date, 2))T\(digits(ofDay / 3600, 2)):"
      + "\(digits(ofDay / 60 % 60, 2)):\(digits(ofDay % 60, 2)).\(digits(fraction, 6))"
      + "\(time.secondsFromUTC < 0 ? "-" : "+")\(digits(zone / 3600, 2)):\(digits(zone / 60 % 60, 2))\(seconds)"
      + (time.trusted ? "" : doubt)
  }

  /// What ``write(_:)`` has written, or any ISO 8601 moment with a zone; nil for all else.
  public static func read(_ text: String) -> WallTime? {
    let isTrusted = !text.hasSuffix(doubt)
    let moment = isTrusted ? text[...] : text.dropLast(doubt.count)
    let pattern =
      #/(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:Z|([+-])(\d\d):?(\d\d)(?::(\d\d))?)/#
    guard let match = moment.wholeMatch(of: pattern)?.output else { return nil }
    func number(_ digits: Substring?) -> Int64 { digits.flatMap { Int64($0) } ?? 0 }
    let (month, date) = (number(match.2), number(match.3))
    guard (1...12).contains(month), (1...31).contains(date), number(match.4) < 24, number(match.5) < 60,
      number(match.6) < 61
    else { return nil }
    var zone = number(match.9) * 3600 + number(match.10) * 60 + number(match.11)
    if match.8 == "-" { zone = -zone }
    guard zone.magnitude < 90_000 else { return nil }
    let whole =
      day(number(match.1), month, date) * 86_400 + number(match.4) * 3600 + number(match.5) * 60 + number(match.6)
    let fraction = match.7.flatMap { Double("0\($0)") } ?? 0
    return WallTime(unixSeconds: Double(whole - zone) + fraction, secondsFromUTC: Int(zone), trusted: isTrusted)
  }

  /// Days since 1970 and back, in the Gregorian calendar (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013).
  private static func day(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let ofEra = y - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, date: Int64) {
    let z = day + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let ofEra = z - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let m = (5 * ofYear + 2) / 153
    let month = m < 10 ? m + 3 : m - 9
    return (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * m + 2) / 5 + 1)
  }
}
