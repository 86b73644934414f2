import Documents

/// The least and the most that a field takes, and whether an answer is between them.
package struct FieldBounds: Sendable, Equatable {
  /// What is bounded.
  package enum Kind: String, Sendable {
    case number, date, time
    /// Signs of a text.
    case length
    /// How many are chosen, or rows are filled in, or pictures are given.
    case count
  }

  /// Numbers, days from 1970, minutes from midnight, signs, or how many; nil for no bound, and for one that cannot be read.
  package var least: Amount?
  package var most: Amount?

  package init(_ field: TemplateField) {
    func read(_ text: String?) -> Amount? {
      guard let text else { return nil }
      switch Self.kind(field) {
      case .number?: return Amount(text)
      case .date?: return DayText.read(text).flatMap { Amount($0) }
      case .time?: return ClockText.minutes(text).flatMap { Amount($0) }
      case .length?, .count?: return Amount(text).flatMap { $0.whole.map { $0 >= 0 } ?? false ? $0 : nil }
      case nil: return nil
      }
    }
    (least, most) = (read(field.minimum), read(field.maximum))
  }

  /// Nil for a field that has no bounds.
  package static func kind(_ field: TemplateField) -> Kind? {
    if field.isRepeated { return .count }
    switch field.type {
    case .number, .currency: return .number
    case .date: return .date
    case .time: return .time
    case .text, .textarea, .location: return .length
    case .multiselect, .file: return .count
    case .email, .phone, .select, .radio, .toggle, .mileage, .dateAuto, .timeAuto, .userName, .schoolName, .photoCount,
      .currentLocation, .weather, .calculation:
      return nil
    }
  }

  /// Whether a field's text can be held to a pattern.
  static func hasPattern(_ field: TemplateField) -> Bool {
    switch field.type {
    case .text, .textarea, .email, .phone, .location: !field.isRepeated
    case .number, .date, .time, .select, .multiselect, .radio, .toggle, .file, .currency, .mileage, .dateAuto,
      .timeAuto,
      .userName, .schoolName, .photoCount, .currentLocation, .weather, .calculation:
      false
    }
  }

  /// - Parameter answer: as it is kept.
  /// - Throws: what is wrong with it.
  static func check(_ answer: DocumentValue, of field: TemplateField) throws(AnswerFault) {
    if let pattern = field.pattern, hasPattern(field), let text = answer.text {
      // A pattern that cannot be read holds nothing up: its author was told.
      let read: FieldPattern?
      do throws(FieldPattern.Fault) { read = try FieldPattern(pattern) } catch { read = nil }
      if let read, !read.matches(text) { throw .notPattern }
    }
    guard field.minimum != nil || field.maximum != nil, let kind = kind(field) else { return }
    let bounds = FieldBounds(field)
    let size: Amount?
    switch (kind, answer) {
    case (.number, _): size = answer.plainText.flatMap { Amount($0) }
    case (.date, .string(let text)): size = DayText.read(text).flatMap { Amount($0) }
    case (.time, .string(let text)): size = ClockText.minutes(text).flatMap { Amount($0) }
    case (.length, .string(let text)): size = Amount(text.unicodeScalars.count)
    case (.count, .array(let values)): size = Amount(values.count)
    default: size = nil
    }
    if let size { try bounds.check(size, kind) }
  }

  /// - Throws: by what kind of bound it is.
  func check(_ size: Amount, _ kind: Kind) throws(AnswerFault) {
    if let least, size < least {
      switch kind {
      case .number, .date, .time: throw .tooLow
      case .length: throw .tooShort
      case .count: throw .tooFew
      }
    }
    if let most, size > most {
      switch kind {
      case .number, .date, .time: throw .tooHigh
      case .length: throw .overLength
      case .count: throw .tooMany
      }
    }
  }
}
