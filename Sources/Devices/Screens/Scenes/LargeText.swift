import BoothCore
import Imaging
import Synchronization

/// A text to be drawn in letters of several rows.
struct LargeText: Hashable, Sendable {
  enum Side: Hashable, Sendable { case left, center, right }

  var text: String
  var isRightToLeft: Bool
  var columns: Int
  var rows: Int
  /// The most lines it may be broken into.
  var lines: Int
  var side: Side
  /// The font's size, for texts that are to be alike; nil for as large as it fits.
  var fontSize: Double?

  /// A font of fewer pixels (four of them a row) cannot be read: the gap that tells ה from ח closes. Plain letters are
  /// better then.
  private static let leastFontSize = 14.0
  /// Quarters are twice as fine across as upwards, so letters bear to be narrowed more than to be low.
  private static let narrowest = 0.66

  /// Draws the text as large as it fits (or as it is told to be), without the room that fonts leave above and below their
  /// letters. Nil if it would be too small to be read, does not fit, or cannot be drawn.
  func mask() -> CoverageMask? {
    guard let best = best() else { return nil }
    if let fontSize { return crispest(best.lines, fontSize: fontSize, shrinks: [1])?.mask }
    return crispest(best.lines, fontSize: best.fontSize, shrinks: Self.shrinks)?.mask
  }

  /// The largest font in which all of these fit at once, each into its own room; nil if one of them would be too small.
  static func commonFontSize(of texts: [LargeText]) -> Double? {
    var common = Double.infinity
    for text in texts {
      guard let best = text.best() else { return nil }
      common = min(common, best.fontSize)
    }
    guard common.isFinite else { return nil }
    var best: (fog: Int, fontSize: Double)?
    for shrink in shrinks where common * shrink >= leastFontSize {
      var fog = 0
      for text in texts {
        var text = text
        text.fontSize = common * shrink
        guard let lines = text.best()?.lines,
          let drawn = text.crispest(lines, fontSize: common * shrink, shrinks: [1])
        else {
          fog = .max
          break
        }
        fog += drawn.fog
      }
      if fog < best?.fog ?? .max { best = (fog, common * shrink) }
    }
    return best?.fontSize
  }

  /// How many columns it takes in one line of its font, without being narrowed; nil if it has no size or no letters.
  func plainColumns() -> Int? {
    fontSize.flatMap { LetterBlock([text], fontSize: $0) }.map { ($0.width + 1) / 2 }
  }

  /// The lines in which it is largest, or least narrowed in the font that it is told.
  private func best() -> (fontSize: Double, lines: [String])? {
    var best: (worth: Double, fontSize: Double, lines: [String])?
    for count in 1...max(1, lines) {
      guard let broken = broken(into: count) else { continue }
      let drawn: (Double, width: Int)?
      if let fontSize {
        drawn = LetterBlock(broken, fontSize: fontSize).flatMap {
          $0.height <= size.height && Double($0.width) * Self.narrowest <= Double(size.width)
            ? (fontSize, $0.width) : nil
        }
      } else {
        drawn = self.fontSize(of: broken)
      }
      guard let (fontSize, width) = drawn else { continue }
      // Letters that were narrowed are worth less, and another line must be worth it.
      let worth = fontSize * (0.4 + 0.6 * min(1, Double(size.width) / Double(width)))
      if worth > (best?.worth ?? 0) * 1.1 { best = (worth, fontSize, broken) }
    }
    guard let best, best.fontSize >= Self.leastFontSize else { return nil }
    return (best.fontSize, best.lines)
  }

  /// By how much letters may be smaller than they could be, to be crisp.
  private static let shrinks = [1, 0.97, 0.94, 0.91, 0.88]

  /// Strokes that end between two quarters are fog: a little smaller, or half a quarter lower, they may not.
  private func crispest(
    _ lines: [String], fontSize: Double, shrinks: [Double]
  ) -> (fog: Int, mask: CoverageMask)? {
    var best: (fog: Int, mask: CoverageMask)?
    for shrink in shrinks {
      guard let block = LetterBlock(lines, fontSize: fontSize * shrink, width: size.width), block.fits(size) else {
        continue
      }
      for offset in [0, 1] {
        let mask = CoverageMask(block, in: size, side, offset: offset)
        let fog = mask.fog
        if fog < best?.fog ?? .max { best = (fog, mask) }
      }
    }
    return best
  }

