/// Coordinates as people write them: `31.7767`, `-31,7767`, `31°46'42.5"N`, `31 46 42.5`, `N 31° 46.7′`, `31:46:42`, exiftool's `31 deg 46' 36.00" N`,
/// with digits of any script, and a letter or word for the direction before or behind.
///
/// What is out of range or contradicts itself is told in words, and never mended.
public enum CoordinateText {
  /// Which of the two.
  public enum Axis: String, Sendable {
    case latitude, longitude

    /// In degrees.
    public var range: ClosedRange<Double> { self == .latitude ? -90...90 : -180...180 }
    var expected: String {
      self == .latitude
        ? "degrees from -90 to 90, as 31.7767 or 31°46'36\"N" : "degrees from -180 to 180, as 35.2276 or 35°13'39\"E"
    }
  }

  /// Why a text is no coordinate.
  public struct Fault: Error, Equatable, Sendable {
    /// What was expected.
    public var expected: String
    /// What was found instead.
    public var found: String
  }

  /// Reads one coordinate; `Fault` says what was expected.
  public static func read(_ text: String, _ axis: Axis) throws(Fault) -> Double {
    func fault(_ found: String) -> Fault { Fault(expected: axis.expected, found: found) }
    let shown = "\"\(text.prefix(40))\""
    guard !text.allSatisfy(\.isWhitespace) else { throw fault("nothing") }
    guard !hasExponent(text) else {
      throw fault("\(shown), whose letter between digits may be an exponent or a direction; write it without one")
    }
    guard let tokens = Tokens(withoutCommas(text) ?? text) else { throw fault(shown) }
    var sign = 1.0
    if !tokens.letters.isEmpty {
      guard let side = Self.side(tokens.letters, axis) else {
        if Self.side(tokens.letters, axis == .latitude ? .longitude : .latitude) != nil {
          throw fault("\(shown), which is a \(axis == .latitude ? "longitude" : "latitude")")
        }
        throw fault("\(shown), whose letters \"\(tokens.letters)\" say no direction (N, S, E, W)")
      }
      guard !tokens.hasSign else { throw fault("\(shown), which has both a sign and a letter") }
      sign = side
    } else if tokens.isNegative {
      sign = -1
    }
    let parts = tokens.numbers
    guard let degrees = Double(parts[0]) else { throw fault(shown) }
    var value = degrees
    for (place, unit) in [(1, 60.0), (2, 3600.0)] where parts.count > place {
      guard let number = Double(parts[place]), number < 60 else {
        throw fault("\(shown), whose \(place == 1 ? "minutes" : "seconds") are 60 or more")
      }
      guard !parts[place - 1].contains(".") else {
        throw fault("\(shown), where a fraction stands before \(place == 1 ? "minutes" : "seconds")")
      }
      value += number / unit
    }
    value *= sign
    guard axis.range.contains(value) else {
      throw fault("\(shown), which is \(FixedPoint.exact(value)) degrees")
    }
    return value
  }

  /// Whether an e stands between two digits, as in `1e1`: ten degrees, or one degree and one minute east.
  private static func hasExponent(_ text: String) -> Bool {
    let signs = Array(text)
    return signs.indices.dropFirst().dropLast().contains { place in
      signs[place].lowercased() == "e" && signs[place - 1].isNumber && signs[place + 1].isNumber
    }
  }

