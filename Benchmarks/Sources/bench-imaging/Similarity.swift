import BoothCore
import Imaging
import Glibc

/// The yardstick: Lanczos-3 scaling in double precision, straight from its definition, and SSIM.
enum Similarity {
  /// Brightness (BT.601) of a picture scaled as a whole: slow and obvious.
  static func lanczos(_ source: Bitmap, to target: PixelSize) -> [Double] {
    var luma = [Double](repeating: 0, count: source.size.area)
    source.withPixels { pixels in for index in pixels.indices { luma[index] = brightness(pixels[index]) } }
    let wide = resample(
      luma, lines: source.height, length: source.width, step: 1, stride: source.width, to: target.width)
    let tall = resample(
      wide, lines: target.width, length: source.height, step: target.width, stride: 1, to: target.height)
    // `tall` is column after column.
    return (0..<target.area).map { tall[$0 % target.width * target.height + $0 / target.width] }
  }

  static func brightness(_ pixel: UInt32) -> Double {
    0.299 * Double(pixel >> 16 & 255) + 0.587 * Double(pixel >> 8 & 255) + 0.114 * Double(pixel & 255)
  }

  private static func resample(
    _ source: [Double], lines: Int, length: Int, step: Int, stride: Int, to target: Int
  ) -> [Double] {
    let ratio = Double(length) / Double(target)
    let spread = max(ratio, 1)
    var result = [Double](repeating: 0, count: lines * target)
    for index in 0..<target {
      let center = (Double(index) + 0.5) * ratio
      let first = max(0, Int((center - 3 * spread).rounded(.down)))
      let last = min(length - 1, Int((center + 3 * spread).rounded(.up)))
      let weights = (first...last).map { position in
        let x = (Double(position) + 0.5 - center) / spread
        return x == 0 ? 1 : abs(x) >= 3 ? 0 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
      }
      let sum = weights.reduce(0, +)
      for line in 0..<lines {
        var value = 0.0
        for (offset, weight) in weights.enumerated() {
          value += weight * source[line * stride + (first + offset) * step]
        }
        result[line * target + index] = min(max(value / sum, 0), 255)
      }
    }
    return result
  }

  /// Mean SSIM of two brightness planes over 8×8 windows, four pixels apart (Wang, Bovik, Sheikh, Simoncelli 2004).
  static func ssim(_ a: [Double], _ b: [Double], _ size: PixelSize) -> Double {
    let (c1, c2) = (6.5025, 58.5225)
    var total = 0.0
    var windows = 0
    for y in Swift.stride(from: 0, through: size.height - 8, by: 4) {
      for x in Swift.stride(from: 0, through: size.width - 8, by: 4) {
        var (sa, sb, saa, sbb, sab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in y..<y + 8 {
          for index in row * size.width + x..<row * size.width + x + 8 {
            let (p, q) = (a[index], b[index])
            sa += p
            sb += q
            saa += p * p
            sbb += q * q
            sab += p * q
          }
        }
        let (ma, mb) = (sa / 64, sb / 64)
        let (va, vb, cov) = (saa / 64 - ma * ma, sbb / 64 - mb * mb, sab / 64 - ma * mb)
        total += (2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
        windows += 1
      }
    }
    return total / Double(windows)
  }
}
