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
  /// What was left out, and why.
  var notes: [CompositeNote] = []

  /// Whether a layout's photos lie where FotoX has them.
  static func isStandard(_ layout: CompositeLayout) -> Bool {
    layout.slots == CompositeLayout.standard(slots: layout.slots.count).slots
  }

  /// - Parameter isStandard: of the layout before it was enlarged.
  init(_ artwork: Artwork, _ layout: CompositeLayout, _ theme: Theme, isStandard: Bool) {
    // A translucent colour would show whatever printers and viewers have behind it; FotoX's own are opaque.
    var ground = Bitmap(size: layout.size, color: theme.secondary.opaque)
    if let background = Self.read(artwork.background, covering: layout.size) {
      ground.paint(Resampler.fill(layout.size, with: background), x: 0, y: 0)
    }
    base = PackedBitmap(ground)
    layPhotoFrames(artwork, Set(layout.slots.map(\.size)))
    if let frame = Self.read(artwork.stripFrame, covering: layout.size) {
      let scaled = Resampler.scale(frame, to: layout.size)
      switch FrameFit(of: scaled, over: layout.slots, drawnFor: theme.stripFramePhotos, isStandard: isStandard) {
      case .fits: stripFrame = Overlay(scaled)
      case .misfits(let misfit): notes.append(.stripFrame(misfit))
      }
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
    var decoded: [String: Bitmap] = [:]
    func placed(_ frame: PrintLayout.Frame) -> (picture: Bitmap, x: Int, y: Int)? {
      let box = frame.box.map(layout.scale.pixels(_:)) ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
      guard box.size.area <= PNG.largestArea else { return nil }
      // One that lies in several places is decoded once, for the largest.
      let sizes = (layout.under + layout.over).filter { $0.name == frame.name }
        .map { $0.box.map { layout.scale.pixels($0).size } ?? size }
      let covered = sizes.reduce(box.size) {
        PixelSize(width: max($0.width, $1.width), height: max($0.height, $1.height))
      }
      guard let picture = decoded[frame.name] ?? Self.read(artwork.frames[frame.name], covering: covered) else {
        return nil
      }
      decoded[frame.name] = sizes.count > 1 ? picture : nil
      return (Resampler.scale(picture, to: box.size), box.x, box.y)
    }
    for frame in layout.under.compactMap(placed) { ground.paint(frame.picture, x: frame.x, y: frame.y) }
    base = PackedBitmap(ground)
    over = layout.over.compactMap(placed).map { (Overlay($0.picture), $0.x, $0.y) }
    layPhotoFrames(artwork, Set(layout.pictures.map { layout.scale.pixels($0.box).size }))
    logo = layout.logo.flatMap { layout.scale.pixels($0).clipped(to: size) }.flatMap { Self.logo(artwork, in: $0) }
  }

  var byteCount: Int {
    base.byteCount + photoFrames.values.reduce(0) { $0 + $1.byteCount } + (stripFrame?.byteCount ?? 0)
      + (logo?.overlay.byteCount ?? 0) + over.reduce(0) { $0 + $1.overlay.byteCount }
  }

  private mutating func layPhotoFrames(_ artwork: Artwork, _ sizes: Set<PixelSize>) {
    guard let largest = sizes.max(by: { $0.area < $1.area }),
      let frame = Self.read(artwork.photoFrame, covering: largest)
    else { return }
    for size in sizes where size.width > 0 && size.height > 0 {
      let scaled = Resampler.scale(frame, to: size)
      switch FrameFit(overEachPhoto: scaled) {
      case .fits: photoFrames[size] = Overlay(scaled)
      case .misfits(let misfit): if !notes.contains(.photoFrame(misfit)) { notes.append(.photoFrame(misfit)) }
      }
    }
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
    do { return try Bitmap(decoding: bytes, covering: target, subject: "the artwork") } catch { return nil }
  }

  /// The largest size of the picture's proportions within a box.
  private static func fit(_ size: PixelSize, in box: PixelSize) -> PixelSize {
    if size.width * box.height > size.height * box.width {
      return PixelSize(width: box.width, height: max(1, size.height * box.width / size.width))
    }
    return PixelSize(width: max(1, size.width * box.height / size.height), height: box.height)
  }
}
