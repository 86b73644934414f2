import BoothCore

/// An event's artwork, decoded and scaled for one layout. What is missing or cannot be read is nil, and the theme's
/// colours stand in for it.
struct PreparedArtwork: Sendable {
  /// Everything below the photos: opaque, of the layout's size.
  var base: Bitmap
  /// Photo frames by the size of their slot.
  var photoFrames: [PixelSize: Overlay] = [:]
  var stripFrame: Overlay?
  var logo: (overlay: Overlay, x: Int, y: Int)?

  init(_ artwork: Artwork, _ layout: CompositeLayout, _ theme: Theme) {
    // A translucent colour would show whatever printers and viewers have behind it; FotoX's own are opaque.
    var ground = theme.secondary
    ground.alpha = 255
    base = Bitmap(size: layout.size, color: ground)
    if let background = Self.read(artwork.background, covering: layout.size) {
      base.paint(Resampler.fill(layout.size, with: background), x: 0, y: 0)
    }
    let slots = Set(layout.slots.map(\.size))
    if let largest = slots.max(by: { $0.area < $1.area }), let frame = Self.read(artwork.photoFrame, covering: largest)
    {
      for size in slots where size.width > 0 && size.height > 0 {
        photoFrames[size] = Overlay(Resampler.scale(frame, to: size))
      }
    }
    if let frame = Self.read(artwork.stripFrame, covering: layout.size) {
      stripFrame = Overlay(Resampler.scale(frame, to: layout.size))
    }
    if let rect = layout.logo?.clipped(to: layout.size), let picture = Self.read(artwork.logo, covering: rect.size) {
      let size = Self.fit(picture.size, in: rect.size)
      logo = (
        Overlay(Resampler.scale(picture, to: size)), rect.x + (rect.width - size.width) / 2,
        rect.y + (rect.height - size.height) / 2
      )
    }
  }

  var byteCount: Int {
    base.size.area * 4 + photoFrames.values.reduce(0) { $0 + $1.byteCount } + (stripFrame?.byteCount ?? 0)
      + (logo?.overlay.byteCount ?? 0)
  }

  /// Decodes PNG or JPEG artwork; nil if there is none or it cannot be used, which is no reason to lose a composite.
  private static func read(_ bytes: [UInt8]?, covering target: PixelSize) -> Bitmap? {
    guard let bytes, target.width > 0, target.height > 0 else { return nil }
    do { return try decode(bytes, covering: target, subject: "the artwork") } catch { return nil }
  }

  /// Decodes a PNG or JPEG picture of at most 50 megapixels.
  static func decode(_ bytes: [UInt8], covering target: PixelSize?, subject: String) throws(ImageError) -> Bitmap {
    if PNG.isPNG(bytes) { return try PNG.decode(bytes, subject: subject) }
    let size = try JPEGCodec.probe(bytes, subject: subject)
    guard size.area <= PNG.largestArea else {
      throw ImageError(
        .tooLarge, subject: subject,
        detail: "is \(size) pixels; the limit for artwork is \(PNG.largestArea / 1_000_000) megapixels")
    }
    return try JPEGCodec().decode(bytes, covering: target, subject: subject)
  }

  /// The largest size of the picture's proportions within a box.
  private static func fit(_ size: PixelSize, in box: PixelSize) -> PixelSize {
    if size.width * box.height > size.height * box.width {
      return PixelSize(width: box.width, height: max(1, size.height * box.width / size.width))
    }
    return PixelSize(width: max(1, size.width * box.height / size.height), height: box.height)
  }
}
