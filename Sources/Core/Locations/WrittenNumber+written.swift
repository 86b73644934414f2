public import BoothCore

extension WrittenNumber {
  /// A number as a language writes it on a page: `1,234.5`, `1.234,5`, `1 234,5`; as browsers do.
  /// - Parameters:
  ///   - plain: Digits with a point at most, and a sign: what is none of this comes back as it is.
  ///   - leastDigits: So many digits behind the sign of fractions at least.
  ///   - isGrouped: Whether thousands are set apart; a year or a number of an order has no groups.
  public static func written(
    _ plain: String, in language: Language, leastDigits: Int = 0, isGrouped: Bool = true
  ) -> String {
    guard let parts = Parts(plain) else { return plain }
    let decimal = Decimal(language)
    var fraction = parts.fraction
    while fraction.count < leastDigits { fraction += "0" }
    let whole = isGrouped ? grouped(parts.whole, language) : parts.whole
    return sign(parts.isNegative, language) + whole + (fraction.isEmpty ? "" : "\(decimal.rawValue)" + fraction)
  }

  /// A number as it stands in a field that its reader may change: without groups, and with one more digit where it would have a
  /// second reading (`1,2340`). ``read(_:decimal:isAmount:)`` of the same language gives the same number back.
  public static func typed(_ plain: String, in language: Language, leastDigits: Int = 0) -> String {
    let text = written(plain, in: language, leastDigits: leastDigits, isGrouped: false)
    guard case .either = read(text, decimal: Decimal(language)) else { return text }
    return text + "0"
  }

  /// Before a minus browsers put a mark that holds it at its number's left, where lines run from right to left.
  private static func sign(_ isNegative: Bool, _ language: Language) -> String {
    isNegative ? (language.isRightToLeft ? "\u{200E}-" : "-") : ""
  }

  private static func grouped(_ digits: String, _ language: Language) -> String {
    let separator: String
    switch language {
    case .english, .hebrew, .arabic: separator = ","
    case .german: separator = "."
    case .french: separator = "\u{202F}"
    // Numbers of four digits stand together.
    case .spanish: separator = digits.count > 4 ? "." : ""
    }
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text += separator }
      text.append(digit)
    }
    return text
  }

  /// The parts of a plain number; nil for anything else.
  private struct Parts {
    let isNegative: Bool
    let whole: String
    let fraction: String

    init?(_ plain: String) {
      isNegative = plain.hasPrefix("-")
      let halves = plain.dropFirst(isNegative ? 1 : 0).split(
        separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
      whole = String(halves[0])
      fraction = halves.count > 1 ? String(halves[1]) : ""
    }
  }
}
