public import BoothCore
import Synchronization

/// Makes composites: background, photos, their frames, the strip's frame, logo and footer, in this order; or prints,
/// with what their layouts say.
///
/// Keeps the artwork of the last event, decoded and scaled, until ``letGo()``, if it takes less than 20 MB; everything
/// else is made anew each time. One renderer serves any number of threads.
///
/// The JPEG is written with a colour for every pixel (4:4:4): the composite is made to be printed, and its footer and
/// frames are coloured lines on coloured ground, which 4:2:0 smears. It costs a few milliseconds and some bytes.
public final class CompositeRenderer: Compositor {
  /// What the last event's artwork is kept under.
  private struct Prepared: Sendable {
    var artwork: Artwork
    var layout: CompositeLayout
    /// Without its words, which differ from session to session.
    var printLayout: PrintLayout?
    var ground: RGBColor
    var framePhotos: Int?
    var value: PreparedArtwork
  }

  private static let largestCache = 20_000_000
  /// The largest composite, and the largest slot in it, in pixels.
  private static let largestArea = 50_000_000
  private let prepared = Mutex<Prepared?>(nil)

  /// A renderer that keeps nothing yet.
  public init() {}

  /// - Throws: ``ImageError`` naming the photo that is cut short, damaged or none, or a layout that is too large.
  public func composite(_ request: CompositeRequest) throws(ImageError) -> [UInt8] {
    let jpeg = try JPEGCodec().encode(canvas(request), quality: 90, subsampling: .s444)
    return request.printLayout.map { jpeg.withDensity($0.scale.dpi) } ?? jpeg
  }

  /// Frees the last event's artwork; the next composite decodes it anew. May be called from any thread.
  public func letGo() { prepared.withLock { $0 = nil } }

  /// The composite before it is encoded.
  func canvas(_ request: CompositeRequest) throws(ImageError) -> Bitmap {
    var notes: [CompositeNote] = []
    return try canvas(request, &notes)
  }

  /// What had to be mended or left out of a composite, for the event's author; paints it to find out.
  /// - Throws: as ``composite(_:)``.
  public func notes(_ request: CompositeRequest) throws(ImageError) -> [CompositeNote] {
    var notes: [CompositeNote] = []
    _ = try canvas(request, &notes)
    return notes
  }

  private func canvas(_ request: CompositeRequest, _ notes: inout [CompositeNote]) throws(ImageError) -> Bitmap {
    try Self.check(request)
    return try paint(request, artwork(of: request), &notes)
  }

  /// The composite, enlarged by a factor: its photos, words and artwork are drawn in that size, and nothing is scaled twice.
  func canvas(_ request: CompositeRequest, enlarged factor: Double) throws(ImageError) -> Bitmap {
    try Self.check(request)
    let isStandard = PreparedArtwork.isStandard(request.layout)
    var request = request
    if var print = request.printLayout {
      print.scale = PrintScale(dpi: Int((Double(print.scale.dpi) * factor).rounded(.up)))
      request.printLayout = print
    } else {
      request.layout = request.layout.enlarged(factor)
    }
    try Self.check(request)
    var notes: [CompositeNote] = []
    // Not kept: prints are seconds apart, and the composite's own artwork is what the next session needs.
    let artwork =
      request.printLayout.map { PreparedArtwork(request.artwork, $0, request.theme) }
      ?? PreparedArtwork(request.artwork, request.layout, request.theme, isStandard: isStandard)
    return try paint(request, artwork, &notes)
  }

  private func paint(
    _ request: CompositeRequest, _ artwork: PreparedArtwork, _ notes: inout [CompositeNote]
  ) throws(ImageError) -> Bitmap {
    notes += artwork.notes
    guard let print = request.printLayout else { return try strip(request, artwork, &notes) }
    return try PrintPainter(request, print, artwork).sheet(&notes)
  }

  private func strip(
    _ request: CompositeRequest, _ artwork: PreparedArtwork, _ notes: inout [CompositeNote]
  ) throws(ImageError) -> Bitmap {
    let layout = request.layout
    var canvas = artwork.base.bitmap()
    let codec = JPEGCodec()
    for (index, slot) in layout.slots.enumerated() where slot.clipped(to: layout.size) != nil {
      guard index < request.photos.count else {
        canvas.fill(slot, with: request.theme.primary)
        continue
      }
      var photo = try Self.photo(request.photos[index], filling: slot.size, codec, subject: "photo \(index + 1)")
      if let matrix = request.filter.matrix { photo.apply(matrix) }
      canvas.paint(photo, x: slot.x, y: slot.y)
      artwork.photoFrames[slot.size]?.paint(on: &canvas, x: slot.x, y: slot.y)
    }
    artwork.stripFrame?.paint(on: &canvas, x: 0, y: 0)
    if let logo = artwork.logo { logo.overlay.paint(on: &canvas, x: logo.x, y: logo.y) }
    if let footer = layout.footer {
      let style = TextStyle(
        family: request.theme.fontFamily, pixelSize: Double(min(footer.height, layout.size.height)) * 0.62,
        isBold: true, color: request.theme.accent)
      let ground = try GroundedWords(theme: request.theme).draw(request.footer, style: style, in: footer, on: &canvas)
      if let ground { notes.append(.words(.footer, ground)) }
    }
    return canvas
  }

