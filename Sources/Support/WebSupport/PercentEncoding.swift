/// Percent encoding as browsers do it.
///
/// ```swift
/// PercentEncoding.component("a b/c")  // "a%20b%2Fc"
/// PercentEncoding.path("a b/c")  // "a%20b/c"
/// ```
public enum PercentEncoding {
  /// As JavaScript's `encodeURIComponent`: everything but letters, digits and `-_.!~*'()`.
  public static func component(_ text: some StringProtocol) -> String { encode(text, keeping: "-_.!~*'()") }

  /// A path whose slashes stay.
  public static func path(_ text: some StringProtocol) -> String { encode(text, keeping: "-_.!~*'()/") }

  private static func encode(_ text: some StringProtocol, keeping others: StaticString) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    let kept = others.description.utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        encoded.append(byte)
      case _ where kept.contains(byte): encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// As browsers read a query's names and values: `+` is a blank, `%41` an A, a `%` that starts no such pair itself.
  public static func decodeQuery(_ text: some StringProtocol) -> String {
    func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}

/// What follows the `?` of a link; of values with the same name the first counts.
public struct Query: Sendable, Equatable {
  private let values: [String: String]

  /// Takes the text behind the `?`. Nothing is refused: a name without `=` has an empty value.
  public init(_ text: some StringProtocol) {
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = PercentEncoding.decodeQuery(halves[0])
      if values[name] == nil { values[name] = halves.count > 1 ? PercentEncoding.decodeQuery(halves[1]) : "" }
    }
    self.values = values
  }

  /// The value of `name`, or nil where it is missing or empty.
  public subscript(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
