import BoothCore
import Imaging

/// Draws what does not move on a film strip: the theme's background, the footer's words, the frame over it all.
struct FilmStripArtist {
  /// The footer's letters in parts of a slot's width; longer lines are set smaller.
  private static let letterSize = 0.085

  private let request: FilmStripRequest

  init(_ request: FilmStripRequest) { self.request = request }

  /// Artwork that is missing or cannot be read gives way to the theme's colours, as on the composite.
  func scenery(_ layout: FilmStripLayout) throws -> FilmStripScenery {
    var notes: [CompositeNote] = []
    let (background, overlay) = try paint(layout, &notes)
    return try FilmStripScenery(layout, background: background, overlay: overlay)
  }

  /// What lies below the clips, and above them.
  private func paint(
    _ layout: FilmStripLayout, _ notes: inout [CompositeNote]
  ) throws(ImageError) -> (background: Bitmap, overlay: Bitmap?) {
    let theme = request.theme
    let ground = RGBColor(red: theme.secondary.red, green: theme.secondary.green, blue: theme.secondary.blue)
    var background = Bitmap(size: layout.size, color: ground)
    if let picture = Self.read(request.artwork.background, covering: layout.size) {
      background.paint(Resampler.fill(layout.size, with: picture), x: 0, y: 0)
    }
    let overlay = overlay(layout, &notes)
    let style = TextStyle(
      family: theme.fontFamily, pixelSize: Double(layout.footer.width) * Self.letterSize, isBold: true,
      color: theme.accent)
    let words = GroundedWords(theme: theme)
    guard var overlay else {
      let outcome = try words.draw(request.footer, style: style, in: layout.footer, on: &background)
      if let outcome { notes.append(.words(.footer, outcome)) }
      return (background, nil)
    }
    // Above the frame, as on the composite.
    var below = background
    below.paint(overlay, x: 0, y: 0)
    let outcome = try words.draw(request.footer, style: style, in: layout.footer, on: &overlay, measuring: below)
    if let outcome { notes.append(.words(.footer, outcome)) }
    return (background, overlay)
  }

  /// The theme's frame; nil where there is none, or none that leaves the clips free.
  private func overlay(_ layout: FilmStripLayout, _ notes: inout [CompositeNote]) -> Bitmap? {
    // A frame's holes were drawn for slots: one that was made for a composite of another shape would lie across the
    // clips, so it is left out here.
    guard let frame = Self.read(request.artwork.stripFrame, covering: layout.size),
      Self.fits(frame.size, layout.size)
    else { return nil }
    let scaled = Resampler.scale(frame, to: layout.size)
    switch FrameFit(of: scaled, over: layout.slots, drawnFor: request.theme.stripFramePhotos, isStandard: false) {
    case .fits: return scaled
    case .misfits(let misfit):
      notes.append(.stripFrame(misfit))
      return nil
    }
  }

  /// What had to be mended or left out, for so many clips of 16 to 9, which cameras film in.
  static func notes(_ request: FilmStripRequest, clips count: Int) throws(ImageError) -> [CompositeNote] {
    var notes: [CompositeNote] = []
    _ = try FilmStripArtist(request).paint(FilmStripLayout(slots: max(count, 1), slotAspect: 16.0 / 9), &notes)
    return notes
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
