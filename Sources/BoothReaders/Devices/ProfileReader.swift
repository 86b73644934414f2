import BoothCore

/// Takes a device profile apart and notes every problem with its key. Strict: an unknown key, a wrong kind and a number
/// out of its range are problems, since nobody watches a booth find out.
struct ProfileReader {
  /// Larger files are refused unread.
  static let maximumBytes = 256 << 10
  /// Further problems are not listed.
  static let maximumProblems = 100

  let file: String
  private(set) var problems: [DeviceProblem] = []

  init(file: String) { self.file = file }

  /// The whole file as one object; nil, with the problem noted, if it is none.
  mutating func document(_ bytes: [UInt8]) -> EventFields? {
    guard bytes.count <= Self.maximumBytes else {
      refuse("", expected: "at most \(Self.maximumBytes) bytes", found: "\(bytes.count) bytes")
      return nil
    }
    do {
      let value = try JSON5Parser.parse(bytes)
      if case .object(let object) = value { return EventFields(object, at: "") }
      refuse("", expected: "an object { … }", found: value.summary)
    } catch {
      refuse("line \(error.line), column \(error.column)", expected: error.expected, found: error.found)
    }
    return nil
  }

  mutating func refuse(_ key: String, expected: String, found: String) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(DeviceProblem(file: file, key: key, expected: expected, found: found))
  }

  mutating func refuse(_ key: String, in fields: EventFields, expected: String) {
    refuse(fields.path(key), expected: expected, found: fields.found(key))
  }

  mutating func checkKeys(of fields: EventFields, known: [String]) {
    for key in fields.object.keys where !known.contains(key) {
      refuse(
        fields.path(key.printable(limit: 48)), expected: "one of \(known.joined(separator: ", "))",
        found: "a key that is not known")
    }
    checkRepeats(of: fields)
  }

  /// For objects whose keys are anything.
  mutating func checkRepeats(of fields: EventFields) {
    for key in fields.object.repeatedKeys {
      refuse(fields.path(key.printable(limit: 48)), expected: "the key once", found: "it more than once")
    }
  }

  // MARK: Values: nil for a key that is missing, and, with the problem noted, for one of a wrong kind.

  mutating func object(_ key: String, in fields: EventFields) -> EventFields? {
    switch fields.object[key] {
    case nil: return nil
    case .object(let object): return EventFields(object, at: fields.path(key))
    default:
      refuse(key, in: fields, expected: "an object { … }")
      return nil
    }
  }

  mutating func list(_ key: String, in fields: EventFields, of what: String, limit: Int = 64) -> [JSON5Value] {
    switch fields.object[key] {
    case nil: return []
    case .array(let items) where items.count <= limit: return items
    default:
      refuse(key, in: fields, expected: "a list of at most \(limit) \(what)")
      return []
    }
  }

  mutating func text(_ key: String, in fields: EventFields, limit: Int = 200) -> String? {
    guard let value = fields.object[key] else { return nil }
    if case .string(let text) = value, !text.trimmed.isEmpty, text.count <= limit,
      text.printable(limit: limit) == text
    {
      return text.trimmed
    }
    refuse(key, in: fields, expected: "a text of at most \(limit) characters on one line")
    return nil
  }

  mutating func choice(_ choices: [String], _ key: String, in fields: EventFields) -> String? {
    guard let value = fields.object[key] else { return nil }
    if case .string(let text) = value, choices.contains(text) { return text }
    refuse(key, in: fields, expected: "one of \(choices.map { "\"\($0)\"" }.joined(separator: ", "))")
    return nil
  }

  mutating func required(choice choices: [String], _ key: String, in fields: EventFields) -> String? {
    if fields.object[key] != nil { return choice(choices, key, in: fields) }
    refuse(key, in: fields, expected: "one of \(choices.map { "\"\($0)\"" }.joined(separator: ", "))")
    return nil
  }

  mutating func bool(_ key: String, in fields: EventFields, otherwise: Bool) -> Bool {
    switch fields.object[key] {
    case nil: return otherwise
    case .bool(let flag): return flag
    default:
      refuse(key, in: fields, expected: "true or false")
      return otherwise
    }
  }

  mutating func whole(_ key: String, in fields: EventFields, _ range: ClosedRange<Int>) -> Int? {
    guard let value = fields.object[key] else { return nil }
    if let number = value.wholeNumber, range.contains(number) { return number }
    refuse(key, in: fields, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func seconds(_ key: String, in fields: EventFields, _ range: ClosedRange<Double>) -> Duration? {
    guard let value = fields.object[key] else { return nil }
    if let number = value.double, range.contains(number) { return .milliseconds(Int((number * 1000).rounded())) }
    refuse(key, in: fields, expected: "\(range.lowerBound.short) to \(range.upperBound.short) seconds")
    return nil
  }

  mutating func size(_ key: String, in fields: EventFields) -> PixelSize? {
    guard let value = fields.object[key] else { return nil }
    if case .string(let text) = value {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      if parts.count == 2, let width = parts[0], let height = parts[1], (16...16_384).contains(width),
        (16...16_384).contains(height)
      {
        return PixelSize(width: width, height: height)
      }
    }
    refuse(key, in: fields, expected: "a size such as \"1920x1080\"")
    return nil
  }
}
