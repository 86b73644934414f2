import BoothCore
import Documents
import Locations
import Reports
import StudioModel

/// The form by which a report is amended: each answer as a text, and what came of it.
struct AmendmentForm {
  enum Kind {
    /// The keyboard that phones show.
    case line(String)
    case lines
    /// One a line.
    case list
    case choice([String])
    case truth
  }

  struct Field {
    var number: Int
    var id: String
    var label: String
    var kind: Kind
    var field: TemplateField?
    var old: DocumentValue?
    var text: String
    /// In the form that is sent.
    var name: String { "a.\(id)" }
  }

  let report: DailyReport
  let base: Int
  private let decimal: WrittenNumber.Decimal
  var reason = ""
  var date: String
  /// One a line.
  var schools: String
  var fields: [Field] = []
  /// The names of what was filled in wrongly.
  var faults: Set<String> = []
  /// The two readings of numbers that may be thousands or a fraction, by name.
  private(set) var asked: [String: (whole: String, fraction: String)] = [:]
  /// The names of ways in a unit that would count as miles without being any.
  private(set) var otherUnits: Set<String> = []
  private(set) var changes = DocumentFields()

  /// Everything that a text can hold can be amended; files and rows of repeated answers cannot.
  /// - Parameter language: in which numbers are written, and read again.
  init(_ report: DailyReport, _ template: ReportTemplate?, in language: Language = .english) {
    self.report = report
    decimal = WrittenNumber.Decimal(language)
    base = report.version
    date = report.date
    schools = report.schools.joined(separator: "\n")
    var all = ReportAnswers(report, template).all.map {
      (id: $0.id, label: $0.label, field: $0.field, value: Optional($0.value))
    }
    // What was left empty may be what is amended.
    for field in template?.fields ?? []
    where field.type != .file && !field.isRepeated && report.answers[field.id] == nil {
      all.append((field.id, field.label, field, nil))
    }
    for answer in all {
      guard let kind = Self.kind(answer.field, answer.value) else { continue }
      fields.append(
        Field(
          number: fields.count, id: answer.id, label: answer.label, kind: kind, field: answer.field, old: answer.value,
          text: Self.text(answer.value, answer.field, kind, language)))
    }
  }

  private static func kind(_ field: TemplateField?, _ value: DocumentValue?) -> Kind? {
    switch value {
    case .map?, .bytes?, .reference?, .geoPoint?, .timestamp?: return nil
    case .array(let values)?: return values.allSatisfy { $0.plainText != nil } ? .list : nil
    case .boolean?: return .truth
    case nil, .null?, .string?, .integer?, .double?: break
    }
    switch field?.type {
    case .toggle?: return .truth
    case .select?, .radio?: return .choice(field?.options ?? [])
    case .multiselect?: return .list
    case .textarea?: return .lines
    case .number?, .currency?: return .line("decimal")
    case .email?: return .line("email")
    case .phone?: return .line("tel")
    case .file?: return nil
    default:
      if case .string(let text)? = value, text.contains("\n") || text.utf8.count > 80 { return .lines }
      if case .integer? = value { return .line("decimal") }
      if case .double? = value { return .line("decimal") }
      return .line("text")
    }
  }

  private static func text(
    _ value: DocumentValue?, _ field: TemplateField?, _ kind: Kind, _ language: Language
  ) -> String {
    switch (kind, value) {
    case (.truth, .boolean(let value)?): value ? "yes" : "no"
    case (_, .array(let values)?): values.compactMap(\.plainText).joined(separator: "\n")
    case (.line, _), (.lines, _): AnswerWords.typed(value, field, in: language)
    default: value?.plainText ?? ""
    }
  }

  /// Takes what was filled in: what is not as it was is a change.
  mutating func fill(_ sent: (String) -> String) {
    func lines(_ text: String) -> [String] {
      text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    }
    reason = String(sent("why").prefix(ReportAmendment.longestReason))
    date = sent("date").trimmed
    schools = lines(sent("schools")).joined(separator: "\n")
    for place in fields.indices {
      let field = fields[place]
      let text = sent(field.name).replacing("\r\n", with: "\n")
      fields[place].text = text
      guard text.trimmed != field.text.trimmed else { continue }
      do throws(AnswerFault) {
        let value = try value(text, field, lines(text)) ?? .null
        // Written in another language than it is read in, it may be the same number.
        if value != field.old { changes[field.id] = value }
      } catch {
        faults.insert(field.name)
        if error == .otherUnit { otherUnits.insert(field.name) }
        if error == .twoNumbers, case .either(let whole, let fraction) = WrittenNumber.read(Self.digits(text, field)) {
          asked[field.name] = (whole, fraction.replacing(".", with: String(decimal.rawValue)))
        }
      }
    }
  }

