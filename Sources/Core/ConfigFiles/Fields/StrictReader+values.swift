package import BoothCore

/// Single values. Each gives nil for a key that is missing, and, with the problem noted, for a value of a wrong kind.
/// Where `what` says what a value is, problems say it too.
extension StrictReader {
  /// A text on one line, without blanks around it.
  package mutating func text(
    _ key: String, in fields: FileFields, _ what: String? = nil, limit: Int = 200, isRequired: Bool = false
  ) -> String? {
    value(key, in: fields, expected: Self.expected(what, Self.line(limit: limit)), isRequired: isRequired) {
      $0.line(limit: limit)
    }
  }

  static func line(limit: Int) -> String { "a text of 1 to \(limit) characters on one line" }

  package mutating func whole(
    _ key: String, in fields: FileFields, _ range: ClosedRange<Int>, _ what: String? = nil, isRequired: Bool = false
  ) -> Int? {
    let (least, most) = (range.lowerBound, range.upperBound)
    let form = most == .max ? "a whole number, \(least) or more" : "a whole number from \(least) to \(most)"
    return value(key, in: fields, expected: Self.expected(what, form), isRequired: isRequired) { value in
      value.wholeNumber.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// To the millisecond.
  package mutating func seconds(
    _ key: String, in fields: FileFields, _ range: ClosedRange<Double>, _ what: String? = nil, isRequired: Bool = false
  ) -> Duration? {
    let form = "\(range.lowerBound.short) to \(range.upperBound.short) seconds"
    return value(key, in: fields, expected: Self.expected(what, form), isRequired: isRequired) { value in
      value.double.flatMap { range.contains($0) ? .milliseconds(Int(($0 * 1000).rounded())) : nil }
    }
  }

  /// - Parameter limits: which sizes there are, in words.
  package mutating func size(
    _ key: String, in fields: FileFields, suchAs example: String = "1920x1080", _ limits: String? = nil,
    isRequired: Bool = false,
    allows: (PixelSize) -> Bool = { (16...16_384).contains($0.width) && (16...16_384).contains($0.height) }
  ) -> PixelSize? {
    let expected = Self.expected("a size such as \"\(example)\"", limits)
    return value(key, in: fields, expected: expected, isRequired: isRequired) { value in
      guard let parts = value.text?.split(separator: "x", omittingEmptySubsequences: false).map({ Int($0) }),
        parts.count == 2, let width = parts[0], let height = parts[1]
      else { return nil }
      let size = PixelSize(width: width, height: height)
      return allows(size) ? size : nil
    }
  }

  /// Quarters of a turn, clockwise.
  mutating func rotation(in fields: FileFields) -> Int? {
    value("rotation", in: fields, expected: "0, 90, 180 or 270 degrees clockwise") { value in
      value.wholeNumber.flatMap { [0, 90, 180, 270].contains($0) ? $0 : nil }
    }
  }

  mutating func kind(_ kind: DeviceKind, in fields: FileFields) {
    _ = value("kind", in: fields, expected: Self.words([kind.rawValue]), isRequired: true) {
      $0.text == kind.rawValue ? kind : nil
    }
  }

  private static func expected(_ what: String?, _ form: String?) -> String {
    [what, form].compactMap(\.self).joined(separator: ", ")
  }
}

extension FileValue {
  /// A text that can be shown on one line, without blanks around it; nil for any other.
  func line(limit: Int) -> String? {
    guard let text, !text.trimmed.isEmpty, text.count <= limit, text.printable(limit: limit) == text else { return nil }
    return text.trimmed
  }
}
