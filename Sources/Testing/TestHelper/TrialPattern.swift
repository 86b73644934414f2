import BoothCore
import Screens

/// A picture that looks like itself in no other position, size or colour order, with a box that moves from step to step.
struct TrialPattern {
  var size: PixelSize

  /// Red grows to the right and green downwards, blue is a chequerboard; the border is white, cyan, magenta and yellow,
  /// clockwise from the top; the top left corner is red.
  func pixel(_ x: Int, _ y: Int, step: Int) -> UInt32 {
    let box = box(step)
    if x >= box.x, y >= box.y, x < box.x + box.width, y < box.y + box.height { return 0x00F0_F0F0 }
    if x < 24, y < 16 { return 0x00E0_1020 }
    if y == 0 { return 0x00FF_FFFF }
    if x == size.width - 1 { return 0x0000_FFFF }
    if y == size.height - 1 { return 0x00FF_00FF }
    if x == 0 { return 0x00FF_FF00 }
    let red = UInt32(x * 255 / size.width)
    let green = UInt32(y * 255 / size.height)
    return red << 16 | green << 8 | ((x / 32 + y / 32) % 2 == 0 ? 0x30 : 0xB0)
  }

  /// Where the box is.
  func box(_ step: Int) -> PixelRect {
    PixelRect(
      x: 40 + step * 37 % max(1, size.width - 140), y: 60 + step * 23 % max(1, size.height - 140), width: 90, height: 50
    )
  }

  func draw(_ rects: [PixelRect], step: Int, into buffer: PixelBuffer) {
    for rect in rects {
      for y in rect.y..<min(rect.y + rect.height, size.height) {
        for x in rect.x..<min(rect.x + rect.width, size.width) {
          buffer.pixels[y * buffer.stride + x] = pixel(x, y, step: step)
        }
      }
    }
  }

  var all: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

  /// Where a picture (binary PPM) is not this one, in words; nil where it is.
  func difference(from ppm: [UInt8], step: Int) -> String? {
    let words = ppm.prefix(64).split(maxSplits: 4, whereSeparator: { $0 == 10 || $0 == 32 })
    guard words.count >= 4, words[0].elementsEqual("P6".utf8), let height = number(words[2]),
      let width = number(words[1])
    else { return "no binary PPM picture" }
    guard width == size.width, height == size.height else { return "it is \(width)x\(height), not \(size)" }
    let pixels = ppm.suffix(width * height * 3)
    guard pixels.count == width * height * 3 else { return "it is cut short" }
    var wrong = 0
    var first: String?
    for y in 0..<height {
      for x in 0..<width {
        let at = pixels.startIndex + (y * width + x) * 3
        let found = UInt32(pixels[at]) << 16 | UInt32(pixels[at + 1]) << 8 | UInt32(pixels[at + 2])
        let wanted = pixel(x, y, step: step)
        guard found != wanted else { continue }
        wrong += 1
        first = first ?? "(\(x), \(y)) is \(String(found, radix: 16)), not \(String(wanted, radix: 16))"
      }
    }
    return first.map { "\(wrong) pixels differ; \($0)" }
  }

  private func number(_ text: ArraySlice<UInt8>) -> Int? { Int(String(decoding: text, as: UTF8.self)) }
}