  /// What the form had calculated is calculated again from what is amended. What a person wrote there themselves stays.
  mutating func calculate(_ template: ReportTemplate) {
    guard !changes.isEmpty else { return }
    var answers = report.answers
    for change in changes { answers[change.name] = change.value == .null ? nil : change.value }
    let (old, new) = (FormState(template, answers: report.answers), FormState(template, answers: answers))
    for field in template.fields where field.expression != nil && changes[field.id] == nil {
      // What cannot be calculated stays as it is.
      do throws(CalculationFault) {
        let (before, after) = (try old.value(field.id), try new.value(field.id))
        let kept = report.answers[field.id]
        let wasCalculated = before == .blank ? kept == nil : kept?.plainText == before.kept.plainText
        guard before != after, wasCalculated else { continue }
        if after == .blank {
          changes[field.id] = .null
        } else if case .string? = kept, let text = after.kept.plainText {
          changes[field.id] = .string(text)
        } else {
          changes[field.id] = after.kept
        }
      } catch { continue }
    }
  }

  /// What of an answer is its number: a way may have a unit behind it.
  private static func digits(_ text: String, _ field: Field) -> String {
    field.field?.type == .mileage ? String(ReportMileage.grouped(text.trimmed)) : text
  }

  private func value(
    _ text: String, _ field: Field, _ lines: [String]
  ) throws(AnswerFault) -> DocumentValue? {
    if text.isBlank {
      // What is required cannot be taken away.
      return try field.field.map { field throws(AnswerFault) in try FormAnswer.read(nil, of: field) } ?? nil
    }
    switch field.kind {
    case .truth: return .boolean(text == "yes")
    case .list:
      let list = DocumentValue.array(lines.map(DocumentValue.string))
      guard let template = field.field, template.type == .multiselect else { return list }
      return try FormAnswer.read(list, of: template)
    case .line, .lines, .choice: break
    }
    if let template = field.field, !template.isRepeated, template.type.isOfNumbers, template.type != .number,
      template.type != .currency
    {
      return try counted(text, field, template)
    }
    if let template = field.field {
      let isNumber = !template.isRepeated && (template.type == .number || template.type == .currency)
      return try FormAnswer.read(
        .string(isNumber ? FormAnswer.typed(text, template.type, decimal: decimal) : text), of: template)
    }
    guard text.utf8.count <= FormAnswer.longest else { throw .tooLong }
    switch field.old {
    // A number stays one.
    case .integer?, .double?:
      let number = try FormAnswer.number(FormAnswer.typed(text, .number, decimal: decimal))
      return number.whole.map { .integer(Int64($0)) } ?? .double(number.double)
    default: return .string(text)
    }
  }

  /// What fills itself in with a number, and was typed over: a number as it was kept before, or any text.
  private func counted(
    _ text: String, _ field: Field, _ template: TemplateField
  ) throws(AnswerFault) -> DocumentValue? {
    var plain = text
    if template.type == .mileage {
      plain = try MileageText.taken(text, decimal: decimal)
    } else {
      switch WrittenNumber.read(text, decimal: decimal) {
      case .one(let number): plain = number
      case .either: throw .twoNumbers
      case .none: break
      }
    }
    switch field.old {
    // A number stays one.
    case .integer?, .double?:
      if let number = Amount(plain) { return number.whole.map { .integer(Int64($0)) } ?? .double(number.double) }
    default: break
    }
    return try FormAnswer.read(.string(plain), of: template)
  }

  /// The day, where it is another.
  var newDate: String? { date == report.date ? nil : date }
  /// The schools, where they are others.
  var newSchools: [String]? {
    let names = schools.split(separator: "\n").map { String($0) }
    return names == report.schools ? nil : names
  }
}
