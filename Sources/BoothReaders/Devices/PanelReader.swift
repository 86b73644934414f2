public import BoothCore

extension PanelProfile {
  /// Larger files are refused unread.
  public static let maximumBytes = 1 << 18

  /// Reads a panel's file (JSON5; `Panels` in the documentation has its keys). Never fails, however hostile the bytes:
  /// the profile is nil where there are problems, and each of them is told.
  /// - Parameter file: the path that problems name.
  public static func reading(_ bytes: [UInt8], file: String) -> (profile: PanelProfile?, problems: [DeviceProblem]) {
    var reader = PanelReader(file: file)
    let profile = reader.read(bytes)
    return (reader.problems.isEmpty ? profile : nil, reader.problems)
  }
}

/// Takes a panel's file apart, and notes every problem with its key.
struct PanelReader {
  /// Further problems are not listed, so that a hostile file cannot fill a screen or a log.
  static let maximumProblems = 50
  static let maximumItems = 64

  let file: String
  private(set) var problems: [DeviceProblem] = []

  init(file: String) { self.file = file }

  mutating func read(_ bytes: [UInt8]) -> PanelProfile? {
    guard bytes.count <= PanelProfile.maximumBytes else {
      note("", expected: "at most \(PanelProfile.maximumBytes) bytes", found: "\(bytes.count) bytes")
      return nil
    }
    let document: JSON5Value
    do {
      document = try JSON5Parser.parse(bytes)
    } catch {
      note("line \(error.line), column \(error.column)", expected: error.expected, found: error.found)
      return nil
    }
    guard let fields = object(document, at: "", known: ["kind", "name", "chips", "devices", "buttons", "lights"]) else {
      return nil
    }
    if text("kind", in: fields, "\"panel\"") != "panel" {
      note("kind", expected: "\"panel\"", found: fields.found("kind"))
    }
    var profile = PanelProfile(name: text("name", in: fields, "the panel's name") ?? "")
    if profile.name.isEmpty, fields.object["name"] == nil {
      note("name", expected: "the panel's name", found: "nothing")
    }
    profile.chips = texts("chips", in: fields, "labels or names of GPIO chips")
    profile.devices = items("devices", in: fields, "input devices").compactMap { device($0.value, at: $0.path) }
    profile.buttons = items("buttons", in: fields, "buttons").compactMap { button($0.value, at: $0.path) }
    profile.lights = items("lights", in: fields, "lights").compactMap { light($0.value, at: $0.path) }
    check(profile, fields)
    return profile
  }

  // MARK: What only the whole can tell

  private mutating func check(_ profile: PanelProfile, _ fields: EventFields) {
    guard problems.isEmpty else { return }
    if profile.buttons.isEmpty, profile.lights.isEmpty {
      note("buttons", expected: "at least one button or light", found: fields.found("buttons"))
    }
    if profile.usesLines, profile.chips.isEmpty {
      note("chips", expected: "the label of the chip that has the lines, see: gpiodetect", found: fields.found("chips"))
    }
    var names: [String: String] = [:]
    var lines: [PanelLine.Place: String] = [:]
    var keys: [UInt16: String] = [:]
    let parts =
      profile.buttons.enumerated().map { ("buttons[\($0.offset)]", $0.element.name, $0.element.line) }
      + profile.lights.enumerated().map { ("lights[\($0.offset)]", $0.element.name, $0.element.line) }
    for (path, name, line) in parts {
      if names.updateValue(path, forKey: name) != nil {
        note("\(path).name", expected: "a name of its own", found: "\"\(name)\" a second time")
      }
      if let line, let other = lines.updateValue(name, forKey: line.place) {
        note("\(path).line", expected: "a line of its own", found: "that of \"\(other)\"")
      }
    }
    for (index, button) in profile.buttons.enumerated() {
      for key in button.keys {
        if let other = keys.updateValue(button.name, forKey: key) {
          note(
            "buttons[\(index)].keys", expected: "keys of its own", found: "\(InputKey.name(of: key)) of \"\(other)\"")
        }
      }
    }
  }

  // MARK: Problems and single values

  mutating func note(_ key: String, expected: String, found: String) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(DeviceProblem(file: file, key: key, expected: expected, found: found))
  }

  mutating func object(_ value: JSON5Value, at path: String, known: [String]) -> EventFields? {
    guard case .object(let object) = value else {
      note(path, expected: "an object with \(known.joined(separator: ", "))", found: value.summary)
      return nil
    }
    let fields = EventFields(object, at: path)
    for key in object.keys where !known.contains(key) {
      note(
        fields.path(key.printable(limit: 48)), expected: "one of \(known.joined(separator: ", "))",
        found: "a key that is not known")
    }
    for key in object.repeatedKeys {
      note(fields.path(key.printable(limit: 48)), expected: "the key once", found: "it more than once")
    }
    return fields
  }

  /// A text of 1 to 80 characters without control characters; nil where there is none.
  mutating func text(_ key: String, in fields: EventFields, _ expected: String) -> String? {
    guard let value = fields.object[key] else { return nil }
    if let text = text(value) { return text }
    note(fields.path(key), expected: "\(expected), 1 to 80 characters", found: value.summary)
    return nil
  }

  func text(_ value: JSON5Value) -> String? {
    guard case .string(let text) = value, (1...80).contains(text.unicodeScalars.count),
      text.printable(limit: 80) == text
    else { return nil }
    return text
  }

  mutating func texts(_ key: String, in fields: EventFields, _ what: String) -> [String] {
    items(key, in: fields, what).compactMap { item in
      if let text = text(item.value) { return text }
      note(item.path, expected: "a text of 1 to 80 characters", found: item.value.summary)
      return nil
    }
  }

  mutating func items(_ key: String, in fields: EventFields, _ what: String) -> [(value: JSON5Value, path: String)] {
    guard let value = fields.object[key] else { return [] }
    guard case .array(let items) = value, (1...Self.maximumItems).contains(items.count) else {
      note(fields.path(key), expected: "a list of 1 to \(Self.maximumItems) \(what)", found: value.summary)
      return []
    }
    return items.enumerated().map { ($0.element, "\(fields.path(key))[\($0.offset)]") }
  }

  mutating func bool(_ key: String, in fields: EventFields, otherwise: Bool) -> Bool {
    guard let value = fields.object[key] else { return otherwise }
    if case .bool(let flag) = value { return flag }
    note(fields.path(key), expected: "true or false", found: value.summary)
    return otherwise
  }

  mutating func whole(_ key: String, in fields: EventFields, _ range: ClosedRange<Int>, _ what: String) -> Int? {
    guard let value = fields.object[key] else { return nil }
    if let number = value.wholeNumber, range.contains(number) { return number }
    note(
      fields.path(key), expected: "\(what), a whole number from \(range.lowerBound) to \(range.upperBound)",
      found: value.summary)
    return nil
  }

  /// One of a few words; nil where there is none.
  mutating func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, in fields: EventFields, of type: Word.Type
  ) -> Word? {
    guard let value = fields.object[key] else { return nil }
    if case .string(let text) = value, let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    note(fields.path(key), expected: "one of \(words)", found: value.summary)
    return nil
  }
}
