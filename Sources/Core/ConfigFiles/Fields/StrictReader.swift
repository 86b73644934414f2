package import BoothCore

/// Reads what describes devices: camera and panel profiles, scripts for the mock camera. An unknown key, a wrong kind
/// and a number out of its range are problems, and a file with any is not used, since no person watches a booth find
/// out.
package struct StrictReader: FieldReader {
  private let file: String
  package let maximumBytes: Int
  private var list = ProblemList<DeviceError>()

  /// - Parameters:
  ///   - file: the path that problems name.
  ///   - maximumBytes: larger files are refused unread. No profile comes near the usual bound.
  package init(file: String, maximumBytes: Int = 256 << 10) {
    self.file = file
    self.maximumBytes = maximumBytes
  }

  package var problems: [DeviceError] { list.listed }

  package mutating func note(_ path: String, expected: String, found: String, _ consequence: String?) {
    list.add(DeviceError(file: file, key: path, expected: expected, found: found))
  }

  package mutating func refuse(_ path: String, expected: String, found: String) {
    note(path, expected: expected, found: found, nil)
  }

  package mutating func refuse(_ key: String, in fields: FileFields, expected: String) {
    refuse(fields.path(key), expected: expected, found: fields.found(key))
  }

  // MARK: Objects

  /// The whole file as one object.
  package mutating func fields(of bytes: [UInt8], known: [String]) -> FileFields? {
    document(bytes).flatMap { object($0, known: known) }
  }

  package mutating func object(
    _ key: String, in fields: FileFields, known: [String], expected: String? = nil, isRequired: Bool = false
  ) -> FileFields? {
    let expected = expected ?? Self.object(with: known)
    guard let object = object(key, in: fields, expected: expected, isRequired: isRequired) else { return nil }
    checkKeys(of: object, known: known)
    return object
  }

  package mutating func object(_ value: FileValue, known: [String]) -> FileFields? {
    guard let object = taken(value, expected: Self.object(with: known), FileFields.init) else { return nil }
    checkKeys(of: object, known: known)
    return object
  }

  private static func object(with known: [String]) -> String { "an object with \(known.joined(separator: ", "))" }

  // MARK: Lists

  /// - Parameter what: the items in the plural.
  package mutating func list(
    _ key: String, in fields: FileFields, of what: String, _ counts: ClosedRange<Int> = 0...64
  ) -> [FileValue] {
    let count = counts.lowerBound == 0 ? "at most" : "\(counts.lowerBound) to"
    return value(key, in: fields, expected: "a list of \(count) \(counts.upperBound) \(what)") { value in
      value.items.flatMap { counts.contains($0.count) ? $0 : nil }
    } ?? []
  }

  package mutating func list<Value>(
    _ key: String, in fields: FileFields, of what: String, _ counts: ClosedRange<Int> = 0...64, each expected: String,
    _ take: (FileValue) -> Value?
  ) -> [Value] {
    list(key, in: fields, of: what, counts).compactMap { taken($0, expected: expected, take) }
  }
}
