import BoothCore

/// Single values of a print: places in millimetres, measures, inks.
extension EventReader {
  /// A box that lies within the panel; nil leaves it out.
  mutating func place(_ key: String, in fields: FileFields, on layout: PrintLayout, least: Double) -> MillimetreRect? {
    guard let box = box(key, in: fields, least: least, otherwise: "there is none") else { return nil }
    guard PrintLayout.Part("", box).overhang(of: layout.panel) < 0.05 else {
      warn(fields.path(key), expected: layout.inside, found: "a part of it outside", "there is none")
      return nil
    }
    return box
  }

  mutating func box(_ key: String, in fields: FileFields, least: Double, otherwise: String) -> MillimetreRect? {
    guard let items = fields[key]?.items, items.count == 4, case let numbers = items.compactMap(\.double),
      numbers.count == 4, numbers.allSatisfy({ (-1000.0...1000).contains($0) }), numbers[2] >= least,
      numbers[3] >= least
    else {
      warn(
        fields.path(key), expected: "[x, y, width, height] in millimetres, the latter two at least \(least.short)",
        found: fields.found(key), otherwise)
      return nil
    }
    return MillimetreRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  mutating func measure(
    _ key: String, in fields: FileFields, _ range: ClosedRange<Double>, _ unit: String, otherwise: Double
  ) -> Double {
    let expected = "\(unit) from \(rounded(range.lowerBound)) to \(rounded(range.upperBound))"
    return value(key, in: fields, expected: expected, otherwise: "\(rounded(otherwise)) is used") { value in
      value.double.flatMap { range.contains($0) ? $0 : nil }
    } ?? otherwise
  }

  /// A colour, or the name of one of the theme's.
  mutating func ink(_ key: String, in fields: FileFields, otherwise: String) -> PrintLayout.Ink? {
    let expected = "\"primary\", \"secondary\", \"accent\" or a colour as #RRGGBB"
    return value(key, in: fields, expected: expected, otherwise: otherwise) { value in
      guard let text = value.text, text.utf8.count <= 64 else { return nil }
      switch text {
      case "primary": return .primary
      case "secondary": return .secondary
      case "accent": return .accent
      default: return RGBColor(hex: text).map { .own($0) }
      }
    }
  }

  /// To tenths.
  func rounded(_ number: Double) -> String { ((number * 10).rounded() / 10).short }
}

extension PrintLayout {
  /// What a problem says was expected of a part's place.
  var inside: String { "a box on the \(panel.width.short) x \(panel.height.short) mm of the paper" }
}
