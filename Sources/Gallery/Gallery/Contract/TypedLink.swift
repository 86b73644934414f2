import BoothCore
import WebSupport

/// What a person meant who typed a link: in lower case, with the full stop or the bracket of the sentence it stood in,
/// with blanks for its hyphens.
enum TypedLink {
  /// The id that was meant; nil where none can be made of it.
  static func session(_ typed: String) -> String? {
    let bare = bare(typed)
    if let id = uuid(bare) { return id.text }
    do throws(RequestFault) { return try SessionName(bare).text } catch { return nil }
  }

  /// The number that was meant; nil where none can be made of it.
  static func event(_ typed: String) -> EventID? {
    do throws(RequestFault) { return try EventNames.read(String(bare(typed).drop { $0 == "0" })) } catch { return nil }
  }

  /// An id that stands alone where a page's path should: only one of a booth's form is taken for one.
  static func alone(_ typed: some StringProtocol) -> SessionID? { uuid(bare(String(typed))) }

  /// An id as all booths make it: 32 hexadecimal digits, for which letters stand that are printed like them.
  static func uuid(_ typed: String) -> SessionID? {
    var digits: [Character] = []
    for sign in typed {
      switch sign {
      case "O", "o": digits.append("0")
      case "I", "i", "L", "l", "|": digits.append("1")
      case _ where sign.isASCII && sign.isHexDigit: digits += String(sign).uppercased()
      case _ where sign.isWhitespace || hyphens.contains(sign): continue
      default: return nil
      }
      if digits.count > 32 { return nil }
    }
    guard digits.count == 32 else { return nil }
    for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
    return SessionID(String(digits))
  }

  /// What keyboards and printers make of a hyphen.
  private static let hyphens: Set<Character> = [
    "-", "_", "\u{AD}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}",
  ]

  /// Without what stands around a link in a sentence.
  private static func bare(_ typed: String) -> String {
    func isOutside(_ sign: Character) -> Bool { !(sign.isASCII && (sign.isLetter || sign.isNumber)) }
    let text = PlainDigits.of(PercentEncoding.decodeQuery(typed.prefix(1024))).drop(while: isOutside)
    return String(text.reversed().drop(while: isOutside).reversed())
  }
}
