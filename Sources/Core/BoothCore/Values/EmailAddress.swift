/// A guest's e-mail address, of the form that FotoX takes:
/// `^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$`.
public struct EmailAddress: Sendable, Equatable {
  /// As it was typed: capitals stay.
  public let text: String

  /// RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them its brackets.
  public static let longest = 254

  /// Nil for what is no such address.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let domain = parts.last,
      let dot = domain.lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    let (host, top) = (domain[..<dot], domain[domain.index(after: dot)...])
    guard !name.isEmpty, name.allSatisfy({ Self.isPlain($0) || Self.isMark($0) }),
      !host.isEmpty, host.allSatisfy(Self.isPlain),
      top.count >= 2, top.allSatisfy(Self.isLetter)
    else { return nil }
    self.text = text
  }

  /// Whether a character can be part of one.
  static func takes(_ byte: UInt8) -> Bool { isPlain(byte) || isMark(byte) || byte == UInt8(ascii: "@") }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  private static func isMark(_ byte: UInt8) -> Bool { "_%+".utf8.contains(byte) }
}
