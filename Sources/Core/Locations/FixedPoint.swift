/// Numbers as C's `%.Nf` prints them in the locale "C", which is what the Then & Now app shows: rounded by their exact
/// binary value, ties to even. For magnitudes below 2^52 / 10^digits, as every distance and coordinate is.
enum FixedPoint {
  static func text(_ number: Double, digits: Int) -> String {
    guard number.isFinite else { return "\(number)" }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let magnitude = number.magnitude
    // The product and what rounding took from it: together exact.
    let product = magnitude * scale
    let rest = (-product).addingProduct(magnitude, scale)
    var whole = product.rounded(.down)
    let part = product - whole
    let isUp = part != 0.5 ? part > 0.5 : rest != 0 ? rest > 0 : whole.truncatingRemainder(dividingBy: 2) != 0
    if isUp { whole += 1 }
    let isNegative = number.sign == .minus
    // From the last digit to the first; the numbers of a long list are written in one piece each.
    return String(unsafeUninitializedCapacity: 24 + digits) { text in
      var (rest, count) = (UInt64(whole), 0)
      func put(_ byte: UInt8) {
        text[count] = byte
        count += 1
      }
      repeat {
        if count == digits, digits > 0 { put(UInt8(ascii: ".")) }
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0 || count <= digits
      if isNegative { put(UInt8(ascii: "-")) }
      var written = text[..<count]
      written.reverse()
      return count
    }
  }

  /// The shortest text that reads back as the same number, never with an exponent: what stands bare in tables and links.
  static func exact(_ number: Double) -> String {
    let text = "\(number)"
    guard let e = text.firstIndex(where: { $0 == "e" || $0 == "E" }), let exponent = Int(text[text.index(after: e)...])
    else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let mantissa = text[..<e].drop { $0 == "-" }
    let parts = mantissa.split(separator: ".")
    let (whole, fraction) = (String(parts.first ?? "0"), parts.count > 1 && parts[1] != "0" ? String(parts[1]) : "")
    if exponent < 0 {
      return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(whole)\(fraction)"
    }
    let digits = whole + fraction
    return "\(sign)\(digits)\(String(repeating: "0", count: max(0, exponent - fraction.count))).0"
  }
}
