public import BoothCore

/// A number as people write it: `1234.5`, `1.234,5`, `1 234,50 €`, `1'234.50`, `١٬٢٣٤٫٥`, `−12,5`.
///
/// Half of the world writes the fraction behind a comma and groups of thousands with points, the other half the other way
/// round. With both signs the last one begins the fraction, a repeated sign groups, and a sign that does not stand before
/// exactly three digits begins a fraction, whatever the reader's language. `1.234` alone may be two numbers, 1000 times
/// apart: both are told, so that they can be asked back. The browser's `readings` does the same, held to one table.
public enum WrittenNumber: Sendable, Equatable {
  /// The one reading: digits with a point at most, and a sign.
  case one(String)
  /// Without a fraction, and with one, each so that it has no second reading: `1234` and `1.2340`.
  case either(whole: String, fraction: String)
  /// No number.
  case none

  /// The sign with which a language begins a fraction.
  public enum Decimal: Character, Sendable {
    case point = "."
    case comma = ","

    public init(_ language: Language) {
      switch language {
      case .german, .french, .spanish: self = .comma
      case .english, .hebrew, .arabic: self = .point
      }
    }
  }

  /// Reads what was written.
  /// - Parameters:
  ///   - decimal: The sign of the reader's language; nil where it is not known.
  ///   - isAmount: Whether it is money: with three digits behind the language's own sign of groups it is thousands.
  public static func read(_ text: String, decimal: Decimal? = nil, isAmount: Bool = false) -> WrittenNumber {
    guard let signs = Signs(text) else { return .none }
    let whole = signs.wholeReading
    let fraction = signs.fractionReading
    switch (whole, fraction) {
    case (let whole?, let fraction?):
      let own: UInt8? = decimal.map { $0 == .point ? Signs.comma : Signs.point }
      return isAmount && own == signs.separators[0] ? .one(whole) : .either(whole: whole, fraction: fraction + "0")
    case (let only?, nil), (nil, let only?): return .one(only)
    case (nil, nil): return .none
    }
  }

  /// What was written, in parts between separators.
  private struct Signs {
    static let point = UInt8(ascii: ".")
    static let comma = UInt8(ascii: ",")
    /// A sign that can only group, and one that can only begin a fraction.
    static let group = UInt8(ascii: "G")
    static let fraction = UInt8(ascii: "D")

    private var sign = ""
    private var parts: [[UInt8]] = [[]]
    private(set) var separators: [UInt8] = []

    init?(_ text: String) {
      var rest = text.unicodeScalars.filter { !Self.isDirection($0) }[...]
      func isAround(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .currencySymbol
      }
      func dropAround() {
        rest = rest.drop(while: isAround)
        while let last = rest.last, isAround(last) { rest.removeLast() }
      }
      dropAround()
      if let first = rest.first, let found = Self.sign(first) {
        sign = found
        rest.removeFirst()
        dropAround()
      }
      for scalar in rest {
        if let digit = PlainDigits.digit(scalar) {
          parts[parts.count - 1].append(0x30 + digit)
        } else if let separator = Self.separator(scalar) {
          separators.append(separator)
          parts.append([])
        } else {
          return nil
        }
      }
      // Digits on both sides of each separator, but of a fraction's, which needs them on one.
      let last = parts.count - 1
      for (place, part) in parts.enumerated() where part.isEmpty {
        let isBare = last == 1 && place == 0 && separators[0] != Self.group && !parts[1].isEmpty
        let isUnfinished = last > 0 && place == last && separators[last - 1] != Self.group && !parts[last - 1].isEmpty
        guard isBare || isUnfinished else { return nil }
      }
    }

    /// As a number without a fraction; nil where its groups are not right.
    var wholeReading: String? {
      guard !separators.contains(Self.fraction), Set(separators).count <= 1, isGrouped(parts) else { return nil }
      return text(parts, fraction: [])
    }

    /// As a number whose last separator begins its fraction; nil where that cannot be.
    var fractionReading: String? {
      guard let last = separators.last, last != Self.group else { return nil }
      let before = separators.dropLast()
      guard Set(before).count <= 1, !before.contains(last), !before.contains(Self.fraction) else { return nil }
      let whole = Array(parts.dropLast())
      guard whole.count == 1 || isGrouped(whole) else { return nil }
      return text(whole, fraction: parts[parts.count - 1])
    }

    /// Groups of three behind one to three digits that do not begin with a zero; or as in India, twos before the last three.
    private func isGrouped(_ parts: [[UInt8]]) -> Bool {
      guard parts.count > 1 else { return !parts[0].isEmpty }
      guard let first = parts.first, let last = parts.last, let lead = first.first, lead != 0x30, first.count <= 3,
        last.count == 3
      else { return false }
      let middle = parts.dropFirst().dropLast()
      if middle.allSatisfy({ $0.count == 3 }) { return true }
      return separators[0] == Self.comma && first.count <= 2 && middle.allSatisfy { $0.count == 2 }
    }

    private func text(_ whole: [[UInt8]], fraction: [UInt8]) -> String {
      sign + String(decoding: whole.joined(), as: UTF8.self)
        + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
    }

    private static func separator(_ scalar: Unicode.Scalar) -> UInt8? {
      switch scalar {
      case ".", "\u{FF0E}": point
      // An Arabic comma, and a wide one, are typed for the comma.
      case ",", "\u{60C}", "\u{FF0C}": comma
      case "\u{66B}": fraction
      case "\u{66C}", "'", "\u{2019}", "\u{2BC}": group
      default: scalar.properties.isWhitespace ? group : nil
      }
    }

    private static func sign(_ scalar: Unicode.Scalar) -> String? {
      switch scalar {
      case "-", "\u{2212}", "\u{2010}", "\u{2011}", "\u{2013}", "\u{FE63}", "\u{FF0D}": "-"
      case "+", "\u{FF0B}": ""
      default: nil
      }
    }

    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x200E, 0x200F, 0x61C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
      default: false
      }
    }
  }
}
