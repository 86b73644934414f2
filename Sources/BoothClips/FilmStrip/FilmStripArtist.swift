import BoothCore
import BoothImaging

/// Draws what does not move on a film strip: the theme's background, the footer's words, the frame over it all.
struct FilmStripArtist {
  /// The footer's letters in parts of a slot's width; longer lines are set smaller.
  private static let letterSize = 0.085

  private let request: FilmStripRequest

  init(_ request: FilmStripRequest) { self.request = request }

  /// Artwork that is missing or cannot be read gives way to the theme's colours, as on the composite.
  func scenery(_ layout: FilmStripLayout) throws -> FilmStripScenery {
    let theme = request.theme
    let ground = RGBColor(red: theme.secondary.red, green: theme.secondary.green, blue: theme.secondary.blue)
    var background = Bitmap(size: layout.size, color: ground)
    if let picture = Self.read(request.artwork.background, covering: layout.size) {
      background.paint(Resampler.fill(layout.size, with: picture), x: 0, y: 0)
    }
    let style = TextStyle(
      family: theme.fontFamily, pixelSize: Double(layout.footer.width) * Self.letterSize, isBold: true,
      color: theme.accent)
    try TextPainter.drawLine(request.footer, style: style, in: layout.footer, on: &background)
    // The frame's holes were drawn for a composite's slots; it is stretched to the film, as it is to the composite,
    // since cutting its edges off would ruin it.
    let overlay = Self.read(request.artwork.stripFrame, covering: layout.size).map {
      Resampler.scale($0, to: layout.size)
    }
    return try FilmStripScenery(layout, background: background, overlay: overlay)
  }

  private static func read(_ bytes: [UInt8]?, covering size: PixelSize) -> Bitmap? {
    guard let bytes else { return nil }
    do { return try Bitmap(decoding: bytes, covering: size, subject: "the artwork") } catch { return nil }
  }
}
