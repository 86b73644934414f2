public import BoothCore
import CPangoCairo

/// Text that has found its size and its lines: what a layout needs to know before it is drawn. Made on any thread.
public struct TextBlock: Hashable, Sendable {
  /// Sides as the eye sees them.
  public enum Side: Hashable, Sendable { case left, center, right }

  /// What is written and how, before its size is known.
  public struct Options: Hashable, Sendable {
    /// The words. Line breaks and other control characters count as blanks, and only the first 2000 characters are set.
    public var text: String
    /// As for ``TextStyle/family``.
    public var family: String
    /// Whether it is set in the family's bold face.
    public var isBold: Bool
    /// How the paragraph reads, whatever its first letter is.
    public var isRightToLeft: Bool
    /// Which side the lines keep to, whichever way they read.
    public var side: Side
    /// The least and the greatest font size in pixels.
    public var sizes: ClosedRange<Double>
    /// The most lines; what is longer ends in dots.
    public var lines: Int
    /// Lines may end within words: for links.
    public var breaksWords: Bool

    /// One line in the system's font at the left, unless said otherwise; `sizes` are font sizes in pixels.
    public init(
      _ text: String, family: String = "system", isBold: Bool = false, isRightToLeft: Bool = false,
      side: Side = .left, sizes: ClosedRange<Double>, lines: Int = 1, breaksWords: Bool = false
    ) {
      self.text = text
      self.family = family
      self.isBold = isBold
      self.isRightToLeft = isRightToLeft
      self.side = side
      self.sizes = sizes
      self.lines = lines
      self.breaksWords = breaksWords
    }
  }

  /// What was asked for.
  public let options: Options
  /// The font size that was found, in pixels, within the options' `sizes`.
  public let pixelSize: Double
  /// What the lines take: from the leftmost letter to the rightmost, from the first line's top to the last one's bottom.
  public let size: PixelSize
  /// Whether its end is missing.
  public let isCut: Bool
  /// The width that lines are broken at, and where in it they begin.
  let wrap: Int
  let inset: Int

  /// The largest size at which the text fits `box`, with lines of about the same length.
  public init(_ options: Options, in box: PixelSize) {
    let box = PixelSize(width: max(box.width, 1), height: max(box.height, 1))
    var found = Trial(options, size: options.sizes.upperBound, width: box.width)
    if !found.fits(box, options.lines) {
      var (low, high) = (options.sizes.lowerBound, options.sizes.upperBound)
      found = Trial(options, size: low, width: box.width)
      if found.fits(box, options.lines) {
        while high - low > max(0.5, low * 0.02) {
          let middle = (low + high) / 2
          let trial = Trial(options, size: middle, width: box.width)
          if trial.fits(box, options.lines) { (low, found) = (middle, trial) } else { high = middle }
        }
      }
    }
    // Two lines of one length read better than a long and a short one.
    if found.lines > 1, !found.isCut {
      var (low, high) = (box.width / 2, box.width)
      while high - low > max(1, box.width / 60) {
        let middle = (low + high) / 2
        let trial = Trial(options, size: found.size, width: middle)
        if trial.lines <= found.lines, trial.width <= middle, !trial.isCut { high = middle } else { low = middle }
      }
      found = Trial(options, size: found.size, width: high)
    }
    self.options = options
    pixelSize = found.size
    size = PixelSize(width: max(1, found.width), height: max(1, found.height))
    isCut = found.isCut
    wrap = found.wrap
    inset = found.inset
  }

  /// One way to set the text, measured.
  private struct Trial {
    var size: Double
    var wrap: Int
    var lines: Int
    var inset: Int
    var width: Int
    var height: Int
    var isCut: Bool

    init(_ options: Options, size: Double, width wrap: Int) {
      self.size = size
      self.wrap = wrap
      let layout = ParagraphLayout(nil, options, size: size, wrap: wrap)
      (inset, width, height) = layout.extents
      lines = layout.lineCount
      isCut = layout.isCut
    }

    func fits(_ box: PixelSize, _ most: Int) -> Bool {
      !isCut && lines <= most && width <= box.width && height <= box.height
    }
  }
}

extension Drawing {
  /// Draws a block, its top left at a point.
  public func text(_ block: TextBlock, x: Int, y: Int, _ color: RGBColor) {
    let layout = ParagraphLayout(isPage ? nil : context, block.options, size: block.pixelSize, wrap: block.wrap)
    setColor(color)
    cairo_move_to(context, Double(x - block.inset), Double(y))
    layout.show(on: context)
  }

  /// Draws a number or a sign so that its ink is `height` pixels high and its middle at a point, with a line around it
  /// that makes it stand out from any picture.
  public func figure(
    _ text: String, family: String, middle: Spot, height: Double, _ color: RGBColor, outline: RGBColor, width: Double
  ) {
    let options = TextBlock.Options(text, family: family, isBold: true, sizes: 1...4000)
    let trial = ParagraphLayout(context, options, size: 100, wrap: 16_000).ink
    guard trial.height > 0 else { return }
    let layout = ParagraphLayout(context, options, size: 100 * height / trial.height, wrap: 16_000)
    let ink = layout.ink
    cairo_move_to(context, middle.x - ink.x - ink.width / 2, middle.y - ink.y - ink.height / 2)
    layout.trace()
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_width(context, 2 * width)
    setColor(outline)
    cairo_stroke_preserve(context)
    setColor(color)
    cairo_fill(context)
  }
}
