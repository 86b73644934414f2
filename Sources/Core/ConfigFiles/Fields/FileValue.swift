/// A value of a file and where it stands.
package struct FileValue: Sendable {
  package let value: JSON5Value
  /// `match.usb[1]`; empty for the whole file.
  package let path: String

  init(_ value: JSON5Value, at path: String) {
    self.value = value
    self.path = path
  }

  /// What a problem says it found.
  package var summary: String { value.summary }

  // MARK: The value, where it is of that kind

  package var text: String? { if case .string(let text) = value { text } else { nil } }
  package var flag: Bool? { if case .bool(let flag) = value { flag } else { nil } }
  package var double: Double? { value.double }
  package var wholeNumber: Int? { value.wholeNumber }

  /// The values of a list, each with its place.
  package var items: [FileValue]? {
    guard case .array(let items) = value else { return nil }
    return items.enumerated().map { FileValue($0.element, at: "\(path)[\($0.offset)]") }
  }
}

/// An object of a file and where it stands.
package struct FileFields: Sendable {
  package let object: JSON5Object
  /// The object's own place; empty for the whole file.
  package let place: String

  /// Nil where the value is no object.
  init?(_ value: FileValue) {
    guard case .object(let object) = value.value else { return nil }
    self.object = object
    place = value.path
  }

  /// Nil for a key that is missing, or `null`.
  package subscript(key: String) -> FileValue? { object[key].map { FileValue($0, at: path(key)) } }

  package func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  /// What a problem says it found under `key`.
  package func found(_ key: String) -> String {
    object[key]?.summary ?? (object.keys.contains(key) ? "null" : "nothing")
  }
}
