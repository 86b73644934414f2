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
    // A frame's holes were drawn for slots: one that was made for a composite of another shape would lie across the
    // clips, so it is left out here.
    let overlay = Self.read(request.artwork.stripFrame, covering: layout.size).flatMap { frame in
      Self.fits(frame.size, layout.size) ? Resampler.scale(frame, to: layout.size) : nil
    }
    return try FilmStripScenery(layout, background: background, overlay: overlay)
  }

  /// Whether one is the other's shape, within a twentieth.
  private static func fits(_ one: PixelSize, _ other: PixelSize) -> Bool {
    let ratio = Double(one.width * other.height) / Double(one.height * other.width)
    return (0.95...1.05).contains(ratio)
  }

  private static func read(_ bytes: [UInt8]?, covering size: PixelSize) -> Bitmap? {
    guard let bytes else { return nil }
    do { return try Bitmap(decoding: bytes, covering: size, subject: "the artwork") } catch { return nil }
  }
}
