import BoothCore

/// Draws a print: a panel from below to above, and the panel wherever the paper has it.
struct PrintPainter {
  let request: CompositeRequest
  let layout: PrintLayout
  let artwork: PreparedArtwork
  private var scale: PrintScale { layout.scale }

  init(_ request: CompositeRequest, _ layout: PrintLayout, _ artwork: PreparedArtwork) {
    self.request = request
    self.layout = layout
    self.artwork = artwork
  }

  func sheet(_ notes: inout [CompositeNote]) throws(ImageError) -> Bitmap {
    let panel = try panel(&notes)
    let paper = scale.pixels(layout.paper)
    if panel.size == paper, layout.panels == [MillimetrePoint(x: 0, y: 0)] { return panel }
    var sheet = Bitmap(size: paper, color: .white)
    for place in layout.panels { sheet.paint(panel, x: scale.pixels(place.x), y: scale.pixels(place.y)) }
    return sheet
  }

  private func panel(_ notes: inout [CompositeNote]) throws(ImageError) -> Bitmap {
    var canvas = artwork.base.bitmap()
    let codec = JPEGCodec()
    for picture in layout.pictures { try paint(picture, on: &canvas, codec) }
    for frame in artwork.over { frame.overlay.paint(on: &canvas, x: frame.x, y: frame.y) }
    if let logo = artwork.logo { logo.overlay.paint(on: &canvas, x: logo.x, y: logo.y) }
    for (index, text) in layout.texts.enumerated() {
      if let ground = try paint(text, on: &canvas) { notes.append(.words(.text(index), ground)) }
    }
    try paintCode(on: &canvas)
    return canvas
  }

  // MARK: Photos

  private func paint(_ picture: PrintLayout.Picture, on canvas: inout Bitmap, _ codec: JPEGCodec) throws(ImageError) {
    let box = scale.pixels(picture.box)
    var tile: Bitmap
    if request.photos.indices.contains(picture.strip) {
      tile = try CompositeRenderer.photo(
        request.photos[picture.strip], filling: box.size, codec, subject: "photo \(picture.strip + 1)")
      if let matrix = request.filter.matrix { tile.apply(matrix) }
      artwork.photoFrames[box.size]?.paint(on: &tile, x: 0, y: 0)
    } else {
      tile = Bitmap(size: box.size, color: request.theme.primary.opaque)
    }
    let radius = scale.length(picture.radius)
    tile.roundCorners(radius)
    let border = scale.pixels(picture.border)
    if border > 0 {
      var whole = Bitmap(
        size: PixelSize(width: box.width + 2 * border, height: box.height + 2 * border),
        color: picture.borderInk.color(of: request.theme))
      if radius > 0 { whole.roundCorners(radius + Double(border)) }
      whole.paint(tile, x: border, y: border)
      tile = whole
    }
    let turn = Turn(degrees: picture.turn)
    if turn.quarters == 0 {
      canvas.paint(tile, x: box.x - border, y: box.y - border)
    } else {
      canvas.paint(
        tile, turnedBy: turn, middleX: Double(box.x) + Double(box.width) / 2,
        middleY: Double(box.y) + Double(box.height) / 2)
    }
  }

  // MARK: Words

  private func paint(
    _ text: PrintLayout.Text, on canvas: inout Bitmap
  ) throws(ImageError) -> GroundedWords.Outcome? {
    let box = scale.pixels(text.box)
    let style = TextStyle(
      family: request.theme.fontFamily,
      pixelSize: text.size.map(scale.length(_:)) ?? Double(box.height) * 0.62, isBold: text.isBold,
      color: text.ink.color(of: request.theme), alignment: text.align.alignment)
    let plate = text.plate?.color(of: request.theme)
    let turn = Turn(degrees: text.turn)
    if turn.quarters == 0 {
      if let plate { canvas.fill(box, with: plate) }
      return try GroundedWords(theme: request.theme).draw(text.words, style: style, in: box, on: &canvas)
    }
    // Turned words are drawn upright on what lies below them, turned back; only they and what holds them are kept.
    let whole = PixelRect(x: 0, y: 0, width: box.width, height: box.height)
    let (middleX, middleY) = (Double(box.x) + Double(box.width) / 2, Double(box.y) + Double(box.height) / 2)
    let below = canvas.part(of: box.size, turnedBy: turn, middleX: middleX, middleY: middleY)
    var line = Bitmap(size: box.size, color: plate ?? RGBColor(red: 0, green: 0, blue: 0, alpha: 0))
    var ground = below
    ground.paint(line, x: 0, y: 0)
    let outcome = try GroundedWords(theme: request.theme)
      .draw(text.words, style: style, in: whole, on: &line, measuring: ground)
    canvas.paint(line, turnedBy: turn, middleX: middleX, middleY: middleY)
    return outcome
  }

  // MARK: The code

  /// Black on white with the standard's quiet zone, each module a whole number of pixels. A link so long that its code
  /// does not fit, or that no code can hold, is left out: guests would rather have their pictures.
  private func paintCode(on canvas: inout Bitmap) throws(ImageError) {
    guard let box = layout.code.map(scale.pixels(_:)), let link = request.link, !link.isEmpty else { return }
    let placed: PlacedCode
    do throws(ImageError) { placed = try PlacedCode(link, in: box.size, scale: scale) } catch {
      guard error.code == .tooLarge else { throw error }
      return
    }
    guard placed.modulePixels > 0 else { return }
    let side = placed.modules * placed.modulePixels
    canvas.paint(
      placed.code.bitmap(moduleSize: placed.modulePixels), x: box.x + (box.width - side) / 2,
      y: box.y + (box.height - side) / 2)
  }
}

extension PrintLayout.Text.Align {
  fileprivate var alignment: TextStyle.Alignment {
    switch self {
    case .start: .leading
    case .center: .center
    case .end: .trailing
    }
  }
}

extension RGBColor {
  /// Paper cannot be seen through.
  var opaque: RGBColor { RGBColor(red: red, green: green, blue: blue) }
}

extension Bitmap {
  /// Makes what lies outside of round corners transparent, edges smoothed over one pixel.
  mutating func roundCorners(_ radius: Double) {
    guard radius > 0 else { return }
    let size = size
    let rounded = RoundedRect(rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height), radius: radius)
    let reach = min(Int(radius.rounded(.up)), (min(size.width, size.height) + 1) / 2)
    withMutablePixels { pixels in
      for y in 0..<size.height where y < reach || y >= size.height - reach {
        for x in 0..<size.width where x < reach || x >= size.width - reach {
          let share = rounded.coverage(x, y)
          if share < 1 { pixels[y * size.width + x] = pixels[y * size.width + x].faded(share) }
        }
      }
    }
  }
}

extension UInt32 {
  /// So much of a premultiplied pixel.
  fileprivate func faded(_ share: Double) -> UInt32 {
    func part(_ shift: UInt32) -> UInt32 { UInt32((Double(self >> shift & 255) * share).rounded()) << shift }
    return part(24) | part(16) | part(8) | part(0)
  }
}
