import BoothCore
package import Documents
package import Locations
import StudioModel

/// One answer to one field: what counts as one, and how it is kept.
package enum FormAnswer {
  /// The longest text, in bytes.
  package static let longest = 20_000
  /// The most that is chosen of one field.
  static let most = 500

  /// Nothing there: false and zero are something.
  package static func isEmpty(_ value: DocumentValue?) -> Bool {
    switch value {
    case nil, .null?: true
    case .string(let text)?: text.isBlank
    case .array(let values)?: values.isEmpty
    case .map(let fields)?: fields.isEmpty
    case .boolean?, .integer?, .double?, .timestamp?, .bytes?, .reference?, .geoPoint?: false
    }
  }

  /// An answer as it is kept.
  /// - Parameters:
  ///   - value: as a page sends it: texts, truths, lists of texts, numbers.
  /// - Returns: nil for no answer.
  /// - Throws: what is wrong with it.
  package static func read(_ value: DocumentValue?, of field: TemplateField) throws(AnswerFault) -> DocumentValue? {
    guard !isEmpty(value), let value else {
      if field.isRequired, !field.isAutomatic { throw .missing }
      return nil
    }
    let answer = try kept(value, of: field)
    if !field.isAutomatic { try FieldBounds.check(answer, of: field) }
    return answer
  }

  private static func kept(_ value: DocumentValue, of field: TemplateField) throws(AnswerFault) -> DocumentValue {
    if field.isRepeated {
      guard case .array(let values) = value else {
        // What was written before there were rows.
        return .string(try text(value, of: field))
      }
      guard values.count <= FormRows.most else { throw .tooMany }
      guard values.allSatisfy({ $0.fields != nil }) else { throw .wrongKind }
      let (rows, faults) = FormRows.read(FormRows.rows(value), of: field)
      if let first = faults.min(by: { $0.key < $1.key }) { throw first.value }
      if rows.isEmpty, field.isRequired { throw .missing }
      return .array(rows.map(DocumentValue.map))
    }
    switch field.type {
    case .toggle:
      guard case .boolean = value else { throw .wrongKind }
      return value
    case .multiselect:
      guard case .array(let values) = value, values.count <= most else { throw .wrongKind }
      var chosen: [DocumentValue] = []
      for value in values {
        guard case .string(let text) = value else { throw .wrongKind }
        // An option that was there when it was chosen, and went meanwhile, is what was answered.
        guard text.utf8.count <= longest else { throw .tooLong }
        if !chosen.contains(value) { chosen.append(value) }
      }
      return .array(chosen)
    case .number, .currency:
      if case .integer = value { return value }
      if case .double(let number) = value, number.isFinite { return value }
      guard case .string(let text) = value else { throw .wrongKind }
      let number = try number(text, field.type)
      return number.whole.map { .integer(Int64($0)) } ?? .double(number.double)
    case .mileage, .calculation, .photoCount:
      switch value {
      case .integer, .boolean: return value
      case .double(let number) where number.isFinite: return value
      case .array(let values) where values.count <= most && values.allSatisfy({ $0.text != nil }): return value
      default:
        let text = try text(value, of: field)
        if field.type == .mileage { try MileageText.check(text) }
        return .string(text)
      }
    case .text, .textarea, .email, .phone, .date, .time, .select, .radio, .file, .location, .dateAuto, .timeAuto,
      .userName, .schoolName, .currentLocation, .weather:
      let text = try text(value, of: field)
      return .string(try checked(text, field.type))
    }
  }

  private static func text(_ value: DocumentValue, of field: TemplateField) throws(AnswerFault) -> String {
    guard let text = value.text else { throw .wrongKind }
    guard text.utf8.count <= longest else { throw .tooLong }
    return field.type == .textarea ? text : text.trimmed
  }

  private static func checked(_ text: String, _ type: FieldType) throws(AnswerFault) -> String {
    switch type {
    case .email: if !isEmail(text) { throw .notEmail }
    case .phone: if !isPhone(text) { throw .notPhone }
    case .date:
      guard let day = DayText.read(text) else { throw .notDate }
      return DayText.iso(day)
    case .time: if ClockText.minutes(text) == nil { throw .notTime }
    case .text, .textarea, .number, .select, .multiselect, .radio, .toggle, .file, .location, .currency, .mileage,
      .dateAuto, .timeAuto, .userName, .schoolName, .photoCount, .currentLocation, .weather, .calculation:
      break
    }
    return text
  }

  /// `^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$`, as the existing apps have it.
  package static func isEmail(_ text: String) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty,
      halves[0].utf8.allSatisfy({ isPlain($0) || "._%+-".utf8.contains($0) }),
      halves[1].utf8.allSatisfy({ isPlain($0) || ".-".utf8.contains($0) }),
      let dot = halves[1].lastIndex(of: "."), dot > halves[1].startIndex
    else { return false }
    let end = halves[1][halves[1].index(after: dot)...]
    return end.utf8.count >= 2 && end.utf8.allSatisfy { isPlain($0) && $0 > 0x39 }
  }

  /// `^[\d\s\-\(\)\+\.]{10,}$`.
  package static func isPhone(_ text: String) -> Bool {
    text.unicodeScalars.count >= 10
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory == .decimalNumber || $0.properties.isWhitespace
          || "-()+.".unicodeScalars.contains($0)
      }
  }

  /// A number as a page sends it, with a point before its fraction, or else as people write it (``WrittenNumber``).
  /// - Throws: nothing is guessed: ``AnswerFault/twoNumbers`` for what may be thousands or a fraction.
  package static func number(_ text: String, _ type: FieldType = .number) throws(AnswerFault) -> Amount {
    let fault: AnswerFault = type == .currency ? .notAmount : .notNumber
    if let number = Amount(text.trimmed) { return number }
    // A page has asked, and no answer came: it leaves a question mark.
    let written = text.trimmed.hasSuffix("?") ? String(text.trimmed.dropLast()) : text
    switch WrittenNumber.read(written) {
    case .either: throw .twoNumbers
    case .one(let plain) where written == text:
      guard let number = Amount(plain) else { throw fault }
      return number
    case .one, .none: throw fault
    }
  }

  /// A number as a person typed it into a page of the studio's, as pages send it.
  package static func typed(
    _ text: String, _ type: FieldType, decimal: WrittenNumber.Decimal
  ) throws(AnswerFault) -> String {
    switch WrittenNumber.read(text, decimal: decimal, isAmount: type == .currency) {
    case .either: throw .twoNumbers
    case .one(let plain): return plain
    case .none: throw type == .currency ? .notAmount : .notNumber
    }
  }
}
