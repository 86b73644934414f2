import Documents
import Locations
import StudioModel

/// How far people have driven, by what their reports say.
package struct ReportMileage: Sendable, Equatable {
  package struct Person: Sendable, Equatable {
    /// Empty for reports without an owner: those are told apart by name.
    package var user: String
    /// As the latest report has it.
    package var name: String
    package var reports = 0
    /// Reports of which the way is not known: they say nothing of it, or the 0 that stands where a home or a school's place was not
    /// known. They are in no sum.
    package var without = 0
    package var miles = Amount.zero
    package var kilometres = Amount.zero
    /// Whether any report says how far it was: without one, the sums are not 0, but not known.
    package var isKnown: Bool { without < reports }
  }

  /// By name.
  package private(set) var people: [Person] = []
  package var total: Person {
    people.reduce(into: Person(user: "", name: "")) { total, person in
      total.reports += person.reports
      total.without += person.without
      total.miles = total.miles + person.miles ?? total.miles
      total.kilometres = total.kilometres + person.kilometres ?? total.kilometres
    }
  }

  /// Of none.
  package init() {}

  /// - Parameters:
  ///   - reports: the latest first.
  ///   - forms: by which fields that hold it are known.
  package mutating func add(_ reports: [DailyReport], forms: ReportForms) {
    for report in reports.map({ $0.completed(by: forms.form(of: $0)) }) {
      let place =
        people.firstIndex {
          report.user.isEmpty ? $0.user.isEmpty && $0.name == report.photographer : $0.user == report.user
        }
        ?? people.endIndex
      if place == people.endIndex { people.append(Person(user: report.user, name: report.photographer)) }
      if people[place].name.isBlank { people[place].name = report.photographer }
      people[place].reports += 1
      guard let way = Self.way(report, forms.form(of: report)) else {
        people[place].without += 1
        continue
      }
      if way.isKilometres {
        people[place].kilometres = people[place].kilometres + way.length ?? people[place].kilometres
      } else {
        people[place].miles = people[place].miles + way.length ?? people[place].miles
      }
    }
    people.sort { ($0.name.lowercased(), $0.user) < ($1.name.lowercased(), $1.user) }
  }

  /// What a report says of it: the fields that are filled with it, else the old form's total, else what is called so. Nil for
  /// nothing, and for the 0 of a way that is not known.
  package static func way(_ report: DailyReport, _ template: ReportTemplate?) -> (length: Amount, isKilometres: Bool)? {
    let fields = template?.fields.filter { $0.type == .mileage && report.answers[$0.id] != nil } ?? []
    let ways = fields.filter { !isUnknown($0, report) }.compactMap { field in
      read(
        report.answers[field.id], inKilometres: !["", "miles", "mi"].contains((field.smart?.units ?? "").lowercased()))
    }
    if let first = ways.first {
      return ways.dropFirst().reduce(first) { sum, way in
        sum.isKilometres == way.isKilometres ? ((sum.length + way.length) ?? sum.length, sum.isKilometres) : sum
      }
    }
    // The apps add legs that they could not find as 0.
    if let way = read(report.answers["totalMileage"], inKilometres: false), way.length > .zero { return way }
    // A person types it: 0 is meant.
    if let field = template?.field(named: ["mileage", "miles", "totalmileage", "totalmiles"], in: report.answers),
      field.type != .mileage, let way = read(report.answers[field.id], inKilometres: false)
    {
      return way
    }
    let filled = Set(fields.map(\.id))
    let named = report.answers.first {
      !filled.contains($0.name) && ($0.name.lowercased().contains("mileage") || $0.name.lowercased() == "miles")
    }
    return read(named?.value, inKilometres: false).flatMap { $0.length > .zero ? $0 : nil }
  }

  /// Whether a report's answer to a field that is filled with the way is the 0 of one that is not known: apps and the studio write it
  /// where there is no home, no school, or no place of a school. One that a person typed or amended is meant.
  package static func isUnknown(_ field: TemplateField, _ report: DailyReport) -> Bool {
    guard field.type == .mileage, read(report.answers[field.id], inKilometres: false)?.length == .zero else {
      return false
    }
    let made = report.sources[field.id]?.fields?["source"]?.text ?? ""
    let source = made.hasPrefix("device: ") ? made.dropFirst("device: ".count) : made[...]
    return ["", "fallback", "default", "home → home"].contains(source)
  }

  /// `24.8 miles`, `39.9 km`, `1 234,5 km`, 24.8; nil for what has no number.
  private static func read(_ value: DocumentValue?, inKilometres: Bool) -> (length: Amount, isKilometres: Bool)? {
    guard let text = value?.plainText?.trimmed.lowercased(), value?.truth == nil else { return nil }
    for digits in [grouped(text), text.prefix(while: isOfNumber)] {
      guard let length = Self.length(String(digits)) else { continue }
      guard length >= .zero else { return nil }
      let unit = text[digits.endIndex...].trimmed
      return (length, unit.isEmpty ? inKilometres : kilometres.contains { unit.hasPrefix($0) })
    }
    return nil
  }

  private static func isOfNumber(_ sign: Character) -> Bool { sign.isNumber || ".,-".contains(sign) }

  /// The number at the beginning with its groups, which may stand apart by a blank or an apostrophe.
  package static func grouped(_ text: String) -> Substring {
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      if !isOfNumber(text[end]) {
        guard end > text.startIndex, text[text.index(before: end)].isNumber, next < text.endIndex, text[next].isNumber,
          text[end].isWhitespace || "'’ʼ".contains(text[end])
        else { break }
      }
      end = next
    }
    return text[..<end]
  }

  /// How kilometres begin, in the languages of the pages and some others; all else counts as the apps count it.
  private static let kilometres = [
    "km", "kilom", "kilóm", "quilom", "quilóm", "chilom", "км", "килом", "كم", "كيلوم", "ק״מ", "ק\"מ", "קמ", "קילומ",
  ]

  /// The apps write `1,234.5 miles`: a comma before three digits groups.
  private static func length(_ digits: String) -> Amount? {
    if let length = Amount(digits) { return length }
    guard case .one(let plain) = WrittenNumber.read(digits, decimal: .point, isAmount: true) else { return nil }
    return Amount(plain)
  }

  // MARK: As CSV

  /// With Excel's mark, a line for each person, and the total.
  package func csv(_ period: ClosedRange<Int>, _ manner: TableManner = .plain) -> String {
    func number(_ number: Int) -> ReportCell { Amount(number).map(ReportCell.number) ?? .empty }
    func length(_ length: Amount, of person: Person) -> ReportCell {
      guard person.isKnown else { return .empty }
      return manner == .plain ? .text(length.text(digits: 1)) : .number(length.rounded(digits: 1) ?? length)
    }
    var bytes: [UInt8] = []
    for (place, person) in (people.isEmpty ? [] : people + [total]).enumerated() {
      manner.write(
        [
          .day(period.lowerBound), .day(period.upperBound), .text(place == people.count ? "Total" : person.name),
          number(person.reports), number(person.without), length(person.miles, of: person),
          length(person.kilometres, of: person),
        ], to: &bytes)
    }
    return manner.header(["From", "To", "Photographer", "Reports", "Without Mileage", "Miles", "Kilometres"])
      + String(decoding: bytes, as: UTF8.self)
  }
}
