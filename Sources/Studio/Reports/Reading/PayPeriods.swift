/// Into which periods a year is cut for pay.
package enum PayPeriods: Sendable, Equatable {
  /// So many days each, one of which begins on a day, counted from 1970-01-01.
  case days(Int, from: Int)
  /// To the 15th, and from the 16th.
  case halfMonthly
  case monthly

  /// What the existing apps assume: two weeks, from 2024-02-25.
  package static let usual = PayPeriods.days(14, from: 19_778)

  /// Reads `weekly`, `two-weekly` (both may have a day on which one begins: `two-weekly 2024-02-25`), `half-monthly`, `monthly`. Nil
  /// for anything else.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let start = words.count > 1 ? DayText.read(String(words[1])) : 19_778
    guard let start, (1...2).contains(words.count) else { return nil }
    switch (words[0], words.count) {
    case ("weekly", _): self = .days(7, from: start)
    case ("two-weekly", _): self = .days(14, from: start)
    case ("half-monthly", 1): self = .halfMonthly
    case ("monthly", 1): self = .monthly
    default: return nil
    }
  }

  /// The period that a day belongs to: its first and its last day.
  package func period(of day: Int) -> ClosedRange<Int> {
    let day = min(max(day, 0), DayText.last)
    switch self {
    case .days(let count, let start):
      let rest = (day - start) % count
      let first = day - (rest < 0 ? rest + count : rest)
      return first...first + count - 1
    case .halfMonthly:
      let parts = DayText.parts(day)
      let first = day - parts.day + 1
      return parts.day <= 15 ? first...first + 14 : first + 15...Self.lastOfMonth(day)
    case .monthly: return day - DayText.parts(day).day + 1...Self.lastOfMonth(day)
    }
  }

  private static func lastOfMonth(_ day: Int) -> Int {
    let parts = DayText.parts(day)
    let next = parts.month == 12 ? DayText.day(parts.year + 1, 1, 1) : DayText.day(parts.year, parts.month + 1, 1)
    return (next ?? DayText.last + 1) - 1
  }
}
