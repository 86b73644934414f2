import BoothCore

/// Single values. Each gives nil for a key that is missing, `null`, or of a wrong kind; only the last is a problem.
extension EventReader {
  /// A text on one line, without blanks around it.
  mutating func text(_ key: String, in fields: EventFields, limit: Int = 200, otherwise: String = "it is ignored")
    -> String?
  {
    guard let value = fields.object[key] else { return nil }
    guard case .string(let raw) = value else {
      warn(fields.path(key), expected: "a text", found: value.summary, otherwise)
      return nil
    }
    return line(raw, at: fields.path(key), limit: limit)
  }

  /// Control characters become blanks, as nobody can print them; what is longer than `limit` is cut.
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

  mutating func bool(_ key: String, in fields: EventFields, otherwise: Bool) -> Bool {
    guard let value = fields.object[key] else { return otherwise }
    if case .bool(let flag) = value { return flag }
    warn(fields.path(key), expected: "true or false", found: value.summary, "\(otherwise) is used")
    return otherwise
  }

  mutating func object(_ key: String, in fields: EventFields) -> EventFields? {
    guard let value = fields.object[key] else { return nil }
    if case .object(let object) = value { return EventFields(object, at: fields.path(key)) }
    warn(fields.path(key), expected: "an object", found: value.summary, "the defaults are used")
    return nil
  }

  /// Seconds, clamped to `range` as FotoX clamps its settings; with `orZero`, 0 is allowed beside the range.
  mutating func seconds(
    _ key: String, in fields: EventFields, _ range: ClosedRange<Int>, orZero: Bool = false, otherwise: Duration
  ) -> Duration {
    guard let value = fields.object[key] else { return otherwise }
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
  mutating func count(_ value: JSON5Value, at path: String, _ range: ClosedRange<Int>, otherwise: Int) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = value.double, !number.isNaN else {
      warn(path, expected: expected, found: value.summary, "\(otherwise) is used")
      return otherwise
    }
    if let whole = value.wholeNumber, range.contains(whole) { return whole }
    let clamped = Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)).rounded())
    warn(path, expected: expected, found: value.summary, "\(clamped) is used")
    return clamped
  }

  /// A list of at most `limit` items; further ones are a problem and dropped.
  mutating func list(_ key: String, in fields: EventFields, of what: String, limit: Int) -> [JSON5Value]? {
    guard let value = fields.object[key] else { return nil }
    guard case .array(let items) = value, !items.isEmpty else {
      warn(fields.path(key), expected: "a list of \(what)", found: value.summary, "the default is used")
      return nil
    }
    if items.count > limit {
      warn(fields.path(key), expected: "at most \(limit) \(what)", found: value.summary, "the rest is ignored")
    }
    return Array(items.prefix(limit))
  }
}
