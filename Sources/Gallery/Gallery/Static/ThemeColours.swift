import BoothCore

/// An event's colours as a page can use them: bent, where they must be, until text on them can be read.
struct ThemeColours: Sendable {
  /// One scheme, light or dark.
  struct Scheme: Sendable, Equatable {
    var paper: RGBColor
    var card: RGBColor
    var ink: RGBColor
    var quiet: RGBColor
    /// Links, and the edge of a banner.
    var link: RGBColor
    var line: RGBColor
  }

  var band: RGBColor
  var onBand: RGBColor
  var edge: RGBColor
  var light: Scheme
  var dark: Scheme
  var fontFamily: String

  /// WCAG 2.2, success criterion 1.4.3: text needs 4.5; we keep a little more for screens in the sun.
  static let contrast = 4.7

  init(_ theme: Theme) {
    // The band's ink is large and small text alike, so the band itself gives way if neither black nor white will do.
    onBand = theme.primary.readableInk
    band = Self.readable(theme.primary, on: [onBand])
    edge = theme.accent.contrast(to: band) < 1.5 ? theme.secondary : theme.accent
    light = Self.scheme(
      paper: RGBColor.white.mixed(with: theme.primary, 0.05), card: .white, lift: .black, text: theme.secondary,
      link: theme.primary)
    var night = theme.secondary.mixed(with: theme.primary, 0.06)
    while night.contrast(to: .white) < 16 { night = night.mixed(with: .black, 0.1) }
    dark = Self.scheme(
      paper: night, card: night.mixed(with: .white, 0.07), lift: .white, text: RGBColor.white.mixed(with: night, 0.06),
      link: theme.primary)
    fontFamily = theme.fontFamily
  }

  private static func scheme(paper: RGBColor, card: RGBColor, lift: RGBColor, text: RGBColor, link: RGBColor) -> Scheme
  {
    let ink = readable(text, on: [paper, card], 9)
    let link = readable(link, on: [paper, card])
    return Scheme(
      paper: paper, card: card, ink: ink, quiet: readable(ink.mixed(with: paper, 0.4), on: [paper, card]), link: link,
      line: paper.mixed(with: lift, 0.14))
  }

  /// The colour, moved towards black or white until it stands out from all `backgrounds`.
  static func readable(_ colour: RGBColor, on backgrounds: [RGBColor], _ ratio: Double = contrast) -> RGBColor {
    func least(_ candidate: RGBColor) -> Double { backgrounds.map { candidate.contrast(to: $0) }.min() ?? 21 }
    let goal: RGBColor = least(.white) >= least(.black) ? .white : .black
    return stride(from: 0.0, through: 1, by: 0.04).lazy.map { colour.mixed(with: goal, $0) }
      .first { least($0) >= ratio } ?? goal
  }

  var css: String {
    """
    :root {
      color-scheme: light dark;
      --band: \(band.hex); --on-band: \(onBand.hex); --edge: \(edge.hex);
      --font: \(font);
    \(variables(light))
    }
    @media (prefers-color-scheme: dark) {
      :root {
    \(variables(dark))
      }
    }

    """
  }

  private func variables(_ scheme: Scheme) -> String {
    """
      --paper: \(scheme.paper.hex); --card: \(scheme.card.hex); --ink: \(scheme.ink.hex); --quiet: \(scheme.quiet.hex);
      --link: \(scheme.link.hex); --line: \(scheme.line.hex);
    """
  }

  /// A font's name goes into a style sheet, so it is one of letters, digits, blanks and hyphens, or none.
  private var font: String {
    let fallback = "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif"
    let isName =
      !fontFamily.isEmpty && fontFamily != "system" && fontFamily.utf8.count <= 60
      && fontFamily.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
    return isName ? "\"\(fontFamily)\", \(fallback)" : fallback
  }
}