  private var size: PixelSize { PixelSize(width: columns * 2, height: rows * 4) }

  /// The largest size that fits, and how wide the lines would be without narrowing.
  private func fontSize(of lines: [String]) -> (Double, width: Int)? {
    let trial = 48.0
    guard let block = LetterBlock(lines, fontSize: trial) else { return nil }
    var fontSize =
      trial
      * min(
        Double(size.width) / Double(block.width) / Self.narrowest, Double(size.height) / Double(block.height))
    // Letters do not grow quite in proportion; a step back or two makes it fit.
    for _ in 0..<8 {
      guard let block = LetterBlock(lines, fontSize: fontSize) else { return nil }
      if Double(block.width) * Self.narrowest <= Double(size.width), block.height <= size.height {
        return (fontSize, block.width)
      }
      fontSize *= 0.97
    }
    return nil
  }

  /// The text in `count` lines, broken between words where the longest line is shortest; nil for too few words.
  private func broken(into count: Int) -> [String]? {
    let words = text.split(separator: " ").map(String.init)
    guard count > 1 else { return [words.joined(separator: " ")] }
    guard words.count >= count else { return nil }
    var best: (longest: Int, lines: [String])?
    func tryBreaks(_ rest: ArraySlice<String>, _ lines: [String]) {
      if lines.count + 1 == count {
        let all = lines + [rest.joined(separator: " ")]
        let longest = all.map(CellText.columns).max() ?? 0
        if longest < best?.longest ?? .max { best = (longest, all) }
        return
      }
      for end in rest.indices.dropFirst() where rest.endIndex - end >= count - lines.count - 1 {
        tryBreaks(rest[end...], lines + [rest[..<end].joined(separator: " ")])
      }
    }
    // Of a long one not every way is tried: the narrowest column in which it takes so many lines.
    guard words.count > 12, count > 2 else {
      tryBreaks(words[...], [])
      return best?.lines
    }
    let whole = words.joined(separator: " ")
    let widest = words.map(CellText.columns).max() ?? 0
    for width in max(widest, CellText.columns(whole) / count)...max(widest, CellText.columns(whole)) {
      let wrapped = CellText.wrap(whole, width: width)
      if wrapped.count <= count { return wrapped.count == count ? wrapped : nil }
    }
    return nil
  }
}

/// Lines of drawn letters, one below the other without the room between that pages have.
private struct LetterBlock {
  /// The letters of each line, cut to the width of their ink and to the height of all lines' ink.
  var lines: [Bitmap] = []
  /// Pixels from the top of one line to the top of the next; even, so that all lines lie alike on the quarters.
  var pitch: Int

  var width: Int { lines.map(\.width).max() ?? 0 }
  var height: Int { pitch * (lines.count - 1) + (lines.first?.height ?? 0) }

  /// Nil for text without ink. Lines that are wider than `width` are all narrowed alike.
  init?(_ texts: [String], fontSize: Double, width: Int = .max) {
    let style = TextStyle(pixelSize: fontSize, isBold: true, color: .white)
    var pictures: [(picture: Bitmap, ink: PixelRect)] = []
    for text in texts {
      // What Pango cannot draw is written in plain letters instead.
      guard let picture = try? TextPainter.picture(of: text, style: style), let ink = picture.inkBox else { return nil }
      pictures.append((picture, ink))
    }
    let top = pictures.map(\.ink.y).min() ?? 0
    let bottom = pictures.map { $0.ink.y + $0.ink.height }.max() ?? 0
    for (picture, ink) in pictures {
      // A line's picture may be lower than the deepest ink of another.
      var line = Bitmap(size: PixelSize(width: ink.width, height: bottom - top))
      let (width, stride) = (ink.width, picture.width)
      picture.withPixels { source in
        line.withMutablePixels { target in
          for y in top..<min(bottom, picture.height) {
            for x in 0..<width { target[(y - top) * width + x] = source[y * stride + ink.x + x] }
          }
        }
      }
      lines.append(line)
    }
    let widest = lines.map(\.width).max() ?? 0
    if widest > width {
      lines = lines.map { line in
        Resampler.scale(
          line, to: PixelSize(width: max(1, line.width * width / widest), height: line.height))
      }
    }
    pitch = (bottom - top + max(2, Int(fontSize / 8)) + 1) / 2 * 2
  }

