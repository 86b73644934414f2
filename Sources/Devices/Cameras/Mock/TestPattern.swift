import BoothCore

/// Colour bars, a grey ramp and focus stripes that stay, and over them a block and a line that move, the picture's
/// number and the time.
///
/// The background is drawn once; a live picture restores what the buffer's last one painted over and draws the moving
/// things again, which is a few hundred kilobytes at 1080p.
package final class TestPattern: MockScene {
  private let script: MockScript
  private let background: I420Canvas
  /// What each buffer has painted over; nil for a buffer that has no background yet.
  private var painted: [[PixelRect]?] = []

  package init(script: MockScript) {
    self.script = script
    background = I420Canvas(size: script.size)
    Self.drawBackground(on: background, turn: Int(script.seed % 8))
  }

  package func prepare(slots: Int) { painted = Array(repeating: nil, count: slots) }

  package func draw(frame number: UInt64, elapsed: Duration, slot: Int, on canvas: I420Canvas) {
    if let painted = painted[slot] {
      for rect in painted { canvas.copy(rect, from: background) }
    } else {
      canvas.copyAll(from: background)
    }
    let layout = PatternLayout(size: script.size)
    let moving = drawMoving(frame: number, on: canvas)
    layout.write("FRAME \(Self.padded(number, 8))", line: 0, on: canvas)
    layout.write("TIME \(Self.clock(elapsed))", line: 1, on: canvas)
    NumberStripe.draw(number, on: canvas)
    painted[slot] = moving + [layout.textArea]
  }

  /// Draws what moves, and says where.
  @discardableResult
  private func drawMoving(frame number: UInt64, on canvas: I420Canvas) -> [PixelRect] {
    let layout = PatternLayout(size: script.size)
    let block = layout.block(step: number &+ script.seed &* 37)
    let line = layout.line(step: number, of: script.framesPerSecond * 4)
    canvas.fill(line, .white)
    canvas.fill(block, Self.bars[Int(script.seed % 8)])
    canvas.fill(block.inset(by: block.width / 4), .black)
    return [block, line]
  }

  /// Draws the scene anew at the photo's size; the colours turn with every photo.
  ///
  /// With a live frame's number it is the scene of that frame, and the number stands along the lower edge.
  func still(number: UInt64, frame: UInt64?) throws(CameraError) -> Photo {
    let size = script.stillSize
    let canvas = I420Canvas(size: size)
    let layout = PatternLayout(size: size)
    if let frame {
      let live = I420Canvas(size: script.size)
      live.copyAll(from: background)
      drawMoving(frame: frame, on: live)
      canvas.enlarge(live)
    } else {
      Self.drawBackground(on: canvas, turn: Int((script.seed &+ number) % 8))
      let block = layout.block(step: number &* 61 &+ script.seed &* 37)
      canvas.fill(block, .white)
      canvas.fill(block.inset(by: block.width / 4), .black)
    }
    layout.write("PHOTO \(Self.padded(number, 8))", line: 0, on: canvas)
    layout.write("\(size)", line: 1, on: canvas)
    let big = String(number % 1_000_000)
    let dot = max(2, size.height / 20)
    canvas.text(
      big, x: (size.width - PixelFont.dots(big) * dot) / 2, y: size.height / 10, dot: dot, .black)
    NumberStripe.draw(number, on: canvas)
    if let frame { NumberStripe.draw(frame, on: canvas, along: .bottom) }
    return Photo(jpeg: try canvas.jpeg(), size: size)
  }

  static func drawBackground(on canvas: I420Canvas, turn: Int) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let barsEnd = height * 6 / 10
    for index in 0..<8 {
      let left = index * width / 8
      canvas.fill(
        PixelRect(x: left, y: 0, width: (index + 1) * width / 8 - left, height: barsEnd), bars[(index + turn) % 8])
    }
    let rampEnd = height * 7 / 10
    for step in 0..<64 {
      let left = step * width / 64
      canvas.fill(
        PixelRect(x: left, y: barsEnd, width: (step + 1) * width / 64 - left, height: rampEnd - barsEnd),
        VideoColor(y: UInt8(step * 4)))
    }
    canvas.fill(PixelRect(x: 0, y: rampEnd, width: width, height: height - rampEnd), ground)
    // Stripes of 2, 4, 6 … pixels, by which sharpness can be judged.
    var x = width * 6 / 10
    for pitch in stride(from: 2, through: 16, by: 2) {
      for _ in 0..<6 where x + pitch <= width {
        canvas.fill(PixelRect(x: x, y: rampEnd + height / 20, width: pitch, height: height / 5), .white)
        x += 2 * pitch
      }
    }
  }

  static let bars = [
    RGBColor(red: 244, green: 241, blue: 222), RGBColor(red: 242, green: 204, blue: 143),
    RGBColor(red: 224, green: 122, blue: 95), RGBColor(red: 199, green: 62, blue: 99),
    RGBColor(red: 129, green: 178, blue: 154), RGBColor(red: 86, green: 152, blue: 190),
    RGBColor(red: 92, green: 97, blue: 171), RGBColor(red: 61, green: 64, blue: 91),
  ].map(VideoColor.init)

  private static let ground = VideoColor(RGBColor(red: 38, green: 40, blue: 56))

  private static func padded(_ number: UInt64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// `01:02.345`.
  private static func clock(_ elapsed: Duration) -> String {
    let milliseconds = UInt64(max(0, elapsed.wholeNanoseconds / 1_000_000))
    return padded(milliseconds / 60_000, 2) + ":" + padded(milliseconds / 1000 % 60, 2) + "."
      + padded(milliseconds % 1000, 3)
  }
}
