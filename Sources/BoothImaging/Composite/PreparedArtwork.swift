import BoothCore

/// An event's artwork, decoded and scaled for one layout. What is missing or cannot be read is nil, and the theme's
/// colours stand in for it.
struct PreparedArtwork: Sendable {
  /// Everything below the photos: opaque, of the layout's size.
  let base: PackedBitmap
  /// Photo frames by the size of their slot.
  var photoFrames: [PixelSize: Overlay] = [:]
  var stripFrame: Overlay?
  /// The frames over the photos of a print.
  var over: [(overlay: Overlay, x: Int, y: Int)] = []
  var logo: (overlay: Overlay, x: Int, y: Int)?

  init(_ artwork: Artwork, _ layout: CompositeLayout, _ theme: Theme) {
    // A translucent colour would show whatever printers and viewers have behind it; FotoX's own are opaque.
    var ground = Bitmap(size: layout.size, color: theme.secondary.opaque)
    if let background = Self.read(artwork.background, covering: layout.size) {
      ground.paint(Resampler.fill(layout.size, with: background), x: 0, y: 0)
    }
    base = PackedBitmap(ground)
    photoFrames = Self.photoFrames(artwork, Set(layout.slots.map(\.size)))
    if let frame = Self.read(artwork.stripFrame, covering: layout.size) {
      stripFrame = Overlay(Resampler.scale(frame, to: layout.size))
    }
    logo = layout.logo?.clipped(to: layout.size).flatMap { Self.logo(artwork, in: $0) }
  }

  /// Of a print's panel. The theme's frame for strips is left out: its holes are where FotoX's photos are.
  init(_ artwork: Artwork, _ layout: PrintLayout, _ theme: Theme) {
    let size = layout.scale.pixels(layout.panel)
    var ground = Bitmap(size: size, color: (layout.ground?.color(of: theme) ?? theme.secondary).opaque)
    if layout.ground == nil, let background = Self.read(artwork.background, covering: size) {
      ground.paint(Resampler.fill(size, with: background), x: 0, y: 0)
    }
    func placed(_ frame: PrintLayout.Frame) -> (picture: Bitmap, x: Int, y: Int)? {
      let box = frame.box.map(layout.scale.pixels(_:)) ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
      guard box.size.area <= PNG.largestArea, let picture = Self.read(artwork.frames[frame.name], covering: box.size)
      else { return nil }
      return (Resampler.scale(picture, to: box.size), box.x, box.y)
    }
    for frame in layout.under.compactMap(placed) { ground.paint(frame.picture, x: frame.x, y: frame.y) }
    base = PackedBitmap(ground)
    over = layout.over.compactMap(placed).map { (Overlay($0.picture), $0.x, $0.y) }
    photoFrames = Self.photoFrames(artwork, Set(layout.pictures.map { layout.scale.pixels($0.box).size }))
    logo = layout.logo.flatMap { layout.scale.pixels($0).clipped(to: size) }.flatMap { Self.logo(artwork, in: $0) }
  }

  var byteCount: Int {
    base.byteCount + photoFrames.values.reduce(0) { $0 + $1.byteCount } + (stripFrame?.byteCount ?? 0)
      + (logo?.overlay.byteCount ?? 0) + over.reduce(0) { $0 + $1.overlay.byteCount }
  }

  private static func photoFrames(_ artwork: Artwork, _ sizes: Set<PixelSize>) -> [PixelSize: Overlay] {
    guard let largest = sizes.max(by: { $0.area < $1.area }), let frame = read(artwork.photoFrame, covering: largest)
    else { return [:] }
    var frames: [PixelSize: Overlay] = [:]
    for size in sizes where size.width > 0 && size.height > 0 {
      frames[size] = Overlay(Resampler.scale(frame, to: size))
    }
    return frames
  }

  private static func logo(_ artwork: Artwork, in rect: PixelRect) -> (overlay: Overlay, x: Int, y: Int)? {
    guard let picture = read(artwork.logo, covering: rect.size) else { return nil }
    let size = fit(picture.size, in: rect.size)
    return (
      Overlay(Resampler.scale(picture, to: size)), rect.x + (rect.width - size.width) / 2,
      rect.y + (rect.height - size.height) / 2
    )
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
