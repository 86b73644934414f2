import BoothCore

/// Single values. Each gives nil for a key that is missing, `null`, or of a wrong kind; only the last is a problem.
extension EventReader {
  /// A text on one line, without blanks around it.
  mutating func text(_ key: String, in fields: FileFields, limit: Int = 200, otherwise: String = "it is ignored")
    -> String?
  {
    value(key, in: fields, expected: "a text", otherwise: otherwise) { $0.text }
      .map { line($0, at: fields.path(key), limit: limit) }
  }

  /// Control characters become blanks, as they cannot be printed; what is longer than `limit` is cut.
  mutating func line(_ raw: String, at path: String, limit: Int) -> String {
    var text = ""
    var hasControls = false
    // Bounded twice, as one "character" may be made of any number of combining marks.
    for scalar in raw.unicodeScalars.prefix(limit * 8) {
      let isControl = scalar.properties.generalCategory == .control
      hasControls = hasControls || isControl
      text.unicodeScalars.append(isControl ? " " : scalar)
    }
    text = text.trimmed
    if hasControls { warn(path, expected: "a text on one line", found: "control characters", "blanks are used") }
    if raw.unicodeScalars.count > limit * 8 || text.count > limit {
      warn(path, expected: "at most \(limit) characters", found: "\(raw.count)", "the text is cut")
      text = String(text.prefix(limit))
    }
    return text
  }

  /// Seconds, clamped to `range` as FotoX clamps its settings; with `orZero`, 0 is allowed beside the range.
  mutating func seconds(
    _ key: String, in fields: FileFields, _ range: ClosedRange<Int>, orZero: Bool = false, otherwise: Duration
  ) -> Duration {
    guard let value = fields[key] else { return otherwise }
    let expected = (orZero ? "0 or " : "") + "\(range.lowerBound) to \(range.upperBound) seconds"
    guard let number = value.double, !number.isNaN else {
      warn(fields.path(key), expected: expected, found: value.summary, "\(otherwise.inSeconds.short) is used")
      return otherwise
    }
    if orZero && number == 0 { return .zero }
    let clamped = min(max(number, Double(range.lowerBound)), Double(range.upperBound))
    if clamped != number {
      warn(fields.path(key), expected: expected, found: value.summary, "\(clamped.short) is used")
    }
    return .milliseconds(Int((clamped * 1000).rounded()))
  }

  /// A whole number, clamped to `range`.
  mutating func count(_ value: FileValue, _ range: ClosedRange<Int>, otherwise: Int) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = value.double, !number.isNaN else {
      warn(value.path, expected: expected, found: value.summary, "\(otherwise) is used")
      return otherwise
    }
    if let whole = value.wholeNumber, range.contains(whole) { return whole }
    let clamped = Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)).rounded())
    warn(value.path, expected: expected, found: value.summary, "\(clamped) is used")
    return clamped
  }

  /// A list of at most `limit` items; further ones are a problem and dropped.
  mutating func list(_ key: String, in fields: FileFields, of what: String, limit: Int) -> [FileValue]? {
    let items = value(key, in: fields, expected: "a list of \(what)", otherwise: "the default is used") { value in
      value.items.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let items else { return nil }
    if items.count > limit {
      warn(fields.path(key), expected: "at most \(limit) \(what)", found: fields.found(key), "the rest is ignored")
    }
    return Array(items.prefix(limit))
  }

  /// Texts by language.
  mutating func translations(in fields: FileFields, limit: Int) -> [String: String] {
    var texts: [String: String] = [:]
    for key in fields.object.keys.sorted() {
      guard texts.count < 32, let code = Self.languageCode(key) else {
        warn(
          fields.path(key.printable(limit: 48)), expected: "a BCP 47 code such as en or pt-BR, at most 32 of them",
          found: "\"\(key.printable(limit: 48))\"", "it is ignored")
        continue
      }
      if let text = text(key, in: fields, limit: limit), !text.isEmpty { texts[code] = text }
    }
    return texts
  }
}