  /// Decodes a photo at the smallest scale that still covers its slot, stands it upright, and scales it the rest of
  /// the way with a Lanczos filter.
  static func photo(
    _ bytes: [UInt8], filling slot: PixelSize, _ codec: JPEGCodec, subject: String
  ) throws(ImageError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      let raw = UnsafeRawBufferPointer(buffer)
      let structure = try JPEGStructure(raw, keepingSegments: true, subject: subject)
      let orientation = ExifReader.orientation(in: raw, structure)
      let target = orientation.apply(to: slot)
      let scale = JPEGScale.covering(target, from: structure.size)
      let decoded = try codec.decode(raw, structure, scale, subject: subject)
      let factor = Double(scale.eighths) / 8
      let crop = FillCrop(of: structure.size, filling: target).times(factor, factor)
      return Resampler.scale(
        decoded, originX: crop.x, originY: crop.y, width: crop.width, height: crop.height, to: target
      ).turned(orientation)
    }
  }

  private func artwork(of request: CompositeRequest) -> PreparedArtwork {
    let kept = prepared.withLock { $0 }
    var print = request.printLayout
    print?.texts = []
    if let kept, kept.layout == request.layout, kept.printLayout == print, kept.ground == request.theme.secondary,
      kept.framePhotos == request.theme.stripFramePhotos,
      kept.artwork == request.artwork
    {
      return kept.value
    }
    let value =
      print.map { PreparedArtwork(request.artwork, $0, request.theme) }
      ?? PreparedArtwork(
        request.artwork, request.layout, request.theme, isStandard: PreparedArtwork.isStandard(request.layout))
    let entry = Prepared(
      artwork: request.artwork, layout: request.layout, printLayout: print, ground: request.theme.secondary,
      framePhotos: request.theme.stripFramePhotos, value: value)
    prepared.withLock { $0 = value.byteCount <= Self.largestCache ? entry : nil }
    return value
  }

  private static func check(_ request: CompositeRequest) throws(ImageError) {
    if let print = request.printLayout { try check(print) } else { try check(request.layout) }
  }

  private static func check(_ layout: CompositeLayout) throws(ImageError) {
    try check(layout.size, "the composite's layout")
    for (index, slot) in layout.slots.enumerated() { try check(slot.size, "slot \(index + 1) of the layout") }
  }

  private static func check(_ layout: PrintLayout) throws(ImageError) {
    try check(layout.scale.pixels(layout.paper), "the print's paper")
    try check(layout.scale.pixels(layout.panel), "the print's panel")
    for (index, picture) in layout.pictures.enumerated() {
      try check(layout.scale.pixels(picture.box).size, "picture \(index + 1) of the print")
    }
  }

  private static func check(_ size: PixelSize, _ what: String) throws(ImageError) {
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.unreadable, subject: what, detail: "is \(size) pixels; it must have some both ways")
    }
    guard size.width <= 20_000, size.height <= 20_000, size.area <= largestArea else {
      throw ImageError(
        .tooLarge, subject: what,
        detail: "is \(size) pixels; the limit is \(largestArea / 1_000_000) megapixels and 20000 a side")
    }
  }
}

extension CompositeLayout {
  /// All of it in another scale, each edge rounded to the nearest pixel, so that what touched still does.
  fileprivate func enlarged(_ factor: Double) -> CompositeLayout {
    func edge(_ at: Int) -> Int { Int((Double(at) * factor).rounded()) }
    func rect(_ rect: PixelRect) -> PixelRect {
      let (x, y) = (edge(rect.x), edge(rect.y))
      return PixelRect(x: x, y: y, width: edge(rect.x + rect.width) - x, height: edge(rect.y + rect.height) - y)
    }
    let size = PixelSize(
      width: Int((Double(size.width) * factor).rounded(.up)), height: Int((Double(size.height) * factor).rounded(.up)))
    return CompositeLayout(size: size, slots: slots.map(rect), logo: logo.map(rect), footer: footer.map(rect))
  }
}

extension [UInt8] {
  /// A JPEG picture that says how large it is on paper, so that a printer need not be told (JFIF 1.02, the density in
  /// its APP0 segment). One without that segment stays as it is.
  func withDensity(_ dpi: Int) -> [UInt8] {
    guard count > 18, self[2..<4] == [0xFF, 0xE0], self[6..<11].elementsEqual("JFIF\0".utf8), dpi < 0x1_0000 else {
      return self
    }
    var picture = self
    let density = [UInt8(dpi >> 8), UInt8(dpi & 255)]
    picture.replaceSubrange(13..<18, with: [1] + density + density)
    return picture
  }
}
