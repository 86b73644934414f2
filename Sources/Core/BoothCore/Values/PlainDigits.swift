/// Digits as people type them: a keyboard has those of its script.
public enum PlainDigits {
  /// The text with 0 to 9 for the decimal digits of any script (Unicode's general category Nd): ٢٠٢٦, ۲۰۲۶, २०२६ and ２０２６ are 2026.
  /// All else stays as it is.
  public static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(digit(scalar).map { Unicode.Scalar(0x30 + $0) } ?? scalar) }
    return String(plain)
  }

  /// Which digit this is; nil for what is none. Fractions, numbers in circles and numerals are none.
  public static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return (0x30...0x39).contains(scalar.value) ? UInt8(scalar.value - 0x30) : nil }
    guard scalar.properties.generalCategory == .decimalNumber else { return nil }
    return scalar.properties.numericValue.map { UInt8($0) }
  }
}
