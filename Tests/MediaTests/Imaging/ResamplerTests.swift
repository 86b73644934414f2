import BoothCore
import Testing

@testable import Imaging

@Suite struct ResamplerTests {
  @Test func `scaling equals Lanczos by its definition`() {
    let source = TestPictures.scene(PixelSize(width: 170, height: 130), seed: 1)
    for target in [(60, 50), (170, 40), (33, 130), (240, 200), (1, 1), (170, 130)] {
      let size = PixelSize(width: target.0, height: target.1)
      let difference = TestPictures.difference(
        Resampler.scale(source, to: size), LanczosReference.scale(source, to: size))
      #expect(difference.greatest <= 1, "\(size)")
    }
  }

  @Test func `one colour stays that colour, to its edges`() {
    let source = Bitmap(size: PixelSize(width: 37, height: 23), color: RGBColor(red: 250, green: 3, blue: 129))
    let scaled = Resampler.scale(
      source, originX: 1.7, originY: 0.3, width: 30.2, height: 21.9, to: PixelSize(width: 50, height: 9))
    #expect(scaled.withPixels { $0.allSatisfy { $0 == source[0, 0] } })
  }

  @Test func `no channel exceeds its alpha`() {
    var source = Bitmap(size: PixelSize(width: 40, height: 40))
    for y in 0..<40 { for x in 0..<40 where (x / 5 + y / 5) % 2 == 0 { source[x, y] = 0xFFFF_FFFF } }
    let scaled = Resampler.scale(source, to: PixelSize(width: 17, height: 90))
    scaled.withPixels { pixels in
      #expect(
        pixels.allSatisfy { ($0 & 255) <= $0 >> 24 && ($0 >> 8 & 255) <= $0 >> 24 && ($0 >> 16 & 255) <= $0 >> 24 })
    }
  }

  @Test func `filling cuts evenly at two sides`() {
    var source = Bitmap(size: PixelSize(width: 300, height: 100), color: .black)
    source.fill(PixelRect(x: 100, y: 0, width: 100, height: 100), with: .white)
    let filled = Resampler.fill(PixelSize(width: 50, height: 50), with: source)
    #expect(filled.color(2, 25).isNear(.white) && filled.color(47, 25).isNear(.white))
  }

  @Test func `mixing laid-over pixels is exact`() {
    for alpha in UInt32(0)...255 {
      for value in stride(from: UInt32(0), through: 255, by: 5) {
        let target = 0xFF00_0000 | value << 16 | (255 - value) << 8 | value
        let mixed = Bitmap.over(alpha << 24, target)
        func rounded(_ x: UInt32) -> UInt32 { (x * (255 - alpha) * 2 + 255) / 510 }
        #expect(
          mixed == (alpha + rounded(255)) << 24 | rounded(value) << 16 | rounded(255 - value) << 8 | rounded(value))
      }
    }
  }
}

/// Lanczos-3 scaling straight from its definition, in double precision.
enum LanczosReference {
  static func scale(_ source: Bitmap, to size: PixelSize) -> Bitmap {
    let columns = (0..<size.width).map { weights(source.width, size.width, $0) }
    let rows = (0..<size.height).map { weights(source.height, size.height, $0) }
    var result = Bitmap(size: size, color: .black)
    var wide = [Double](repeating: 0, count: size.width * source.height)
    for shift: UInt32 in [0, 8, 16] {
      let channel = source.withPixels { $0.map { Double($0 >> shift & 255) } }
      for (x, (first, weights)) in columns.enumerated() {
        for y in 0..<source.height {
          wide[y * size.width + x] = dot(weights, channel, from: y * source.width + first, step: 1)
        }
      }
      for (y, (first, weights)) in rows.enumerated() {
        for x in 0..<size.width {
          let value = dot(weights, wide, from: first * size.width + x, step: size.width)
          result[x, y] |= UInt32(min(max(value, 0), 255) + 0.5) << shift
        }
      }
    }
    return result
  }

  private static func dot(_ weights: [Double], _ values: [Double], from start: Int, step: Int) -> Double {
    var sum = 0.0
    var (index, tap) = (start, 0)
    while tap < weights.count {
      sum += weights[tap] * values[index]
      index += step
      tap += 1
    }
    return sum
  }

  private static func weights(_ source: Int, _ target: Int, _ index: Int) -> (Int, [Double]) {
    let ratio = Double(source) / Double(target)
    let spread = max(ratio, 1)
    let center = (Double(index) + 0.5) * ratio
    let range = max(0, Int(center - 3 * spread) - 1)...min(source - 1, Int(center + 3 * spread) + 1)
    let raw = range.map { position -> Double in
      let x = (Double(position) + 0.5 - center) / spread
      return abs(x) >= 3 ? 0 : sinc(x) * sinc(x / 3)
    }
    let sum = raw.reduce(0, +)
    return (range.lowerBound, raw.map { $0 / sum })
  }

  /// sin(πx) / (πx) as the product over its zeros, corrected for the tail: independent of the code under test.
  private static func sinc(_ x: Double) -> Double {
    var product = 1.0
    let terms = 400
    for n in 1...terms { product *= 1 - x * x / Double(n * n) }
    // The factors left out multiply to about exp(-x² / (terms + 1/2)).
    let tail = -x * x / (Double(terms) + 0.5)
    return product * (1 + tail + tail * tail / 2)
  }

  /// Mean SSIM of brightness over 8×8 windows, four pixels apart (Wang, Bovik, Sheikh, Simoncelli 2004).
  static func ssim(_ a: Bitmap, _ b: Bitmap) -> Double {
    precondition(a.size == b.size)
    func brightness(_ pixel: UInt32) -> Double {
      0.299 * Double(pixel >> 16 & 255) + 0.587 * Double(pixel >> 8 & 255) + 0.114 * Double(pixel & 255)
    }
    let (p, q) = (a.withPixels { $0.map(brightness) }, b.withPixels { $0.map(brightness) })
    var total = 0.0
    var windows = 0
    for y in stride(from: 0, through: a.height - 8, by: 4) {
      for x in stride(from: 0, through: a.width - 8, by: 4) {
        var (sa, sb, saa, sbb, sab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in y..<y + 8 {
          for index in row * a.width + x..<row * a.width + x + 8 {
            sa += p[index]
            sb += q[index]
            saa += p[index] * p[index]
            sbb += q[index] * q[index]
            sab += p[index] * q[index]
          }
        }
        let (ma, mb) = (sa / 64, sb / 64)
        let (va, vb, cov) = (saa / 64 - ma * ma, sbb / 64 - mb * mb, sab / 64 - ma * mb)
        total += (2 * ma * mb + 6.5025) * (2 * cov + 58.5225) / ((ma * ma + mb * mb + 6.5025) * (va + vb + 58.5225))
        windows += 1
      }
    }
    return total / Double(windows)
  }
}
