import FoundationEssentials

/// When a server asks to be called again (RFC 9110, 10.2.3): in so many seconds, or at a moment.
enum RetryAfter {
  /// - Parameters:
  ///   - date: the answer's own `Date`, by the clock that the moment is of; without a usable one it is `now`.
  ///   - now: by this machine's clock.
  /// - Returns: how long from now, never less than zero; nil where the text is neither.
  static func read(_ text: String, answeredAt date: String?, now: Date) -> Duration? {
    let text = text.trimmingBlanks
    if let seconds = Int(text) { return .seconds(max(seconds, 0)) }
    guard let moment = moment(text) else { return nil }
    let seconds = moment.timeIntervalSince(date.flatMap { Self.moment($0.trimmingBlanks) } ?? now)
    return .seconds(max(seconds.rounded(.up), 0))
  }

  /// An IMF-fixdate (RFC 9110, 5.6.7), the only form that servers may still write: `Sun, 06 Nov 1994 08:49:37 GMT`. The
  /// day of the week says nothing new, and is not compared.
  static func moment(_ text: String) -> Date? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].last == ",", let day = number(parts[1], digits: 2),
      let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], digits: 4), parts[5] == "GMT"
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
    // A leap second is 60.
    guard clock.count == 3, let hour = clock[0], hour < 24, let minute = clock[1], minute < 60, let second = clock[2],
      second <= 60, day > 0
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let fields = DateComponents(
      timeZone: .gmt, year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    guard let date = calendar.date(from: fields), calendar.component(.month, from: date - Double(second)) == month + 1
    else { return nil }
    return date
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
