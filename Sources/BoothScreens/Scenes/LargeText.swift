import BoothCore
import BoothImaging
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

  /// A font of fewer pixels (four of them a row) cannot be read: the gap that tells ה from ח closes. Plain letters are
  /// better then.
  private static let leastFontSize = 14.0
  /// Quarters are twice as fine across as upwards, so letters bear to be narrowed more than to be low.
  private static let narrowest = 0.66

  /// Draws the text as large as it fits, without the room that fonts leave above and below their letters. Nil if it
  /// would be too small to be read, or cannot be drawn.
  func mask() -> CoverageMask? {
    var best: (worth: Double, fontSize: Double, lines: [String])?
    for count in 1...max(1, lines) {
      guard let broken = broken(into: count), let (fontSize, width) = fontSize(of: broken) else { continue }
      // Letters that were narrowed are worth less, and another line must be worth it.
      let worth = fontSize * (0.4 + 0.6 * min(1, Double(size.width) / Double(width)))
      if worth > (best?.worth ?? 0) * 1.1 { best = (worth, fontSize, broken) }
    }
    guard let best, best.fontSize >= Self.leastFontSize else { return nil }
    return crispest(best.lines, fontSize: best.fontSize)
  }

  /// Strokes that end between two quarters are fog: a little smaller, or half a quarter lower, they may not.
  private func crispest(_ lines: [String], fontSize: Double) -> CoverageMask? {
    var best: (fog: Int, mask: CoverageMask)?
    for shrink in [1, 0.97, 0.94, 0.91, 0.88] {
      guard let block = LetterBlock(lines, fontSize: fontSize * shrink, width: size.width), block.fits(size) else {
        continue
      }
      for offset in [0, 1] {
        let mask = CoverageMask(block, in: size, side, offset: offset)
        let fog = mask.fog
        if fog < best?.fog ?? .max { best = (fog, mask) }
      }
    }
    return best?.mask
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
    // Sentences of a booth are short; a long one is broken two ways only.
    if words.count <= 12 || count == 2 { tryBreaks(words[...], []) }
    return best?.lines
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

  func mask(_ text: LargeText) -> CoverageMask? {
    if let known = masks.withLock({ $0[text] }) { return known }
    let mask = text.mask()
    masks.withLock { masks in
      // Enough for every phrase of an event; resizing a terminal for hours must not fill the memory.
      if masks.count >= 512 { masks.removeAll() }
      masks[text] = .some(mask)
    }
    return mask
  }
}
