/// An address of the web that whatever calls it can take: looked at where it comes in, from a setting or from a
/// gallery's answer, as a client's library may end the program over one that it cannot call.
///
/// ```swift
/// let gallery = try WebAddress("https://gallery.example:8443/booth")
/// ```
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  /// As it was written.
  public let text: String

  /// What servers take as a request's line; nginx's and Apache's limits are 8 KiB.
  public static let mostBytes = 8 << 10
  /// A host's name (RFC 1035, 2.3.4).
  private static let mostHostBytes = 253

  /// What is wrong with a text that is no such address, as the end of a sentence. Never holds the text, which may be
  /// signed.
  public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The end of a sentence: `its port is not a number from 1 to 65535`.
    public var description: String
  }

  /// Takes `http` or `https`, a host, perhaps a port from 1 to 65535, and whatever path and query follow, all of it in
  /// printable ASCII and at most ``mostBytes`` long.
  public init(_ text: String) throws(Fault) {
    guard text.utf8.count <= Self.mostBytes else {
      throw Fault(description: "it has \(text.utf8.count) bytes; expected at most \(Self.mostBytes)")
    }
    guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else {
      throw Fault(description: "it does not begin with http:// or https://")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Fault(description: "it has a blank or a sign that no address has as it is; expected ASCII, percent-encoded")
    }
    try Self.check(authority: text.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
    self.text = text
  }

  /// The whole address, as it was written. A signed one is not for logs.
  public var description: String { text }

  private static func check(authority: Substring) throws(Fault) {
    guard !authority.contains("@") else {
      throw Fault(description: "it names a user before its host; expected the host alone")
    }
    let host: Substring
    var rest: Substring
    if authority.first == "[" {
      // An IPv6 address (RFC 3986, 3.2.2).
      host = authority.dropFirst().prefix { $0 != "]" }
      rest = authority.dropFirst(host.utf8.count + 1)
      guard rest.popFirst() == "]", host.contains(":"),
        host.utf8.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { throw Fault(description: "what stands in its brackets is no IPv6 address") }
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority.dropFirst(host.utf8.count)
      guard host.utf8.allSatisfy(isNameByte) else { throw Fault(description: "its host has a sign that no name has") }
    }
    guard !host.isEmpty, host.utf8.count <= mostHostBytes else {
      throw Fault(description: host.isEmpty ? "it has no host" : "its host is longer than any name")
    }
    guard !rest.isEmpty else { return }
    guard rest.popFirst() == ":", rest.utf8.count <= 5, rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(rest), (1...65535).contains(port)
    else { throw Fault(description: "its port is not a number from 1 to 65535") }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
