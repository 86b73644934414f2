/// A piece of an expression.
struct CalculationToken: Equatable {
  enum Kind: Equatable {
    case number(Amount)
    case text(String)
    /// A word of the language or a function, as it was written; or a field without braces.
    case name(String)
    /// A field in braces.
    case field(String)
    case sign(String)
    case end
  }

  var kind: Kind
  var position: Int

  /// The most scalars of an expression.
  static let longest = 2000

  static func read(_ text: String) throws(CalculationFault) -> [CalculationToken] {
    let signs = Array(text.unicodeScalars)
    guard signs.count <= longest else { throw CalculationFault(.tooComplicated, at: 0) }
    var tokens: [CalculationToken] = []
    var place = 0
    func isDigit(_ sign: Unicode.Scalar) -> Bool { (0x30...0x39).contains(sign.value) }
    func isName(_ sign: Unicode.Scalar) -> Bool {
      isDigit(sign) || sign == "_" || sign == "." || ("a"..."z").contains(sign) || ("A"..."Z").contains(sign)
    }
    func string(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(signs[range]))
    }
    while place < signs.count {
      let (sign, start) = (signs[place], place)
      switch sign {
      case " ", "\t", "\n", "\r", "\u{A0}": place += 1
      case "0"..."9", ".":
        while place < signs.count, isDigit(signs[place]) || signs[place] == "." { place += 1 }
        guard let number = Amount(string(start..<place)) else {
          throw CalculationFault(.expected("a number below 10^15, such as 12.5"), at: start)
        }
        tokens.append(CalculationToken(kind: .number(number), position: start))
      case "a"..."z", "A"..."Z", "_":
        while place < signs.count, isName(signs[place]) { place += 1 }
        tokens.append(CalculationToken(kind: .name(string(start..<place)), position: start))
      case "\"", "'", "{":
        let close: Unicode.Scalar = sign == "{" ? "}" : sign
        var content = String.UnicodeScalarView()
        place += 1
        while true {
          guard place < signs.count else { throw CalculationFault(.expected("\(close)"), at: place) }
          let next = signs[place]
          place += 1
          if next == close {
            // A quote that stands twice is one.
            guard sign != "{", place < signs.count, signs[place] == close else { break }
            place += 1
          }
          content.append(next)
        }
        let text = String(content)
        if sign == "{", text.isBlank { throw CalculationFault(.expected("a field's id"), at: start + 1) }
        tokens.append(CalculationToken(kind: sign == "{" ? .field(text) : .text(text), position: start))
      case "<", ">", "!", "=":
        place += 1
        if place < signs.count, signs[place] == "=" || (sign == "<" && signs[place] == ">") { place += 1 }
        let written = string(start..<place)
        let same = ["==": "=", "!=": "<>"]
        guard written != "!" else { throw CalculationFault(.expected("a sign such as + or ="), at: start) }
        tokens.append(CalculationToken(kind: .sign(same[written] ?? written), position: start))
      default:
        place += 1
        let same: [Unicode.Scalar: String] = [
          "+": "+", "-": "-", "\u{2212}": "-", "*": "*", "\u{D7}": "*", "\u{B7}": "*", "/": "/", "\u{F7}": "/",
          "&": "&", "(": "(", ")": ")", ",": ",", ";": ",", "\u{2260}": "<>", "\u{2264}": "<=", "\u{2265}": ">=",
        ]
        guard let known = same[sign] else {
          throw CalculationFault(.expected("a number, a text, a field or a sign such as +"), at: start)
        }
        tokens.append(CalculationToken(kind: .sign(known), position: start))
      }
    }
    tokens.append(CalculationToken(kind: .end, position: signs.count))
    return tokens
  }
}
