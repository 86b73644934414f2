package import HTTPTypes

/// What a `Range` header asks of an object of a known size (RFC 9110, section 14).
///
/// Of several ranges the first is served, as the FotoX Worker does, and what follows it is not looked at.
public enum ByteRange: Sendable, Equatable {
  /// Bytes that exist; an end beyond the object's is its end.
  case part(Range<Int64>)
  /// Not a range of bytes that one can make sense of.
  case invalid
  /// A range that the object has nothing of.
  case unsatisfiable

  /// Reads `bytes=a-b`, `bytes=a-` and `bytes=-n` (the last n).
  public init(header: some StringProtocol, size: Int64) {
    let unit = "bytes="
    // Anywhere, as the Worker's pattern is not anchored.
    var rest = String(header)[...]
    while !rest.isEmpty, !rest.hasPrefix(unit) { rest.removeFirst() }
    guard !rest.isEmpty else {
      self = .invalid
      return
    }
    rest.removeFirst(unit.count)
    let first = Self.takeNumber(&rest)
    guard rest.popFirst() == "-" else {
      self = .invalid
      return
    }
    let last = Self.takeNumber(&rest)
    switch (first, last) {
    case (nil, nil): self = .invalid
    case (nil, let count?): self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
    case (let first?, nil): self = first < size ? .part(first..<size) : .unsatisfiable
    case (let first?, let last?):
      self = first < size && first <= last ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    }
  }

  /// What a request asks of something with a tag; nil where that is all of it, or where the tag is another than the one that the
  /// client has a part of.
  package static func wanted(of size: Int64, tag: String, _ headers: HTTPFields) -> ByteRange? {
    guard let range = headers[.range], headers[.ifRange].map({ EntityTags.range($0, allows: tag) }) ?? true else {
      return nil
    }
    return ByteRange(header: range, size: size)
  }

  /// Digits up to the first other sign; a number too large for any file stands for the largest.
  private static func takeNumber(_ text: inout Substring) -> Int64? {
    var digits = ""
    while let next = text.first, next.isASCII, next.isNumber { digits.append(text.removeFirst()) }
    return digits.isEmpty ? nil : Int64(digits) ?? .max
  }
}