  func fits(_ size: PixelSize) -> Bool { width <= size.width && height <= size.height }
}

extension CoverageMask {
  /// Takes the alpha of drawn letters, centred vertically; two of their rows are one of quarters.
  fileprivate init(_ block: LetterBlock, in size: PixelSize, _ side: LargeText.Side, offset: Int) {
    width = size.width
    height = size.height / 2
    var halves = [Int](repeating: 0, count: width * height)
    let top = max(0, (size.height - block.height) / 4 * 2 - offset)
    for (index, letters) in block.lines.enumerated() {
      let free = size.width - letters.width
      let x = side == .left ? 0 : side == .right ? free : free / 2
      let y = top + index * block.pitch
      let (stride, columns, rows) = (width, letters.width, letters.height)
      letters.withPixels { letters in
        halves.withUnsafeMutableBufferPointer { halves in
          for row in 0..<rows {
            let start = (y + row) / 2 * stride + x
            for column in 0..<columns { halves[start + column] += Int(letters[row * columns + column] >> 24) }
          }
        }
      }
    }
    // Steeper edges: a thin stroke that covers two halves of two quarters looks like fog otherwise.
    coverage = halves.map { UInt8(clamping: ($0 / 2 - 40) * 255 / 165) }
  }

  /// How much of it is neither letter nor none.
  fileprivate var fog: Int { coverage.reduce(0) { $0 + min(Int($1), 255 - Int($1)) } }
}

extension Bitmap {
  /// The smallest rectangle that holds all that is not nearly transparent.
  fileprivate var inkBox: PixelRect? {
    let (width, height) = (width, height)
    return withPixels { pixels -> PixelRect? in
      func hasInk(_ start: Int, _ count: Int, step: Int) -> Bool {
        var index = start
        for _ in 0..<count {
          if pixels[index] >> 24 > 40 { return true }
          index += step
        }
        return false
      }
      var (top, bottom) = (0, height - 1)
      while top < height, !hasInk(top * width, width, step: 1) { top += 1 }
      guard top < height else { return nil }
      while !hasInk(bottom * width, width, step: 1) { bottom -= 1 }
      var (left, right) = (0, width - 1)
      while !hasInk(top * width + left, bottom - top + 1, step: width) { left += 1 }
      while !hasInk(top * width + right, bottom - top + 1, step: width) { right -= 1 }
      return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
  }
}

/// Remembers drawn letters: a countdown's digit lies over twenty live frames a second.
final class LargeTextCache: Sendable {
  private let masks = Mutex<[LargeText: CoverageMask?]>([:])
  private let sizes = Mutex<[[LargeText]: Double?]>([:])
  private let widths = Mutex<[LargeText: Int?]>([:])

  func mask(_ text: LargeText) -> CoverageMask? { Self.known(text, in: masks) { $0.mask() } }

  /// See ``LargeText/plainColumns()``.
  func plainColumns(_ text: LargeText) -> Int? { Self.known(text, in: widths) { $0.plainColumns() } }

  /// See ``LargeText/commonFontSize(of:)``.
  func commonFontSize(of texts: [LargeText]) -> Double? {
    Self.known(texts, in: sizes, make: LargeText.commonFontSize)
  }

  private static func known<Key: Hashable & Sendable, Value: Sendable>(
    _ key: Key, in known: borrowing Mutex<[Key: Value?]>, make: (Key) -> Value?
  ) -> Value? {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = make(key)
    known.withLock { known in
      // Enough for every phrase of an event; resizing a terminal for hours must not fill the memory.
      if known.count >= 512 { known.removeAll() }
      known[key] = .some(value)
    }
    return value
  }
}
