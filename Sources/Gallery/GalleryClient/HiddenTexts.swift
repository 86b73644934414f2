import FoundationEssentials

/// Texts that no log and no database may hold, though a server that was given them may say them again: the token, and what
/// signs an upload's address.
struct HiddenTexts: Sendable, Equatable {
  private let texts: Set<String>

  /// Shorter texts are no secrets, and stand in many words.
  private static let fewest = 4

  init(_ texts: some Sequence<String>) {
    self.texts = Set(texts.map(Self.bare).filter { $0.utf8.count >= Self.fewest })
  }

  private init(bare texts: Set<String>) { self.texts = texts }

  /// And the values in an address's query.
  func and(queryOf url: String) -> HiddenTexts {
    let pairs = url.drop { $0 != "?" }.dropFirst().split(separator: "&")
    let values = pairs.compactMap { pair in
      pair.split(separator: "=", maxSplits: 1).last.map { Self.bare(String($0)) }
    }
    // The path is no secret, and the most useful word of a refusal; what signs is longer than its last part.
    return HiddenTexts(bare: texts.union(values.filter { $0.utf8.count >= 16 }))
  }

  /// A server's words in one line, of so many characters at most; what they are instead, where a hidden text is in them,
  /// however it is escaped.
  func clean(_ text: String, upTo count: Int) -> String {
    let bare = Self.bare(text)
    guard !texts.contains(where: { bare.contains($0) }) else { return "(its words repeat a secret and are left out)" }
    return String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(count).map(Character.init))
  }

  /// The letters and digits of a text, its escapes (`\u0041`, `%41`) resolved.
  private static func bare(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    var bare: [UInt8] = []
    while let byte = bytes.popFirst() {
      var found = byte
      if byte == UInt8(ascii: "%"), let value = number(bytes.prefix(2), digits: 2) {
        found = UInt8(truncatingIfNeeded: value)
        bytes = bytes.dropFirst(2)
      } else if byte == UInt8(ascii: "\\"), bytes.first == UInt8(ascii: "u"),
        let value = number(bytes.dropFirst().prefix(4), digits: 4), value < 0x80
      {
        found = UInt8(truncatingIfNeeded: value)
        bytes = bytes.dropFirst(5)
      }
      switch found {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
        bare.append(found)
      default: break
      }
    }
    return String(decoding: bare, as: UTF8.self)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
    bytes.count == digits ? Int(String(decoding: bytes, as: UTF8.self), radix: 16) : nil
  }
}
