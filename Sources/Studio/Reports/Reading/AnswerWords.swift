package import BoothCore
package import Documents
package import Locations
import StudioModel

/// Answers in words, with their numbers as the reader's language writes them. What is kept stays as it is.
package struct AnswerWords: Sendable {
  private let language: Language
  private let yes: String
  private let no: String

  /// - Parameters:
  ///   - yes: what stands for a truth.
  package init(_ language: Language, yes: String, no: String) {
    self.language = language
    self.yes = yes
    self.no = no
  }

  /// An answer on a page or on paper.
  /// - Parameter field: what was asked; nil where no form says it.
  package func shown(_ value: DocumentValue, _ field: TemplateField? = nil) -> String {
    if let number = Self.number(value, field) {
      let isAmount = field?.type == .currency
      return WrittenNumber.written(number.text, in: language, leastDigits: isAmount ? 2 : 0, isGrouped: isAmount)
    }
    switch value {
    case .boolean(let value): return value ? yes : no
    case .array(let values): return values.map { shown($0) }.joined(separator: ", ")
    case .map(let fields):
      return fields.map { "\(ReportTable.title($0.name)): \(shown($0.value))" }.joined(separator: ", ")
    case .string(let text) where field?.type == .mileage:
      guard let way = MileageText(kept: text) else { return text }
      return WrittenNumber.written(way.length.text, in: language, leastDigits: way.digits) + way.unit
    default: return ReportTable.text(value)
    }
  }

  /// An answer as it stands in a field in which it is changed: what the same language reads back as the same.
  package static func typed(_ value: DocumentValue?, _ field: TemplateField?, in language: Language) -> String {
    if let value, let number = number(value, field) {
      return WrittenNumber.typed(number.text, in: language, leastDigits: field?.type == .currency ? 2 : 0)
    }
    if case .string(let text)? = value, field?.type == .mileage, let way = MileageText(kept: text) {
      return WrittenNumber.typed(way.length.text, in: language, leastDigits: way.digits) + way.unit
    }
    return value?.plainText ?? ""
  }

  /// A number, or the text that an app keeps of one.
  static func number(_ value: DocumentValue, _ field: TemplateField?) -> Amount? {
    switch value {
    case .integer(let number): return Int(exactly: number).flatMap { Amount($0) }
    case .double(let number): return Amount(number)
    case .string(let text):
      guard field?.type.isOfNumbers == true, field?.isRepeated != true, let number = Amount(text), number.text == text
      else { return nil }
      return number
    default: return nil
    }
  }
}

/// A length with its unit, as a field of mileage keeps it: `24.8 miles`.
package struct MileageText: Sendable, Equatable {
  package var length: Amount
  /// How many stand behind the point: what fills itself in says `82.0 miles`.
  package var digits: Int
  /// With the blank before it.
  package var unit: String

  /// What was kept: a point before the fraction, then a word. Nil for any other text.
  package init?(kept text: String) {
    let end = text.firstIndex { !($0.isASCII && ($0.isNumber || $0 == ".")) } ?? text.endIndex
    let parts = text[..<end].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), parts[0] == "0" || !parts[0].hasPrefix("0"),
      let length = Amount(text[..<end]), end < text.endIndex, text[end].isWhitespace,
      text[end...].allSatisfy({ $0.isLetter || $0.isWhitespace })
    else { return nil }
    digits = parts.count > 1 ? parts[1].count : 0
    guard digits <= 12 else { return nil }
    self.length = length
    unit = String(text[end...])
  }

  /// What a person typed, as it is kept: the number with a point before its fraction, its unit as it was typed. A text without a
  /// number stays as it is.
  /// - Throws: ``AnswerFault/twoNumbers``, and ``AnswerFault/otherUnit``.
  package static func taken(_ text: String, decimal: WrittenNumber.Decimal) throws(AnswerFault) -> String {
    let text = text.trimmed
    try check(text)
    let digits = ReportMileage.grouped(text)
    switch WrittenNumber.read(String(digits), decimal: decimal) {
    case .none: return text
    case .either: throw .twoNumbers
    case .one(let plain):
      let unit = text[digits.endIndex...].trimmed
      return unit.isEmpty ? plain : "\(plain) \(unit)"
    }
  }

  /// - Throws: ``AnswerFault/otherUnit`` where a number stands before a unit that is neither miles nor kilometres.
  package static func check(_ text: String) throws(AnswerFault) {
    let text = text.trimmed
    let digits = ReportMileage.grouped(text)
    guard digits.contains(where: \.isNumber) else { return }
    let unit = text[digits.endIndex...].trimmed.lowercased().filter { $0 != "." && $0 != "׳" }
    if otherUnits.contains(unit) { throw .otherUnit }
  }

  /// Lengths that would count as miles, in the languages of the pages.
  package static let otherUnits: Set<String> = [
    "m", "meter", "meters", "metre", "metres", "metern", "mètre", "mètres", "metro", "metros", "м", "מ", "מטר", "מטרים",
    "م",
    "متر", "أمتار", "مترا", "ft", "feet", "foot", "fuß", "fuss", "pied", "pieds", "pie", "pies", "רגל", "קדם", "'", "′",
    "yd", "yds", "yard",
    "yards", "cm", "mm", "nm", "nmi", "sm",
  ]
}
