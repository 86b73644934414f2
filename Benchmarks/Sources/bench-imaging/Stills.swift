import BoothCore
import Imaging

/// Numbers from a seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Photos that no camera took: 3240×2160, baseline 4:2:2, 2 to 3 MB, the same for the same seed.
///
/// Gradients, a few dozen hard-edged discs and bars, and over it texture at every scale from 256 pixels down to 2 and
/// grain, so that a scaling filter has details of all sizes to lose.
enum Stills {
  static let size = PixelSize(width: 3240, height: 2160)

  static func still(seed: UInt64) throws -> (pixels: Bitmap, jpeg: [UInt8]) {
    let pixels = picture(seed: seed)
    let codec = JPEGCodec()
    // The highest quality that stays below 3 MB, as a camera's rate control would choose.
    for quality in stride(from: 98, through: 50, by: -1) {
      let jpeg = try codec.encode(pixels, quality: quality, subsampling: .s422)
      if jpeg.count < 2_900_000 { return (pixels, jpeg) }
    }
    throw ImageError(.failed, subject: "still of seed \(seed)", detail: "no quality gives less than 3 MB")
  }

  private static func picture(seed: UInt64) -> Bitmap {
    var random = SeededRandom(seed)
    let (width, height) = (size.width, size.height)
    var luma = [Float](repeating: 0, count: size.area)
    for octave in 1...8 {
      let cell = 1 << octave
      let (columns, rows) = (width / cell + 2, height / cell + 2)
      let knots = (0..<columns * rows).map { _ in Float(random.next() >> 40) / Float(1 << 24) - 0.5 }
      let strength = 3.2 * Float(octave)
      for y in 0..<height {
        let (row, fy) = (y / cell, Float(y % cell) / Float(cell))
        for x in 0..<width {
          let (column, fx) = (x / cell, Float(x % cell) / Float(cell))
          let at = row * columns + column
          let top = knots[at] + (knots[at + 1] - knots[at]) * fx
          let bottom = knots[at + columns] + (knots[at + columns + 1] - knots[at + columns]) * fx
          luma[y * width + x] += (top + (bottom - top) * fy) * strength
        }
      }
    }
    var bitmap = Bitmap(size: size, color: .black)
    for y in 0..<height {
      for x in 0..<width {
        let base = (x * 130 / width + 60, y * 110 / height + 70, (width - x + y) * 90 / (width + height) + 80)
        bitmap[x, y] = pixel(base, luma[y * width + x])
      }
    }
    for index in 0..<48 {
      let color = (Int(random.next() % 200) + 28, Int(random.next() % 200) + 28, Int(random.next() % 200) + 28)
      let (cx, cy) = (Int(random.next() % UInt64(width)), Int(random.next() % UInt64(height)))
      let radius = Int(random.next() % 220) + 10
      for y in max(0, cy - radius)..<min(height, cy + radius) {
        for x in max(0, cx - radius)..<min(width, cx + radius) {
          let (dx, dy) = (x - cx, y - cy)
          let isInside = index % 2 == 0 ? dx * dx + dy * dy < radius * radius : (dx + 3 * dy) / 24 % 2 == 0
          if isInside { bitmap[x, y] = pixel(color, luma[y * width + x]) }
        }
      }
    }
    return bitmap
  }

  private static func pixel(_ base: (Int, Int, Int), _ luma: Float) -> UInt32 {
    func channel(_ value: Int) -> UInt32 { UInt32(min(max(Float(value) + luma, 0), 255)) }
    return 0xFF00_0000 | channel(base.0) << 16 | channel(base.1) << 8 | channel(base.2)
  }
}
