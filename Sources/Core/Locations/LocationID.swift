/// A location's name in files, links and the app's database: a UUID's text as the app makes it, or any other word that is
/// safe in a path: 1 to 64 ASCII letters, digits, `-` and `_`, but not `all`, and not beginning with `-`.
///
/// ```swift
/// LocationID("jaffa-gate")
/// LocationID("all")  // nil
/// ```
public struct LocationID: Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
  public let text: String

  /// Nil for what cannot be a file's name everywhere.
  public init?(_ text: String) {
    let isWord = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    // `all` is a word of its own where ids are named, and what begins with a line looks like an option.
    guard isWord, (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-"),
      text.utf8.count != 3 || text.lowercased() != "all"
    else { return nil }
    self.text = text
  }

  /// Throws `DecodingError` for what ``init(_:)`` refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = LocationID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a location's id")
    }
    self = id
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var description: String { text }
  public static func < (a: LocationID, b: LocationID) -> Bool { a.text < b.text }
}
