public import BoothCore

/// Words on a picture, held against the picture's own pixels, and mended where they could not be read.
///
/// The theme's colours are chosen for its second colour; a background has bricks, flowers and skies where it likes. Words
/// in a colour that cannot be read on nine tenths of the pixels around them get the theme's second colour where that can
/// be, and otherwise a band of it below them. Centred words that are readable but for an end, where a flower begins, are
/// made narrower.
public struct GroundedWords {
  /// How words were made readable.
  public enum Mending: Sendable, Equatable { case ink, band }

  /// What was found and done.
  public struct Outcome: Sendable, Equatable {
    /// By WCAG 2.2, in the words' own colour: nine tenths of the pixels below them have this contrast or more.
    public var contrast: Double
    /// What was done about it.
    public var mending: Mending
  }

  /// What WCAG 2.2 asks for text of ordinary size (success criterion 1.4.3): a footer is a few millimetres high on paper
  /// and on a phone.
  public static let leastContrast = 4.5

  private let theme: Theme

  /// - Parameter theme: whose colours mend.
  public init(theme: Theme) { self.theme = theme }

  /// Draws one line as ``TextPainter/drawLine(_:style:in:on:)``, readable.
  /// - Parameter ground: what the words will lie on, of the bitmap's size; nil is the bitmap itself.
  /// - Returns: what had to be mended; nil for nothing.
  public func draw(
    _ text: String, style: TextStyle, in rect: PixelRect, on bitmap: inout Bitmap, measuring ground: Bitmap? = nil
  ) throws(ImageError) -> Outcome? {
    guard let rect = rect.clipped(to: bitmap.size),
      let place = try TextPainter.place(ofLine: text, style: style, in: rect)
    else { return nil }
    let around = PixelRect(x: place.x - 2, y: place.y - 2, width: place.width + 4, height: place.height + 4)
    guard let measured = around.clipped(to: bitmap.size) else { return nil }
    var style = style
    let levels = (ground ?? bitmap).luminances(in: measured)
    let found = levels.contrast(to: style.color)
    if found >= Self.leastContrast {
      let room = style.alignment == .center ? Self.room(for: place, style.color, in: rect, of: ground ?? bitmap) : rect
      try TextPainter.drawLine(text, style: style, in: room, on: &bitmap)
      return nil
    }
    let paper = theme.secondary.opaque
    // Joints of bricks in the words' new colour would run through the letters: it has to be right nearly everywhere.
    if levels.contrast(to: paper, butFor: 0.02) >= Self.leastContrast {
      style.color = paper
      try TextPainter.drawLine(text, style: style, in: rect, on: &bitmap)
      return Outcome(contrast: found, mending: .ink)
    }
    let (inset, spare) = (place.height / 2, place.height / 8)
    let band = PixelRect(
      x: place.x - inset, y: place.y - spare, width: place.width + 2 * inset, height: place.height + 2 * spare)
    if let band = band.clipped(to: bitmap.size) {
      var tile = Bitmap(size: band.size, color: paper)
      tile.roundCorners(Double(min(band.width, band.height)) / 4)
      bitmap.paint(tile, x: band.x, y: band.y)
    }
    if style.color.opaque.contrast(to: paper) < Self.leastContrast { style.color = paper.readableInk }
    try TextPainter.drawLine(text, style: style, in: rect, on: &bitmap)
    return Outcome(contrast: found, mending: .band)
  }
}

extension GroundedWords {
  /// Of a letter's pixels so many may be hard to read: a hairline, the edge of a leaf.
  private static let spareOfLetter = 0.34

  /// The part of a line's room, about its middle, where each stretch as wide as a letter can be read; all of it where the words lie
  /// in that part, or where it is narrower than two thirds of them: they would be too small.
  fileprivate static func room(
    for place: PixelRect, _ ink: RGBColor, in rect: PixelRect, of ground: Bitmap
  ) -> PixelRect {
    let letter = max(place.height / 2, 8)
    let (half, middle) = (rect.width / 2, rect.x + rect.width / 2)
    func isReadable(from x: Int) -> Bool {
      let start = max(x, rect.x)
      let end = min(x + letter, rect.x + rect.width)
      guard start < end,
        let stretch = PixelRect(x: start, y: place.y, width: end - start, height: place.height).clipped(to: ground.size)
      else { return true }
      return ground.luminances(in: stretch).contrast(to: ink, butFor: spareOfLetter) >= leastContrast
    }
    // In small steps: the part ends most of a letter before the flower.
    var reach = 0
    while reach < half, isReadable(from: middle + reach), isReadable(from: middle - reach - letter) {
      reach += letter / 8
    }
    let ends = max(middle - place.x, place.x + place.width - middle)
    guard reach < ends, 3 * reach >= place.width else { return rect }
    return PixelRect(x: middle - reach, y: rect.y, width: 2 * reach, height: rect.height)
  }
}

/// How bright the pixels of a place are: relative luminances by WCAG 2.2, in order.
struct Luminances {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The contrast that all pixels but a share of them have at least; nine tenths unless said otherwise.
  func contrast(to ink: RGBColor, butFor share: Double = 0.1) -> Double {
    guard !sorted.isEmpty else { return 21 }
    let own = ink.opaque.relativeLuminance
    let contrasts = sorted.map { (max($0, own) + 0.05) / (min($0, own) + 0.05) }.sorted()
    return contrasts[Int(Double(contrasts.count) * share)]
  }
}

extension Bitmap {
  /// Luminances by WCAG 2.2 of every second pixel of every second row; `rect` lies in the picture, whose pixels are
  /// opaque where it counts.
  func luminances(in rect: PixelRect) -> Luminances {
    // The table of one channel's share, as the definition's powers take their time.
    let linear = (0...255).map { level in
      RGBColor(red: UInt8(level), green: UInt8(level), blue: UInt8(level)).relativeLuminance
    }
    return withPixels { pixels in
      var values: [Double] = []
      for y in stride(from: rect.y, to: rect.y + rect.height, by: 2) {
        for x in stride(from: rect.x, to: rect.x + rect.width, by: 2) {
          let pixel = pixels[y * width + x]
          values.append(
            0.2126 * linear[Int(pixel >> 16 & 255)] + 0.7152 * linear[Int(pixel >> 8 & 255)]
              + 0.0722 * linear[Int(pixel & 255)])
        }
      }
      return Luminances(values)
    }
  }
}