  /// XMP's form, `48,51.504N` or `48,51,30N`, in which commas stand before minutes and seconds: with blanks in their places. Nil for
  /// any other.
  private static func withoutCommas(_ text: String) -> String? {
    let bare = String(String.UnicodeScalarView(text.unicodeScalars.filter { !isDirection($0) })).trimmed
    guard let side = bare.last, "NSEWnsew".contains(side) else { return nil }
    let parts = bare.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    let isOfNumbers = parts.enumerated().allSatisfy { place, part in
      let halves = part.split(separator: ".", omittingEmptySubsequences: false)
      return halves.count <= (place == parts.count - 1 ? 2 : 1)
        && halves.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
    guard isOfNumbers, parts.count == 3 || (parts.count == 2 && parts[1].contains(".")) else { return nil }
    return parts.joined(separator: " ") + " \(side)"
  }

  /// A mark of direction, which comes with right-to-left text and with what is copied from pages.
  static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x61C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Reads `LAT,LON`, as for `--near`: two coordinates with a comma, a semicolon or white space between.
  public static func pair(_ text: String) throws(Fault) -> Coordinate {
    let separators: [Character] = [";", "؛", "،", ",", " "]
    for separator in separators {
      let parts = text.split(separator: separator)
      // `31,7 35,2`: the commas are decimal ones.
      guard parts.count == 2 else { continue }
      let latitude = try read(String(parts[0]), .latitude)
      let longitude = try read(String(parts[1]), .longitude)
      if let place = Coordinate(latitude: latitude, longitude: longitude) { return place }
    }
    throw Fault(expected: "LAT,LON in degrees, as 31.7767,35.2276", found: "\"\(text.prefix(60))\"")
  }

  /// 1 for north and east, -1 for south and west: by the letters and words of maps in English, German, Hebrew and Arabic.
  /// O is German Ost; who means Ouest, Oeste or Ovest writes W.
  private static func side(_ letters: String, _ axis: Axis) -> Double? {
    let words: [String: Double] =
      axis == .latitude
      ? [
        "n": 1, "north": 1, "nord": 1, "s": -1, "south": -1, "sud": -1, "norte": 1, "sur": -1, "צ": 1, "צפ": 1,
        "צפון": 1, "ד": -1, "דר": -1, "דרום": -1,
        "ش": 1, "شمال": 1, "شمالا": 1, "ج": -1, "جنوب": -1, "جنوبا": -1,
      ]
      : [
        "e": 1, "east": 1, "o": 1, "ost": 1, "w": -1, "west": -1, "est": 1, "este": 1, "ouest": -1, "oeste": -1,
        "ovest": -1, "מז": 1, "מזרח": 1, "מע": -1, "מערב": -1, "ش": 1, "شرق": 1, "شرقا": 1,
        "غ": -1, "غرب": -1, "غربا": -1,
      ]
    return words[letters]
  }

  /// What a coordinate's text is made of.
  private struct Tokens {
    /// One to three, each of digits with a dot.
    var numbers: [String] = []
    /// Folded.
    var letters = ""
    var hasSign = false
    var isNegative = false

    /// Words for degrees, minutes and seconds, folded, and the place of the number before them.
    private static let units: [String: Int] = [
      "deg": 0, "degs": 0, "degree": 0, "degrees": 0, "grad": 0, "degre": 0, "degres": 0, "grado": 0, "grados": 0,
      "מעלות": 0,
      "min": 1, "mins": 1, "minute": 1, "minutes": 1, "minuten": 1, "minuto": 1, "minutos": 1, "דקות": 1,
      "sec": 2, "secs": 2, "second": 2, "seconds": 2, "sek": 2, "sekunden": 2, "seconde": 2, "secondes": 2,
      "segundo": 2,
      "segundos": 2, "שניות": 2,
    ]

    init?(_ text: String) {
      var number = ""
      var unitsSeen = 0
      var isAbbreviated = false
      func tokens(before unit: Int) -> Bool { unit == numbers.count - 1 }
      func isDigit(_ scalar: Unicode.Scalar) -> Int? {
        scalar.properties.generalCategory == .decimalNumber
          ? scalar.properties.numericValue.map { Int($0) } : nil
      }
      /// `unit`: the place that the sign before says, from 0; nil for a space or a colon.
      func end(_ unit: Int?, _ tokens: inout Tokens) -> Bool {
        if number.isEmpty { return unit == nil }
        guard number.first != ".", number.last != ".", number.count(where: { $0 == "." }) <= 1 else { return false }
        tokens.numbers.append(number)
        number = ""
        if let unit {
          guard unit == tokens.numbers.count - 1, unit >= unitsSeen else { return false }
          unitsSeen = unit + 1
        }
        return tokens.numbers.count <= 3
      }
      let scalars = Array(text.unicodeScalars)
      var index = 0
      while index < scalars.count {
        let scalar = scalars[index]
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        index += 1
        if let digit = isDigit(scalar) {
          number += "\(digit)"
          continue
        }
        switch scalar {
        case ".", "٫": number += "."
        case ",":
          // A decimal comma stands between digits; any other ends nothing.
          guard !number.isEmpty, after.flatMap(isDigit) != nil else { return nil }
          number += "."
        case "e" where !number.isEmpty && numbers.isEmpty && (after == "-" || after == "+"),
          "E" where !number.isEmpty && numbers.isEmpty && (after == "-" || after == "+"):
          // A number as programs write very small ones.
          var exponent = "e\(after!)"
          index += 1
          while index < scalars.count, let digit = isDigit(scalars[index]) {
            exponent += "\(digit)"
            index += 1
          }
          guard let value = Double(number + exponent) else { return nil }
          number = FixedPoint.exact(value)
        case "-", "−", "‐", "‑", "‒", "–", "+":
          guard !hasSign, number.isEmpty, numbers.isEmpty else { return nil }
          hasSign = true
          isNegative = scalar != "+"
        case "°", "º", "˚": guard end(0, &self) else { return nil }
        // An abbreviation in Hebrew ends so.
        case "'" where number.isEmpty && isAbbreviated, "׳" where number.isEmpty && isAbbreviated: isAbbreviated = false
        case "'", "′", "’", "ʹ", "´", "‘", "׳":
          // Two of them are seconds.
          let isDouble = after == scalar
          if isDouble { index += 1 }
          guard end(isDouble ? 2 : 1, &self) else { return nil }
        case "\"", "″", "”", "“", "ʺ", "״": guard end(2, &self) else { return nil }
        case ":": guard end(nil, &self), !numbers.isEmpty else { return nil }
        case _ where scalar.properties.isWhitespace: guard end(nil, &self) else { return nil }
        case _ where CoordinateText.isDirection(scalar): continue
        case _ where scalar.properties.isAlphabetic:
          var word = String(scalar)
          while index < scalars.count,
            scalars[index].properties.isAlphabetic || scalars[index].properties.canonicalCombiningClass != .notReordered
          {
            word.unicodeScalars.append(scalars[index])
            index += 1
          }
          if let unit = Self.units[FoldedText.of(word)] {
            // "31 deg": the space has ended the number already.
            if number.isEmpty {
              guard tokens(before: unit), unit >= unitsSeen else { return nil }
              unitsSeen = unit + 1
            } else {
              guard end(unit, &self) else { return nil }
            }
            continue
          }
          guard end(nil, &self) else { return nil }
          letters += word
          isAbbreviated = true
        default: return nil
        }
      }
      guard end(nil, &self), !numbers.isEmpty else { return nil }
      letters = FoldedText.of(letters)
    }
  }
}
