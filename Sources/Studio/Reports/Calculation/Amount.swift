/// A decimal number with twelve digits behind the point, below 10^15: exact in sums, rounded once in products and quotients,
/// half away from zero. The browser's calculations do the same with whole numbers.
///
/// ```swift
/// let pay = Amount("24.8").flatMap { miles in Amount("0.67").flatMap { miles * $0 } }
/// pay?.rounded(digits: 2)?.text  // "16.62"
/// ```
package struct Amount: Sendable, Equatable, Comparable {
  /// In units of 10^-12.
  package let units: Int128

  private static let scale: UInt128 = 1_000_000_000_000
  private static let limit: UInt128 = 1_000_000_000_000_000 * scale
  private static let digits = 12

  /// Nothing.
  package static let zero = Amount(small: 0)

  private init(small units: Int128) { self.units = units }

  /// Nil beyond the limit.
  package init?(units: Int128) {
    guard units.magnitude < Self.limit else { return nil }
    self.units = units
  }

  /// Nil beyond the limit.
  package init?(_ number: Int) { self.init(units: Int128(number) * Int128(Self.scale)) }

  /// The shortest decimal number that reads back as this one; nil beyond the limit, and for what is no number.
  package init?(_ number: Double) {
    guard number.isFinite else { return nil }
    self.init("\(number)")
  }

  /// Reads `12`, `-3.5`, `.5`, `1e3`; nil for anything else, and beyond the limit. Digits behind the twelfth are rounded.
  package init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    let whole = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = 0
    if let e = rest.first, e | 0x20 == UInt8(ascii: "e") {
      guard let number = Int(String(decoding: rest.dropFirst(), as: UTF8.self)), (-60...60).contains(number) else {
        return nil
      }
      exponent = number
      rest = []
    }
    guard rest.isEmpty else { return nil }
    // All digits, with the point behind so many of them.
    let all = (whole + fraction).map { UInt128($0 - 0x30) }
    let point = whole.count + exponent
    var units: UInt128 = 0
    for place in 0..<max(0, point + Self.digits) {
      guard units < Self.limit else { return nil }
      units = units * 10 + (place < all.count ? all[place] : 0)
    }
    let next = point + Self.digits
    if next >= 0, next < all.count, all[next] >= 5 { units += 1 }
    guard units < Self.limit else { return nil }
    self.units = isNegative ? -Int128(units) : Int128(units)
  }

  /// Without an exponent, and without zeros at its end: `24.8`, `-0.5`, `0`.
  package var text: String {
    let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: Self.scale)
    var text = (units < 0 ? "-" : "") + "\(whole)"
    if part > 0 {
      let digits = "\(part)"
      var fraction = String(repeating: "0", count: Self.digits - digits.count) + digits
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    return text
  }

  /// With exactly so many digits behind the point, 0 to 12.
  package func text(digits: Int) -> String {
    let rounded = rounded(digits: digits)
    let parts = (rounded ?? self).text.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return digits == 0
      ? String(parts[0]) : parts[0] + "." + fraction + String(repeating: "0", count: max(0, digits - fraction.count))
  }

  /// The nearest double.
  package var double: Double { Double(text) ?? 0 }
  /// A whole number that fits; nil otherwise.
  package var whole: Int? {
    let (whole, part) = units.quotientAndRemainder(dividingBy: Int128(Self.scale))
    return part == 0 ? Int(exactly: whole) : nil
  }

  package static func < (a: Amount, b: Amount) -> Bool { a.units < b.units }
  package static func + (a: Amount, b: Amount) -> Amount? { Amount(units: a.units + b.units) }
  package static func - (a: Amount, b: Amount) -> Amount? { Amount(units: a.units - b.units) }
  package static prefix func - (a: Amount) -> Amount { Amount(units: -a.units) ?? a }
  package static func * (a: Amount, b: Amount) -> Amount? {
    quotient(a.units.magnitude, times: b.units.magnitude, by: scale, isNegative: (a.units < 0) != (b.units < 0))
  }
  /// Nil for a divisor of zero, too.
  package static func / (a: Amount, b: Amount) -> Amount? {
    guard b.units != 0 else { return nil }
    return quotient(a.units.magnitude, times: scale, by: b.units.magnitude, isNegative: (a.units < 0) != (b.units < 0))
  }

  private static func quotient(_ a: UInt128, times b: UInt128, by divisor: UInt128, isNegative: Bool) -> Amount? {
    let product = a.multipliedFullWidth(by: b)
    guard product.high < divisor else { return nil }
    var (quotient, rest) = divisor.dividingFullWidth(product)
    if rest >= divisor - rest { quotient += 1 }
    guard quotient < limit else { return nil }
    return Amount(units: isNegative ? -Int128(quotient) : Int128(quotient))
  }

  /// To so many digits behind the point, or before it where they are negative; nil beyond the limit.
  package func rounded(digits: Int) -> Amount? {
    let dropped = Self.digits - digits
    guard dropped > 0 else { return self }
    guard dropped <= 27 else { return Amount(0) }
    let step = (0..<dropped).reduce(UInt128(1)) { step, _ in step * 10 }
    var (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: step)
    if rest >= step - rest { whole += 1 }
    let magnitude = whole * step
    guard magnitude < Self.limit else { return nil }
    return Amount(units: units < 0 ? -Int128(magnitude) : Int128(magnitude))
  }

  /// The largest whole number that is not above it.
  package var floor: Amount? {
    let scale = Int128(Self.scale)
    let (whole, part) = units.quotientAndRemainder(dividingBy: scale)
    return Amount(units: (part < 0 ? whole - 1 : whole) * scale)
  }
}
