import BoothCore

/// Where things are on a test pattern of any size.
struct PatternLayout {
  let size: PixelSize

  /// One dot of the lettering, in pixels.
  private var dot: Int { max(2, size.height / 135) & ~1 }
  private var textTop: Int { size.height * 7 / 10 + size.height / 20 }
  private var lineHeight: Int { dot * (PixelFont.height + 3) }

  var textArea: PixelRect {
    PixelRect(x: size.width / 30, y: textTop, width: dot * PixelFont.dots("FRAME 00000000"), height: 2 * lineHeight)
  }

  func write(_ text: String, line: Int, on canvas: I420Canvas) {
    canvas.text(text, x: textArea.x, y: textTop + line * lineHeight, dot: dot, .white)
  }

  /// A square that wanders over the bars and bounces at their edges: eight pixels a step at 1080p.
  func block(step: UInt64) -> PixelRect {
    let side = max(8, size.height / 8) & ~1
    let top = NumberStripe.height(in: size)
    let way = Int(step & 0xFFFF_FFFF) * max(2, size.height / 135)
    let x = Self.bounce(way, within: size.width - side)
    let y = top + Self.bounce(way / 2, within: size.height * 6 / 10 - top - side)
    return PixelRect(x: x & ~1, y: y & ~1, width: side, height: side)
  }

  /// An upright line that crosses the grey ramp once in `steps` steps.
  func line(step: UInt64, of steps: Int) -> PixelRect {
    let width = max(2, size.width / 320) & ~1
    let x = (size.width - width) * Int(step % UInt64(steps)) / steps
    let top = size.height * 6 / 10
    return PixelRect(x: x & ~1, y: top & ~1, width: width, height: size.height * 7 / 10 - top)
  }

  private static func bounce(_ position: Int, within length: Int) -> Int {
    guard length > 0 else { return 0 }
    let place = position % (2 * length)
    return place < length ? place : 2 * length - place
  }
}

extension PixelRect {
  func inset(by margin: Int) -> PixelRect {
    PixelRect(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}
