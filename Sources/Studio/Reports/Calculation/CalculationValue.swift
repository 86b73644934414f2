import BoothCore
package import Documents

/// What a calculation works on.
package indirect enum CalculationValue: Sendable, Equatable {
  /// Nothing was answered. It is not zero: what is made of it is blank, too.
  case blank
  case number(Amount)
  case text(String)
  case truth(Bool)
  /// A day, counted from 1970-01-01.
  case date(Int)
  /// A time of day, in minutes from midnight.
  case time(Int)
  case list([CalculationValue])

  /// `2024-01-15`, a day that there is.
  package static func date(_ text: some StringProtocol) -> CalculationValue? {
    CivilDate.day(text).map(CalculationValue.date)
  }

  /// `14:30`, `2:30 PM`.
  package static func time(_ text: some StringProtocol) -> CalculationValue? {
    ClockText.minutes(text).map(CalculationValue.time)
  }

  /// As it is shown, and joined to other text; blank is nothing, and a list is joined by commas.
  package var shown: String {
    switch self {
    case .blank: ""
    case .number(let number): number.text
    case .text(let text): text
    case .truth(let value): value ? "yes" : "no"
    case .date(let day): DayText.iso(day)
    case .time(let minutes): ClockText.text(minutes)
    case .list(let values): values.map(\.shown).joined(separator: ", ")
    }
  }

  /// With its kind, as the table of cases has it: `number 2.5`.
  package var told: String {
    switch self {
    case .blank: "blank"
    case .number: "number \(shown)"
    case .text: "text \(shown)"
    case .truth: "truth \(shown)"
    case .date: "date \(shown)"
    case .time: "time \(shown)"
    case .list(let values): "list [\(values.map(\.told).joined(separator: ", "))]"
    }
  }

  /// What its kind is called.
  var kind: String {
    switch self {
    case .blank: "blank"
    case .number: "a number"
    case .text: "a text"
    case .truth: "yes or no"
    case .date: "a date"
    case .time: "a time"
    case .list: "a list"
    }
  }
}

/// Days without zones.
package enum DayText {
  /// `2024-01-15`; before 1970 and after 9999 the nearest day.
  package static func iso(_ day: Int) -> String { WallTime(unixSeconds: Double(max(day, 0)) * 86400).day }

  /// Year, month and day.
  package static func parts(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let parts = iso(day).split(separator: "-").compactMap { Int($0) }
    return (parts[0], parts[1], parts[2])
  }

  /// The last day that can be written.
  static let last = 2_932_896

  /// A day as reports have it: `2024-01-15`, `1/15/2024`, `1/15/24`, `1.15.2024`, or a moment in ISO 8601. Nil for others.
  package static func read(_ text: String) -> Int? {
    let text = text.trimmed
    if let day = CivilDate.day(text.prefix(10)),
      text.utf8.count == 10 || "Tt ".contains(text.dropFirst(10).first ?? "x")
    {
      return day
    }
    for separator: Character in ["/", "."] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.utf8.count) }), let month = Int(parts[0]),
        let day = Int(parts[1]), var year = Int(parts[2]), parts[2].utf8.count != 3, month > 0, day > 0
      else { continue }
      if parts[2].utf8.count <= 2 { year += 2000 }
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return CivilDate.day("\(year)-\(two(month))-\(two(day))")
    }
    return nil
  }
}

/// Times of day without zones.
package enum ClockText {
  /// `14:30`, `14:30:15`, `2:30 PM`; the seconds are dropped. Nil for anything else.
  package static func minutes(_ text: some StringProtocol) -> Int? {
    var rest = text.trimmed.lowercased()
    var half: Int?
    for (mark, hours) in [("am", 0), ("pm", 12)] where rest.hasSuffix(mark) {
      half = hours
      rest = String(rest.dropLast(2)).trimmed
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, (1...2).contains(parts[0].utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      var hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour < 24
    else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    return hour * 60 + minute
  }

  /// `14:30`.
  package static func text(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// `2:30 PM`.
  package static func american(_ minutes: Int) -> String {
    let hour = minutes / 60 % 12
    return "\(hour == 0 ? 12 : hour):\(text(minutes).suffix(2)) \(minutes < 720 ? "AM" : "PM")"
  }
}

extension CalculationValue {
  /// As files of values have them: numbers, texts, `true`, `null`, lists; `{"date": "2024-01-15"}`, `{"time": "14:30"}`.
  package init(plain json: DocumentJSON) {
    switch json {
    case .null: self = .blank
    case .bool(let value): self = .truth(value)
    case .number(let digits): self = Amount(digits).map(CalculationValue.number) ?? .blank
    case .string(let text): self = text.isBlank ? .blank : .text(text)
    case .array(let elements): self = .list(elements.map { CalculationValue(plain: $0) })
    case .object:
      if let text = json["date"]?.text, let date = CalculationValue.date(text) {
        self = date
      } else if let text = json["time"]?.text, let time = CalculationValue.time(text) {
        self = time
      } else {
        self = .blank
      }
    }
  }
}
