import BoothCore
import Cameras
import Imaging
import Testing

@Suite("Test pattern") struct TestPatternTests {
  private func drawn(_ number: UInt64, _ size: PixelSize) -> I420Canvas {
    let pattern = TestPattern(script: MockScript(size: size, stillSize: size))
    pattern.prepare(slots: 1)
    let canvas = I420Canvas(size: size)
    pattern.draw(frame: number, elapsed: .seconds(3725), slot: 0, on: canvas)
    return canvas
  }

  private func jpeg(_ canvas: I420Canvas, quality: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: canvas.bytes.count)
    let count = try bytes.withUnsafeMutableBytes { target in
      try JPEGCodec().encode(
        i420: canvas.bytes, size: canvas.size, strideBytes: canvas.size.width, quality: quality, into: target)
    }
    return Array(bytes[..<count])
  }

  @Test(arguments: [UInt64(0), 1, 0x5555_5555, 0xAAAA_AAAA, 4_294_967_295, 123_456_789])
  func `the number survives a bad JPEG and scaling to a third`(_ number: UInt64) throws {
    let canvas = drawn(number, PixelSize(width: 960, height: 540))
    let full = try JPEGCodec().decode(try jpeg(canvas, quality: 40))
    #expect(NumberStripe.read(size: full.size) { x, y in Int(full.color(x, y).green) } == number)
    let small = Resampler.scale(full, to: PixelSize(width: 320, height: 180))
    #expect(NumberStripe.read(size: small.size) { x, y in Int(small.color(x, y).green) } == number)
  }

  @Test func `a picture without a number, or with a spoiled one, has none`() throws {
    let size = PixelSize(width: 320, height: 240)
    for level in [0, 100, 255] { #expect(NumberStripe.read(size: size) { _, _ in level } == nil) }
    #expect(NumberStripe.read(size: PixelSize(width: 64, height: 4)) { _, _ in 255 } == nil)
    let canvas = drawn(77, size)
    // One cell of the number turned over: its check no longer holds.
    let spoiled = NumberStripe.read(size: size) { x, y in
      let level = Int(canvas.bytes[y * size.width + x])
      return x / 8 == 20 ? 255 - level : level
    }
    #expect(spoiled == nil)
    #expect(NumberStripe.read(size: size) { x, y in Int(canvas.bytes[y * size.width + x]) } == 77)
  }

  @Test(arguments: [
    PixelSize(width: 64, height: 64), PixelSize(width: 130, height: 66), PixelSize(width: 1920, height: 1080),
  ])
  func `any allowed size can be drawn, at any number`(_ size: PixelSize) {
    for number: UInt64 in [1, 1000, .max] {
      let canvas = drawn(number, size)
      #expect(Set(canvas.bytes).count > 10)
    }
  }

  @Test func `other seeds and other numbers make other pictures`() {
    let size = PixelSize(width: 320, height: 240)
    var pictures: Set<[UInt8]> = []
    for seed: UInt64 in [1, 2, .max] {
      let pattern = TestPattern(script: MockScript(size: size, stillSize: size, seed: seed))
      pattern.prepare(slots: 1)
      for number: UInt64 in [1, 2] {
        let canvas = I420Canvas(size: size)
        pattern.draw(frame: number, elapsed: .zero, slot: 0, on: canvas)
        pictures.insert(Array(canvas.bytes))
      }
    }
    #expect(pictures.count == 6)
  }

  @Test func `a photograph's colours come through as they are`() throws {
    let size = PixelSize(width: 64, height: 64)
    let colors: [RGBColor] = [
      RGBColor(red: 200, green: 30, blue: 60), RGBColor(red: 10, green: 220, blue: 90), .white, .black,
      RGBColor(red: 30, green: 60, blue: 250),
    ]
    for color in colors {
      let canvas = I420Canvas(size: size)
      canvas.paint(Bitmap(size: size, color: color))
      let seen = try JPEGCodec().decode(try jpeg(canvas, quality: 95)).color(31, 31)
      for (a, b) in [(seen.red, color.red), (seen.green, color.green), (seen.blue, color.blue)] {
        #expect(abs(Int(a) - Int(b)) <= 4, "\(color) became \(seen)")
      }
    }
  }

  @Test func `a fade goes from one picture to the other`() {
    let size = PixelSize(width: 64, height: 64)
    let (black, white, mixed) = (I420Canvas(size: size), I420Canvas(size: size), I420Canvas(size: size))
    black.paint(Bitmap(size: size, color: .black))
    white.paint(Bitmap(size: size, color: .white))
    for (share, level) in [(0.0, 0), (0.5, 127), (1.0, 255)] {
      mixed.mix(black, white, share: share)
      #expect(abs(Int(mixed.bytes[100]) - level) <= 1)
    }
  }
}
