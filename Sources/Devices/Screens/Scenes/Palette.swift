import BoothCore

/// An event's colours, bent until they can be read: the theme says what it would like, contrast has the last word.
struct Palette {
  /// Behind everything.
  var paper: Paint
  /// Words on it.
  var ink: Paint
  /// Lesser words on it.
  var dim: Paint
  /// Buttons, bars, what is chosen.
  var highlight: Paint
  /// Words on the highlight.
  var highlightInk: Paint
  /// Words and marks of warning on the paper.
  var warning: Paint
  /// Behind the words that say that it fits.
  static let fit = Paint(0x1E, 0x7A, 0x3C)
  /// The recording lamp.
  static let lamp = Paint(0xE5, 0x39, 0x35)

  /// Contrast ratios by WCAG 2.2: 4.5 for text (1.4.3), 3 for large text and things that are no text (1.4.11).
  init(_ theme: Theme) {
    let paper = theme.secondary.opaque
    let ink = theme.accent.opaque.contrast(to: paper) >= 4.5 ? theme.accent.opaque : paper.readableInk
    let highlight = theme.primary.opaque.withContrast(3, to: paper)
    self.paper = Paint(paper)
    self.ink = Paint(ink)
    dim = Paint(paper.mixed(with: ink, 0.62).withContrast(4.5, to: paper))
    self.highlight = Paint(highlight)
    highlightInk = Paint(paper.contrast(to: highlight) >= 4.5 ? paper : highlight.readableInk)
    warning = Paint(RGBColor(red: 0xFF, green: 0x8A, blue: 0x65).withContrast(4.5, to: paper))
  }
}

extension RGBColor {
  /// Themes may be translucent for pages; a screen has nothing behind it.
  fileprivate var opaque: RGBColor { RGBColor(red: red, green: green, blue: blue) }

  /// The colour, moved towards black or white as far as it takes to stand out from `other`.
  func withContrast(_ wanted: Double, to other: RGBColor) -> RGBColor {
    let ink = other.readableInk
    for step in 0...10 {
      let candidate = mixed(with: ink, Double(step) / 10)
      if candidate.contrast(to: other) >= wanted { return candidate }
    }
    return ink
  }
}
