import BoothCore

/// An event's colours for a display of pixels: those of ``Palette``, and what they become on cards and over pictures.
struct Tones: Hashable, Sendable {
  /// Behind everything.
  var paper: RGBColor
  /// Paper with some light on it: the middle of a still scene, cards.
  var card: RGBColor
  /// Words on paper and cards.
  var ink: RGBColor
  /// Lesser words on paper and cards, and lines around things.
  var dim: RGBColor
  /// Buttons, bars, what is chosen.
  var highlight: RGBColor
  var highlightInk: RGBColor
  var warning: RGBColor

  /// What lies under white words over any picture: dark enough for them over white, by WCAG's 4.5.
  static let veil = RGBColor(red: 0, green: 0, blue: 0, alpha: 184)
  static let lamp = Palette.lamp.color
  static let danger = RGBColor(red: 0xB7, green: 0x1C, blue: 0x1C)
  static let shade = RGBColor(red: 0, green: 0, blue: 0, alpha: 110)

  init(_ theme: Theme) {
    let palette = Palette(theme)
    paper = palette.paper.color
    ink = palette.ink.color
    // As much light as words bear.
    let (paper, ink) = (paper, ink)
    let shares = [0.1, 0.08, 0.06, 0.04, 0.02]
    let card = shares.map { paper.mixed(with: ink, $0) }.first { $0.contrast(to: ink) >= 4.5 } ?? paper
    self.card = card
    dim = palette.dim.color.withContrast(4.5, to: card).withContrast(4.5, to: paper)
    highlight = palette.highlight.color.withContrast(3, to: card).withContrast(3, to: paper)
    highlightInk = highlight.contrast(to: paper) >= 4.5 ? paper : highlight.readableInk
    warning = palette.warning.color.withContrast(4.5, to: card).withContrast(4.5, to: paper)
  }

  /// Something dark over the paper, where a picture will be.
  var shadow: RGBColor { paper.mixed(with: .black, 0.45) }
}
